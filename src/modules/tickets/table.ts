import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, flag, instant } from "../../kit/table.ts";
import { ticketStates, type ConnectionState } from "../../shared.ts";

export const tickets = sqliteTable("tickets", {
  ...base,
  uuid: text().notNull(),
  status: text({ enum: ticketStates }).notNull(),
  contactId: integer().notNull(),
  whatsappId: integer(),
  queueId: integer(),
  userId: integer(),
  isGroup: flag().notNull().default(false),
  lastMessage: text().notNull().default(""),
  lastMessageAt: instant().notNull(),
  unreadMessages: integer().notNull().default(0),
});
export type TicketRow = typeof tickets.$inferSelect;

/** A ticket as it travels, with the names that a list shows. */
export type Ticket = TicketRow & {
  contact: { id: number; name: string; number: string; profilePicUrl: string; isGroup: boolean };
  queue: { id: number; name: string; color: string } | null;
  whatsapp: { id: number; name: string; status: ConnectionState } | null;
  user: { id: number; name: string } | null;
  tags: { id: number; name: string; color: string }[];
};
