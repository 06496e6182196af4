import { integer, sqliteTable } from "drizzle-orm/sqlite-core";
import { instant } from "../../kit/table.ts";

/** A customer is asked at `askedAt` to rate an attendance, and may until `expiresAt` (epoch ms). */
export const ratingRequests = sqliteTable("ratingRequests", {
  ticketId: integer().primaryKey(),
  userId: integer(),
  askedAt: integer().notNull(),
  expiresAt: integer().notNull(),
});

export const userRatings = sqliteTable("userRatings", {
  id: integer().primaryKey(),
  ticketId: integer(),
  userId: integer(),
  /** 1 unsatisfied, 2 satisfied, 3 very satisfied. doc 1 §9 */
  rate: integer().notNull(),
  createdAt: instant().notNull(),
});
