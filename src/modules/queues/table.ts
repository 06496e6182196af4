import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base } from "../../kit/table.ts";

export const queues = sqliteTable("queues", {
  ...base,
  name: text().notNull(),
  color: text().notNull(),
  greetingMessage: text().notNull().default(""),
  orderQueue: integer().notNull().default(0),
});
export type Queue = typeof queues.$inferSelect;
