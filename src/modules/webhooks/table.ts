import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, flag, instant } from "../../kit/db/table.ts";
import type { WebhookEvent, WebhookOffReason } from "../../shared/webhooks.ts";

export const webhooks = sqliteTable("webhooks", {
  ...base,
  name: text().notNull(),
  url: text().notNull(),
  events: text({ mode: "json" }).$type<WebhookEvent[]>().notNull(),
  secret: text().notNull(),
  /** Empty for all, as are those below. */
  queueIds: text({ mode: "json" }).$type<number[]>().notNull().default([]),
  whatsappIds: text({ mode: "json" }).$type<number[]>().notNull().default([]),
  tagIds: text({ mode: "json" }).$type<number[]>().notNull().default([]),
  active: flag().notNull().default(true),
  failures: integer().notNull().default(0),
  offReason: text().$type<WebhookOffReason>(),
  offAt: instant(),
});
export type WebhookRow = typeof webhooks.$inferSelect;

/** A webhook as it travels. Its secret is shown once, when it is made. */
export type Webhook = Omit<WebhookRow, "secret">;

export const webhookDeliveries = sqliteTable("webhookDeliveries", {
  ...base,
  webhookId: integer().notNull(),
  event: text().$type<WebhookEvent | "webhook.test">().notNull(),
  onceKey: text().notNull(),
  orderKey: text().notNull(),
  contactId: integer(),
  body: text().notNull(),
  state: text({ enum: ["waiting", "delivered", "failed"] })
    .notNull()
    .default("waiting"),
  attempts: integer().notNull().default(0),
  dueAt: integer().notNull(),
  status: integer(),
  error: text(),
});
export type DeliveryRow = typeof webhookDeliveries.$inferSelect;

/** A delivery as it is shown. `dueAt`: when it is tried next, in epoch ms. */
export type Delivery = Pick<
  DeliveryRow,
  | "id"
  | "event"
  | "state"
  | "attempts"
  | "dueAt"
  | "status"
  | "error"
  | "body"
  | "createdAt"
  | "updatedAt"
>;

export const webhookTickets = sqliteTable("webhookTickets", {
  ticketId: integer().primaryKey(),
  status: text().notNull(),
  queueId: integer(),
  userId: integer(),
});

export const webhookCursor = sqliteTable("webhookCursor", {
  id: integer().primaryKey(),
  seq: integer().notNull(),
});
