import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, flag } from "../../kit/table.ts";

export const quickMessages = sqliteTable("quickMessages", {
  ...base,
  shortcode: text().notNull(),
  message: text().notNull(),
  geral: flag().notNull().default(false),
  userId: integer().notNull(),
});
export type QuickMessage = typeof quickMessages.$inferSelect & { user: { id: number; name: string } };
