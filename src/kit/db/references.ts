import { getTableName, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { Fault } from "../fault.ts";
import type { Tx } from "./company-db.ts";

/**
 * Throws invalid at each field whose row does not exist. The table's foreign keys name the table of
 * each field.
 */
export function refuseMissingReferences(
  tx: Tx,
  table: SQLiteTable,
  values: Record<string, unknown>,
) {
  const pointing = tx.all<{ field: string; target: string }>(
    sql`SELECT "from" AS field, "table" AS target FROM pragma_foreign_key_list(${getTableName(table)})`,
  );
  const isUnknown = ({ field, target }: { field: string; target: string }) =>
    typeof values[field] === "number" &&
    !tx.get(sql`SELECT 1 FROM ${sql.identifier(target)} WHERE id = ${values[field]}`);
  const unknown = pointing.filter(isUnknown);
  if (unknown.length === 0) return;
  throw new Fault("invalid", "ERR_NOT_FOUND_REFERENCE", {
    message: "Um dos registros indicados não existe",
    fields: Object.fromEntries(unknown.map(({ field }) => [field, "invalid"])),
  });
}

/**
 * Throws a conflict with the number of rows, by table, that refer to this row and would not be
 * deleted with it.
 */
export function refuseWhileInUse(tx: Tx, table: SQLiteTable, id: number) {
  const pointing = tx.all<{
    from: string;
    field: string;
  }>(sql`SELECT s.name AS "from", k."from" AS field FROM sqlite_schema s, pragma_foreign_key_list(s.name) k
    WHERE s.type = 'table' AND k."table" = ${getTableName(table)} AND k.on_delete IN ('RESTRICT', 'NO ACTION')`);
  const uses = pointing.flatMap(({ from, field }) => {
    const [{ count } = { count: 0 }] = tx.all<{ count: number }>(
      sql`SELECT count(*) AS count FROM ${sql.identifier(from)} WHERE ${sql.identifier(field)} = ${id}`,
    );
    return count > 0 ? [[from, count]] : [];
  });
  if (uses.length > 0)
    throw new Fault("conflict", "ERR_IN_USE", {
      message: "Este registro está em uso",
      details: Object.fromEntries(uses),
    });
}
