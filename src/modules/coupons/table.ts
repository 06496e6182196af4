import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, flag, money } from "../../kit/db/table.ts";
import type { CouponType } from "../../shared/coupons.ts";

export const coupons = sqliteTable("coupons", {
  ...base,
  code: text().notNull(),
  type: text().$type<CouponType>().notNull(),
  /** Money, or a percentage: hundredths in the file either way. */
  value: money().notNull(),
  valueMin: money(),
  startDate: text().notNull(),
  expirationDate: text().notNull(),
  maxUsage: integer().notNull().default(0),
  currentUsage: integer().notNull().default(0),
  isActive: flag().notNull().default(true),
  userId: integer(),
});
export type Coupon = typeof coupons.$inferSelect;
