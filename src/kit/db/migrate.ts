import type { Database } from "bun:sqlite";
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import { embedded } from "../files/assets.ts";

export class NewerFile extends Error {}

type Migration = { name: string; sql: string };

const cached = new Map<string, Migration[]>();

/**
 * The migrations for one kind of file, in the order of their names. They are read once: a start
 * needs them for each company.
 */
export function migrationsFor(kind: "control" | "company"): Migration[] {
  const migrations = cached.get(kind) ?? readMigrations(kind);
  cached.set(kind, migrations);
  return migrations;
}

function readMigrations(kind: "control" | "company"): Migration[] {
  const folder = join(embedded("migrations"), kind);
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .map((name) => ({ name, sql: readFileSync(join(folder, name), "utf8") }));
}

/**
 * Applies the migrations that a file has not had, by name: two branches may both add an 0011.
 * Throws NewerFile, with the file untouched, when it had one that this executable lacks.
 */
export function migrate(sqlite: Database, migrations: Migration[]) {
  const { applied, missing } = compare(sqlite, migrations);
  if (missing.length === 0) return;
  // Outside the transaction, where this pragma does nothing. With foreign keys on, rebuilding a
  // table would delete the rows that refer to it.
  sqlite.run("PRAGMA foreign_keys = OFF");
  const applyAll = (some: Migration[]) =>
    sqlite
      .transaction(() => some.forEach((migration) => apply(sqlite, migration, applied)))
      .immediate();
  // A new file gets all at once: each transaction would wait for the disk.
  if (applied.size === 0) applyAll(missing);
  else missing.forEach((migration) => applyAll([migration]));
  sqlite.run("PRAGMA foreign_keys = ON");
}

/**
 * Throws NewerFile where a file's header names migrations that this executable does not have. It
 * does not find all such files, but need not open the file.
 */
export function refuseNewerHeader(path: string, kind: "control" | "company") {
  if (existsSync(path)) refuseNewer(path, headerVersion(path), migrationsFor(kind));
}

/**
 * SQLite's own copy of `user_version`, in a file's first hundred bytes; 0 where there is none. The
 * log may hold only a newer one.
 */
export function headerVersion(path: string): number {
  const file = openSync(path, "r");
  try {
    const header = Buffer.alloc(100);
    return readSync(file, header) === header.length &&
      header.toString("latin1", 0, 16) === "SQLite format 3\0"
      ? header.readUInt32BE(60)
      : 0;
  } finally {
    closeSync(file);
  }
}

/** The names of the migrations that a file has not had yet. Throws NewerFile as `migrate` does. */
export const pendingMigrations = (sqlite: Database, migrations: Migration[]): string[] =>
  compare(sqlite, migrations).missing.map(({ name }) => name);

function compare(sqlite: Database, migrations: Migration[]) {
  const applied = appliedTo(sqlite, migrations);
  const names = new Set(migrations.map(({ name }) => name));
  const unknown = [...applied].filter((name) => !names.has(name));
  if (unknown.length > 0)
    throw new NewerFile(
      `${sqlite.filename} has had ${unknown.join(", ")}, which this executable does not know: use a newer executable`,
    );
  return { applied, missing: migrations.filter(({ name }) => !applied.has(name)) };
}

function apply(sqlite: Database, { name, sql }: Migration, applied: Set<string>) {
  sqlite.run(sql);
  const broken = sqlite.query("PRAGMA foreign_key_check").all();
  if (broken.length > 0)
    throw new Error(`${name} leaves ${broken.length} broken references in ${sqlite.filename}`);
  applied.add(name);
  sqlite.run("CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY) WITHOUT ROWID");
  sqlite.run(
    "INSERT INTO migrations SELECT value FROM json_each(?) WHERE true ON CONFLICT DO NOTHING",
    [JSON.stringify([...applied])],
  );
  sqlite.run(`PRAGMA user_version = ${applied.size}`);
}

function appliedTo(sqlite: Database, migrations: Migration[]): Set<string> {
  const { user_version: count } = sqlite.query("PRAGMA user_version").get() as {
    user_version: number;
  };
  refuseNewer(sqlite.filename, count, migrations);
  const keepsNames = sqlite
    .query("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'migrations'")
    .get();
  if (keepsNames)
    return new Set(
      sqlite
        .query<{ name: string }, []>("SELECT name FROM migrations")
        .all()
        .map(({ name }) => name),
    );
  // A file from before names were stored has only the number of its first migrations.
  return new Set(migrations.slice(0, count).map(({ name }) => name));
}

function refuseNewer(path: string, count: number, { length }: Migration[]) {
  if (count > length)
    throw new NewerFile(
      `${path} is at version ${count}, this executable knows ${length}: use a newer executable`,
    );
}
