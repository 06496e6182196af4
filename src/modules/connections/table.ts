import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ChannelSetAside } from "../../channel/channel.ts";
import { base, flag } from "../../kit/db/table.ts";
import type { Capabilities } from "../../shared/capabilities.ts";
import { closedText } from "../../shared/attendance.ts";
import type { ConnectionLimit, Restriction } from "../../shared/restrictions.ts";
import { connectionStates, statusReasons, providers } from "../../shared/states.ts";

export const connections = sqliteTable("connections", {
  ...base,
  name: text().notNull(),
  provider: text({ enum: providers }).notNull(),
  status: text({ enum: connectionStates }).notNull().default("OPENING"),
  qrcode: text().notNull().default(""),
  retries: integer().notNull().default(0),
  number: text().notNull().default(""),
  reason: text({ enum: statusReasons }),
  setAside: integer().notNull().default(0), // received messages that could not be handed over. rules.md#no-message-lost
  restriction: text({ mode: "json" }).$type<Restriction>(),
  limit: text({ mode: "json" }).$type<ConnectionLimit>(),
  isDefault: flag().notNull().default(false),
  greetingMessage: text().notNull().default(""),
  complationMessage: text().notNull().default(""), // the farewell. The misspelling is the API's
  outOfHoursMessage: text().notNull().default(closedText),
  ratingMessage: text().notNull().default(""),
  maxUseBotQueues: integer().notNull().default(3),
  timeUseBotQueues: integer().notNull().default(0), // minutes, as are those below
  expiresTicket: integer().notNull().default(0),
  expiresBotTicket: integer().notNull().default(0),
  expiresInactiveMessage: text().notNull().default(""),
  timeToTransfer: integer().notNull().default(0),
  transferQueueId: integer(),
  defaultQueueId: integer(),
  integrationId: integer(),
  promptId: integer(),
  phoneTest: text().notNull().default(""),
  reopenMinutes: integer().notNull().default(120),
});

export const connectionQueues = sqliteTable("connectionQueues", {
  connectionId: integer().notNull(),
  queueId: integer().notNull(),
});

export type Connection = typeof connections.$inferSelect & {
  queueIds: number[];
  queues: { id: number; name: string; color: string }[];
  /** rules.md#capabilities */
  capabilities: Capabilities;
};

/** A received message that a connection could not hand over, as it travels. */
export type SetAside = ChannelSetAside;
