import type { Database, Statement } from "bun:sqlite";
import { Column, getTableName, is, type SQL } from "drizzle-orm";
import { drizzle, type BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import type { SQLiteSyncDialect } from "drizzle-orm/sqlite-core";

// All code that leans on private parts of drizzle. `drizzle-private.test.ts` fails where a new
// version of drizzle has other parts.

type Row = unknown[];
type Cell = { name: string; index: number; read?: (value: any) => unknown };
type Part = { name: string; cells: Cell[]; optional: boolean };

/**
 * A file for queries that run often. SQLite looks at the values of a LIMIT, of a join's `=`, and of
 * terms that a partial index may match. It compiles a query anew whenever it gets such a value,
 * which takes ten times as long as running it. So constants are part of the text, and parameters
 * are written as `+?`, where SQLite does not look.
 */
export function compiledForGood(client: Database): BunSQLiteDatabase {
  const db = drizzle({ client });
  const { dialect } = db as unknown as { dialect: SQLiteSyncDialect };
  const write = dialect.sqlToQuery.bind(dialect);
  Object.assign(dialect, {
    escapeParam: () => "+?",
    sqlToQuery: (query: SQL, ...source: []) => write(query.inlineParams(), ...source),
  });
  return db;
}

/**
 * Makes a prepared query build its rows by a plan that is computed once. drizzle computes it for
 * each cell of each row, which costs more than the rest of a short request. The rows are the same.
 */
export function fastRows<Query extends object>(query: Query): Query {
  const { fields, joinsNotNullableMap: certain, values } = query as any;
  if (!fields) return query;
  const parts = partsOf(fields, certain);
  const read = (row: Row) => rowOf(parts, row);
  return Object.assign(query, {
    all: (given?: object) => values.call(query, given).map(read),
    get: (given?: object) => values.call(query, given).slice(0, 1).map(read)[0],
  });
}

type PreparedQuery = { query: { sql: string }; all?: unknown; get?: unknown };

/** A prepared query as drizzle made it, without the file in which it was prepared. */
export function withoutFile<Query extends object>(query: Query): Query {
  const copy = copyOf(query, undefined) as PreparedQuery;
  // Those of `fastRows` run the query that they were made for.
  delete copy.all;
  delete copy.get;
  return copy as Query;
}

/** Prepares a query of `withoutFile` in a file. */
export const preparedIn = <Query extends object>(sqlite: Database, query: Query): Query =>
  copyOf(query, sqlite.prepare((query as PreparedQuery).query.sql));

const copyOf = <Query extends object>(query: Query, stmt: Statement | undefined): Query =>
  Object.assign(Object.create(Object.getPrototypeOf(query) as object), query, { stmt }) as Query;

/** The row's own cells come as a part without a name, each joined table's as a part of its own. */
function partsOf(
  fields: { path: string[]; field: any }[],
  certain: Record<string, boolean> | undefined,
): Part[] {
  const parts = new Map<string, Part>();
  for (const [index, { path, field }] of fields.entries()) {
    const [name, inner] = path.length === 1 ? ["", path[0]!] : (path as [string, string]);
    const decoder = is(field, Column) ? field : field.decoder;
    const plain = decoder.mapFromDriverValue === Column.prototype.mapFromDriverValue;
    const part = parts.get(name) ?? {
      name,
      cells: [],
      optional: is(field, Column) && certain?.[getTableName(field.table)] === false,
    };
    part.cells.push({
      name: inner,
      index,
      ...(!plain && { read: (value: any) => decoder.mapFromDriverValue(value) }),
    });
    parts.set(name, part);
  }
  return [...parts.values()];
}

function rowOf(parts: Part[], row: Row): Record<string, unknown> {
  const whole: Record<string, unknown> = {};
  for (const { name, cells, optional } of parts) {
    if (name === "") fill(whole, cells, row);
    // A left join without a match: its first column is a key, and null.
    else if (optional && row[cells[0]!.index] === null) whole[name] = null;
    else whole[name] = fill({}, cells, row);
  }
  return whole;
}

function fill(into: Record<string, unknown>, cells: Cell[], row: Row) {
  for (const { name, index, read } of cells) {
    const value = row[index];
    into[name] = value === null || !read ? value : read(value);
  }
  return into;
}
