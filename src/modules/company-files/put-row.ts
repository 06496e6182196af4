import type { Database } from "bun:sqlite";
import { Fault } from "../../kit/fault.ts";

export type Value = string | number | Uint8Array | null;
export type Row = Record<string, Value>;

/**
 * Inserts a row from another box, and returns its id here. Throws a conflict for a column that this
 * executable does not have.
 */
export function insert(control: Database, table: string, row: Row): number {
  const names = Object.keys(row);
  const columns = control
    .query<{ name: string }, [string]>("SELECT name FROM pragma_table_info(?)")
    .all(table)
    .map(({ name }) => name);
  const unknown = names.find((name) => !columns.includes(name));
  if (unknown)
    throw new Fault("conflict", "ERR_NEWER_FILE", {
      message: `the file says ${unknown} of ${table}, which this executable does not know: use a newer executable`,
    });
  return Number(
    control
      .query(
        `INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
      )
      .run(...Object.values(row)).lastInsertRowid,
  );
}

export const without = (row: Row, name: string): Row =>
  Object.fromEntries(Object.entries(row).filter(([key]) => key !== name));
