import { z } from "zod";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import type { Plan } from "../../shared/plan.ts";
import { amountOf } from "../../shared/money.ts";
import { compare } from "./compare.ts";
import { isHandOver } from "./day-talk.ts";
import { forgottenBudgets, forgottenNamesQuery } from "./forgotten.ts";
import { goalsIn, type Goal } from "./goals.ts";
import { isUnpaid, unpaidSince } from "./needs.ts";
import { isSnoozed, isWaiting, isWithBot, isWithCustomer } from "./now.ts";
import { periodOf, periodQuery, type Period } from "./period.ts";
import { arrivedIn, finishedIn, firstAnswerWait } from "./rounds.ts";
import { seconds } from "./percentiles.ts";
import { receivedOrders, soldOrders } from "./sold-orders.ts";
import { countedLists, type CountedPage, type CountedRow } from "./table.ts";
import { placesIn } from "./week.ts";

const pageSize = 50;

const idOrNone = z.coerce.number().int().min(0).optional();

/** The figure whose list it is, its period, and a part of it. 0 is nobody, or no queue. */
export const countedQuery = periodQuery.extend({
  of: z.enum(countedLists),
  userId: idOrNone,
  /** Only what somebody holds. */
  assigned: z.literal("true").optional(),
  queueId: idOrNone,
  hour: z.coerce.number().int().min(0).max(23).optional(),
  weekday: z.coerce.number().int().min(0).max(6).optional(),
  storeId: idOrNone,
  courierId: idOrNone,
  categoryId: idOrNone,
  productId: idOrNone,
  paymentId: idOrNone,
  rate: z.coerce.number().int().min(1).max(3).optional(),
  pageNumber: z.coerce.number().int().min(1).max(100_000).default(1),
});
type Query = z.infer<typeof countedQuery>;

/** A row before its names are read. */
type Item = Partial<Omit<CountedRow, "at" | "key">> & { id: number; at: number };

/** One page of the tickets or orders that a figure counts. rules.md#day-figures */
export function counted(db: CompanyDb, plan: Pick<Plan, "useSales">, query: Query): CountedPage {
  const ofOrders = ["sales", "received", "owed", "unpaid"].includes(query.of);
  const isOfBudgets = query.of === "forgotten";
  const items = (ofOrders || isOfBudgets) && !plan.useSales ? [] : itemsOf(db, query);
  const offset = (query.pageNumber - 1) * pageSize;
  const onPage = items.slice(offset, offset + pageSize);
  const names = isOfBudgets
    ? namesOf(db, forgottenNamesQuery, onPage)
    : ofOrders
      ? orderNames(db, onPage)
      : ticketNames(db, onPage);
  return {
    records: onPage.map(({ id, ...item }, index) => ({
      orderId: ofOrders ? id : null,
      seconds: null,
      total: null,
      rate: null,
      words: null,
      ...names.get(id)!,
      ...item,
      key: `${id}-${offset + index}`,
      at: new Date(item.at).toISOString(),
    })),
    count: items.length,
    hasMore: items.length > offset + onPage.length,
  };
}

function itemsOf(db: CompanyDb, query: Query): Item[] {
  switch (query.of) {
    case "team":
    case "customer":
    case "bot":
    case "snoozed":
      return active(db, query.of, query);
    case "unpaid":
      return unpaidOrders(db);
    case "forgotten":
      return forgottenBudgets(db).map(({ total, ...item }) => ({
        ...item,
        total: amountOf(total),
      }));
    default:
      return inPeriod(db, query, periodOf(db, query));
  }
}

const places = {
  team: isWaiting,
  customer: isWithCustomer,
  bot: isWithBot,
  snoozed: isSnoozed,
} as const;

const isPart = (wanted: number | undefined, id: number | null) =>
  wanted === undefined || wanted === (id ?? 0);

type ActiveRow = {
  id: number;
  queueId: number | null;
  userId: number | null;
  waitingSince: number | null;
  lastMessageAt: number;
};

/** Active tickets in the order of the list, as the live figures count them. */
function active(db: CompanyDb, of: keyof typeof places, query: Query): Item[] {
  return db.sqlite
    .query<ActiveRow, []>(
      `SELECT t.id, t.queueId, t.userId, t.waitingSince, t.lastMessageAt FROM tickets t
        WHERE ${places[of]} ORDER BY t.place, t.id`,
    )
    .all()
    .filter(
      ({ queueId, userId }) =>
        isPart(query.queueId, queueId) &&
        isPart(query.userId, userId) &&
        (query.assigned === undefined || userId !== null),
    )
    .map(({ id, waitingSince, lastMessageAt }) => ({
      id,
      at: waitingSince ?? lastMessageAt,
      seconds: waitingSince === null ? null : seconds(db.now() - waitingSince),
    }));
}

const unpaidOrders = (db: CompanyDb): Item[] =>
  db.sqlite
    .query<{ id: number; at: number; total: number }, [number]>(
      `SELECT o.id, o.emission AS at, o.total FROM orders o WHERE ${isUnpaid} ORDER BY o.emission`,
    )
    .all(unpaidSince(db))
    .map(({ total, ...order }) => ({ ...order, total: amountOf(total) }));

