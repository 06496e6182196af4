import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, flag, instant } from "../../kit/db/table.ts";
import type { Interactive } from "../../shared/interactive.ts";
import { forwardings, messageKinds, type MessageKind } from "../../shared/states.ts";
import type { TemplateUse } from "../../shared/templates.ts";

/**
 * Where someone is, or is to come; coordinates in degrees. `thumbnail`: a small map, as a data URL.
 */
export type Place = {
  latitude: number;
  longitude: number;
  name: string;
  address: string;
  thumbnail: string | null;
};

/** A person on a contact card; the number in digits, empty where the card has none. */
export type Card = { name: string; number: string };

/**
 * The ad that a customer came from; a field that the network did not send is empty. `thumbnail`: a
 * small picture, as a data URL. rules.md#ads
 */
export type Ad = {
  sourceId: string;
  sourceUrl: string;
  title: string;
  text: string;
  clickId: string;
  thumbnail: string | null;
};

/**
 * A message that a customer replies to and that the conversation does not have. `contactId`: its
 * author, if that is a contact. rules.md#foreign-quotes
 */
export type Quote = {
  fromMe: boolean;
  contactId: number | null;
  mediaType: MessageKind;
  body: string;
  thumbnail: string | null;
  isStatus: boolean;
};

export const messages = sqliteTable("messages", {
  ...base,
  ticketId: integer().notNull(),
  contactId: integer().notNull(),
  whatsappId: integer(),
  providerId: text().notNull(),
  clientId: text(),
  origin: text({ enum: ["contact", "device", "agent", "bot"] }).notNull(),
  userId: integer(),
  fromMe: flag().notNull().default(false),
  read: flag().notNull().default(false),
  ack: integer().notNull().default(0),
  reason: text(),
  /** Its readable text: of a place the name and address, of contact cards the names. */
  body: text().notNull().default(""),
  place: text({ mode: "json" }).$type<Place>(),
  cards: text({ mode: "json" }).$type<Card[]>(),
  template: text({ mode: "json" }).$type<TemplateUse>(),
  interactive: text({ mode: "json" }).$type<Interactive>(),
  mediaType: text({ enum: messageKinds }).notNull().default("chat"),
  mediaId: integer(),
  quotedMsgId: integer(),
  quote: text({ mode: "json" }).$type<Quote>(),
  referral: text({ mode: "json" }).$type<Ad>(),
  forwarded: text({ enum: forwardings }),
  isDeleted: flag().notNull().default(false),
  isEdited: flag().notNull().default(false),
  /** The customer's answer to a menu, as a digit. rules.md#last-message */
  choice: flag().notNull().default(false),
  /** When it was sent; `createdAt` is when it arrived here. rules.md#sent-time */
  sentAt: instant().notNull(),
});
export type MessageRow = typeof messages.$inferSelect;

export const outbox = sqliteTable("outbox", {
  messageId: integer().primaryKey(),
  whatsappId: integer().notNull(),
  contactId: integer().notNull(),
  state: text({ enum: ["queued", "sending"] })
    .notNull()
    .default("queued"),
  attempts: integer().notNull().default(0),
  cold: flag().notNull().default(false),
  dueAt: integer().notNull().default(0),
  deferred: flag().notNull().default(false),
  /** How often it was sent without an answer. rules.md#uncertain-sends */
  uncertain: integer().notNull().default(0),
});

export const messageVersions = sqliteTable("messageVersions", {
  id: integer().primaryKey(),
  messageId: integer().notNull(),
  body: text().notNull(),
  place: text({ mode: "json" }).$type<Place>(),
  cards: text({ mode: "json" }).$type<Card[]>(),
  mediaId: integer(),
  createdAt: instant().notNull(),
});

export const reactions = sqliteTable("reactions", {
  messageId: integer().notNull(),
  contactId: integer().notNull(),
  userId: integer(),
  emoji: text().notNull(),
  createdAt: instant().notNull(),
});
/** The `contactId` of the company's own reactions. */
export const ourselves = 0;

/**
 * About a message's file. `reason`: why it could not be downloaded; without one and without a
 * `mediaUrl` it is still to be.
 */
export type MediaInfo = {
  type: string;
  size: number;
  seconds: number | null;
  voice: boolean;
  waveform: number[] | null;
  reason: string | null;
};

/**
 * A message as it travels. `mediaUrl` is a link that works for a while. `body` has a place and
 * contact cards in the contract's form.
 */
export type Message = Omit<MessageRow, "mediaId" | "cards" | "quote" | "choice"> & {
  mediaUrl: string | null;
  mediaName: string | null;
  media: MediaInfo | null;
  /** When its file is tried again, after it could not be downloaded or sent. */
  retryAt: Date | null;
  /** The people on its contact cards. */
  contacts: Card[];
  reactions: { emoji: string; fromMe: boolean; contactId: number; name: string | null }[];
  contact: { id: number; name: string; profilePicUrl: string };
  /** The user who wrote it, if one did. */
  user: { id: number; name: string } | null;
  quotedMsg: { id: number; body: string; fromMe: boolean; mediaType: string } | null;
  /** `name`: its author's, if that is a contact. */
  quote: (Quote & { name: string | null }) | null;
};
