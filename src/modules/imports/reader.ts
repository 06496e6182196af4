import { readFileSync } from "node:fs";
import { Fault } from "../../kit/fault.ts";
import { ownProgram } from "../../kit/own-program.ts";
import { limits, type UnreadableReason } from "./limits.ts";
import type { SheetOutput } from "./sheet.ts";
import type { Cell } from "./table.ts";

/** The command by which this program starts itself to open a file. */
export const command = "read-sheet";

/** How often (ms) the process's memory is checked. */
const watchInterval = 25;

/** How many rows come at a time. */
const batch = 250;

/**
 * The rows of a file, some at a time. A process of its own opens it, one file at a time, and is
 * killed when it takes too much. Throws why it can't be read.
 */
export async function* rowsIn(path: string): AsyncGenerator<{ line: number; cells: Cell[] }[]> {
  const done = Promise.withResolvers<void>();
  const before = lastTurn;
  lastTurn = done.promise;
  await before;
  try {
    yield* readRows(path);
  } finally {
    done.resolve();
  }
}

let lastTurn: Promise<void> = Promise.resolve();

async function* readRows(path: string): AsyncGenerator<{ line: number; cells: Cell[] }[]> {
  const child = Bun.spawn([...ownProgram, command, path], {
    env: {},
    cwd: "/",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const watch = watchLimits(child);
  let rows: { line: number; cells: Cell[] }[] = [];
  try {
    for await (const output of outputLines(child.stdout)) {
      if ("unread" in output) throw unreadable(output.unread);
      if ("end" in output) {
        yield rows;
        return;
      }
      rows.push(output);
      if (rows.length < batch) continue;
      yield rows;
      rows = [];
      // Yields: much may have come at once.
      await new Promise(setImmediate);
    }
    const code = await child.exited;
    throw unreadable(watch.killed || code > 1 ? "large" : "file");
  } finally {
    watch.end();
    child.kill("SIGKILL");
    await child.exited;
  }
}

/** Kills a process that takes too much memory or time. */
function watchLimits(child: Bun.Subprocess) {
  const began = performance.now();
  const watch = { killed: false, end: () => clearInterval(timer) };
  const timer = setInterval(() => {
    if (
      performance.now() - began < limits.process.time &&
      memoryOf(child.pid) < limits.process.memory
    )
      return;
    watch.killed = true;
    child.kill("SIGKILL");
  }, watchInterval);
  return watch;
}

// Without /proc only the time is limited.
function memoryOf(pid: number): number {
  try {
    return (
      Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) *
      1024
    );
  } catch {
    return 0;
  }
}

async function* outputLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<SheetOutput> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop()!;
    for (const text of lines) yield JSON.parse(text) as SheetOutput;
  }
}

/** Made when it is needed: the first number that is formatted costs a start 4 ms. */
const messages = (): Record<UnreadableReason, [string, string]> => ({
  file: ["ERR_IMPORT_FILE", "Arquivo inválido!"],
  locked: ["ERR_IMPORT_LOCKED", "A planilha está protegida por senha"],
  empty: ["ERR_IMPORT_EMPTY", "A planilha está vazia"],
  large: ["ERR_IMPORT_LARGE", "A planilha é grande demais para ser aberta"],
  rows: [
    "ERR_IMPORT_ROWS",
    `Linhas demais: até ${limits.rows.toLocaleString("pt-BR")} linhas por arquivo`,
  ],
});

/** The fault for a file that can't be read. */
export function unreadable(why: UnreadableReason): Fault {
  const [reason, message] = messages()[why];
  return new Fault("invalid", reason, {
    message,
    fields: { file: "invalid" },
    ...(why === "rows" && { details: { most: limits.rows } }),
  });
}
