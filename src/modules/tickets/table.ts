import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Memory } from "../../attendance/attendance.ts";
import type { Session } from "../../bots/bot.ts";
import { base, flag, instant } from "../../kit/table.ts";
import { ticketStates, type ConnectionState } from "../../shared/states.ts";

export const tickets = sqliteTable("tickets", {
  ...base,
  uuid: text().notNull(),
  status: text({ enum: ticketStates }).notNull(),
  contactId: integer().notNull(),
  whatsappId: integer(),
  queueId: integer(),
  userId: integer(),
  isGroup: flag().notNull().default(false),
  /** What lists show: what people said last, before anyone did what the bot says. rules.md#last-words */
  lastMessage: text().notNull().default(""),
  lastMessageFromMe: flag().notNull().default(false),
  /** When the last message came, whoever said it. */
  lastMessageAt: instant().notNull(),
  unreadMessages: integer().notNull().default(0),
  /** Whether the last message was ours, a bot's too. */
  fromMe: flag().notNull().default(false),
  /** When the customer said the first word that nobody answered; null when nobody waits. rules.md#longest-wait */
  waitingSince: instant(),
  /** A menu, a tree, an integration or an AI still talks with who waits. */
  withBot: flag().notNull().default(false),
  /** The tree, an integration or an AI has the word. */
  chatbot: flag().notNull().default(false),
  queueOptionId: integer(),
  useIntegration: flag().notNull().default(false),
  integrationId: integer(),
  promptId: integer(),
});
export type TicketRow = typeof tickets.$inferSelect;

/** What the bot remembers of a ticket's attendance, and what an integration does of its talk. */
export const attendances = sqliteTable("attendances", {
  ticketId: integer().primaryKey(),
  memory: text({ mode: "json" }).$type<Memory>().notNull(),
  session: text({ mode: "json" }).$type<Session | null>(),
});

export const ticketMoves = sqliteTable("ticketMoves", {
  id: integer().primaryKey(),
  ticketId: integer().notNull(),
  byUserId: integer(),
  fromStatus: text({ enum: ticketStates }).notNull(),
  fromQueueId: integer(),
  fromUserId: integer(),
  fromUnread: integer().notNull().default(0),
  status: text({ enum: ticketStates }).notNull(),
  queueId: integer(),
  userId: integer(),
  at: integer().notNull(),
});
export type Move = typeof ticketMoves.$inferSelect;

export const ticketNotes = sqliteTable("ticketNotes", {
  ...base,
  ticketId: integer().notNull(),
  contactId: integer().notNull(),
  userId: integer(),
  note: text().notNull(),
});

/** What the desk wrote for itself beside a conversation; without a user when its author left. */
export type TicketNote = Omit<typeof ticketNotes.$inferSelect, "updatedAt"> & { user: { id: number; name: string } | null };

export const drafts = sqliteTable("drafts", {
  userId: integer().notNull(),
  ticketId: integer().notNull(),
  text: text().notNull(),
  quotedMsgId: integer(),
  updatedAt: instant().notNull(),
});

/** What someone has begun to write and not sent. */
export type Draft = Omit<typeof drafts.$inferSelect, "userId">;

/** A ticket as it travels, with the names that a list shows. */
export type Ticket = TicketRow & {
  /** Where it stands in the list of its state, the first lowest; the file derives it. rules.md#whose-turn */
  place: number | null;
  contact: { id: number; name: string; number: string; profilePicUrl: string; isGroup: boolean };
  queue: { id: number; name: string; color: string } | null;
  whatsapp: { id: number; name: string; status: ConnectionState } | null;
  user: { id: number; name: string } | null;
  tags: { id: number; name: string; color: string }[];
  /** Of a ticket that was searched for. */
  hit?: Hit | null;
};

/** What a customer hears when their ticket ends, in its order; `thanks` is what they hear once they have rated it, where they are asked to. */
export type Farewell = { says: string[]; thanks: string };

/** The newest message that says what was searched for; `text` is a piece of it, the words that were found between \u0002 and \u0003. */
export type Hit = { messageId: number; text: string };
