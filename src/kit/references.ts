import { getTableName, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { Fault } from "./fault.ts";
import type { Tx } from "./store.ts";

/** Throws invalid at each field whose row is not there. The table's foreign keys say which table a field refers to. */
export function refuseMissingReferences(tx: Tx, table: SQLiteTable, values: Record<string, unknown>) {
  const pointing = tx.all<{ field: string; target: string }>(sql`SELECT "from" AS field, "table" AS target FROM pragma_foreign_key_list(${getTableName(table)})`);
  const isUnknown = ({ field, target }: { field: string; target: string }) => typeof values[field] === "number" && !tx.get(sql`SELECT 1 FROM ${sql.identifier(target)} WHERE id = ${values[field]}`);
  const unknown = pointing.filter(isUnknown);
  if (unknown.length === 0) return;
  throw new Fault("invalid", "ERR_NOT_FOUND_REFERENCE", { message: "Um dos registros indicados não existe", fields: Object.fromEntries(unknown.map(({ field }) => [field, "invalid"])) });
}
