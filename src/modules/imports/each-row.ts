import type { CompanyDb } from "../../kit/db/company-db.ts";
import { markShown } from "./amounts.ts";
import { firstLine, isChosenLine } from "./choice.ts";
import type { ImportKind } from "./kind.ts";
import { ownAreaCode } from "../contacts/own-area.ts";
import { isRefused } from "./rows.ts";
import { rowsAfter, sliceSizes, type Table } from "./stored-rows.ts";
import type { Cell, Choice, DecimalMark, FileFacts } from "./table.ts";

type Examined = Choice & { facts: FileFacts };

/**
 * All rows of a table but the one with the column names, as a kind reads them. Others have their
 * turn in between.
 */
export async function* eachRow(db: CompanyDb, table: Table, choice: Examined, kind: ImportKind) {
  const isChosen = isChosenLine(choice, table.head);
  const conflicts = new Set(choice.facts.conflicts);
  const areaCode = ownAreaCode(db);
  for await (const { line, cells } of eachLine(db, table, choice)) {
    const row = kind.rowOf(cells, choice.mapping, choice.facts.decimals, areaCode);
    yield {
      line,
      cells,
      row: isRefused(row) ? row : (refusalOf(db, line, row, choice, kind, conflicts) ?? row),
      isChosen: isChosen(line),
    };
  }
}

/** Why a complete row can't be saved, given the other rows and the existing data. */
export const refusalOf = (
  db: CompanyDb,
  line: number,
  row: unknown,
  choice: Examined,
  kind: ImportKind,
  conflicts: ReadonlySet<number>,
) =>
  conflicts.has(line) && kind.contradicted
    ? kind.contradicted(choice.mapping)
    : kind.refuse?.(db, row, choice);

/** Reads all chosen rows, for facts that a single one does not give. */
export async function examine(
  db: CompanyDb,
  table: Table,
  choice: Choice,
  kind: ImportKind,
): Promise<FileFacts & { ambiguous: Map<number, string> }> {
  const { decimals, ambiguous } = await readDecimals(db, table, choice, kind);
  const isChosen = isChosenLine(choice, table.head);
  const seen = new Set<string>();
  const contradicts = kind.contradictions?.();
  const areaCode = ownAreaCode(db);
  const [repeated, conflicts]: [number[], number[]] = [[], []];
  for await (const { line, cells } of eachLine(db, table, choice)) {
    if (!isChosen(line)) continue;
    const row = kind.rowOf(cells, choice.mapping, decimals, areaCode);
    if (isRefused(row)) continue;
    if (contradicts?.(row)) {
      conflicts.push(line);
      continue;
    }
    const key = kind.keyOf(row);
    if (seen.has(key)) repeated.push(line);
    seen.add(key);
  }
  return { decimals, repeated, conflicts, ambiguous };
}

/**
 * How the texts of each column of numbers are read: as the user chose, else as one of them proves,
 * else `1.000` is a thousand. rules.md#numbers-in-sheets
 */
async function readDecimals(db: CompanyDb, table: Table, choice: Choice, kind: ImportKind) {
  const columns = kind.numberColumns?.(choice.mapping) ?? [];
  const proofs = new Map<number, Set<DecimalMark>>();
  const ambiguous = new Map<number, string>();
  if (columns.length > 0)
    for await (const { cells } of eachLine(db, table, choice))
      for (const column of columns) {
        const cell: Cell = cells[column] ?? "";
        const mark = markShown(cell);
        if (mark === "either") {
          if (!ambiguous.has(column)) ambiguous.set(column, String(cell));
        } else if (mark) proofs.set(column, (proofs.get(column) ?? new Set()).add(mark));
      }
  const decimals = columns.map((column) => {
    const proof = [...(proofs.get(column) ?? [])];
    const proven = proof.length === 1 ? proof[0] : undefined;
    const chosen = choice.decimals?.find((one) => one.column === column)?.mark;
    return { column, mark: chosen ?? proven ?? "," };
  });
  return { decimals, ambiguous };
}

/** How long (ms) rows are looked at before others have a turn: some cells take long. */
const turn = 8;

async function* eachLine(db: CompanyDb, table: Table, choice: Choice) {
  for (let last = firstLine(choice, table.head) - 1; ;) {
    const rows = rowsAfter(db, table, last, sliceSizes.preview);
    let began = performance.now();
    for (const row of rows) {
      yield row;
      if (performance.now() - began < turn) continue;
      await new Promise(setImmediate);
      began = performance.now();
    }
    if (rows.length < sliceSizes.preview) return;
    last = rows.at(-1)!.line;
    await new Promise(setImmediate);
  }
}
