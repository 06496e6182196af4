import type { CompanyDb } from "../../kit/db/company-db.ts";
import { amountOf } from "../../shared/money.ts";
import type { Unit } from "../../shared/units.ts";
import { stores } from "../stores/table.ts";
import { users } from "../users/table.ts";
import { owedOf } from "../../shared/receipts.ts";
import { compare, mostDays } from "./compare.ts";
import { forgottenSum } from "./forgotten.ts";
import { wallClock, type Period } from "./period.ts";
import { profitOf } from "./sold-orders.ts";
import type { Sales, SalesOf } from "./table.ts";

const day = 86_400_000;

/** The number of products in the list. */
const topProducts = 10;

type SaleRow = {
  emission: number;
  total: number;
  userId: number | null;
  storeId: number;
  received: number | null;
};

/** The sales of a period, without cancelled orders. rules.md#sales-figures */
export function sales(db: CompanyDb, period: Period): Sales {
  const { since, until, from, to } = period;
  const rows = rowsIn(db, period);
  const offered = db.sqlite
    .query<{ budgets: number; ordered: number }, [number, number]>(
      `SELECT count(*) AS budgets, count(closedAt) AS ordered FROM budgets
        WHERE createdAt >= ? AND createdAt < ? AND NOT ${isSoldAtOnce}`,
    )
    .get(since, until)!;
  const total = sum(rows);
  return {
    period: { from, to },
    totals: {
      orders: rows.length,
      total: amountOf(total),
      averageTicket: averageOf(rows),
      received: amountOf(rows.reduce((sum, { received }) => sum + (received ?? 0), 0)),
      owed: amountOf(rows.reduce((sum, row) => sum + owedIn(row), 0)),
      ...profitOf(db, period),
      ...offered,
      ...forgottenSum(db),
    },
    before: beforeOf(db, period),
    days: daysOf(period, rows),
    hours: hoursOf(period, rows),
    sellers: byName(rows, "userId", namesOf(db, users)),
    stores: byName(rows, "storeId", namesOf(db, stores)),
    couriers: grouped(db, couriersQuery, period),
    categories: grouped(db, categoriesQuery, period),
    payments: grouped(db, paymentsQuery, period),
    products: productsOf(db, period),
  };
}

/** Nobody was offered the budget of a sale at the counter or by phone. rules.md#counter-sale */
const isSoldAtOnce = "(channel <> 'WHATSAPP' AND ifnull(closedAt = createdAt, 0))";

// Without drizzle: with so many rows, building its objects takes longer than reading them.
const rowsIn = ({ sqlite }: CompanyDb, { since, until }: { since: number; until: number }) =>
  sqlite
    .query<SaleRow, [number, number]>(
      `SELECT emission, total, userId, storeId, received FROM orders
        WHERE emission >= ? AND emission < ? AND cancelledAt IS NULL`,
    )
    .all(since, until);

const owedIn = ({ total, received }: SaleRow) =>
  owedOf({ total, received, refunded: 0, isCancelled: false });

const averageOf = (rows: SaleRow[]) =>
  amountOf(rows.length === 0 ? 0 : Math.round(sum(rows) / rows.length));

/** The sums of the period before, up to the same time of day. rules.md#day-figures */
function beforeOf(db: CompanyDb, period: Period): Sales["before"] {
  if (period.until - period.since > mostDays * day + day / 2) return null;
  const { before } = compare(db, period);
  const rows = rowsIn(db, before);
  return {
    from: before.from,
    to: before.to,
    orders: rows.length,
    total: amountOf(sum(rows)),
    averageTicket: averageOf(rows),
  };
}

const sum = (rows: SaleRow[]) => rows.reduce((total, row) => total + row.total, 0);

