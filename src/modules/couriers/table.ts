import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, flag } from "../../kit/db/table.ts";

/** People who bring orders; they need no sign-in. */
export const couriers = sqliteTable("couriers", {
  ...base,
  name: text().notNull(),
  phone: text(),
  isActive: flag().notNull().default(true),
  userId: integer(),
});
export type Courier = typeof couriers.$inferSelect;
