import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base } from "../../kit/db/table.ts";

export const categories = sqliteTable("categories", {
  ...base,
  name: text().notNull(),
  code: text(),
  userId: integer(),
});
export type Category = typeof categories.$inferSelect;
