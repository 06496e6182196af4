export type Level = "debug" | "info" | "warn" | "error";

type Keeper = { write(text: string): void; end(): void };

// A full disk or a closed pipe must not end the process.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

const ranks: Record<Level, number> = { debug: 0, info: 1, warn: 2, error: 3 };
let least: Level = "info";

/** Lines below this level are not printed. */
export const logLevel = (level: Level) => {
  least = level;
};

/** Writes lines to files, too, from now on. Returns a function that ends that. */
export function keepLog(files: Keeper): () => void {
  keeper = files;
  return () => {
    flush();
    if (keeper === files) keeper = undefined;
    files.end();
  };
}

/** One JSON line on stdout. Give it ids and counts; never a body, a token or a whole number. */
export function log(level: Level, event: string, more: Record<string, unknown> = {}) {
  if (ranks[level] < ranks[least]) return;
  lines.push(JSON.stringify({ at: new Date().toISOString(), level, event, ...more }));
  if (ranks[level] >= ranks.warn || lines.length >= 500) flush();
  else timer ??= setTimeout(flush, 100).unref();
}

/** Writes the buffered lines: one write per line would cost a busy box a tenth of its time. */
export function flush() {
  clearTimeout(timer);
  timer = undefined;
  if (lines.length === 0) return;
  const text = `${lines.splice(0).join("\n")}\n`;
  process.stdout.write(text);
  keeper?.write(text);
}

const lines: string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
let keeper: Keeper | undefined;
process.on("exit", () => {
  flush();
  keeper?.end();
});

/**
 * The parts of an error that may be logged: its kind and where it came from. Never its message,
 * which may contain values.
 */
export function trace(thrown: unknown): Record<string, unknown> {
  if (!(thrown instanceof Error)) return { thrown: typeof thrown };
  const cause = thrown.cause instanceof Error ? thrown.cause : thrown;
  const code = "code" in cause ? { code: cause.code } : {};
  const lines = (thrown.stack ?? "").split("\n").filter((line) => line.trim().startsWith("at "));
  return { error: cause.name, ...code, stack: lines.slice(0, 8).map((line) => line.trim()) };
}
