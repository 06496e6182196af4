import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, flag, instant } from "../../kit/table.ts";

export const media = sqliteTable("media", {
  id: integer().primaryKey(),
  sha256: text().notNull(),
  type: text().notNull(),
  size: integer().notNull(),
  name: text().notNull(),
  createdAt: instant().notNull(),
});

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
  body: text().notNull().default(""),
  mediaType: text().notNull().default("chat"),
  mediaId: integer(),
  quotedMsgId: integer(),
  isDeleted: flag().notNull().default(false),
  isEdited: flag().notNull().default(false),
});
export type MessageRow = typeof messages.$inferSelect;

export const outbox = sqliteTable("outbox", {
  messageId: integer().primaryKey(),
  whatsappId: integer().notNull(),
  contactId: integer().notNull(),
  state: text({ enum: ["queued", "sending"] }).notNull().default("queued"),
  attempts: integer().notNull().default(0),
});

/** A message as it travels. `mediaUrl` is a link that opens for a while. */
export type Message = Omit<MessageRow, "mediaId"> & {
  mediaUrl: string | null;
  mediaName: string | null;
  contact: { id: number; name: string; profilePicUrl: string };
  quotedMsg: { id: number; body: string; fromMe: boolean; mediaType: string } | null;
};