function daysOf(period: Period, rows: SaleRow[]) {
  const toWallClock = wallClock(period);
  const [first, last] = [Date.parse(period.from), Date.parse(period.to)];
  const days = Array.from({ length: (last - first) / day + 1 }, (_, index) => ({
    date: new Date(first + index * day).toISOString().slice(0, 10),
    orders: 0,
    cents: 0,
  }));
  for (const { emission, total } of rows) {
    const on = days[Math.floor((toWallClock(emission) - first) / day)]!;
    on.orders += 1;
    on.cents += total;
  }
  return days.map(({ cents, ...on }) => ({ ...on, total: amountOf(cents) }));
}

function hoursOf(period: Period, rows: SaleRow[]) {
  const toWallClock = wallClock(period);
  const hours = Map.groupBy(rows, ({ emission }) => new Date(toWallClock(emission)).getUTCHours());
  return [...hours]
    .toSorted(([one], [other]) => one - other)
    .map(([hour, sold]) => ({ hour, orders: sold.length, total: amountOf(sum(sold)) }));
}

function byName(rows: SaleRow[], key: "userId" | "storeId", names: Map<number, string>): SalesOf[] {
  const groups = [...Map.groupBy(rows, (row) => row[key])].map(([id, sold]) => ({
    id,
    name: (id !== null && names.get(id)) || "",
    orders: sold.length,
    cents: sum(sold),
  }));
  return groups
    .toSorted((a, b) => b.cents - a.cents)
    .map(({ cents, ...one }) => ({ ...one, total: amountOf(cents) }));
}

const namesOf = (db: CompanyDb, table: typeof users | typeof stores) =>
  new Map(
    db
      .select({ id: table.id, name: table.name })
      .from(table)
      .all()
      .map(({ id, name }) => [id, name]),
  );

/** Credit that moved between orders came on another day. */
export const paymentsQuery = `SELECT p.id, p.name, count(DISTINCT r.orderId) AS orders, sum(r.value) AS total
  FROM receipts r JOIN payments p ON p.id = r.paymentId
  WHERE r.at >= ? AND r.at < ? AND r.isCredit = 0 GROUP BY p.id ORDER BY total DESC, p.id`;

const ofPeriod = "o.emission >= ? AND o.emission < ? AND o.cancelledAt IS NULL";

export const couriersQuery = `SELECT c.id, c.name, count(*) AS orders, sum(o.total) AS total
  FROM orders o INDEXED BY orders_day JOIN couriers c ON c.id = o.courierId
  WHERE ${ofPeriod} GROUP BY c.id ORDER BY total DESC, c.id`;

export const categoriesQuery = `SELECT p.categoryId AS id,
    ifnull((SELECT c.name FROM categories c WHERE c.id = p.categoryId), '') AS name,
    count(DISTINCT o.id) AS orders, sum(i.total) AS total
  FROM orders o INDEXED BY orders_day JOIN orderItems i ON i.orderId = o.id JOIN products p ON p.id = i.productId
  WHERE ${ofPeriod} GROUP BY p.categoryId ORDER BY total DESC, p.categoryId`;

type GroupRow = { id: number | null; name: string; orders: number; total: number };

const grouped = (db: CompanyDb, query: string, { since, until }: Period): SalesOf[] =>
  db.sqlite
    .query<GroupRow, [number, number]>(query)
    .all(since, until)
    .map(({ total, ...row }) => ({ ...row, total: amountOf(total) }));

function productsOf(db: CompanyDb, { since, until }: Period) {
  const rows = db.sqlite
    .query<
      { id: number; name: string; unit: Unit; amount: number; total: number },
      [number, number, number]
    >(
      "SELECT p.id, p.name, p.unit, sum(i.amount) / 1000.0 AS amount, sum(i.total) AS total FROM orders o JOIN orderItems i ON i.orderId = o.id JOIN products p ON p.id = i.productId WHERE o.emission >= ? AND o.emission < ? AND o.cancelledAt IS NULL GROUP BY p.id ORDER BY total DESC, p.id LIMIT ?",
    )
    .all(since, until, topProducts);
  return rows.map(({ total, ...row }) => ({ ...row, total: amountOf(total) }));
}
