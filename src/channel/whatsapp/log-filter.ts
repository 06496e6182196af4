import type { ILogger } from "@whiskeysockets/baileys/lib/Utils/logger.js";

type Method = "debug" | "info" | "log" | "warn" | "error" | "trace";
type Console = Record<Method, (...args: unknown[]) => void> & { [filtered]?: true };

const filtered = Symbol.for("balcao.quiet");

/**
 * How libsignal's and Baileys' own lines begin. Some go on with a whole session: private keys and
 * all.
 */
const theirs = [
  "Closing session:",
  "Opening session:",
  "Session already closed",
  "Session already open",
  "Removing old closed session:",
  "Migrating session to:",
  "V1 session storage migration error:",
  "Closing open session in favor of incoming prekey bundle",
  "Decrypted message with closed session.",
  "Failed to decrypt message with any known session...",
  "Session error:",
  "WARNING: Expected pubkey of length 33",
  "Unhandled bucket type (for naming):",
  "Error deleting temp file",
  "Error parsing group metadata:",
  "using deprecated parameters for `initSync()`",
];

hush(console as Console);

/**
 * Baileys' log. It takes only the text of warnings and errors, without numbers or names, and the
 * kind and code of the error. Baileys' objects hold keys and messages.
 */
export function logger(
  tell: (level: "warn" | "error", event: string, more: Record<string, unknown>) => void,
): ILogger {
  const nothing = () => {};
  const teller = (level: "warn" | "error") => (about: unknown, words?: string) =>
    tell(level, "whatsapp library", { said: masked(words ?? about), ...thrownIn(about) });
  const all: ILogger = {
    level: "silent",
    child: () => all,
    trace: nothing,
    debug: nothing,
    info: nothing,
    warn: teller("warn"),
    error: teller("error"),
  };
  return all;
}

function hush(into: Console) {
  if (into[filtered]) return;
  into[filtered] = true;
  for (const method of ["debug", "info", "log", "warn", "error", "trace"] as const) {
    const print = into[method];
    into[method] = (...args) => {
      if (!isTheirs(args)) print.apply(into, args);
    };
  }
}

function isTheirs(args: unknown[]): boolean {
  const [first] = args;
  if (typeof first === "string" && theirs.some((start) => first.startsWith(start))) return true;
  return args.some(
    (each) =>
      typeof each === "object" && each !== null && ("currentRatchet" in each || "_chains" in each),
  );
}

function masked(words: unknown): string {
  if (typeof words !== "string") return "";
  return words
    .split(/\s+/)
    .map((word) => (/@|\d{5}/.test(word) || word.length > 24 ? "…" : word))
    .join(" ")
    .slice(0, 120);
}

function thrownIn(about: unknown): { error?: string; code?: string | number } {
  const thrown =
    about instanceof Error
      ? about
      : Object.values(Object(about) as object).find((value) => value instanceof Error);
  if (!thrown) return {};
  const { name, code, output } = thrown as Error & {
    code?: unknown;
    output?: { statusCode?: unknown };
  };
  const number = output?.statusCode ?? code;
  return {
    error: name,
    ...((typeof number === "number" || typeof number === "string") && { code: number }),
  };
}
