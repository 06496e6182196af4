import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, flag } from "../../kit/db/table.ts";

export const orderStatus = sqliteTable("orderStatus", {
  ...base,
  code: integer(),
  name: text().notNull(),
  color: text().notNull(),
  isCancelled: flag().notNull().default(false),
  message: text(),
  userId: integer(),
});
export type OrderStatus = typeof orderStatus.$inferSelect;
