import { Database } from "bun:sqlite";
import { migrate, migrationsFor, pendingMigrations } from "../../kit/db/migrate.ts";
import { newDatabase } from "../../kit/db/new-file.ts";
import { unfit } from "./unfit.ts";

/**
 * Refuses a company's database with anything that no migration made: a trigger or a view would run
 * at the box's reads and writes. It compares the schema with a new file of the same migrations,
 * before any other query. Throws invalid, NewerFile.
 */
export function refuseForeignSchema(path: string) {
  const sqlite = new Database(path, { readonly: true, strict: true });
  try {
    sqlite.run("PRAGMA trusted_schema = OFF");
    const migrations = migrationsFor("company");
    const pending = new Set(pendingMigrations(sqlite, migrations));
    const applied = migrations.filter(({ name }) => !pending.has(name));
    const made = pending.size === 0 ? (newest ??= schemaOfNew()) : schemaBy(applied);
    const [foreign] = [...schemaOf(sqlite).symmetricDifference(made)];
    if (foreign !== undefined)
      throw unfit(
        `the database is not laid out as this program lays it out: ${foreign.slice(0, 200)}`,
      );
  } finally {
    sqlite.close();
  }
}

let newest: Set<string> | undefined;

function schemaOfNew(): Set<string> {
  using fresh = newDatabase("company");
  return schemaOf(fresh);
}

function schemaBy(migrations: ReturnType<typeof migrationsFor>): Set<string> {
  using fresh = new Database(":memory:", { strict: true });
  migrate(fresh, migrations);
  return schemaOf(fresh);
}

type Entry = { type: string; name: string; owner: string; sql: string | null };

// SQLite adds and removes the tables of its query planner.
const schemaOf = (sqlite: Database) =>
  new Set(
    sqlite
      .query<Entry, []>("SELECT type, name, tbl_name AS owner, sql FROM sqlite_schema")
      .all()
      .map(
        ({ type, name, owner, sql }) =>
          `${type} ${name} ${owner} ${(sql ?? "").replace(/\s+/g, " ")}`,
      )
      .filter((entry) => !/^table (sqlite_stat[14]) \1 CREATE TABLE \1\([\w,]+\)$/.test(entry)),
  );
