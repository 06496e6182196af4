import { eq, getTableColumns, sql, type Column } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { preparedForms, type Tx } from "./company-db.ts";

type Columns = Record<string, Column>;

/**
 * An insert of one row, built once per open file and set of columns. Returns the id, if it has one.
 */
export function preparedInsert<Table extends SQLiteTable>(table: Table) {
  const columns: Columns = getTableColumns(table as SQLiteTable);
  const query = preparedForms(
    (names: string[]) => names.join(),
    (db, names) => {
      const insert = db.insert(table).values(placeholders(names) as never);
      return (columns.id
        ? insert.returning({ id: columns.id as never })
        : insert
      ).prepare() as unknown as { get(row: object): { id: number } | undefined };
    },
  );
  return (tx: Tx, row: Omit<Table["$inferInsert"], "id">): number => {
    const given = encoded(columns, row);
    return query(tx, Object.keys(given)).get(given)?.id ?? 0;
  };
}

/**
 * An update of one row, looked up by a column's value, built once per open file and set of columns.
 */
export function preparedUpdate<Table extends SQLiteTable>(table: Table, by = "id") {
  const columns: Columns = getTableColumns(table as SQLiteTable);
  const query = preparedForms(
    (names: string[]) => names.join(),
    (db, names) =>
      db
        .update(table)
        .set(placeholders(names) as never)
        .where(eq(columns[by]!, sql.placeholder("found")))
        .prepare() as unknown as { run(row: object): unknown },
  );
  return (tx: Tx, key: number, row: Partial<Table["$inferInsert"]>) => {
    const given = encoded(columns, row);
    query(tx, Object.keys(given)).run({ ...given, found: key });
  };
}

// Values are encoded here: drizzle would give a null to the encoder.
const placeholders = (names: string[]) =>
  Object.fromEntries(names.map((name) => [name, sql`${sql.placeholder(name)}`]));

/** A row as SQLite takes it, without undefined values and fields that are no column. */
function encoded(columns: Columns, row: object): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row))
    if (value !== undefined && columns[name])
      given[name] = value === null ? null : columns[name].mapToDriverValue(value);
  return given;
}
