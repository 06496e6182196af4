import { customType, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Memory } from "../../attendance/state.ts";
import type { BotSession } from "../../bots/bot.ts";
import { base, flag, instant } from "../../kit/db/table.ts";
import type { Ad } from "../messages/table.ts";
import type { Sla } from "../../shared/sla.ts";
import { ticketStates, type ConnectionState, type TicketState } from "../../shared/states.ts";
import {
  ticketEventKinds,
  type TicketEventDetail,
  type TicketEventKind,
} from "../../shared/ticket-events.ts";

/** In the file, the time of a snooze that only the customer ends. */
const untilReply = 9_999_999_999_999;
const snoozeEnd = customType<{ data: Date | "reply"; driverData: number }>({
  dataType: () => "integer",
  toDriver: (end) => (end === "reply" ? untilReply : end.getTime()),
  fromDriver: (end) => (end === untilReply ? "reply" : new Date(end)),
});

export const tickets = sqliteTable("tickets", {
  ...base,
  uuid: text().notNull(),
  status: text({ enum: ticketStates }).notNull(),
  contactId: integer().notNull(),
  whatsappId: integer(),
  queueId: integer(),
  userId: integer(),
  isGroup: flag().notNull().default(false),
  /**
   * The message that lists show: the last of a person's, or the bot's while there is none.
   * rules.md#last-message
   */
  lastMessage: text().notNull().default(""),
  lastMessageFromMe: flag().notNull().default(false),
  /** When the last message came, from either side. */
  lastMessageAt: instant().notNull(),
  unreadMessages: integer().notNull().default(0),
  /** Whether the last message was ours, a bot's included. */
  fromMe: flag().notNull().default(false),
  /**
   * When the customer sent the first message without an answer; null when no customer waits.
   * rules.md#longest-wait
   */
  waitingSince: instant(),
  /** The wait of which users were notified as late, by its start. rules.md#notifications */
  lateWaitSince: instant(),
  /**
   * A message of ours in this attendance was refused, and is neither sent again nor deleted.
   * rules.md#unsent
   */
  sendFailed: flag().notNull().default(false),
  /**
   * When our last message reached the network, where that was a minute or more after it was
   * written. rules.md#inactivity
   */
  reachedAt: instant(),
  /** When a snoozed ticket wakes; "reply" for when its customer writes. rules.md#snooze */
  snoozedUntil: snoozeEnd(),
  /** When it last woke by the clock. rules.md#inactivity */
  wokenAt: instant(),
  /** Someone wants it to look unread, for all who see it. rules.md#reading */
  markedUnread: flag().notNull().default(false),
  /** A menu, an option tree, an integration or an AI is still talking with the waiting customer. */
  withBot: flag().notNull().default(false),
  /** An option tree, an integration or an AI answers the next message. */
  chatbot: flag().notNull().default(false),
  queueOptionId: integer(),
  useIntegration: flag().notNull().default(false),
  integrationId: integer(),
  promptId: integer(),
  /** The ad that its customer came from last. rules.md#ads */
  referral: text({ mode: "json" }).$type<Omit<Ad, "thumbnail">>(),
  /** Its service goals, computed when something changes them. rules.md#service-goals */
  sla: text({ mode: "json" }).$type<Sla>(),
});
export type TicketRow = typeof tickets.$inferSelect;

/**
 * How many tickets there are, counted by the database's triggers. `part`: their place in the list
 * of their state, as the migration defines it. 0 for no user, no queue.
 */
export const ticketCounts = sqliteTable("ticketCounts", {
  status: text({ enum: ticketStates }).notNull(),
  part: integer().notNull(),
  userId: integer().notNull(),
  queueId: integer().notNull(),
  whatsappId: integer().notNull(),
  count: integer().notNull(),
});

/** The engine's memory of a ticket, and the session of its integration. */
export const attendances = sqliteTable("attendances", {
  ticketId: integer().primaryKey(),
  memory: text({ mode: "json" }).$type<Memory>().notNull(),
  session: text({ mode: "json" }).$type<BotSession | null>(),
});

/** The events of tickets. A row with `fromStatus` moved it; a row without moved nothing. */
export const ticketEvents = sqliteTable("ticketEvents", {
  id: integer().primaryKey(),
  ticketId: integer().notNull(),
  kind: text({ enum: ticketEventKinds }).notNull(),
  byUserId: integer(),
  at: instant().notNull(),
  fromStatus: text({ enum: ticketStates }),
  fromQueueId: integer(),
  fromUserId: integer(),
  fromUnread: integer().notNull().default(0),
  status: text({ enum: ticketStates }).notNull(),
  queueId: integer(),
  userId: integer(),
  note: text(),
  detail: text({ mode: "json" }).$type<TicketEventDetail>(),
});

type EventPlace = {
  status: TicketState;
  queue: { id: number; name: string } | null;
  user: { id: number; name: string } | null;
};

/** An event as it travels; `from` is null where nothing moved. */
export type TicketEvent = {
  id: number;
  ticketId: number;
  kind: TicketEventKind;
  at: Date;
  by: { id: number; name: string } | null;
  from: EventPlace | null;
  to: EventPlace;
  note: string | null;
  detail: TicketEventDetail | null;
};

export const ticketNotes = sqliteTable("ticketNotes", {
  ...base,
  ticketId: integer().notNull(),
  contactId: integer().notNull(),
  userId: integer(),
  note: text().notNull(),
  clientId: text(),
});

/**
 * An internal note as it travels; without a user when its author was deleted or it is the system's.
 */
export type TicketNote = Omit<typeof ticketNotes.$inferSelect, "updatedAt" | "clientId"> & {
  user: { id: number; name: string } | null;
};

export const drafts = sqliteTable("drafts", {
  userId: integer().notNull(),
  ticketId: integer().notNull(),
  text: text().notNull(),
  quotedMsgId: integer(),
  updatedAt: instant().notNull(),
});

/** A message that a user has begun to write and not sent. */
export type Draft = Omit<typeof drafts.$inferSelect, "userId">;

/** A ticket as it travels, with the names that lists show. */
export type Ticket = TicketRow & {
  /**
   * Its sort key in the list of its status, the first lowest; computed by the database.
   * rules.md#list-order
   */
  place: number | null;
  /** The ticket's lane on the board; null in the first. rules.md#kanban */
  kanbanTagId: number | null;
  contact: {
    id: number;
    name: string;
    number: string;
    /** Without @; empty where there is none. */
    username: string;
    profilePicUrl: string;
    isGroup: boolean;
  };
  queue: { id: number; name: string; color: string } | null;
  whatsapp: { id: number; name: string; status: ConnectionState } | null;
  user: { id: number; name: string } | null;
  tags: { id: number; name: string; color: string }[];
  /**
   * Until when its connection takes free text; null where that has no such window.
   * rules.md#window
   */
  windowUntil: Date | null;
  code?: string;
  companyId?: number;
  /** In search results. */
  hit?: Hit | null;
};

/**
 * The texts that a customer gets when their ticket is closed, in order. `thanks` follows after a
 * rating, where one is asked for.
 */
export type Farewell = { says: string[]; thanks: string };

/**
 * The newest note or message that matches the search; `text` is a part of it with the matches
 * between \u0002 and \u0003. `messageId` of a note is the message before it.
 */
export type Hit = { messageId: number | null; noteId?: number; text: string; at: Date };
