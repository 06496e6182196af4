import { integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, flag, instant } from "../../kit/db/table.ts";
import { contactFieldTypes } from "../../shared/contact-fields.ts";
import type { ContactWindow } from "../windows/window.ts";

export const contacts = sqliteTable("contacts", {
  ...base,
  name: text().notNull(),
  pushName: text().notNull().default(""),
  number: text().notNull().default(""),
  /** The network's name for the person, without @. It may change, so it identifies no one. */
  username: text().notNull().default(""),
  email: text().notNull().default(""),
  profilePicUrl: text().notNull().default(""),
  isGroup: flag().notNull().default(false),
  active: flag().notNull().default(true),
  /** Turns off menus, option trees, integrations and AIs for this contact. rules.md#disable-bot */
  disableBot: flag().notNull().default(false),
  /** The time of erasure; the row has no name or number since then. */
  erasedAt: instant(),
});
export type Contact = typeof contacts.$inferSelect;

/** The fields that the company gives all contacts. rules.md#contact-fields */
export const fieldDefinitions = sqliteTable("fieldDefinitions", {
  ...base,
  /** Its name in texts and on the wire; it never changes. */
  key: text().notNull(),
  label: text().notNull(),
  type: text({ enum: contactFieldTypes }).notNull().default("text"),
});

/** `filled`: how many contacts have a value. `unreadable`: of those, values of another type. */
export type FieldDefinition = typeof fieldDefinitions.$inferSelect & {
  filled: number;
  unreadable: number;
};

/** The pairs of a contact; one that has a definition's label is that field. */
export const contactFields = sqliteTable("contactFields", {
  id: integer().primaryKey(),
  contactId: integer().notNull(),
  name: text().notNull(),
  value: text().notNull(),
});
/** Dates as 1990-03-12, amounts of money as "19.90". */
export type FieldValues = Record<string, string | number>;
export type ContactField = Pick<typeof contactFields.$inferSelect, "id" | "name" | "value">;

export const contactTags = sqliteTable("contactTags", {
  contactId: integer().notNull(),
  tagId: integer().notNull(),
});
export type ContactTag = { id: number; name: string; color: string };

/** A contact as lists show it. */
export type TaggedContact = Contact & { tags: ContactTag[] };

/**
 * A contact's last visible conversation. `waitingSince`: the customer waits since then; `agent`:
 * the name of its user.
 */
export type LastTalk = {
  at: Date;
  text: string;
  fromMe: boolean;
  waitingSince: Date | null;
  withBot: boolean;
  queueId: number | null;
  agent: string | null;
};

/** The orders of a contact that count and that the user sees. */
export type Purchases = { spent: string; lastAt: Date };

/** A contact in the page of all contacts; null where the user sees nothing of the kind. */
export type ListedContact = TaggedContact & {
  lastTalk: LastTalk | null;
  purchases: Purchases | null;
};

/** A contact as it travels alone and in events; lists leave its fields out. */
export type FullContact = TaggedContact & {
  extraInfo: ContactField[];
  /** The values of the company's fields by key, as far as they fit the type. */
  fields: FieldValues;
  /** rules.md#window */
  windows: ContactWindow[];
};

/** A possible duplicate, with figures that show which contact is in use. */
export type DuplicateContact = TaggedContact & { tickets: number; lastMessageAt: Date | null };

/** Contacts who may be one person, and why: the same number, or the same name and e-mail. */
export type DuplicateGroup = { reason: "number" | "nameEmail"; contacts: DuplicateContact[] };

export const contactAddresses = sqliteTable("contactAddresses", {
  ...base,
  contactId: integer().notNull(),
  /** The customer's name for it: Casa, Trabalho. */
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
  /** The main address: a contact with addresses has exactly one. */
  isActive: flag().notNull().default(false),
});
export type ContactAddress = typeof contactAddresses.$inferSelect;

export const identifiers = sqliteTable("identifiers", {
  type: text({ enum: ["phone", "lid", "group", "bsuid"] }).notNull(),
  value: text().notNull(),
  contactId: integer().notNull(),
  /**
   * The last message when a person gave the contact this number: earlier ones are of another phone.
   * rules.md#window
   */
  since: integer().notNull().default(0),
});
export type Identifier = Pick<typeof identifiers.$inferSelect, "type" | "value">;
