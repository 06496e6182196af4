import { count as countRows, or, sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { Fault } from "../fault.ts";
import type { Db } from "./queried-file.ts";
import { anywhere, roughly } from "./text.ts";

/** Rows of a page of a list without a size of its own. */
export const pageSize = 20;

/** A query that is still open: its rows are narrowed, ordered and cut to one page. */
type Select<Row> = {
  where(where: SQL | undefined): {
    orderBy(...order: (SQL | SQLiteColumn)[]): {
      limit(count: number): { offset(from: number): { all(): Row[] } };
    };
  };
};

type PageQuery<Row> = {
  table: SQLiteTable;
  /** Selects from the table and its joins. */
  select: Select<Row>;
  where: SQL | undefined;
  order: (SQL | SQLiteColumn)[];
  /** From 1. */
  pageNumber: number;
  size?: number;
  /** The number of all rows, if the caller has it: counting reads all of them. */
  count?: number;
};

/** One page of the matching rows, whether there are more, and the number of all. */
export function page<Row>(
  db: Db,
  { table, select, where, order, pageNumber, size = pageSize, count: allRows }: PageQuery<Row>,
): { rows: Row[]; hasMore: boolean; count: number } {
  const offset = (pageNumber - 1) * size;
  const rows = select
    .where(where)
    .orderBy(...order)
    .limit(size)
    .offset(offset)
    .all();
  const count = allRows ?? db.select({ count: countRows() }).from(table).where(where).get()!.count;
  return { rows, hasMore: count > offset + rows.length, count };
}

/**
 * Matches rows that have the typed text anywhere in one of these columns, whatever its case,
 * accents and wildcards. Undefined, so all rows, when nothing was typed.
 */
export const matching = (typed: string, columns: SQLiteColumn[]): SQL | undefined =>
  typed ? or(...columns.map((column) => contains(sql`${column}`, typed))) : undefined;

/** Whether a column has the typed text anywhere, whatever its case and accents. */
export const contains = (column: SQL, typed: string): SQL =>
  sql`(${column} LIKE ${roughly(typed)} ESCAPE '\\' AND ${column} GLOB ${anywhere(typed)})`;

/** The row does not exist, or the caller may not see it. */
export const notFound = (message = "Não encontrado") =>
  new Fault("missing", "ERR_NOT_FOUND", { message });
