import { and, asc, count, eq, gt, gte, inArray, max } from "drizzle-orm";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import type { Db } from "../../kit/db/queried-file.ts";
import { importRows, imports, type ImportRow } from "./table.ts";

/**
 * How many rows are previewed, checked or deleted before other work has a turn. A kind has its own
 * number for importing.
 */
export const sliceSizes = { preview: 200, check: 25, delete: 1000 };

/** The table of a file that is imported: its sheet, and the line in which it begins. */
export type Table = { id: number; sheet: number; head: number };

/** Throws where there is no such import: callers check that before. */
export const tableOf = (db: Db, id: number): Table =>
  db
    .select({ id: imports.id, sheet: imports.sheet, head: imports.head })
    .from(imports)
    .where(eq(imports.id, id))
    .get()!;

/** The rows of a sheet, those above its table too. */
export const rowsOf = (
  db: Db,
  { id, sheet }: Pick<Table, "id" | "sheet">,
  only?: Parameters<typeof and>[0],
) =>
  db
    .select({
      line: importRows.line,
      cells: importRows.cells,
      reason: importRows.reason,
      column: importRows.column,
    })
    .from(importRows)
    .where(and(eq(importRows.importId, id), eq(importRows.sheet, sheet), only))
    .orderBy(asc(importRows.line));

export const rowsAfter = (db: Db, table: Table, line: number, limit: number): ImportRow[] =>
  rowsOf(db, table, gt(importRows.line, line)).limit(limit).all();

/** How many rows a table has, its first one included. */
export const sizeOf = (db: Db, { id, sheet, head }: Table): number =>
  db
    .select({ count: count() })
    .from(importRows)
    .where(
      and(eq(importRows.importId, id), eq(importRows.sheet, sheet), gte(importRows.line, head)),
    )
    .get()!.count;

/** Deletes an import's rows, some at a time. */
export async function deleteRows(db: CompanyDb, id: number) {
  while (deleteSomeRows(db, id)) await new Promise(setImmediate);
}

/** Deletes some of an import's rows. Returns whether there were any. */
function deleteSomeRows(db: CompanyDb, id: number): boolean {
  const { sheet } =
    db
      .select({ sheet: max(importRows.sheet) })
      .from(importRows)
      .where(eq(importRows.importId, id))
      .get() ?? {};
  if (sheet === null || sheet === undefined) return false;
  const lines = rowsOf(db, { id, sheet })
    .limit(sliceSizes.delete)
    .all()
    .map(({ line }) => line);
  db.write(
    (tx) =>
      void tx
        .delete(importRows)
        .where(
          and(
            eq(importRows.importId, id),
            eq(importRows.sheet, sheet),
            inArray(importRows.line, lines),
          ),
        )
        .run(),
  );
  return true;
}
