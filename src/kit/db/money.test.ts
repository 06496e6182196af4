import { expect, test } from "bun:test";
import { Database } from "bun:sqlite";
import { drizzle } from "drizzle-orm/bun-sqlite";
import { integer, sqliteTable } from "drizzle-orm/sqlite-core";
import * as fields from "../http/fields.ts";
import { query } from "./query.ts";
import { hundredths, money } from "./table.ts";

const prices = sqliteTable("prices", {
  id: integer().primaryKey(),
  price: money().notNull(),
  off: hundredths(),
});

test("money is cents in the file and a decimal string in a row, however it is read", () => {
  const sqlite = new Database(":memory:");
  sqlite.run("CREATE TABLE prices (id INTEGER PRIMARY KEY, price INTEGER NOT NULL, off INTEGER)");
  const db = drizzle({ client: sqlite });
  expect(db.insert(prices).values({ price: "12.90", off: 7.5 }).returning().get()).toEqual({
    id: 1,
    price: "12.90",
    off: 7.5,
  });
  expect(sqlite.query("SELECT price, off FROM prices").values()).toEqual([[1290, 750]]);
  const allPrices = query((db) => db.select().from(prices));
  expect(allPrices({ sqlite }).all()).toEqual([{ id: 1, price: "12.90", off: 7.5 }]);
});

test.each([
  [12.9, "12.90"],
  ["12.9", "12.90"],
  [" 0 ", "0.00"],
  [0.29, "0.29"],
  ["1.10", "1.10"],
  [9_999_999.99, "9999999.99"],
])("%p is %p", (typed, stored) => {
  expect(fields.money.parse(typed)).toBe(stored);
});

test.each([
  "",
  "-1",
  -1,
  "1.005",
  1.005,
  "12,90",
  "1e3",
  1e21,
  "NaN",
  Number.NaN,
  "10000000",
  null,
  {},
])("%p is no amount", (typed) => {
  expect(fields.money.safeParse(typed).success).toBe(false);
});

test("a percentage goes to the hundredth", () => {
  expect([0, 7.5, 33.33, 100].filter((value) => fields.percent.safeParse(value).success)).toEqual([
    0, 7.5, 33.33, 100,
  ]);
  expect(
    [-0.01, 100.01, 33.333, Number.POSITIVE_INFINITY, "5"].filter(
      (value) => fields.percent.safeParse(value).success,
    ),
  ).toEqual([]);
});
