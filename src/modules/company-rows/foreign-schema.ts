import { Database } from "bun:sqlite";
import { migrate, migrationsFor, pendingMigrations } from "../../kit/db/migrate.ts";
import { unfit } from "./unfit.ts";

/**
 * Refuses a company's database with anything that no migration made: a trigger or a view would run
 * at the box's reads and writes. It compares the schema with a new file of the same migrations,
 * before any other query. Throws invalid, NewerFile.
 */
export function refuseForeignSchema(path: string) {
  const sqlite = new Database(path, { readonly: true, strict: true });
  const fresh = new Database(":memory:", { strict: true });
  try {
    sqlite.run("PRAGMA trusted_schema = OFF");
    const migrations = migrationsFor("company");
    const pending = new Set(pendingMigrations(sqlite, migrations));
    migrate(
      fresh,
      migrations.filter(({ name }) => !pending.has(name)),
    );
    const [own, made] = [schemaOf(sqlite), schemaOf(fresh)];
    const [foreign] = [...own.symmetricDifference(made)];
    if (foreign !== undefined)
      throw unfit(
        `the database is not laid out as this program lays it out: ${foreign.slice(0, 200)}`,
      );
  } finally {
    sqlite.close();
    fresh.close();
  }
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
