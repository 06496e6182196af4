import { inArray, sql } from "drizzle-orm";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { ticketCounts } from "../tickets/table.ts";
import { allUsers } from "../users/users.ts";
import { hourSums, userSums, type Figures } from "./figures.ts";
import type { Period } from "./period.ts";
import { contactsBefore, figuresIn } from "./round-days.ts";
import { average, median, newIds } from "./statistics.ts";
import { steps } from "./steps.ts";
import type { Attendant, Counters, Dashboard } from "./table.ts";

const minute = 60_000;
const day = 86_400_000;

/** The counters of a period. rules.md#dashboard */
export function read(db: CompanyDb, period: Period): Dashboard {
  const figures = figuresIn(db, period);
  return {
    period: { from: period.from, to: period.to },
    counters: countersOf(db, figures, period),
    attendants: attendantsOf(db, figures),
    hours: hoursOf(figures),
    steps: steps(db),
  };
}

/** The tickets that each user served, the most first. rules.md#dashboard */
export function byUser(db: CompanyDb, period: Period) {
  const attendants = attendantsOf(db, figuresIn(db, period)).filter(({ tickets }) => tickets > 0);
  return {
    data: attendants
      .toSorted((a, b) => b.tickets - a.tickets)
      .map(({ name, tickets }) => ({ nome: name, quantidade: tickets })),
  };
}

/** The tickets that arrived, by hour for a single day, else by day. rules.md#dashboard */
export function byTime(db: CompanyDb, period: Period) {
  const figures = figuresIn(db, period);
  const data =
    period.from === period.to
      ? hoursOf(figures).map(({ hour, tickets }) => ({ horario: hour, total: tickets }))
      : daysOf(period, figures).map(({ date, tickets }) => ({ data: date, total: tickets }));
  return { data, count: figures.contacts.length };
}

const currentQuery = query((db) =>
  db
    .select({ status: ticketCounts.status, count: sql<number>`sum(${ticketCounts.count})` })
    .from(ticketCounts)
    .where(inArray(ticketCounts.status, ["pending", "open"]))
    .groupBy(ticketCounts.status),
);

function countersOf(
  db: CompanyDb,
  { finished, contacts, waits, supports }: Figures,
  { since, timezone }: Period,
): Counters {
  const now = new Map(
    currentQuery(db)
      .all()
      .map(({ status, count }) => [status, count]),
  );
  return {
    supportPending: now.get("pending") ?? 0,
    supportHappening: now.get("open") ?? 0,
    supportFinished: finished,
    leads: newIds(contacts, contactsBefore(db, since, timezone)),
    avgSupportTime: minutes(average(supports)),
    avgWaitTime: minutes(average(waits)),
    medianSupportTime: minutes(median(supports)),
    medianWaitTime: minutes(median(waits)),
  };
}

function attendantsOf(db: CompanyDb, { users }: Figures): Attendant[] {
  const sums = new Map<number, Float64Array>();
  for (let row = 0; row < users.length; row += userSums) {
    const sum = sums.get(users[row]!) ?? new Float64Array(userSums);
    sums.set(users[row]!, sum);
    for (let index = 1; index < userSums; index++) sum[index]! += users[row + index]!;
  }
  return allUsers(db).map(({ id, name, online, lastSeenAt }) => {
    const [, tickets = 0, supports = 0, supportTime = 0, ratings = 0, rated = 0] =
      sums.get(id) ?? [];
    return {
      id,
      name,
      tickets,
      avgSupportTime: minutes(supports === 0 ? null : supportTime / supports),
      rating: ratings === 0 ? null : Math.round((rated / ratings) * 100) / 100,
      ratings,
      online,
      lastSeenAt: lastSeenAt?.toISOString() ?? null,
    };
  });
}

function hoursOf({ hours }: Figures) {
  const sums = Array.from({ length: 24 }, (_, hour) => ({ hour, tickets: 0 }));
  for (let row = 0; row < hours.length; row += hourSums)
    for (const sum of sums) sum.tickets += hours[row + 1 + sum.hour]!;
  return sums;
}

function daysOf(period: Period, { hours }: Figures) {
  const [first, last] = [Date.parse(period.from) / day, Date.parse(period.to) / day];
  const days = Array.from({ length: last - first + 1 }, (_, index) => ({
    date: new Date((first + index) * day).toISOString().slice(0, 10),
    tickets: 0,
  }));
  for (let row = 0; row < hours.length; row += hourSums)
    for (let hour = 0; hour < 24; hour++)
      days[hours[row]! - first]!.tickets += hours[row + 1 + hour]!;
  return days;
}

const minutes = (ms: number | null) => (ms === null ? null : Math.round((ms / minute) * 10) / 10);