function inPeriod(db: CompanyDb, query: Query, period: Period): Item[] {
  const { now } = compare(db, period);
  const placeOf = placesIn(period);
  const isHere = (at: number, userId: number | null) => {
    const { hour, weekday } = placeOf({ queuedAt: at });
    return (
      (query.hour ?? hour) === hour &&
      (query.weekday ?? weekday) === weekday &&
      isPart(query.userId, userId)
    );
  };
  switch (query.of) {
    case "arrived":
    case "firstAnswer": {
      const items = arrivedIn(db, now)
        .filter(({ queuedAt, userId }) => isHere(queuedAt, userId))
        .map((round) => ({
          id: round.ticketId,
          at: round.queuedAt,
          seconds: seconds(firstAnswerWait(round, now.until)),
        }));
      if (query.of === "arrived") return items.toReversed();
      return items
        .filter((item) => item.seconds !== null)
        .toSorted((one, other) => other.seconds! - one.seconds!);
    }
    case "resolved":
    case "byBot":
      return finishedIn(db, now)
        .filter(
          ({ finishedAt, userId, byBot }) =>
            isHere(finishedAt, userId) &&
            (query.of === "byBot" ? byBot : query.userId === undefined || !byBot),
        )
        .map((round) => ({
          id: round.ticketId,
          at: round.finishedAt,
          seconds: seconds(round.finishedAt - round.queuedAt),
        }))
        .toSorted((one, other) => other.seconds! - one.seconds!);
    case "sales":
    case "owed":
      return soldOrders(db, now, query, query.of === "owed")
        .filter(({ at, userId }) => isHere(at, userId))
        .map(({ id, at, total }) => ({ id, at, total: amountOf(total) }));
    case "received":
      return receivedOrders(db, now, query).map(({ total, ...item }) => ({
        ...item,
        total: amountOf(total),
      }));
    case "ratings":
      return ratings(db, now).filter(({ rate }) => (query.rate ?? rate) === rate);
    case "answerMet":
    case "answerMissed":
      return goals(db, goalsIn(db, now).answer, query);
    case "resolutionMet":
    case "resolutionMissed":
      return goals(db, goalsIn(db, now).resolution, query);
    default:
      return handOvers(db, now, query);
  }
}

/** The goals that were met, or missed: the longest first. */
const goals = (db: CompanyDb, all: Goal[], query: Query): Item[] =>
  all
    .filter(
      ({ isMet, userId, queueId }) =>
        isMet === query.of.endsWith("Met") &&
        isPart(query.userId, userId) &&
        isPart(query.queueId, queueId),
    )
    .map(({ ticketId, queuedAt, end }) => ({
      id: ticketId,
      at: queuedAt,
      seconds: seconds((end ?? db.now()) - queuedAt),
    }))
    .toSorted((one, other) => other.seconds! - one.seconds!);

type Span = { since: number; until: number };

/** The words are in the ticket's event, which has the time of its rating. */
const ratings = ({ sqlite }: CompanyDb, { since, until }: Span) =>
  sqlite
    .query<{ id: number; at: number; rate: number; words: string | null }, [number, number]>(
      `SELECT r.ticketId AS id, r.createdAt AS at, r.rate,
        (SELECT e.detail ->> 'words' FROM ticketEvents e
          WHERE e.ticketId = r.ticketId AND e.kind = 'rated' AND e.at = r.createdAt) AS words
        FROM userRatings r WHERE r.createdAt >= ? AND r.createdAt < ? ORDER BY r.rate, r.createdAt DESC`,
    )
    .all(since, until);

const handOvers = ({ sqlite }: CompanyDb, { since, until }: Span, query: Query): Item[] =>
  sqlite
    .query<{ id: number; at: number; queueId: number | null; words: string }, [number, number]>(
      `SELECT e.ticketId AS id, e.at, e.queueId, e.detail ->> 'reason' AS words FROM ticketEvents e
        WHERE e.kind = 'bot' AND e.at >= ? AND e.at < ? AND ${isHandOver} ORDER BY e.at DESC`,
    )
    .all(since, until)
    .filter(({ queueId }) => isPart(query.queueId, queueId))
    .map(({ queueId: _, ...item }) => item);

type Names = Pick<CountedRow, "uuid" | "name" | "queue" | "user">;
const noNames: Names = { uuid: null, name: "", queue: null, user: null };

const ticketNames = (db: CompanyDb, items: Item[]) =>
  namesOf(
    db,
    `SELECT t.id, t.uuid, c.name, q.name AS queue, u.name AS user
      FROM tickets t JOIN contacts c ON c.id = t.contactId
        LEFT JOIN queues q ON q.id = t.queueId LEFT JOIN users u ON u.id = t.userId
      WHERE t.id IN (SELECT value FROM json_each(?))`,
    items,
  );

const orderNames = (db: CompanyDb, items: Item[]) =>
  namesOf(
    db,
    `SELECT o.id, NULL AS uuid, ifnull(c.name, '') AS name, NULL AS queue, u.name AS user
      FROM orders o LEFT JOIN contacts c ON c.id = o.contactId LEFT JOIN users u ON u.id = o.userId
      WHERE o.id IN (SELECT value FROM json_each(?))`,
    items,
  );

function namesOf({ sqlite }: CompanyDb, query: string, items: Item[]): Map<number, Names> {
  const rows = sqlite
    .query<Names & { id: number }, [string]>(query)
    .all(JSON.stringify(items.map(({ id }) => id)));
  const names = new Map(rows.map(({ id, ...row }) => [id, row] as const));
  // A rating whose ticket is gone still counts.
  return new Map(items.map(({ id }) => [id, names.get(id) ?? noNames]));
}
