import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, flag } from "../../kit/table.ts";

export const contacts = sqliteTable("contacts", {
  ...base,
  name: text().notNull(),
  pushName: text().notNull().default(""),
  number: text().notNull().default(""),
  email: text().notNull().default(""),
  profilePicUrl: text().notNull().default(""),
  isGroup: flag().notNull().default(false),
  active: flag().notNull().default(true),
});
export type Contact = typeof contacts.$inferSelect;

export const identifiers = sqliteTable("identifiers", {
  type: text({ enum: ["phone", "lid", "group"] }).notNull(),
  value: text().notNull(),
  contactId: integer().notNull(),
});
export type Identifier = Pick<typeof identifiers.$inferSelect, "type" | "value">;
