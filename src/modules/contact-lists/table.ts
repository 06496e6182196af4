import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, flag } from "../../kit/db/table.ts";

export const contactLists = sqliteTable("contactLists", {
  ...base,
  name: text().notNull(),
  contactsCount: integer().notNull().default(0),
  userId: integer(),
});
export type ContactList = typeof contactLists.$inferSelect;

export const contactListItems = sqliteTable("contactListItems", {
  ...base,
  contactListId: integer().notNull(),
  name: text().notNull(),
  number: text().notNull(),
  /** The same with and without the ninth digit. rules.md#brazilian-numbers */
  numberKey: text().notNull(),
  email: text().notNull().default(""),
  /** Null before the check. rules.md#list-checks */
  isWhatsappValid: flag(),
});
export type ContactListItem = Omit<typeof contactListItems.$inferSelect, "numberKey">;
