import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, instant, money, thousandths } from "../../kit/db/table.ts";
import { units, type Unit } from "../../shared/units.ts";

export const stockCounts = sqliteTable("stockCounts", {
  ...base,
  storeId: integer().notNull(),
  /** Null counts all products. */
  categoryId: integer(),
  /** The name of the category when the count began. */
  category: text(),
  userId: integer(),
  closedAt: instant(),
  closedById: integer(),
});
export type StockCountRow = typeof stockCounts.$inferSelect;

export const stockCountLines = sqliteTable("stockCountLines", {
  id: integer().primaryKey(),
  countId: integer().notNull(),
  productId: integer().notNull(),
  unit: text({ enum: units }).notNull(),
  counted: thousandths().notNull(),
  /** At the moment of the count. */
  stock: thousandths().notNull(),
  userId: integer(),
  countedAt: instant().notNull(),
  /** Written at the end: the change of the stock, and its value at cost. */
  moved: thousandths(),
  value: money(),
});

type Named = { id: number; name: string };

/** A count as lists show it. `value` is the value of all differences, once it is closed. */
export type ListedStockCount = Omit<StockCountRow, "userId" | "closedById"> & {
  store: Named;
  user: Named | null;
  closedBy: Named | null;
  /** The number of counted products, and of those that differ. */
  counted: number;
  differing: number;
  value: string | null;
};

/** A product of a count. `counted`, `stock`, `difference` and `value` are null until it is counted. */
export type StockCountLine = {
  productId: number;
  name: string;
  ean: string | null;
  code: string | null;
  category: string | null;
  unit: Unit;
  counted: number | null;
  stock: number | null;
  difference: number | null;
  value: string | null;
  user: string | null;
  countedAt: Date | null;
};

/** A count as it travels alone. An open one has all its products, a closed one what was counted. */
export type StockCount = ListedStockCount & { lines: StockCountLine[] };
