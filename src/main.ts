import { existsSync } from "node:fs";
import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { Misconfigured, readEnv, type Env } from "./env.ts";
import { line } from "./kit/fields.ts";
import { log, trace } from "./kit/log.ts";
import { NewerFile } from "./kit/migrate.ts";
import { touched } from "./kit/table.ts";
import { nearest } from "./kit/text.ts";
import { demo } from "./commands/demo.ts";
import { note } from "./modules/audit/audit.ts";
import { byEmail, claimed, endSessions, update } from "./modules/identities/identities.ts";
import { hash } from "./modules/identities/passwords.ts";
import { turnOff } from "./modules/identities/second-step.ts";
import { identities } from "./modules/identities/table.ts";
import { command as readSheet } from "./modules/imports/reader.ts";
import { claim, newToken, ownerBody } from "./modules/setup/setup.ts";
import { users } from "./modules/users/table.ts";
import { called, find as findUser } from "./modules/users/users.ts";
import { openTenantStores, serve, shownHost, type Served } from "./serve.ts";
import { version } from "./version.ts";

class Usage extends Error {}

type Flags = Record<string, string | boolean | undefined>;
type Command = { name: string; does: string; flags: Record<string, { type: "string" | "boolean"; value?: string; does: string }>; run(flags: Flags): Promise<void> };

const data = { data: { type: "string", value: "DIR", does: "the data folder (default ./data)" } } as const;
const json = { json: { type: "boolean", does: "print JSON" } } as const;
const settings = {
  ...data,
  host: { type: "string", value: "H", does: "the address to listen on (default 0.0.0.0)" },
  port: { type: "string", value: "N", does: "the port to listen on (default 8080)" },
  config: { type: "string", value: "FILE", does: "settings in TOML (default DIR/config.toml)" },
  "public-url": { type: "string", value: "URL", does: "the address that people use" },
  "log-level": { type: "string", value: "LEVEL", does: "debug, info, warn or error" },
} as const;
const owner = {
  ...data,
  email: { type: "string", value: "E", does: "who signs in" },
  "password-file": { type: "string", value: "F", does: "the file that holds the password, - for standard input" },
  ...json,
} as const;

