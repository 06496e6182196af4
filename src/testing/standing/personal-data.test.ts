import { expect } from "bun:test";
import { getTableName, is, Table } from "drizzle-orm";
import type { Database } from "bun:sqlite";
import { personalData, type PersonalData } from "../../modules/personal-data/register.ts";
import { test, world } from "../world.ts";

const nameOf = ({ table }: PersonalData) =>
  is(table, Table) ? getTableName(table) : (table as string);

test("every table with rows of a contact says once how they are erased, exported and merged", () => {
  const { db } = world();
  const listed = personalData().map(nameOf);
  expect(hangingOn(db.sqlite, "contacts").filter((name) => !listed.includes(name))).toEqual([]);
  expect(listed).toEqual([...new Set(listed)]);
  expect(listed.filter((name) => columnsOf(db.sqlite, name).length === 0)).toEqual([]);
});

test("every table with rows of a ticket says what happens when tickets are merged", () => {
  const { db } = world();
  const listed = personalData()
    .filter(({ mergeTickets }) => mergeTickets !== undefined)
    .map(nameOf);
  expect(pointingTo(db.sqlite, "tickets").filter((name) => !listed.includes(name))).toEqual([]);
});

test("merging handles tables in which a contact may have only one row", () => {
  const { db } = world();
  const silent = personalData()
    .filter(({ merge }) => typeof merge === "string")
    .map(nameOf);
  const unique = silent.filter((name) => uniqueColumns(db.sqlite, name).includes("contactId"));
  expect(unique).toEqual([]);
});

test("all rows refer to the contact that stays after a merge", () => {
  const { db } = world();
  const moved = personalData()
    .filter(({ merge }) => typeof merge === "function")
    .map(nameOf);
  expect(pointingTo(db.sqlite, "contacts").filter((name) => !moved.includes(name))).toEqual([
    "ticketRounds",
  ]);
});

test("a forgotten table is found, also by its columns' names and through other tables", () => {
  const { db } = world();
  db.sqlite.run("CREATE TABLE gifts (id INTEGER PRIMARY KEY, contactId INTEGER)");
  db.sqlite.run(
    "CREATE TABLE ribbons (id INTEGER PRIMARY KEY, gift INTEGER REFERENCES gifts (id))",
  );
  db.sqlite.run("CREATE TABLE stamps (id INTEGER PRIMARY KEY, messageId INTEGER)");
  const listed = personalData().map(nameOf);
  expect(hangingOn(db.sqlite, "contacts").filter((name) => !listed.includes(name))).toEqual([
    "gifts",
    "ribbons",
    "stamps",
  ]);
});

/** Tables that point to this one, and those that point to them. */
function hangingOn(sqlite: Database, root: string): string[] {
  const names = new Set([root]);
  for (const name of names) for (const pointing of pointingTo(sqlite, name)) names.add(pointing);
  return [...names].filter((name) => name !== root).sort();
}

/** Tables with a foreign key to this one, or with a column named like one. */
const pointingTo = (sqlite: Database, target: string) =>
  tables(sqlite)
    .filter(
      (name) =>
        name !== target &&
        (keysOf(sqlite, name).includes(target) ||
          columnsOf(sqlite, name).includes(`${target.slice(0, -1)}Id`)),
    )
    .sort();

const tables = (sqlite: Database) =>
  names(sqlite, "SELECT name FROM sqlite_schema WHERE type = 'table'");
const keysOf = (sqlite: Database, table: string) =>
  names(sqlite, `SELECT "table" AS name FROM pragma_foreign_key_list('${table}')`);
const columnsOf = (sqlite: Database, table: string) =>
  names(sqlite, `SELECT name FROM pragma_table_info('${table}')`);
const uniqueColumns = (sqlite: Database, table: string) =>
  names(
    sqlite,
    `SELECT columns.name FROM pragma_index_list('${table}') indexes, pragma_index_info(indexes.name) columns WHERE indexes."unique"`,
  );
const names = (sqlite: Database, query: string) =>
  (sqlite.query(query).all() as { name: string }[]).map(({ name }) => name);
