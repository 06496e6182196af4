import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, instant } from "../../kit/db/table.ts";
import { languages } from "../../shared/languages.ts";
import { pushFailures } from "../../shared/push.ts";

export const pushSubscriptions = sqliteTable("pushSubscriptions", {
  id: integer().primaryKey(),
  companyId: integer().notNull(),
  sessionId: text().notNull(),
  endpoint: text().notNull(),
  p256dh: text().notNull(),
  auth: text().notNull(),
  label: text().notNull(),
  language: text({ enum: languages }).notNull(),
  failures: integer().notNull().default(0),
  failure: text({ enum: pushFailures }),
  retryAt: integer().notNull().default(0),
  sentAt: instant(),
  createdAt: instant().notNull(),
});
export type Subscription = typeof pushSubscriptions.$inferSelect;

export const pushShown = sqliteTable("pushShown", {
  subscriptionId: integer().notNull(),
  tag: text().notNull(),
  stamp: text().notNull(),
  isSent: flag().notNull(),
});
export type Shown = typeof pushShown.$inferSelect;

/** A device as its user sees it. `isThis`: the one that asks. */
export type Device = Pick<Subscription, "id" | "label" | "failure" | "sentAt" | "createdAt"> & {
  isThis: boolean;
};