const commands: Command[] = [
  {
    name: "serve",
    does: "run the box",
    flags: settings,
    async run(flags) {
      const served = await serve(envOf(flags));
      untilStopped(served);
      const { control } = served.stores;
      if (!claimed(control)) console.log(`\nOpen this link within 30 minutes to claim the box:\n${served.url}/setup?token=${newToken(control)}\n`);
    },
  },
  {
    name: "demo",
    does: "run a throw-away box with a shop's day on the practice channel, on loopback only",
    flags: { port: { type: "string", value: "N", does: "the port to listen on (default 8080)" }, ...json },
    run: async (flags) => untilStopped(await demo({ port: text(flags, "port"), json: flags.json === true })),
  },
  {
    name: "setup-link",
    does: "print a new one-time link to claim the box, good for 30 minutes",
    flags: { ...settings, ...json },
    async run(flags) {
      const env = envOf(flags);
      const base = env.publicUrl?.replace(/\/$/, "") ?? `http://${shownHost(env.host)}:${env.port}`;
      const link = `${base}/setup?token=${newToken(existing(env).control)}`;
      print(flags, { link, minutes: 30 }, link);
    },
  },
  {
    name: "admin create",
    does: "make the owner, and claim the box",
    flags: { ...owner, name: { type: "string", value: "N", does: "the owner's name" }, company: { type: "string", value: "C", does: "the company's name" } },
    async run(flags) {
      const given = { name: text(flags, "name"), email: text(flags, "email"), password: await passwordOf(flags) };
      const checked = ownerBody.extend({ company: line(80, 2).optional() }).safeParse({ ...given, company: text(flags, "company") });
      if (!checked.success) throw refused(checked.error);
      const { companyId, userId } = await claim(openTenantStores(envOf({ data: flags.data })), checked.data);
      print(flags, { companyId, userId, email: checked.data.email }, `${checked.data.email} owns this box`);
    },
  },
  {
    name: "admin reset-password",
    does: "give someone a new password, and end their sessions",
    flags: owner,
    async run(flags) {
      const checked = ownerBody.omit({ name: true }).safeParse({ email: text(flags, "email"), password: await passwordOf(flags) });
      if (!checked.success) throw refused(checked.error);
      const { control } = existing(envOf({ data: flags.data }));
      const identity = byEmail(control, checked.data.email);
      if (!identity) throw new Error(`nobody signs in as ${checked.data.email}`);
      const passwordHash = await hash(checked.data.password);
      control.write((tx) => update(tx, identity.id, { passwordHash }, control.now()));
      print(flags, { email: identity.email }, `${identity.email} has a new password`);
    },
  },
  {
    name: "admin disable-totp",
    does: "let someone in without a code again, who lost phone and recovery codes",
    flags: { ...data, email: owner.email, ...json },
    async run(flags) {
      const { stores, identity } = known(flags);
      const { control } = stores;
      const wasOn = control.write((tx) => {
        endSessions(tx, identity.id);
        return turnOff(tx, identity.id);
      });
      const { companyId, userId } = identity;
      const store = stores.open(companyId);
      if (wasOn) store.write((tx) => note(tx, { userId: null, action: "totpOff", subject: called(findUser(store, userId)), details: { by: "console" } }));
      print(flags, { email: identity.email, wasOn }, wasOn ? `${identity.email} signs in with the password alone, and may set up a new code` : `${identity.email} signs in without a code already`);
    },
  },
  {
    name: "admin restore-owner",
    does: "make someone the owner of the box again, and an admin of their company",
    flags: { ...data, email: owner.email, ...json },
    async run(flags) {
      const { stores, identity } = known(flags);
      const store = stores.open(identity.companyId);
      store.write((tx) => {
        const user = findUser(store, identity.userId);
        tx.update(users).set({ profile: "admin", ...touched(store.now()) }).where(eq(users.id, user.id)).run();
        note(tx, { userId: null, action: "roleChanged", subject: called(user), details: { profile: { from: user.profile, to: "admin" }, by: "console" } });
        stores.control.write((door) => void door.update(identities).set({ super: true, ...touched(store.now()) }).where(eq(identities.id, identity.id)).run());
      });
      print(flags, { email: identity.email }, `${identity.email} owns this box`);
    },
  },
  {
    name: "healthcheck",
    does: "ask a running box whether it is ready",
    flags: { ...settings, wait: { type: "string", value: "S", does: "keep asking for S seconds" }, ...json },
    async run(flags) {
      const env = envOf(flags);
      const host = env.host === "0.0.0.0" ? "127.0.0.1" : env.host;
      const wait = z.coerce.number().min(0).max(3600).safeParse(text(flags, "wait") ?? 0);
      if (!wait.success) throw new Usage("healthcheck: --wait takes seconds, up to 3600");
      const until = Date.now() + wait.data * 1000;
      while (!(await isReady(`http://${host}:${env.port}/readyz`))) {
        if (Date.now() >= until) throw new Error("not ready");
        await Bun.sleep(250);
      }
      print(flags, { ready: true }, "ready");
    },
  },
  {
    name: "version",
    does: "print the version",
    flags: json,
    run: async (flags) => print(flags, version, `balcao ${version.version} (${version.commit || "source"}, Bun ${version.bun}, SQLite ${version.sqlite})`),
  },
];

await main(process.argv.slice(2));

