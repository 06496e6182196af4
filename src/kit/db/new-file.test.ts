import { Database } from "bun:sqlite";
import { expect } from "bun:test";
import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { folder, test } from "../../testing/world.ts";
import { migrate, migrationsFor } from "./migrate.ts";
import { newDatabase, writeNewFile } from "./new-file.ts";
import { openFile } from "./open-file.ts";

const kinds = ["control", "company"] as const;

test("a new file has the schema and the rows that all migrations leave", () => {
  for (const kind of kinds) {
    const file = openFile(join(folder(), "new.sqlite"), kind);
    const made = byMigrations(kind);
    const schema = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name";
    expect(file.query(schema).all()).toEqual(made.query(schema).all());
    const own = new Set(differingColumns(made, byMigrations(kind)));
    expect(differingColumns(file, made).filter((column) => !own.has(column))).toEqual([]);
    expect(file.query("PRAGMA user_version").get()).toEqual(
      made.query("PRAGMA user_version").get(),
    );
    expect(file.query("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
    expect(file.query("PRAGMA journal_mode").get()).toEqual({ journal_mode: "wal" });
    file.close();
  }
});

// A migration that makes a value of chance or of the clock needs a line in
// migrations/own-values-*.sql.
test("each value in which two files by migrations differ is made anew in each new file", async () => {
  for (const kind of kinds) {
    const first = byMigrations(kind);
    // So long that a time in ms differs.
    await Bun.sleep(2);
    const own = differingColumns(first, byMigrations(kind));
    expect(differingColumns(newDatabase(kind), newDatabase(kind))).toEqual(own);
    expect(own).toEqual(kind === "company" ? ["optOutSalt.salt"] : []);
  }
});

test("a file that is there stays, and one with a log that was left is not written over", () => {
  const path = join(folder(), "there.sqlite");
  writeFileSync(path, "");
  writeNewFile(path, "company");
  expect(statSync(path).size).toBe(0);
  const lost = join(folder(), "lost.sqlite");
  writeFileSync(`${lost}-wal`, "a log");
  writeNewFile(lost, "company");
  expect(existsSync(lost)).toBe(false);
});

function byMigrations(kind: (typeof kinds)[number]) {
  const sqlite = new Database(":memory:", { strict: true });
  migrate(sqlite, migrationsFor(kind));
  return sqlite;
}

/** The columns whose values are not the same in both files. */
function differingColumns(one: Database, other: Database): string[] {
  const tables = one
    .query<{ name: string }, []>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name",
    )
    .all();
  return tables.flatMap(({ name }) => {
    const rows = (file: Database) =>
      file.query<Record<string, unknown>, []>(`SELECT * FROM "${name}"`).all();
    const [ours, theirs] = [rows(one), rows(other)];
    const columns = Object.keys(ours[0] ?? theirs[0] ?? {});
    const valuesOf = (all: typeof ours, column: string) =>
      JSON.stringify(all.map((row) => row[column]));
    return columns
      .filter((column) => valuesOf(ours, column) !== valuesOf(theirs, column))
      .map((column) => `${name}.${column}`);
  });
}
