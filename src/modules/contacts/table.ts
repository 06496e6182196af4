import { integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, flag, instant } from "../../kit/table.ts";

export const contacts = sqliteTable("contacts", {
  ...base,
  name: text().notNull(),
  pushName: text().notNull().default(""),
  number: text().notNull().default(""),
  email: text().notNull().default(""),
  profilePicUrl: text().notNull().default(""),
  isGroup: flag().notNull().default(false),
  active: flag().notNull().default(true),
  /** No menu, tree, integration or AI for this contact. doc 4 §1.18 */
  disableBot: flag().notNull().default(false),
  /** When they were forgotten, as they asked: since then the row has no name. */
  erasedAt: instant(),
});
export type Contact = typeof contacts.$inferSelect;

export const contactFields = sqliteTable("contactFields", {
  id: integer().primaryKey(),
  contactId: integer().notNull(),
  name: text().notNull(),
  value: text().notNull(),
});
export type ContactField = Pick<typeof contactFields.$inferSelect, "id" | "name" | "value">;

export const contactTags = sqliteTable("contactTags", {
  contactId: integer().notNull(),
  tagId: integer().notNull(),
});
export type ContactTag = { id: number; name: string; color: string };

/** A contact as a list shows it. */
export type TaggedContact = Contact & { tags: ContactTag[] };

/** A contact as it travels alone and in events; lists leave its fields out. */
export type FullContact = TaggedContact & { extraInfo: ContactField[] };

/** A contact among those who may be one, with what tells which of them is in use. */
export type DuplicateContact = TaggedContact & { tickets: number; lastMessageAt: Date | null };

/** Contacts who seem to be one person, and why: one number, or one name and e-mail. */
export type DuplicateGroup = { reason: "number" | "nameEmail"; contacts: DuplicateContact[] };

export const contactAddresses = sqliteTable("contactAddresses", {
  ...base,
  contactId: integer().notNull(),
  /** What they call it: Casa, Trabalho. */
  type: text().notNull(),
  label: text().notNull().default(""),
  zipCode: text().notNull(),
  address: text().notNull(),
  number: text().notNull(),
  complement: text().notNull().default(""),
  neighborhood: text().notNull(),
  city: text().notNull(),
  state: text().notNull(),
  latitude: real(),
  longitude: real(),
  /** The main one, of which each contact with an address has one. */
  isActive: flag().notNull().default(false),
});
export type ContactAddress = typeof contactAddresses.$inferSelect;

export const identifiers = sqliteTable("identifiers", {
  type: text({ enum: ["phone", "lid", "group"] }).notNull(),
  value: text().notNull(),
  contactId: integer().notNull(),
});
export type Identifier = Pick<typeof identifiers.$inferSelect, "type" | "value">;
