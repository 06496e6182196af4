import { existsSync } from "node:fs";
import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import { readEnv, type Env } from "../env.ts";
import { Misconfigured } from "../misconfigured.ts";
import { nearest } from "../kit/db/text.ts";

/** The command line was not understood: exit code 2. */
export class Usage extends Error {}

export type Flags = Record<string, string | boolean | undefined>;

/** One command: its text in `--help`, and its work, which is loaded on use. */
export type Command = {
  name: string;
  does: string;
  /** The argument behind the name without a flag, as FILE. */ takes?: string;
  flags: Record<string, { type: "string" | "boolean"; value?: string; does: string }>;
  load(): Promise<(flags: Flags) => Promise<void>>;
};

/** The flags behind a command. Throws Usage on an unknown one. */
export function parseFlags(command: Command, words: string[]): Flags {
  const options: ParseArgsOptionsConfig = {
    help: { type: "boolean", short: "h" },
    ...Object.fromEntries(
      Object.entries(command.flags).map(([name, { type }]) => [name, { type }]),
    ),
  };
  for (const word of words) {
    const name = /^--([^=]+)/.exec(word)?.[1];
    if (name && !Object.hasOwn(options, name))
      throw new Usage(
        `${command.name}: unknown flag --${name}: did you mean --${nearest(name, Object.keys(options))}?`,
      );
  }
  try {
    const { values, positionals } = parseArgs({
      args: words,
      options,
      strict: true,
      allowPositionals: command.takes !== undefined,
    });
    if (positionals.length > 1)
      throw new Error(`takes one ${command.takes}, not ${positionals.length}`);
    return { ...values, ...(command.takes && { [command.takes]: positionals[0] }) } as Flags;
  } catch (thrown) {
    throw new Usage(
      `${command.name}: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
    );
  }
}

export function text(flags: Flags, name: string): string | undefined {
  return typeof flags[name] === "string" ? flags[name] : undefined;
}

/** The settings, where flags win over the environment and the file. Throws Misconfigured. */
export function envOf(flags: Flags, variables?: Record<string, string | undefined>): Env {
  const { data, host, port, config } = {
    data: text(flags, "data"),
    host: text(flags, "host"),
    port: text(flags, "port"),
    config: text(flags, "config"),
  };
  const given = {
    data,
    host,
    port,
    config,
    tls: text(flags, "tls"),
    tlsPort: text(flags, "tls-port"),
    publicUrl: text(flags, "public-url"),
    logLevel: text(flags, "log-level"),
  };
  return readEnv(
    Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    variables,
  );
}

/**
 * The settings, for a command that makes no data folder: one that was mistyped must not become a
 * box of its own. Throws Misconfigured.
 */
export function envOfExisting(flags: Flags): Env {
  const env = envOf(flags);
  if (!existsSync(env.data))
    throw new Misconfigured(
      `there is no folder ${env.data}: \`balcao serve\` or \`balcao admin create\` makes one`,
    );
  return env;
}

/** The argument behind a command's name. Throws Usage when it is missing. */
export function taken(flags: Flags, name: string): string {
  const given = text(flags, name);
  if (!given) throw new Usage(`${name} is needed`);
  return given;
}

/** One question on the terminal, unless `--yes` answers it. Throws Usage without a terminal. */
export function refuseUnasked(flags: Flags, question: string) {
  refuseUnattended(flags);
  if (!flags.yes && !confirm(question)) throw new Usage("nothing was done");
}

/** Throws Usage when a question could not be answered. */
export function refuseUnattended(flags: Flags) {
  if (!flags.yes && !process.stdin.isTTY)
    throw new Usage("--yes is needed: there is nobody to ask");
}

export function print(flags: Flags, value: object, words: string) {
  console.log(flags.json ? JSON.stringify(value) : words);
}

/** 1 ticket, 2 tickets. */
export const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;
