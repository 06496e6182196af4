import { expect } from "bun:test";
import { is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "bun:sqlite";
import { join } from "node:path";
import { repository } from "../../build/repository.ts";
import { forms } from "../../modules/company-rows/column-forms.ts";
import { ranges } from "../../modules/company-rows/column-ranges.ts";
import { companyTables } from "../../modules/company-rows/company-tables.ts";
import { test, world } from "../world.ts";
import { sources } from "./sources.ts";

test("each table in the code has its columns in a migration", async () => {
  const { db, control } = world();
  const tables = await tablesOfCode();
  const wrong = tables.filter(
    ({ name, columns }) => !has(db.sqlite, name, columns) && !has(control.sqlite, name, columns),
  );
  expect(tables.length).toBeGreaterThan(30);
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

test("each JSON column of a company's file, and each number that is no row's, has a form or a range", () => {
  const { db } = world();
  const isReference = (table: string, column: string) =>
    db.sqlite
      .query('SELECT 1 FROM pragma_foreign_key_list(?) WHERE "from" = ?')
      .get(table, column) !== null || /^(id|since|place|.*(Id|At))$/.test(column);
  const missing = companyTables.flatMap((each) => {
    const { name: table, columns } = getTableConfig(each);
    return columns
      .filter(
        ({ name, dataType }) =>
          dataType === "json" || (dataType === "number" && !isReference(table, name)),
      )
      .map(({ name, primary }) => ({ what: `${table}.${name}`, primary }))
      .filter(({ what, primary }) => !primary && !(what in forms) && !(what in ranges))
      .map(({ what }) => what);
  });
  expect(missing).toEqual([]);
  const columns = new Set(
    companyTables.flatMap((each) =>
      getTableConfig(each).columns.map(({ name }) => `${getTableConfig(each).name}.${name}`),
    ),
  );
  const named = [...Object.keys(forms), ...Object.keys(ranges)].filter(
    (what) => !/^(jobs|events)\./.test(what),
  );
  expect(named.filter((what) => !columns.has(what))).toEqual([]);
});

async function tablesOfCode() {
  const files = sources("src/**/*.ts").filter(
    ({ path, text }) => text.includes("sqliteTable(") && !path.endsWith(".test.ts"),
  );
  const modules = await Promise.all(
    files.map(async ({ path }) => Object.values((await import(join(repository, path))) as object)),
  );
  return modules
    .flat()
    .filter((value) => is(value, SQLiteTable))
    .map((table) => {
      const { name, columns } = getTableConfig(table as SQLiteTable);
      return { name, columns: columns.map((column) => column.name) };
    });
}

function has(sqlite: Database, table: string, columns: string[]): boolean {
  const there = sqlite
    .query<{ name: string }, [string]>("SELECT name FROM pragma_table_info(?)")
    .all(table)
    .map(({ name }) => name);
  return columns.every((column) => there.includes(column));
}
