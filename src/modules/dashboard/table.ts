import { integer, sqliteTable } from "drizzle-orm/sqlite-core";
import { flag } from "../../kit/db/table.ts";

/**
 * Rounds of tickets, from arrival to close; times in epoch ms. Written only by database triggers,
 * from `ticketEvents`.
 */
export const ticketRounds = sqliteTable("ticketRounds", {
  id: integer().primaryKey(),
  ticketId: integer().notNull(),
  contactId: integer().notNull(),
  /** The last user of the round. */
  userId: integer(),
  queuedAt: integer().notNull(),
  /** The time when a user first took it. */
  startedAt: integer(),
  finishedAt: integer(),
  /** The company began it: nobody waited. */
  byUs: flag().notNull(),
  /** When a person's first answer reached the customer. */
  answeredAt: integer(),
  /** It ended without any person. */
  byBot: flag().notNull(),
});
export type Round = typeof ticketRounds.$inferSelect;

/** Times in minutes, to a tenth; null where there is nothing to measure. */
export type Counters = {
  supportPending: number;
  supportHappening: number;
  supportFinished: number;
  leads: number;
  avgSupportTime: number | null;
  avgWaitTime: number | null;
  medianSupportTime: number | null;
  medianWaitTime: number | null;
};

export type Attendant = {
  id: number;
  name: string;
  avgSupportTime: number | null;
  tickets: number;
  /** 1 to 3 */ rating: number | null;
  ratings: number;
  online: boolean;
  lastSeenAt: string | null;
};

/** The first steps of a new company: whether each is done. */
export type Steps = {
  connection: boolean;
  queue: boolean;
  user: boolean;
  quickMessage: boolean;
  hours: boolean;
};

/** For the days `from` to `to` (YYYY-MM-DD), both included, in the company's time zone. */
export type Dashboard = {
  period: { from: string; to: string };
  counters: Counters;
  attendants: Attendant[];
  hours: { hour: number; tickets: number }[];
  steps: Steps;
};

/**
 * The sales of a seller or a store. The name is empty where there is no seller, or where its row is
 * gone.
 */
export type SalesOf = { id: number | null; name: string; orders: number; total: string };

/**
 * For the days `from` to `to`, both included, in the company's time zone. `ordered` is how many of
 * the budgets became orders.
 */
export type Sales = {
  period: { from: string; to: string };
  totals: {
    orders: number;
    total: string;
    averageTicket: string;
    budgets: number;
    ordered: number;
  };
  days: { date: string; orders: number; total: string }[];
  sellers: SalesOf[];
  stores: SalesOf[];
  /** The money that came in these days, less what went back, by method. */
  payments: SalesOf[];
  products: { id: number; name: string; amount: number; total: string }[];
};

/** Clicks on ads, the customers who came by them, and their orders. */
export type AdFigures = { clicks: number; customers: number; orders: number; total: string };

/** The ads and their customers. `uuid` is the ticket's, `at` (ISO 8601) the last click's. */
export type Ads = {
  period: { from: string; to: string };
  totals: AdFigures;
  ads: (AdFigures & {
    key: string;
    sourceId: string;
    sourceUrl: string;
    title: string;
    text: string;
    people: {
      contactId: number;
      name: string;
      uuid: string;
      at: string;
      orders: number;
      total: string;
    }[];
  })[];
};
