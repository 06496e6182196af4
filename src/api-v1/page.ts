import { and, asc, gt, gte, or, eq, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import { invalidFields } from "../kit/fault.ts";
import { bounded } from "../kit/http/fields.ts";
import type { CompanyDb } from "../kit/db/company-db.ts";

export const pageQuery = z.object({
  cursor: bounded(100).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

/** A list by change: `updatedSince` is inclusive. */
export const changesQuery = pageQuery.extend({
  updatedSince: z.iso.datetime({ offset: true }).optional(),
});

/** A page of rows; `next` is null on the last one. */
export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ data: z.array(row), next: z.string().nullable() });

type Table = SQLiteTable & { id: SQLiteColumn; updatedAt: SQLiteColumn };
type Page = { ids: number[]; next: string | null };

/** Ids of rows in the order in which they were made. Rows that come meanwhile are on later pages. */
export function idsById(
  db: CompanyDb,
  table: SQLiteTable & { id: SQLiteColumn },
  where: SQL | undefined,
  { cursor, limit }: z.output<typeof pageQuery>,
): Page {
  const [after = 0] = cursor ? numbersIn(cursor, 1) : [];
  const rows = db
    .select({ id: table.id })
    .from(table)
    .where(and(gt(table.id, after), where))
    .orderBy(asc(table.id))
    .limit(limit + 1)
    .all() as { id: number }[];
  const ids = rows.slice(0, limit).map(({ id }) => id);
  return { ids, next: rows.length > limit ? cursorOf(ids.at(-1)!) : null };
}

/**
 * Ids of rows by their last change, the oldest first. A row that changes while its list is read
 * comes again on a later page, so none is skipped.
 */
export function idsByChange(
  db: CompanyDb,
  table: Table,
  where: SQL | undefined,
  { cursor, limit, updatedSince }: z.output<typeof changesQuery>,
): Page {
  const [at = 0, id = 0] = cursor ? numbersIn(cursor, 2) : [];
  const after = or(
    gt(table.updatedAt, new Date(at)),
    and(eq(table.updatedAt, new Date(at)), gt(table.id, id)),
  );
  const rows = db
    .select({ id: table.id, updatedAt: table.updatedAt })
    .from(table)
    .where(
      and(
        gte(table.updatedAt, new Date(cursor ? at : Date.parse(updatedSince ?? "1970-01-01"))),
        cursor ? after : undefined,
        where,
      ),
    )
    .orderBy(asc(table.updatedAt), asc(table.id))
    .limit(limit + 1)
    .all() as { id: number; updatedAt: Date }[];
  const rowsOfPage = rows.slice(0, limit);
  const last = rowsOfPage.at(-1);
  return {
    ids: rowsOfPage.map((row) => row.id),
    next: last && rows.length > limit ? cursorOf(last.updatedAt.getTime(), last.id) : null,
  };
}

const cursorOf = (...numbers: number[]) => Buffer.from(numbers.join(".")).toString("base64url");

/** Throws invalid for a cursor that no list gave. */
function numbersIn(cursor: string, count: number): number[] {
  const text = Buffer.from(cursor, "base64url").toString();
  const numbers = text.split(".").map(Number);
  if (numbers.length !== count || !numbers.every(Number.isSafeInteger) || !/^[\d.]+$/.test(text))
    throw invalidFields({ cursor: "invalid" });
  return numbers;
}
