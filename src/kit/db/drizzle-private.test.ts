import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sqlite";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { fastRows } from "./drizzle-private.ts";
import { flag, instant } from "./table.ts";

const shops = sqliteTable("shops", { id: integer().primaryKey(), name: text() });
const sales = sqliteTable("sales", {
  id: integer().primaryKey(),
  shopId: integer(),
  paid: flag(),
  at: instant(),
  note: text(),
});

function filled() {
  const sqlite = new Database(":memory:");
  sqlite.run("CREATE TABLE shops (id INTEGER PRIMARY KEY, name TEXT)");
  sqlite.run(
    "CREATE TABLE sales (id INTEGER PRIMARY KEY, shopId INTEGER, paid INTEGER, at INTEGER, note TEXT)",
  );
  sqlite.run("INSERT INTO shops VALUES (1, 'Pão Quente'), (2, NULL)");
  sqlite.run(
    "INSERT INTO sales VALUES (1, 1, 1, 1000, NULL), (2, 2, 0, 2000, 'fiado'), (3, NULL, NULL, NULL, '')",
  );
  return drizzle({ client: sqlite });
}

test("rows are the same as drizzle's own", () => {
  const db = filled();
  const tags = sql<string[]>`'["a"]'`.mapWith((json: string) => JSON.parse(json) as string[]);
  const queries = [
    () => db.select().from(sales).prepare(),
    () => db.select().from(sales).innerJoin(shops, eq(shops.id, sales.shopId)).prepare(),
    () => db.select().from(sales).leftJoin(shops, eq(shops.id, sales.shopId)).prepare(),
    () =>
      db
        .select({ id: sales.id, shop: { id: shops.id, name: shops.name }, at: sales.at, tags })
        .from(sales)
        .leftJoin(shops, eq(shops.id, sales.shopId))
        .prepare(),
    () =>
      db
        .select({ count: sql<number>`count(*)` })
        .from(sales)
        .prepare(),
  ];
  for (const query of queries) {
    expect(fastRows(query()).all()).toEqual(query().all() as never);
    expect(fastRows(query()).get()).toEqual(query().get() as never);
  }
});

test("values are given as before, and nothing found is undefined", () => {
  const query = fastRows(
    filled()
      .select()
      .from(sales)
      .where(eq(sales.id, sql.placeholder("id")))
      .prepare(),
  );
  expect(query.get({ id: 2 })).toEqual({
    id: 2,
    shopId: 2,
    paid: false,
    at: new Date(2000),
    note: "fiado",
  });
  expect(query.get({ id: 9 })).toBeUndefined();
  expect(query.all({ id: 9 })).toEqual([]);
});
