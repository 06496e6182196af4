import { real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base } from "../../kit/table.ts";

export const groupRangeDiscounts = sqliteTable("groupRangeDiscounts", {
  ...base,
  name: text().notNull(),
  discount: real().notNull(),
});
export type GroupRangeDiscount = typeof groupRangeDiscounts.$inferSelect;
