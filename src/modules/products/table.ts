import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { units } from "../../shared/units.ts";
import { base, flag, instant } from "../../kit/db/table.ts";

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

/** A product as it travels, with its category's name and a link to its picture. */
export type Product = Omit<typeof products.$inferSelect, "mediaId"> & {
  category: string | null;
  categoryName: string | null;
  mediaPath: string | null;
  mediaName: string | null;
};
/** A product as a budget of a store offers it. `price` is what a piece costs now. */
export type OfferedProduct = Product & {
  storeId: number;
  stock: number;
  lowStock: number;
  sellingPrice: string;
  promotionPrice: string;
  price: string;
};
