import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { Me } from "../../kit/db/audience.ts";
import type { Upload } from "../../kit/files/files.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/db/table.ts";
import { chosenTable, choiceBody, firstLine, sheetNumber } from "./choice.ts";
import {
  contactsTarget,
  find,
  keepFor,
  remove,
  scheduleSweep,
  start,
  type Target,
} from "./imports.ts";
import { kindNamed } from "./kinds/all.ts";
import { headCandidates, likelyTable } from "./likely-table.ts";
import { limits } from "./limits.ts";
import { rowsIn, unreadable } from "./reader.ts";
import { rowsAfter, rowsOf, sizeOf, tableOf, type Table } from "./stored-rows.ts";
import { importRows, imports, type Import, type ReadFile, type SheetInfo } from "./table.ts";

/** How many of a table's rows are read to guess its columns. */
const sampleSize = 30;

export const readQuery = z.object({
  sheet: z.coerce.number().pipe(sheetNumber).optional(),
  head: z.coerce.number().int().positive().optional(),
});

/**
 * Reads an uploaded file, in place of an earlier one that the user did not import. A file that
 * can't be read leaves nothing behind. Throws why it can't be read. rules.md#imports
 */
export async function readSheet(
  db: CompanyDb,
  me: Me,
  upload: Upload,
  target: Target = contactsTarget,
): Promise<ReadFile> {
  if (!/\.(xlsx?|csv|txt|vcf)$/i.test(upload.name)) throw unreadable("file");
  for (const { id } of db
    .select({ id: imports.id })
    .from(imports)
    .where(and(eq(imports.userId, me.id), eq(imports.state, "read")))
    .all())
    await remove(db, id);
  const id = createImport(db, me, upload.name, target);
  try {
    const sheets = await storeRows(db, id, upload.path);
    const best = await likeliest(db, id, sheets.length, target);
    const { width } = sheets[best.sheet]!;
    db.write((tx) => {
      tx.update(imports)
        .set({
          state: "read",
          width,
          total: sizeOf(tx, best),
          sheets,
          sheet: best.sheet,
          head: best.head,
          ...updateTimestamps(db.now()),
        })
        .where(eq(imports.id, id))
        .run();
      scheduleSweep(tx, id);
    });
  } catch (thrown) {
    await remove(db, id);
    throw thrown;
  }
  return findRead(db, me, id);
}

/**
 * A file that was read, with guessed columns: of the table that was found, or of another sheet or
 * line. Throws missing, and invalid for a sheet that is not there.
 */
export function findRead(
  db: CompanyDb,
  me: Me,
  id: number,
  query: z.infer<typeof readQuery> = {},
): ReadFile {
  const current = find(db, me, id);
  const kind = kindNamed(current.kind);
  let table = chosenTable({ ...tableOf(db, id), sheets: current.sheets }, query);
  const top = rowsOf(db, table)
    .limit(headCandidates * 3)
    .all()
    .map(({ line, cells }) => ({ line, cells }));
  if (query.sheet !== undefined && query.head === undefined)
    table = { ...table, head: likelyTable(top, kind).head };
  const [first, ...others] = rowsAfter(db, table, table.head - 1, sampleSize + 1);
  const head = first?.cells ?? [];
  const headless = kind.isData(head) && kind.guess(head, []).score < 2;
  const samples = (headless && first ? [first, ...others] : others).map(({ cells }) => cells);
  const width = Math.min(current.sheets[table.sheet]?.width ?? current.width, limits.columns);
  return {
    ...current,
    width,
    total: sizeOf(db, table),
    sheet: table.sheet,
    headLine: table.head,
    head,
    headless,
    mapping: kind.mapping(kind.guess(headless ? [] : head, samples)),
    samples: Array.from({ length: width }, (_, column) =>
      samples.slice(0, 3).map((cells) => cells[column] ?? ""),
    ),
    top: top.slice(0, headCandidates),
  };
}

/**
 * Reads a file with the usual column names and imports all its rows. A failure leaves nothing
 * behind. Throws what `read` and `start` throw. rules.md#imports
 */
export async function readAndStart(
  db: CompanyDb,
  me: Me,
  upload: Upload,
  target: Target = contactsTarget,
): Promise<Import> {
  const { id, mapping, headless } = await readSheet(db, me, upload, target);
  try {
    return start(db, me, id, choiceBody.parse({ mapping, headless }));
  } catch (thrown) {
    await remove(db, id);
    throw thrown;
  }
}

/** The sheet and the line where a table is most likely. Others have their turn after each sheet. */
async function likeliest(
  db: CompanyDb,
  id: number,
  sheets: number,
  { kind }: Target,
): Promise<Table> {
  let best: (Table & { score: number }) | undefined;
  for (let sheet = 0; sheet < sheets; sheet++) {
    const rows = rowsOf(db, { id, sheet })
      .limit(headCandidates * 3)
      .all();
    const { head, headless, score } = likelyTable(rows, kindNamed(kind));
    // A sheet with names alone has nothing to import.
    const isEmpty = rows.filter(({ line }) => line >= firstLine({ headless }, head)).length === 0;
    const worth = isEmpty ? score / 1000 : score;
    if (!best || worth > best.score) best = { id, sheet, head, score: worth };
    await new Promise(setImmediate);
  }
  return best ?? { id, sheet: 0, head: 0 };
}

function createImport(db: CompanyDb, me: Me, name: string, target: Target): number {
  return db.write((tx) => {
    const { id } = tx
      .insert(imports)
      .values({ ...target, userId: me.id, name, ...insertTimestamps(db.now()) })
      .returning({ id: imports.id })
      .get();
    // In case the box stops while reading.
    scheduleSweep(tx, id, keepFor.reading);
    return id;
  });
}

async function storeRows(db: CompanyDb, importId: number, path: string): Promise<SheetInfo[]> {
  const sheets: SheetInfo[] = [];
  for await (const { rows, names } of rowsIn(path, db.company)) {
    for (const { sheet, cells } of rows) {
      const info = (sheets[sheet] ??= { name: "", width: 0, total: 0 });
      info.width = Math.max(info.width, cells.length);
      info.total += 1;
    }
    for (const [sheet, info] of sheets.entries())
      if (info && names?.[sheet] !== undefined) info.name = names[sheet].slice(0, 100);
    if (rows.length > 0)
      db.write(
        (tx) =>
          void tx
            .insert(importRows)
            .values(rows.map((row) => ({ ...row, importId })))
            .run(),
      );
  }
  return sheets;
}
