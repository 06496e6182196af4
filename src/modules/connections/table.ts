import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { SetAside as ChannelSetAside } from "../../channel/channel.ts";
import { base, flag, instant } from "../../kit/table.ts";
import { closedText } from "../../shared/attendance.ts";
import { connectionStates, lineReasons, providers } from "../../shared/states.ts";

export const connections = sqliteTable("connections", {
  ...base,
  name: text().notNull(),
  provider: text({ enum: providers }).notNull(),
  status: text({ enum: connectionStates }).notNull().default("OPENING"),
  qrcode: text().notNull().default(""),
  retries: integer().notNull().default(0),
  number: text().notNull().default(""),
  reason: text({ enum: lineReasons }),
  setAside: integer().notNull().default(0), // messages that were heard and could not be handed over. rules.md#nothing-given-up
  isDefault: flag().notNull().default(false),
  greetingMessage: text().notNull().default(""),
  complationMessage: text().notNull().default(""), // the farewell. doc 1 §3 spells it so
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
  /** What opens its API; told to admins alone. */
  token?: ApiToken | null;
};

/** Whose a message is that a connection could not hand over, as a screen gets it. */
export type SetAside = ChannelSetAside;

/** In the control file: who comes with one says no company. */
export const apiTokens = sqliteTable("apiTokens", {
  id: integer().primaryKey(),
  companyId: integer().notNull(),
  connectionId: integer().notNull(),
  hash: text().notNull(),
  prefix: text().notNull(),
  createdAt: instant().notNull(),
  lastUsedAt: instant(),
});

/** What may be known of a connection's token: never itself. */
export type ApiToken = Pick<typeof apiTokens.$inferSelect, "prefix" | "createdAt" | "lastUsedAt">;
