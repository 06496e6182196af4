import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base } from "../../kit/db/table.ts";

export const helps = sqliteTable("helps", {
  ...base,
  title: text().notNull(),
  description: text().notNull().default(""),
  video: text().notNull(),
});
export type Help = typeof helps.$inferSelect;
