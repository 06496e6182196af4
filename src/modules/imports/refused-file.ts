import { and, eq, gt, isNotNull } from "drizzle-orm";
import type { Me } from "../../kit/db/audience.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { csvLine } from "../../kit/files/csv.ts";
import type { Language } from "../../shared/languages.ts";
import { textOf } from "./cells.ts";
import { find } from "./imports.ts";
import { rowsOf, tableOf } from "./stored-rows.ts";
import { importRows, type Cell } from "./table.ts";
import { fileTexts } from "./file-texts.ts";

const pageSize = 500;

/** The refused rows of an import with their reasons, as CSV. Throws missing. */
export function refusedFile(
  db: CompanyDb,
  me: Me,
  id: number,
  language: Language,
): { name: string; body: AsyncIterable<Uint8Array> } {
  const { file } = fileTexts[language];
  find(db, me, id);
  return { name: `${file}-${id}.csv`, body: encoded(linesOf(db, id, language)) };
}

async function* linesOf(db: CompanyDb, id: number, language: Language): AsyncGenerator<string> {
  const { line, why, column, reasons } = fileTexts[language];
  const table = tableOf(db, id);
  const [head] = rowsOf(db, table, eq(importRows.line, table.head)).all();
  const names =
    head?.reason === null
      ? head.cells
      : Array.from({ length: head?.cells.length ?? 0 }, (_, index) => `${column} ${index + 1}`);
  const nameOf = (index: number) => textOf(names[index]) || `${column} ${index + 1}`;
  // A byte order mark, so that Excel reads it as UTF-8.
  yield `\ufeff${csv([line, why, ...names])}`;
  let last = 0;
  for (;;) {
    const rows = rowsOf(db, table, and(gt(importRows.line, last), isNotNull(importRows.reason)))
      .limit(pageSize)
      .all();
    yield rows
      .map((row) => {
        const reason = reasons[row.reason!];
        const text = row.column === null ? reason : `${nameOf(row.column)}: ${reason}`;
        return csv([String(row.line), text, ...row.cells]);
      })
      .join("");
    if (rows.length < pageSize) return;
    last = rows.at(-1)!.line;
    await new Promise(setImmediate);
  }
}

// A number goes out with the comma by which it is read again: 2.125 would be two thousand.
const csv = (cells: Cell[]) =>
  csvLine(
    cells.map((cell) => (typeof cell === "number" ? textOf(cell).replace(".", ",") : textOf(cell))),
  );

async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const text of texts) yield encoder.encode(text);
}
