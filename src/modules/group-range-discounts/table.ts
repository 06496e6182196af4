import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, hundredths } from "../../kit/db/table.ts";

export const groupRangeDiscounts = sqliteTable("groupRangeDiscounts", {
  ...base,
  name: text().notNull(),
  discount: hundredths().notNull(),
  userId: integer(),
});
export type GroupRangeDiscount = typeof groupRangeDiscounts.$inferSelect;
