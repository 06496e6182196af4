import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, flag } from "../../kit/table.ts";

export const tags = sqliteTable("tags", {
  ...base,
  name: text().notNull(),
  color: text().notNull(),
  kanban: flag().notNull().default(false),
});
export type Tag = typeof tags.$inferSelect;

export const ticketTags = sqliteTable("ticketTags", {
  ticketId: integer().notNull(),
  tagId: integer().notNull(),
});
