import { integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, flag, instant, money } from "../../kit/db/table.ts";
import type { Week } from "../../shared/hours.ts";

export const stores = sqliteTable("stores", {
  ...base,
  document: text(),
  name: text().notNull(),
  fantasy: text(),
  zipCode: text(),
  address: text(),
  number: text(),
  complement: text(),
  neighborhood: text(),
  city: text(),
  state: text(),
  latitude: real(),
  longitude: real(),
  keyPix: text(),
  isActive: flag().notNull().default(true),
  /** Its own hours; without any the company's count. */
  schedules: text({ mode: "json" }).$type<Week>().notNull().default([]),
  /** The time that it needs for an order. */
  prepMinutes: integer().notNull().default(0),
  slotMinutes: integer().notNull().default(30),
  /** The most orders that are wanted in one slot; null for any number. */
  slotLimit: integer(),
  /** Strangers see its page and may send carts. */
  windowOpen: flag().notNull().default(false),
  windowPausedUntil: instant(),
  /** The least that a cart of a stranger comes to. */
  minimumOrder: money().notNull().default("0.00"),
  userId: integer(),
});
/** A store as it travels. */
export type Store = typeof stores.$inferSelect & { pixGateway: boolean };
