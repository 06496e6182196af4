import { nearest } from "../kit/db/text.ts";
import { Usage, type Command } from "./command.ts";

const data = {
  data: { type: "string", value: "DIR", does: "the data folder (default ./data)" },
} as const;
const json = { json: { type: "boolean", does: "print JSON" } } as const;
const settings = {
  ...data,
  host: { type: "string", value: "H", does: "the address to listen on (default 0.0.0.0)" },
  port: { type: "string", value: "N", does: "the port to listen on (default 8080)" },
  tls: { type: "string", value: "MODE", does: "local, files, proxy or off (default: what fits)" },
  "tls-port": { type: "string", value: "N", does: "the port of https (default 8443)" },
  config: { type: "string", value: "FILE", does: "settings in TOML (default DIR/config.toml)" },
  "public-url": { type: "string", value: "URL", does: "the address that people use" },
  "log-level": { type: "string", value: "LEVEL", does: "debug, info, warn or error" },
} as const;
const email = { email: { type: "string", value: "E", does: "who signs in" } } as const;
const password = {
  "password-file": {
    type: "string",
    value: "F",
    does: "the file that holds the password, - for standard input",
  },
} as const;

const yes = { yes: { type: "boolean", does: "ask nothing" } } as const;
const codeFile = {
  "code-file": {
    type: "string",
    value: "F",
    does: "the file that holds the recovery code, - for standard input",
  },
} as const;

/** A place with copies. */
const place = {
  folder: {
    type: "string",
    value: "DIR",
    does: "a folder on another disk, as the box's page named it",
  },
  endpoint: { type: "string", value: "URL", does: "the address of storage that speaks S3" },
  region: { type: "string", value: "R", does: "its region" },
  bucket: { type: "string", value: "B", does: "its bucket" },
  prefix: { type: "string", value: "P", does: "the folder in the bucket" },
  "access-key": { type: "string", value: "ID", does: "who signs in to it" },
  "secret-file": {
    type: "string",
    value: "F",
    does: "the file that holds the secret key, - for standard input",
  },
} as const;

const archive = {
  from: {
    type: "string",
    value: "FILE",
    does: "the archive, beside SHA256SUMS and SHA256SUMS.minisig (default: what lies in updates_from)",
  },
} as const;
const root = {
  root: {
    type: "string",
    value: "DIR",
    does: "work below DIR, without user and service, as install.sh does",
  },
} as const;

