import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, instant } from "../../kit/db/table.ts";
import type { Costs } from "../../shared/channel-costs.ts";

export const messagePrices = sqliteTable("messagePrices", {
  id: integer().primaryKey(),
  whatsappId: integer(),
  messageId: integer(),
  shippingId: integer(),
  campaignId: integer(),
  category: text().notNull(),
  type: text().notNull(),
  isBillable: flag().notNull(),
  country: text().notNull(),
  deliveredAt: instant(),
  /** Of the delivery, in the company's timezone; null until then. */
  day: text(),
});

/** `GET /channel-costs`: a month (YYYY-MM) of all connections. */
export type MonthCosts = Costs & {
  month: string;
  connections: (Costs & { whatsappId: number | null })[];
};

/** `GET /tickets/:id/costs`: a conversation, with its latest messages that have a price. */
export type TicketCosts = Costs & {
  records: ({ messageId: number; category: string; type: string; day: string } & Costs)[];
};
