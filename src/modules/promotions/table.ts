import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, flag, money } from "../../kit/db/table.ts";

export const promotions = sqliteTable("promotions", {
  ...base,
  name: text().notNull(),
  status: flag().notNull().default(true),
  startpromotionsAt: text().notNull(),
  endpromotionsAt: text().notNull(),
  /** 0 is Sunday; none means all. */
  weekdays: text({ mode: "json" }).$type<number[]>().notNull().default([]),
  startTime: text(),
  endTime: text(),
  storeId: integer(),
  mediaId: integer(),
  userId: integer(),
});

export const promotionItems = sqliteTable("promotionItems", {
  promotionId: integer().notNull(),
  productId: integer().notNull(),
  price: money().notNull(),
});

export type PromotionItem = { productId: number; name: string; price: string };

/** A promotion as it travels: of all stores where `store` is null, with a link to its flyer. */
export type Promotion = Omit<typeof promotions.$inferSelect, "mediaId"> & {
  store: { id: number; name: string } | null;
  items: PromotionItem[];
  mediaPath: string | null;
  mediaName: string | null;
};
