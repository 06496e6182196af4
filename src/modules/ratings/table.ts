import { integer, sqliteTable } from "drizzle-orm/sqlite-core";
import { instant } from "../../kit/db/table.ts";

/**
 * A request to a customer at `askedAt` to rate an attendance; they may until `expiresAt` (epoch
 * ms). rules.md#rating
 */
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
  /** 1 dissatisfied, 2 satisfied, 3 very satisfied. */
  rate: integer().notNull(),
  createdAt: instant().notNull(),
});
