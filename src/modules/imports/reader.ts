import { Fault } from "../../kit/fault.ts";
import { confined, Exceeded } from "../../kit/confined/process.ts";
import { limits, type UnreadableReason } from "./limits.ts";
import type { SheetOutput } from "./sheet.ts";
import type { Cell } from "./table.ts";

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
  let rows: { line: number; cells: Cell[] }[] = [];
  for await (const output of outputLines(processOutput(path))) {
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
  throw unreadable("file");
}

async function* processOutput(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* confined(["read-sheet", path], limits.process);
  } catch (thrown) {
    throw unreadable(thrown instanceof Exceeded ? "large" : "file");
  }
}

async function* outputLines(stream: AsyncIterable<Uint8Array>): AsyncGenerator<SheetOutput> {
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
