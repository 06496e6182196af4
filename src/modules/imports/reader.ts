import { Fault } from "../../kit/fault.ts";
import { confined, Exceeded } from "../../kit/process/confined/process.ts";
import { limitConcurrency } from "../../kit/process/limit-concurrency.ts";
import { limits, type UnreadableReason } from "./limits.ts";
import type { SheetOutput, SheetRow } from "./sheet.ts";

/** How many rows come at a time, and how many characters in them. */
const batch = 250;
const batchLength = 200_000;

/** Rows of a file, and at its end the names of its sheets. */
export type SheetBatch = { rows: SheetRow[]; names?: string[] };

/**
 * The rows of a file, some at a time. A process of its own opens it, and is killed when it takes
 * too much; a company opens one file at a time. Throws why it can't be read.
 */
export async function* rowsIn(path: string, company: number): AsyncGenerator<SheetBatch> {
  const done = Promise.withResolvers<void>();
  const before = lastTurns.get(company);
  lastTurns.set(company, done.promise);
  await before;
  await new Promise<void>((ready) => void inPlace(() => (ready(), done.promise)));
  try {
    yield* readRows(path);
  } finally {
    if (lastTurns.get(company) === done.promise) lastTurns.delete(company);
    done.resolve();
  }
}

const lastTurns = new Map<number, Promise<void>>();

/** Files of all companies that are open at once: each may take `limits.process.memory`. */
const inPlace = limitConcurrency(2);

async function* readRows(path: string): AsyncGenerator<SheetBatch> {
  let rows: SheetRow[] = [];
  let names: string[] | undefined;
  let length = 0;
  for await (const output of outputLines(processOutput(path))) {
    if ("unread" in output) throw unreadable(output.unread);
    if ("end" in output) {
      yield { rows, names };
      return;
    }
    if ("names" in output) {
      names = output.names;
      continue;
    }
    rows.push(output);
    length += output.cells.reduce<number>((sum, cell) => sum + String(cell).length, 0);
    if (rows.length < batch && length < batchLength) continue;
    yield { rows };
    [rows, length] = [[], 0];
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
