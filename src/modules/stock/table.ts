import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, instant, money, thousandths } from "../../kit/db/table.ts";
import type { StockReason } from "../../shared/stock.ts";
import type { Product } from "../products/table.ts";
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

/** A product that a store runs out of. `missing`: so much is below the mark. */
export type LowStock = {
  productId: number;
  name: string;
  code: string | null;
  ean: string | null;
  unit: Unit;
  category: string | null;
  store: string;
  stock: number;
  lowStock: number;
  missing: number;
  /** Null for users who see no costs, as is the supplier. */
  costPrice: string | null;
  supplier: string | null;
};

/** The price and the stock of a product in a store, in the list of products. */
export type ShelfEntry = {
  id: number;
  storeId: number;
  stock: number;
  lowStock: number;
  sellingPrice: string;
  promotionPrice: string;
  /** The price of today. */
  price: string;
  /** Null where it is not known, and for users who see no costs. */
  costPrice: string | null;
  updatedAt: Date;
};
/** A product in the list of a store. */
export type ShelfProduct = Product & { entry: ShelfEntry | null };
