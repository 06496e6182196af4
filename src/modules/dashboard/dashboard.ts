import { and, count, gte, inArray, lt, sql } from "drizzle-orm";
import { prepared, type Store } from "../../kit/store.ts";
import { userRatings } from "../ratings/table.ts";
import { tickets } from "../tickets/table.ts";
import { all as allUsers } from "../users/users.ts";
import { wallClock, type Period } from "./period.ts";
import { steps } from "./steps.ts";
import { ticketRounds, type Attendant, type Counters, type Dashboard, type Round } from "./table.ts";

const minute = 60_000;
const hour = 3_600_000;
const day = 86_400_000;

/** How the desk did in a period. rules.md#dashboard */
export function read(store: Store, period: Period): Dashboard {
  const rounds = roundsIn(store, period);
  return {
    period: { from: period.from, to: period.to },
    counters: countersOf(store, period, rounds),
    attendants: attendantsOf(store, period, rounds),
    hours: hoursOf(period, rounds),
    steps: steps(store),
  };
}

/** How many tickets each user served, the most first. rules.md#dashboard */
export function byUser(store: Store, period: Period) {
  const attendants = attendantsOf(store, period, roundsIn(store, period)).filter(({ tickets }) => tickets > 0);
  return { data: attendants.toSorted((a, b) => b.tickets - a.tickets).map(({ name, tickets }) => ({ nome: name, quantidade: tickets })) };
}

/** How many tickets came, by hour for a single day, else by day. rules.md#dashboard */
export function byTime(store: Store, period: Period) {
  const rounds = roundsIn(store, period);
  const data = period.from === period.to ? hoursOf(period, rounds).map(({ hour, tickets }) => ({ horario: hour, total: tickets })) : daysOf(period, rounds).map(({ date, tickets }) => ({ data: date, total: tickets }));
  return { data, count: rounds.length };
}

type RoundRow = Omit<Round, "id" | "ticketId" | "byUs"> & { byUs: 0 | 1 };

// Without drizzle: with so many rows, building its objects takes longer than reading them.
const roundsIn = (store: Store, { since, until }: Period): RoundRow[] =>
  store.sqlite.query<RoundRow, [number, number]>("SELECT queuedAt, startedAt, finishedAt, byUs, userId, contactId FROM ticketRounds WHERE queuedAt >= ? AND queuedAt < ?").all(since, until);

const since = sql.placeholder("since");
const until = sql.placeholder("until");

const currentQuery = prepared((db) => db.select({ status: tickets.status, count: count() }).from(tickets).where(inArray(tickets.status, ["pending", "open"])).groupBy(tickets.status).prepare());

const finishedQuery = prepared((db) => db.select({ count: count() }).from(ticketRounds).where(and(gte(ticketRounds.finishedAt, since), lt(ticketRounds.finishedAt, until))).prepare());

function countersOf(store: Store, { since, until }: Period, rounds: RoundRow[]): Counters {
  const now = new Map(currentQuery(store).all().map(({ status, count }) => [status, count]));
  const supports = measuredTimes(rounds, supportTime);
  const waits = measuredTimes(rounds, waitTime);
  return {
    supportPending: now.get("pending") ?? 0,
    supportHappening: now.get("open") ?? 0,
    supportFinished: finishedQuery(store).get({ since, until })!.count,
    leads: contactsWithOneRound(rounds),
    avgSupportTime: minutes(average(supports)),
    avgWaitTime: minutes(average(waits)),
    medianSupportTime: minutes(median(supports)),
    medianWaitTime: minutes(median(waits)),
  };
}

/** How many contacts have exactly one round in the period. */
function contactsWithOneRound(rounds: RoundRow[]): number {
  const times = new Map<number, number>();
  for (const { contactId } of rounds) times.set(contactId, (times.get(contactId) ?? 0) + 1);
  return [...times.values()].filter((count) => count === 1).length;
}

const ratingsQuery = prepared((db) =>
  db.select({ userId: userRatings.userId, count: count(), average: sql<number>`avg(${userRatings.rate})` }).from(userRatings).where(sql`${userRatings.createdAt} >= ${since} AND ${userRatings.createdAt} < ${until}`).groupBy(userRatings.userId).prepare(),
);

function attendantsOf(store: Store, { since, until }: Period, rounds: RoundRow[]): Attendant[] {
  const byUserId = Map.groupBy(rounds, ({ userId }) => userId);
  const rated = new Map(ratingsQuery(store).all({ since, until }).map((row) => [row.userId, row]));
  return allUsers(store).map(({ id, name, online }) => {
    const own = byUserId.get(id) ?? [];
    const rating = rated.get(id);
    return {
      id, name, tickets: own.length, avgSupportTime: minutes(average(measuredTimes(own, supportTime))),
      rating: rating ? Math.round(rating.average * 100) / 100 : null, ratings: rating?.count ?? 0, online,
    };
  });
}

function hoursOf(period: Period, rounds: RoundRow[]) {
  const toWallClock = wallClock(period);
  const hours = Array.from({ length: 24 }, (_, hour) => ({ hour, tickets: 0 }));
  for (const { queuedAt } of rounds) hours[Math.floor((toWallClock(queuedAt) % day) / hour)]!.tickets += 1;
  return hours;
}

function daysOf(period: Period, rounds: RoundRow[]) {
  const toWallClock = wallClock(period);
  const [first, last] = [Date.parse(period.from), Date.parse(period.to)];
  const days = Array.from({ length: (last - first) / day + 1 }, (_, index) => ({ date: new Date(first + index * day).toISOString().slice(0, 10), tickets: 0 }));
  for (const { queuedAt } of rounds) days[Math.floor((toWallClock(queuedAt) - first) / day)]!.tickets += 1;
  return days;
}

function measuredTimes(rounds: RoundRow[], measure: (round: RoundRow) => number | null): number[] {
  const times: number[] = [];
  for (const round of rounds) {
    const time = measure(round);
    if (time !== null) times.push(time);
  }
  return times;
}

/** How long it was attended; null unless it was, and has ended. */
const supportTime = ({ startedAt, finishedAt }: RoundRow) => (startedAt !== null && finishedAt !== null && finishedAt > startedAt ? finishedAt - startedAt : null);

/** How long the customer waited; null while they do, or where the company began it. */
const waitTime = ({ byUs, queuedAt, startedAt }: RoundRow) => (startedAt === null || byUs ? null : startedAt - queuedAt);

const minutes = (ms: number | null) => (ms === null ? null : Math.round((ms / minute) * 10) / 10);

const average = (times: number[]) => (times.length === 0 ? null : times.reduce((sum, each) => sum + each, 0) / times.length);

function median(times: number[]) {
  const sorted = Float64Array.from(times).sort();
  const half = sorted.length >> 1;
  if (sorted.length === 0) return null;
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}
