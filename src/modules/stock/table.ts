import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, instant, money, thousandths } from "../../kit/db/table.ts";
import type { StockReason } from "../../shared/stock.ts";
import type { Unit } from "../../shared/units.ts";

/** A product's prices and stock in a store. Only `moveStock` writes the stock. */
export const productStores = sqliteTable("productStores", {
  ...base,
  productId: integer().notNull(),
  storeId: integer().notNull(),
  stock: thousandths().notNull().default(0),
  lowStock: thousandths().notNull().default(5),
  costPrice: money().notNull(),
  sellingPrice: money().notNull(),
  promotionPrice: money().notNull().default("0.00"),
});

export const stockMovements = sqliteTable("stockMovements", {
  id: integer().primaryKey(),
  productId: integer().notNull(),
  storeId: integer().notNull(),
  amount: thousandths().notNull(),
  stock: thousandths().notNull(),
  reason: text().$type<StockReason>().notNull(),
  note: text(),
  orderId: integer(),
  userId: integer(),
  createdAt: instant().notNull(),
});

type Named = { id: number; name: string };
/** A product in a store as it travels. */
export type ProductStore = typeof productStores.$inferSelect & {
  product: Named;
  unit: Unit;
  store: Named;
};
export type StockMovement = Omit<
  typeof stockMovements.$inferSelect,
  "productId" | "storeId" | "userId"
> & { user: Named | null };
