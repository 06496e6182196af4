import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Week } from "../../shared/hours.ts";
import { base } from "../../kit/db/table.ts";
import { shareModes } from "../../shared/share.ts";
import { closedText } from "../../shared/attendance.ts";

export const queues = sqliteTable("queues", {
  ...base,
  name: text().notNull(),
  color: text().notNull(),
  greetingMessage: text().notNull().default(""),
  outOfHoursMessage: text().notNull().default(closedText),
  /** The farewell; empty: the connection's. */
  complationMessage: text().notNull().default(""),
  ratingMessage: text().notNull().default(""),
  schedules: text({ mode: "json" }).$type<Week>().notNull().default([]),
  integrationId: integer(),
  promptId: integer(),
  orderQueue: integer().notNull().default(0),
  /** To whom it hands its waiting tickets. rules.md#share-of-load */
  share: text({ enum: shareModes }).notNull().default("off"),
  /** The most open tickets of a person; null without a limit. */
  shareLimit: integer().default(5),
  /** After so many opening minutes without an answer it takes a ticket back; null: never. */
  takeBackMinutes: integer(),
});
export type Queue = typeof queues.$inferSelect;

export const queueOptions = sqliteTable("queueOptions", {
  ...base,
  queueId: integer().notNull(),
  parentId: integer(),
  /** The customer's answer that chooses it. */
  option: text().notNull(),
  title: text().notNull(),
  message: text().notNull().default(""),
  mediaId: integer(),
});

/** A node of a queue's tree as it travels. */
export type QueueOption = Omit<typeof queueOptions.$inferSelect, "mediaId"> & {
  mediaPath: string | null;
  mediaName: string | null;
  media: { type: string; size: number } | null;
};
