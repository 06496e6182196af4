import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { presets } from "../../shared/colors.ts";
import { base } from "../../kit/db/table.ts";

export const tags = sqliteTable("tags", {
  ...base,
  name: text().notNull(),
  color: text()
    .notNull()
    .$default(() => presets[0]!),
  /** 1: it is a lane of the tickets' board, not one of the tags that tickets are described by. */
  kanban: integer().notNull().default(0),
  /** Its place among the lanes; 0 for other tags. */
  position: integer().notNull().default(0),
  userId: integer(),
});
export type Tag = typeof tags.$inferSelect;

export const ticketTags = sqliteTable("ticketTags", {
  ticketId: integer().notNull(),
  tagId: integer().notNull(),
});
