import type { CompanyDb } from "../../kit/db/company-db.ts";
import { amountOf } from "../../shared/money.ts";

type Span = { since: number; until: number };

/** A part of what was sold; 0 is no courier, or no category. */
export type SoldPart = {
  storeId?: number;
  courierId?: number;
  categoryId?: number;
  productId?: number;
  paymentId?: number;
};

type SoldOrder = {
  id: number;
  at: number;
  total: number;
  userId: number | null;
};

export const soldOrdersQuery = `SELECT o.id, o.emission AS at, o.total, o.userId
  FROM orders o INDEXED BY orders_day
  WHERE o.emission >= ?1 AND o.emission < ?2 AND o.cancelledAt IS NULL
    AND (?3 IS NULL OR o.storeId = ?3)
    AND (?4 IS NULL OR ifnull(o.courierId, 0) = ?4)
    AND (?5 IS NULL OR EXISTS (SELECT 1 FROM orderItems i JOIN products p ON p.id = i.productId
      WHERE i.orderId = o.id AND ifnull(p.categoryId, 0) = ?5))
    AND (?6 IS NULL OR EXISTS (SELECT 1 FROM orderItems i
      WHERE i.orderId = o.id AND i.productId = ?6))
    AND (?7 = 0 OR o.received < o.total)
  ORDER BY o.emission DESC, o.id DESC`;

/** The orders of a span that have a part; `isOwed`: of which something is still to come. */
export const soldOrders = (
  { sqlite }: CompanyDb,
  { since, until }: Span,
  { storeId, courierId, categoryId, productId }: SoldPart,
  isOwed: boolean,
) =>
  sqlite
    .query<SoldOrder, (number | null)[]>(soldOrdersQuery)
    .all(
      since,
      until,
      storeId ?? null,
      courierId ?? null,
      categoryId ?? null,
      productId ?? null,
      Number(isOwed),
    );

export const receivedOrdersQuery = `SELECT r.orderId AS id, max(r.at) AS at, sum(r.value) AS total
  FROM receipts r WHERE r.at >= ?1 AND r.at < ?2 AND r.isCredit = 0
    AND (?3 IS NULL OR r.paymentId = ?3)
  GROUP BY r.orderId ORDER BY at DESC, r.orderId DESC`;

/** The orders for which money came or went back in a span, with its sum. */
export const receivedOrders = (
  { sqlite }: CompanyDb,
  { since, until }: Span,
  { paymentId }: SoldPart,
) =>
  sqlite
    .query<Omit<SoldOrder, "userId">, (number | null)[]>(receivedOrdersQuery)
    .all(since, until, paymentId ?? null);

export const profitQuery = `SELECT sum(i.total) AS sold,
    sum(i.amount * 0.001 * s.costPrice) AS cost
  FROM orders o INDEXED BY orders_day JOIN orderItems i ON i.orderId = o.id
    JOIN productStores s ON s.productId = i.productId AND s.storeId = o.storeId
  WHERE o.emission >= ? AND o.emission < ? AND o.cancelledAt IS NULL AND s.costPrice > 0`;

/**
 * The profit of the goods whose cost in their store is known, at the cost of today. `margin` is its
 * part in percent. Both are null where no cost is known. rules.md#sales-figures
 */
export function profitOf({ sqlite }: CompanyDb, { since, until }: Span) {
  const { sold, cost } = sqlite
    .query<{ sold: number | null; cost: number | null }, [number, number]>(profitQuery)
    .get(since, until)!;
  if (!sold || cost === null) return { profit: null, margin: null };
  const profit = sold - Math.round(cost);
  return { profit: amountOf(profit), margin: Math.round((profit / sold) * 100) };
}