async function main(words: string[]) {
  // What the box writes is its own user's alone, also in a folder that was there before.
  process.umask(0o077);
  try {
    if (words.length === 0 || ["--help", "-h", "help"].includes(words[0]!)) return console.log(overview(commands));
    if (words[0] === "--version") words = ["version"];
    // How a running box opens what it does not trust: a process of its own, and no command for people.
    if (words[0] === readSheet) return await (await import("./modules/imports/sheet.ts")).tellSheet(words[1] ?? "");
    const group = commands.filter(({ name }) => name.startsWith(`${words[0]} `));
    if (group.length > 0 && (words.length === 1 || words[1] === "--help")) return console.log(overview(group));
    const command = commandOf(words);
    const flags = parse(command, words.slice(command.name.split(" ").length));
    if (flags.help) return console.log(helpOf(command));
    await command.run(flags);
  } catch (thrown) {
    console.error(`balcao: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
    process.exitCode = thrown instanceof Usage ? 2 : thrown instanceof Misconfigured || thrown instanceof NewerFile ? 78 : 1;
  }
}

function commandOf(words: string[]): Command {
  const found = commands.find(({ name }) => name === words.slice(0, name.split(" ").length).join(" "));
  if (found) return found;
  const asked = words.filter((word) => !word.startsWith("-")).slice(0, 2).join(" ");
  throw new Usage(`unknown command ${asked}: did you mean ${nearest(asked, commands.map(({ name }) => name))}?`);
}

function parse(command: Command, words: string[]): Flags {
  const options: ParseArgsOptionsConfig = { help: { type: "boolean", short: "h" }, ...Object.fromEntries(Object.entries(command.flags).map(([name, { type }]) => [name, { type }])) };
  for (const word of words) {
    const name = /^--([^=]+)/.exec(word)?.[1];
    if (name && !Object.hasOwn(options, name)) throw new Usage(`${command.name}: unknown flag --${name}: did you mean --${nearest(name, Object.keys(options))}?`);
  }
  try {
    return parseArgs({ args: words, options, strict: true, allowPositionals: false }).values as Flags;
  } catch (thrown) {
    throw new Usage(`${command.name}: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  }
}

function envOf(flags: Flags) {
  const { data, host, port, config } = { data: text(flags, "data"), host: text(flags, "host"), port: text(flags, "port"), config: text(flags, "config") };
  const given = { data, host, port, config, publicUrl: text(flags, "public-url"), logLevel: text(flags, "log-level") };
  return readEnv(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)));
}

/** The box, and whom `--email` names. */
function known(flags: Flags) {
  const address = text(flags, "email")?.trim().toLowerCase();
  if (!address) throw new Usage("--email is needed");
  const stores = existing(envOf({ data: flags.data }));
  const identity = byEmail(stores.control, address);
  if (!identity) throw new Error(`nobody signs in as ${address}`);
  return { stores, identity };
}

// A folder that was mistyped must not become a box of its own.
function existing(env: Env) {
  if (!existsSync(env.data)) throw new Misconfigured(`there is no folder ${env.data}: \`balcao serve\` or \`balcao admin create\` makes one`);
  return openTenantStores(env);
}

function refused({ issues }: z.ZodError): Usage {
  const words: Record<string, string> = { required: "is needed", too_short: "is too short", too_long: "is too long", invalid: "is not valid" };
  return new Usage(issues.map(({ path, message }) => `--${String(path[0]).replace("password", "password-file")} ${words[message] ?? message}`).join(", "));
}

async function passwordOf(flags: Flags): Promise<string> {
  const path = text(flags, "password-file");
  if (!path) throw new Usage("--password-file is needed: a password in the arguments could be read by others");
  const content = path === "-" ? await Bun.stdin.text() : await Bun.file(path).text();
  return content.replace(/\r?\n$/, "");
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(3000) })).ok;
  } catch {
    return false;
  }
}

function untilStopped({ stop }: Pick<Served, "stop">) {
  let stopping = false;
  // A line's library that loses a promise is that line's trouble: the box goes on for everyone else.
  for (const stray of ["unhandledRejection", "uncaughtException"] as const) process.on(stray, (thrown: unknown) => log("error", stray, trace(thrown)));
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      setTimeout(() => process.exit(1), 25_000).unref();
      void stop().then(() => process.exit(0));
    });
  }
}

function text(flags: Flags, name: string): string | undefined {
  return typeof flags[name] === "string" ? flags[name] : undefined;
}

function print(flags: Flags, value: object, words: string) {
  console.log(flags.json ? JSON.stringify(value) : words);
}

function overview(shown: Command[]) {
  const rows = shown.map(({ name, does }) => `  balcao ${name.padEnd(22)}${does}`);
  return ["Balcão: a service desk and sales counter on WhatsApp, in one file.", "", ...rows, "", "balcao COMMAND --help says more. Exit codes: 0 done, 1 failed, 2 usage, 78 configuration."].join("\n");
}

function helpOf({ name, does, flags }: Command) {
  const rows = Object.entries(flags).map(([flag, { value, does }]) => `  --${`${flag}${value ? ` ${value}` : ""}`.padEnd(20)}${does}`);
  return [`balcao ${name}: ${does}`, "", ...rows, `  --${"help".padEnd(20)}this text`].join("\n");
}