export const commands: Command[] = [
  {
    name: "serve",
    does: "run the box",
    flags: {
      ...settings,
      "safe-mode": {
        type: "boolean",
        does: "let nothing leave: no messages, campaigns, schedules, webhooks",
      },
    },
    load: async () => (await import("./serve.ts")).runServer,
  },
  {
    name: "demo",
    does: "run a throw-away box with a shop's day on the practice channel, on loopback only",
    flags: { port: settings.port, ...json },
    load: async () => (await import("./demo.ts")).runDemo,
  },
  {
    name: "setup-link",
    does: "print a new one-time link to claim the box, good for 30 minutes",
    flags: { ...settings, ...json },
    load: async () => (await import("./setup-link.ts")).printSetupLink,
  },
  {
    name: "admin create",
    does: "make the owner, and claim the box",
    flags: {
      ...data,
      ...email,
      ...password,
      ...json,
      name: { type: "string", value: "N", does: "the owner's name" },
      company: { type: "string", value: "C", does: "the company's name" },
    },
    load: async () => (await import("./admin.ts")).createOwner,
  },
  {
    name: "admin reset-password",
    does: "give someone a new password, and end their sessions",
    flags: { ...data, ...email, ...password, ...json },
    load: async () => (await import("./admin.ts")).resetPassword,
  },
  {
    name: "admin disable-totp",
    does: "let someone in without a code again, who lost phone and recovery codes",
    flags: { ...data, ...email, ...json },
    load: async () => (await import("./admin.ts")).disableTotp,
  },
  {
    name: "admin restore-owner",
    does: "make someone the owner of the box again, and an admin of their company",
    flags: { ...data, ...email, ...json },
    load: async () => (await import("./admin.ts")).restoreOwner,
  },
  {
    name: "tls init",
    does: "make the box's own authority for https, or a new one",
    flags: { ...data, config: settings.config, ...yes, ...json },
    load: async () => (await import("./tls.ts")).initTls,
  },
  {
    name: "tls show-ca",
    does: "print the certificate that devices trust the box by",
    flags: { ...data, config: settings.config, ...json },
    load: async () => (await import("./tls.ts")).showAuthority,
  },
  {
    name: "tls renew",
    does: "issue the box's certificate anew; a running box shows it within seconds",
    flags: { ...data, config: settings.config, ...json },
    load: async () => (await import("./tls.ts")).renewCertificate,
  },
  {
    name: "tls import",
    does: "show this certificate in place of one of the box's own authority",
    flags: {
      ...data,
      config: settings.config,
      ...json,
      cert: {
        type: "string",
        value: "FILE",
        does: "the certificate, and those that lead to its authority",
      },
      key: { type: "string", value: "FILE", does: "its private key, without a password" },
    },
    load: async () => (await import("./tls.ts")).importCertificate,
  },
  {
    name: "backup now",
    does: "make a copy of the box, running or not, and read it back",
    flags: {
      ...data,
      reason: {
        type: "string",
        value: "R",
        does: "hand, schedule, migration or upgrade (default hand)",
      },
      local: { type: "boolean", does: "send it to no other place" },
      ...json,
      ...yes,
    },
    load: async () => (await import("./backup.ts")).backUp,
  },
  {
    name: "backup list",
    does: "list the copies here and at the places besides, the newest first",
    flags: {
      ...data,
      local: { type: "boolean", does: "look at no other place" },
      ...place,
      ...json,
      ...yes,
    },
    load: async () => (await import("./backup.ts")).listBackups,
  },
  {
    name: "backup fetch",
    takes: "COPY",
    does: "take a copy from a place besides: the newest, unless COPY names one; the flags name a place where there is no box yet",
    flags: { ...data, ...place, ...codeFile, ...json, ...yes },
    load: async () => (await import("./backup.ts")).fetchBackup,
  },
  {
    name: "backup verify",
    takes: "COPY",
    does: "read a copy whole: the newest, unless COPY is the folder or name of one",
    flags: { ...data, ...codeFile, ...json, ...yes },
    load: async () => (await import("./backup.ts")).verifyBackup,
  },
  {
    name: "backup drill",
    takes: "COPY",
    does: "start a copy as a box of its own, sign in, list tickets, open files: the newest, unless COPY is the folder or name of one",
    flags: { ...data, ...codeFile, ...json, ...yes },
    load: async () => (await import("./drill.ts")).drill,
  },
  {
    name: "backup prune",
    does: "remove copies that are kept no longer: 7 days, 4 weeks and 6 months stay",
    flags: { ...data, ...json, ...yes },
    load: async () => (await import("./backup.ts")).pruneBackups,
  },
  {
    name: "backup code",
    does: "print the recovery code, which opens the copies on another machine",
    flags: { ...data, ...json, ...yes },
    load: async () => (await import("./backup.ts")).printCode,
  },
  {
    name: "restore",
    takes: "COPY",
    does: "make a stopped box, or one of its companies, what it was: COPY is a copy's folder or name",
    flags: {
      ...data,
      "dry-run": { type: "boolean", does: "check the copy and print the plan, no more" },
      force: { type: "boolean", does: "put the box that is there aside" },
      "keep-sessions": {
        type: "boolean",
        does: "WhatsApp goes on: the box has not run since this copy",
      },
      company: {
        type: "string",
        value: "ID",
        does: "bring back this company alone, whose file is damaged, from the newest copy that holds it unless COPY names one",
      },
      beside: { type: "boolean", does: "with --company: beside a running box, which has shut it" },
      "as-written": {
        type: "boolean",
        does: "take rows, too, that this version would not write: the seal says that a box did",
      },
      ...codeFile,
      ...json,
      ...yes,
    },
    load: async () => (await import("./restore.ts")).restoreBox,
  },
  {
    name: "company export",
    takes: "ID",
    does: "write a company into one file, tables for spreadsheets included",
    flags: {
      ...data,
      to: { type: "string", value: "FILE", does: "the file to write" },
      move: {
        type: "boolean",
        does: "it leaves this box, which must be stopped, with its WhatsApp sessions",
      },
      beside: {
        type: "boolean",
        does: "with --move: beside a running box, which has stopped the company",
      },
      ...codeFile,
      ...json,
      ...yes,
    },
    load: async () => (await import("./company.ts")).exportToFile,
  },
  {
    name: "company import",
    takes: "FILE",
    does: "make a company of such a file",
    flags: {
      ...data,
      name: { type: "string", value: "N", does: "what it is called here" },
      ...codeFile,
      ...json,
      ...yes,
    },
    load: async () => (await import("./company.ts")).importFromFile,
  },
  {
    name: "company look",
    takes: "FILE",
    does: "say what importing such a file would bring, and what is in its way",
    flags: { ...data, ...codeFile, ...json, ...yes },
    load: async () => (await import("./company.ts")).lookAtFile,
  },
  {
    name: "company move",
    takes: "ID",
    does: "end a move",
    flags: {
      ...data,
      cancel: { type: "boolean", does: "it stays here after all" },
      "hand-over": { type: "boolean", does: "let go, and print what lets the other box work" },
      "take-back": { type: "boolean", does: "what was let go works here again: it never arrived" },
      "take-over": { type: "boolean", does: "work here, with that code in --code-file" },
      ...codeFile,
      ...json,
      ...yes,
    },
    load: async () => (await import("./company.ts")).moveCompany,
  },
  {
    name: "healthcheck",
    does: "ask a running box whether it is ready",
    flags: {
      ...settings,
      wait: { type: "string", value: "S", does: "keep asking for S seconds" },
      pid: { type: "string", value: "PID", does: "but no longer than this process runs" },
      ...json,
    },
    load: async () => (await import("./healthcheck.ts")).checkHealth,
  },
  {
    name: "doctor",
    does: "look at everything that could be wrong, and say what to do about it",
    flags: {
      ...settings,
      fix: { type: "boolean", does: "mend what can be mended without asking" },
      ...json,
    },
    load: async () => (await import("./doctor.ts")).runDoctor,
  },
  {
    name: "support-bundle",
    does: "pack what someone who helps from afar needs to know: no messages, no numbers, no keys",
    flags: {
      ...settings,
      out: {
        type: "string",
        value: "FILE",
        does: "where to write it (default ./balcao-support-….tar.gz)",
      },
      seen: {
        type: "string",
        value: "FILE",
        does: "what a running box finds and how it is set, as JSON, - for standard input",
      },
      ...json,
      ...yes,
    },
    load: async () => (await import("./support-bundle.ts")).writeSupportBundle,
  },
  {
    name: "config check",
    does: "say whether the settings fit",
    flags: { ...settings, ...json },
    load: async () => (await import("./config.ts")).checkConfig,
  },
  {
    name: "config print",
    does: "print every setting as config.toml takes it, and where it comes from",
    flags: { ...settings, ...json },
    load: async () => (await import("./config.ts")).printConfig,
  },
  {
    name: "migrate status",
    does: "say which migrations each file still needs",
    flags: { ...data, ...json },
    load: async () => (await import("./migrate.ts")).printMigrations,
  },
  {
    name: "migrate up",
    does: "bring every file up to this executable, after a copy; the box must be stopped",
    flags: {
      ...data,
      "no-copy": { type: "boolean", does: "make no copy before" },
      ...json,
      ...yes,
    },
    load: async () => (await import("./migrate.ts")).migrateUp,
  },
  {
    name: "update check",
    does: "say what a release's archive is, and whether now is the moment for it",
    flags: { ...settings, ...archive, ...json },
    load: async () => (await import("./update.ts")).checkUpdate,
  },
  {
    name: "update apply",
    does: "put a release in the place of this one, and go back by itself where it does not get ready",
    flags: {
      ...settings,
      ...archive,
      now: { type: "boolean", does: "also in the working day, or while a campaign runs" },
      ...root,
      ...json,
      ...yes,
    },
    load: async () => (await import("./update.ts")).applyUpdate,
  },
  {
    name: "update rollback",
    does: "go back to the release before, with the data as it was",
    flags: { ...data, ...root, ...json, ...yes },
    load: async () => (await import("./update.ts")).rollBack,
  },
  {
    name: "version",
    does: "print the version",
    flags: json,
    load: async () => (await import("./version.ts")).printVersion,
  },
];

