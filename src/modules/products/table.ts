import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { units, type Unit } from "../../shared/units.ts";
import type { ProductOptionGroup } from "../option-groups/table.ts";
import { base, flag, instant, thousandths } from "../../kit/db/table.ts";

export const products = sqliteTable("products", {
  ...base,
  ean: text(),
  name: text().notNull(),
  code: text(),
  description: text(),
  isActive: flag().notNull().default(true),
  categoryId: integer(),
  unit: text({ enum: units }).notNull().default("un"),
  mediaId: integer(),
  userId: integer(),
  deletedAt: instant(),
});

/** The products that one kit takes from the stock. */
export const kitParts = sqliteTable("kitParts", {
  kitId: integer().notNull(),
  productId: integer().notNull(),
  position: integer().notNull(),
  amount: thousandths().notNull(),
});

/** A part of a kit as it travels. */
export type KitItem = { productId: number; name: string; unit: Unit; amount: number };

/** A product as it travels, with its category's name and a link to its picture. */
export type Product = Omit<typeof products.$inferSelect, "mediaId"> & {
  category: string | null;
  categoryName: string | null;
  mediaPath: string | null;
  mediaName: string | null;
  optionGroupIds: number[];
  optionGroups: ProductOptionGroup[];
  /** None where the product is no kit. */
  kitItems: KitItem[];
};
/** A price of a promotion. rules.md#dated-prices */
export type OfferedPromotion = {
  price: string;
  startDate: string;
  endDate: string;
  weekdays: number[];
  startTime: string | null;
  endTime: string | null;
};

/** A product as a budget of a store offers it. `price` is what a piece costs now. */
export type OfferedProduct = Product & {
  storeId: number;
  stock: number;
  lowStock: number;
  sellingPrice: string;
  promotionPrice: string;
  price: string;
  /** The dated prices of the store that have not ended. */
  promotions: OfferedPromotion[];
};
