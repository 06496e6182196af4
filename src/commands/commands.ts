import { nearest } from "../kit/text.ts";
import { Usage, type Command } from "./command.ts";

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
const email = { email: { type: "string", value: "E", does: "who signs in" } } as const;
const password = { "password-file": { type: "string", value: "F", does: "the file that holds the password, - for standard input" } } as const;

export const commands: Command[] = [
  { name: "serve", does: "run the box", flags: settings, load: async () => (await import("./serve.ts")).runServer },
  {
    name: "demo",
    does: "run a throw-away box with a shop's day on the practice channel, on loopback only",
    flags: { port: settings.port, ...json },
    load: async () => (await import("./demo.ts")).runDemo,
  },
  { name: "setup-link", does: "print a new one-time link to claim the box, good for 30 minutes", flags: { ...settings, ...json }, load: async () => (await import("./setup-link.ts")).printSetupLink },
  {
    name: "admin create",
    does: "make the owner, and claim the box",
    flags: { ...data, ...email, ...password, ...json, name: { type: "string", value: "N", does: "the owner's name" }, company: { type: "string", value: "C", does: "the company's name" } },
    load: async () => (await import("./admin.ts")).createOwner,
  },
  { name: "admin reset-password", does: "give someone a new password, and end their sessions", flags: { ...data, ...email, ...password, ...json }, load: async () => (await import("./admin.ts")).resetPassword },
  { name: "admin disable-totp", does: "let someone in without a code again, who lost phone and recovery codes", flags: { ...data, ...email, ...json }, load: async () => (await import("./admin.ts")).disableTotp },
  { name: "admin restore-owner", does: "make someone the owner of the box again, and an admin of their company", flags: { ...data, ...email, ...json }, load: async () => (await import("./admin.ts")).restoreOwner },
  {
    name: "healthcheck",
    does: "ask a running box whether it is ready",
    flags: { ...settings, wait: { type: "string", value: "S", does: "keep asking for S seconds" }, ...json },
    load: async () => (await import("./healthcheck.ts")).checkHealth,
  },
  { name: "version", does: "print the version", flags: json, load: async () => (await import("./version.ts")).printVersion },
];

/** The command that words name. Throws Usage with the nearest one. */
export function commandOf(words: string[]): Command {
  const found = commands.find(({ name }) => name === words.slice(0, name.split(" ").length).join(" "));
  if (found) return found;
  const asked = words.filter((word) => !word.startsWith("-")).slice(0, 2).join(" ");
  throw new Usage(`unknown command ${asked}: did you mean ${nearest(asked, commands.map(({ name }) => name))}?`);
}

/** The commands that begin with a word, as `admin` does; none where the word is a command of its own. */
export const groupOf = (word: string) => commands.filter(({ name }) => name.startsWith(`${word} `));

export function overview(shown: Command[]): string {
  const rows = shown.map(({ name, does }) => `  balcao ${name.padEnd(22)}${does}`);
  return ["Balcão: a service desk and sales counter on WhatsApp, in one file.", "", ...rows, "", "balcao COMMAND --help says more. Exit codes: 0 done, 1 failed, 2 usage, 78 configuration."].join("\n");
}

export function helpOf({ name, does, flags }: Command): string {
  const rows = Object.entries(flags).map(([flag, { value, does }]) => `  --${`${flag}${value ? ` ${value}` : ""}`.padEnd(20)}${does}`);
  return [`balcao ${name}: ${does}`, "", ...rows, `  --${"help".padEnd(20)}this text`].join("\n");
}
