import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, instant, money, thousandths } from "../../kit/db/table.ts";
import { units } from "../../shared/units.ts";

/** Goods that came into a store. */
export const purchases = sqliteTable("purchases", {
  ...base,
  storeId: integer().notNull(),
  /** The supplier and the number of their paper, as people write them. */
  supplier: text().notNull().default(""),
  number: text().notNull().default(""),
  total: money().notNull(),
  userId: integer(),
  undoneAt: instant(),
  undoneById: integer(),
});

export const purchaseItems = sqliteTable("purchaseItems", {
  id: integer().primaryKey(),
  purchaseId: integer().notNull(),
  productId: integer().notNull(),
  position: integer().notNull(),
  amount: thousandths().notNull(),
  unit: text({ enum: units }).notNull(),
  total: money().notNull(),
  /** The product's cost in the store, before these goods and after them. */
  costBefore: money().notNull(),
  costAfter: money().notNull(),
});

type Named = { id: number; name: string };

/** A purchase as lists show it. `items` counts its lines. */
export type ListedPurchase = Omit<typeof purchases.$inferSelect, "userId" | "undoneById"> & {
  store: Named;
  user: Named | null;
  undoneBy: Named | null;
  items: number;
};
export type PurchaseItem = Omit<
  typeof purchaseItems.$inferSelect,
  "purchaseId" | "productId" | "position"
> & { product: Named };

/** A purchase as it travels alone. */
export type Purchase = Omit<ListedPurchase, "items"> & { items: PurchaseItem[] };
