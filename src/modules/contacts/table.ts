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

export const contactFields = sqliteTable("contactFields", {
  id: integer().primaryKey(),
  contactId: integer().notNull(),
  name: text().notNull(),
  value: text().notNull(),
});
export type ContactField = Pick<typeof contactFields.$inferSelect, "id" | "name" | "value">;

/** A contact as it travels alone and in events; lists leave its fields out. */
export type FullContact = Contact & { extraInfo: ContactField[] };

export const identifiers = sqliteTable("identifiers", {
  type: text({ enum: ["phone", "lid", "group"] }).notNull(),
  value: text().notNull(),
  contactId: integer().notNull(),
});
export type Identifier = Pick<typeof identifiers.$inferSelect, "type" | "value">;