/** The command that words name. Throws Usage with the nearest one. */
export function commandOf(words: string[]): Command {
  const command = commands.find(
    ({ name }) => name === words.slice(0, name.split(" ").length).join(" "),
  );
  if (command) return command;
  const typed = words.filter((word) => !word.startsWith("-")).slice(0, 2);
  throw new Usage(`unknown command ${typed.join(" ")}: did you mean ${meant(typed)}?`);
}

// The first word decides: "bakup" has fewer letters in common with "backup now" than with "serve".
function meant([first = "", second]: string[]): string | undefined {
  const firsts = [...new Set(commands.map(({ name }) => name.split(" ")[0]!))];
  const head = nearest(first, firsts)!;
  const group = groupOf(head);
  return second === undefined || group.length === 0
    ? head
    : nearest(
        `${head} ${second}`,
        group.map(({ name }) => name),
      );
}

/**
 * The commands that begin with a word, as `admin` does; none where the word is a command of its
 * own.
 */
export const groupOf = (word: string) => commands.filter(({ name }) => name.startsWith(`${word} `));

export function overview(listed: Command[]): string {
  const rows = listed.map(({ name, does }) => `  balcao ${name.padEnd(22)}${does}`);
  return [
    "Balcão: a service desk and sales counter on WhatsApp, in one file.",
    "",
    ...rows,
    "",
    "balcao COMMAND --help says more. Exit codes: 0 done, 1 failed, 2 usage, 75 busy: try again, 78 configuration.",
  ].join("\n");
}

export function helpOf({ name, does, takes, flags }: Command): string {
  const rows = Object.entries(flags).map(
    ([flag, { value, does }]) => `  --${`${flag}${value ? ` ${value}` : ""}`.padEnd(20)}${does}`,
  );
  return [
    `balcao ${name}${takes ? ` ${takes}` : ""}: ${does}`,
    "",
    ...rows,
    `  --${"help".padEnd(20)}this text`,
  ].join("\n");
}
