import { integer, sqliteTable } from "drizzle-orm/sqlite-core";
import { flag } from "../../kit/db/table.ts";
import type { Unit } from "../../shared/units.ts";

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
  /** The queue that had it last. */
  queueId: integer(),
  /** Since when its goals are counted; 0 while a bot has it. rules.md#service-goals */
  goalFrom: integer(),
  firstAnswerDue: integer(),
  resolutionDue: integer(),
  /** The user and the queue of the first answer. */
  answerUserId: integer(),
  answerQueueId: integer(),
  /** Since when it is snoozed, and for how many open ms it was before. */
  pausedAt: integer(),
  pausedMs: integer().notNull().default(0),
  /** Its due times have to be computed anew. */
  isStale: flag().notNull().default(false),
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
    /** Of these orders; an order that is older than receipts counts in neither. */
    received: string;
    owed: string;
    /** Of the goods whose cost is known; in money, and in percent of what they were sold for. */
    profit: string | null;
    margin: number | null;
    budgets: number;
    ordered: number;
    /** Budgets that wait for a word to their customer. rules.md#forgotten-budgets */
    forgotten: number;
    forgottenTotal: string;
  };
  /** The same sums of the period before; null for a period of more than a year. */
  before: { from: string; to: string; orders: number; total: string; averageTicket: string } | null;
  days: { date: string; orders: number; total: string }[];
  /** By the hour of the day, without hours in which nothing was sold. */
  hours: { hour: number; orders: number; total: string }[];
  sellers: SalesOf[];
  stores: SalesOf[];
  /** Of orders that a courier took. */
  couriers: SalesOf[];
  /** Of the goods alone, without fees; by the category that a product has now. */
  categories: SalesOf[];
  /** The money that came in these days, less what went back, by method. */
  payments: SalesOf[];
  products: { id: number; name: string; unit: Unit; amount: number; total: string }[];
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

/** A queue in which a customer waits for people; null for tickets without one. */
export type WaitingQueue = {
  id: number | null;
  name: string;
  color: string;
  waiting: number;
  unassigned: number;
  assigned: number;
  /** The customer who waits longest. */
  longest: { uuid: string; name: string; since: string };
};

/** The kinds of what needs an owner, the hardest first. */
export const needKinds = ["connection", "copies", "stock", "unpaid", "unhappy"] as const;

/**
 * Something that needs an owner, until it is solved. `names`: of connections, products or people,
 * at most three. `count`: of a connection, the messages that wait to leave. `total`: an amount.
 * `uuid`: the ticket.
 */
export type Need = {
  kind: (typeof needKinds)[number];
  key: string;
  count: number;
  names: string[];
  total: string | null;
  since: string | null;
  uuid: string | null;
  /** The store whose list it counts. */ storeId: number | null;
};

/** The desk at this moment. Times are ISO 8601; `null` where there is none. */
export type DashboardNow = {
  at: string;
  team: { count: number; since: string | null };
  customer: { count: number; overDay: number };
  bot: { count: number; since: string | null };
  /** `next` is when the next one wakes; null where all wait for their customers. */
  snoozed: { count: number; next: string | null };
  /** The longest wait first. */
  queues: WaitingQueue[];
  quietQueues: { id: number; name: string; color: string }[];
  /** Our newest answer among the open tickets. */
  lastAnswer: { at: string; user: string; name: string; uuid: string } | null;
  needs: Need[];
};

/** A figure of the period, and the same of the period that it is compared with. */
export type Compared = { now: number | null; before: number | null };

/** In seconds. `high`: nine of ten take no longer. */
export type ComparedTime = Compared & { high: number | null };

export type HourFigures = {
  hour: number;
  arrived: number;
  arrivedBefore: number;
  sold: string;
  soldBefore: string;
};

/** The work of a user; `id` is null for tickets without one. Seconds. */
export type PersonFigures = {
  id: number | null;
  name: string;
  online: boolean;
  waiting: number;
  resolved: number;
  firstAnswer: number | null;
  sold: string;
};

export type RatingWords = {
  rate: number;
  words: string;
  contact: string;
  user: string;
  uuid: string;
  at: string;
};

/** Goals of a queue or a user; `id` is null for tickets without one. rules.md#service-goals */
export type GoalFigures = {
  id: number | null;
  name: string;
  answer: { met: number; missed: number };
  resolution: { met: number; missed: number };
};

/** The figures of a period against an earlier one. rules.md#day-figures */
export type DayFigures = {
  period: { from: string; to: string };
  /** Up to this moment of its last day. */
  until: string;
  compare: { from: string; to: string };
  /** Whether there was any ticket by then. */
  isComparable: boolean;
  arrived: Compared;
  firstAnswer: ComparedTime & { waiting: number };
  /** The longest wait for a first answer, and the customer who waited. */
  longest: { seconds: number; at: string; queue: string; uuid: string } | null;
  resolution: ComparedTime;
  /** Resolved tickets, and those of them without any person. */
  resolved: Compared;
  byBot: Compared;
  sales: { total: string; before: string; orders: number; byTalk: number } | null;
  hours: HourFigures[];
  /** The first hour of opening, and the hour after the last, on any day. */
  open: { from: number; to: number };
  people: PersonFigures[];
  /** How many gave 1, 2 and 3. */
  ratings: [number, number, number];
  /** The worst first. */
  words: RatingWords[];
  /** How often a bot left a ticket to people, by queue. */
  handOvers: { queueId: number | null; name: string; count: number; reason: string | null }[];
  /** The most misses first; null where no goal was due. */
  goals: { queues: GoalFigures[]; people: GoalFigures[] } | null;
};

/**
 * The last four weeks by weekday (Monday first) and hour: arrivals in an average week, and the
 * average wait for the first answer (seconds).
 */
export type WeekHours = {
  from: string;
  to: string;
  weeks: number;
  arrived: number[][];
  wait: (number | null)[][];
};

/** The lists behind the figures. */
export const countedLists = [
  "team",
  "customer",
  "bot",
  "snoozed",
  "arrived",
  "firstAnswer",
  "resolved",
  "byBot",
  "sales",
  "received",
  "owed",
  "unpaid",
  "forgotten",
  "ratings",
  "handOvers",
  "answerMet",
  "answerMissed",
  "resolutionMet",
  "resolutionMissed",
] as const;
export type CountedList = (typeof countedLists)[number];

/** A ticket or an order that a figure counts. `seconds`: its wait or its time. */
export type CountedRow = {
  key: string;
  uuid: string | null;
  orderId: number | null;
  name: string;
  queue: string | null;
  user: string | null;
  at: string;
  seconds: number | null;
  total: string | null;
  rate: number | null;
  words: string | null;
};

export type CountedPage = { records: CountedRow[]; count: number; hasMore: boolean };
