import { Database } from "bun:sqlite";
import { expect } from "bun:test";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { folder, test, until, world } from "../../testing/world.ts";
import { emptyLog } from "./checkpoint.ts";
import { CompanyDbs } from "./company-dbs.ts";
import { migrate, NewerFile, migrationsFor } from "./migrate.ts";
import { openFile } from "./open-file.ts";

const family = [
  {
    name: "0001",
    sql: "CREATE TABLE parents (id INTEGER PRIMARY KEY, name TEXT); CREATE TABLE children (id INTEGER PRIMARY KEY, parentId INTEGER REFERENCES parents (id) ON DELETE CASCADE)",
  },
  {
    name: "0002",
    sql: "CREATE TABLE parents2 (id INTEGER PRIMARY KEY, name TEXT NOT NULL DEFAULT ''); INSERT INTO parents2 SELECT * FROM parents; DROP TABLE parents; ALTER TABLE parents2 RENAME TO parents",
  },
];
const version = (sqlite: Database) =>
  (sqlite.query("PRAGMA user_version").get() as { user_version: number }).user_version;
const count = (sqlite: Database, table: string) =>
  (sqlite.query(`SELECT count(*) AS count FROM ${table}`).get() as { count: number }).count;

function home() {
  const sqlite = new Database(":memory:");
  sqlite.run("PRAGMA foreign_keys = ON");
  migrate(sqlite, family.slice(0, 1));
  sqlite.run("INSERT INTO parents VALUES (1, 'Rui')");
  sqlite.run("INSERT INTO children VALUES (1, 1), (2, 1)");
  return sqlite;
}

test("a table that is rebuilt keeps its children", () => {
  const sqlite = home();
  migrate(sqlite, family);
  expect([version(sqlite), count(sqlite, "parents"), count(sqlite, "children")]).toEqual([2, 1, 2]);
  sqlite.run("DELETE FROM parents");
  expect(count(sqlite, "children")).toBe(0);
});

test("a step that orphans a row is taken back, whole", () => {
  const sqlite = home();
  expect(() =>
    migrate(sqlite, [
      family[0]!,
      { name: "0002_loses", sql: "CREATE TABLE marks (id); DELETE FROM parents" },
    ]),
  ).toThrow("0002_loses leaves 2 broken references");
  expect([version(sqlite), count(sqlite, "parents"), count(sqlite, "children")]).toEqual([1, 1, 2]);
  expect(() => count(sqlite, "marks")).toThrow();
});

test("a step that fails leaves the file at the one before", () => {
  const sqlite = home();
  const steps = [...family, { name: "0003", sql: "CREATE TABLE more (id); SELECT * FROM nowhere" }];
  expect(() => migrate(sqlite, steps)).toThrow();
  expect(version(sqlite)).toBe(2);
  migrate(sqlite, [...family, { name: "0003", sql: "CREATE TABLE more (id)" }]);
  expect([version(sqlite), count(sqlite, "more")]).toEqual([3, 0]);
});

test("of two branches that add the same number, neither loses its table", () => {
  const sqlite = home();
  const one = { name: "0011_categories", sql: "CREATE TABLE categories (id)" };
  const other = { name: "0011_boards", sql: "CREATE TABLE boards (id)" };
  migrate(sqlite, [...family, one]);
  migrate(sqlite, [...family, other, one]);
  expect([count(sqlite, "categories"), count(sqlite, "boards"), version(sqlite)]).toEqual([
    0, 0, 4,
  ]);
});

test("a file that only counted its migrations goes on by their names", () => {
  const sqlite = home();
  sqlite.run("DROP TABLE migrations");
  migrate(sqlite, family);
  const names = sqlite.query("SELECT name FROM migrations").values().flat();
  expect([names, count(sqlite, "children")]).toEqual([["0001", "0002"], 2]);
});

test("a file that only counted, beyond what is known, is newer too", () => {
  const sqlite = home();
  sqlite.run("DROP TABLE migrations");
  sqlite.run("PRAGMA user_version = 3");
  expect(() => migrate(sqlite, family)).toThrow(NewerFile);
});

test("each kind of file has its migrations, and a second start takes none", () => {
  for (const kind of ["control", "company"] as const) {
    const path = join(folder(), `${kind}.sqlite`);
    openFile(path, kind).close();
    const again = openFile(path, kind);
    expect(version(again)).toBe(migrationsFor(kind).length);
    expect(again.query("PRAGMA foreign_key_check").all()).toEqual([]);
    again.close();
  }
});

test("a file newer than this executable is refused, untouched, and let go", async () => {
  const { home, control, clock } = world();
  const stores = () => new CompanyDbs(control, home, new Uint8Array(32), clock.now);
  const path = join(home, "companies/1.sqlite");
  stores().closeAll();
  const sqlite = openFile(path, "company");
  sqlite.run("INSERT INTO migrations VALUES ('9999_unheard_of.sql')");
  emptyLog(sqlite);
  sqlite.close();
  const before = readFileSync(path);

  const tries = stores();
  for (let time = 0; time < 3; time++) expect(() => tries.open(1)).toThrow(NewerFile);
  expect(readFileSync(path).equals(before)).toBe(true);
  // The file's statements release it when they are collected.
  await until(() => {
    Bun.gc(true);
    return held(home).length === 0;
  });
});

const held = (folder: string) =>
  readdirSync("/proc/self/fd").flatMap((fd) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${fd}`);
      return target.startsWith(folder) ? [target] : [];
    } catch {
      return [];
    }
  });
