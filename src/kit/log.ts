export type Level = "debug" | "info" | "warn" | "error";

// A log that can't be written, to a full disk or a reader that left, must not end the box.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

const ranks: Record<Level, number> = { debug: 0, info: 1, warn: 2, error: 3 };
let least: Level = "info";

/** Lines below this level are not printed. */
export const logLevel = (level: Level) => {
  least = level;
};

/** One JSON line on stdout. Give it ids and counts; never a body, a token or a whole number. */
export function log(level: Level, event: string, more: Record<string, unknown> = {}) {
  if (ranks[level] < ranks[least]) return;
  process.stdout.write(`${JSON.stringify({ at: new Date().toISOString(), level, event, ...more })}\n`);
}

/** What may be said of an error in a log: its kind and where it came from, and never SQLite's or a library's echo of a value. */
export function trace(thrown: unknown): Record<string, unknown> {
  if (!(thrown instanceof Error)) return { thrown: typeof thrown };
  const cause = thrown.cause instanceof Error ? thrown.cause : thrown;
  const code = "code" in cause ? { code: cause.code } : {};
  const lines = (thrown.stack ?? "").split("\n").filter((line) => line.trim().startsWith("at "));
  return { error: cause.name, ...code, stack: lines.slice(0, 8).map((line) => line.trim()) };
}
