import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { Me } from "../../kit/db/audience.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { notFound } from "../../kit/db/page.ts";
import { Fault } from "../../kit/fault.ts";
import { arrayOf, id } from "../../kit/http/fields.ts";
import { amountOf, centsOf } from "../../shared/money.ts";
import { cashId } from "../../shared/payments.ts";
import { couriers } from "../couriers/table.ts";
import { payments } from "../payments/table.ts";
import { find, load } from "./orders.ts";
import { receiveIn } from "./receive.ts";
import { ordersVisibleTo } from "./sight.ts";
import { orders, type Order } from "./table.ts";

/** The most orders that one courier carries. */
const most = 200;

export const settlement = z.object({ orderIds: arrayOf(id, most) });

/**
 * The orders that a courier has to bring or to settle, by wanted time. `cash`: the money that they
 * bring back in cash; `change`: the coins that they take along for it. Throws missing.
 */
export function loadOf(db: CompanyDb, me: Me, courierId: number) {
  const courier = db.select().from(couriers).where(eq(couriers.id, courierId)).get();
  if (!courier) throw notFound("Entregador não encontrado");
  const rows = db
    .select({ id: orders.id, type: payments.typePaymentId })
    .from(orders)
    .leftJoin(payments, eq(payments.id, orders.paymentId))
    .where(
      and(
        eq(orders.courierId, courierId),
        eq(orders.typeRoute, "ENTREGA"),
        isNull(orders.cancelledAt),
        isUnsettled,
        ordersVisibleTo(me),
      ),
    )
    .orderBy(asc(sql`coalesce(${orders.wantedAt}, ${orders.emission})`), asc(orders.id))
    .limit(most)
    .all();
  const carried = rows.map(({ id, type }) => ({ order: load(db, id), isCash: type === cashId }));
  const paidInCash = carried.filter(({ isCash }) => isCash).map(({ order }) => order);
  const sum = (amounts: number[]) => amountOf(amounts.reduce((all, each) => all + each, 0));
  return {
    courier,
    orders: carried.map(({ order }) => order),
    cash: sum(paidInCash.map(({ owed }) => centsOf(owed))),
    change: sum(
      paidInCash.map(({ owed, changeFor }) => Math.max(0, centsOf(changeFor) - centsOf(owed))),
    ),
  };
}

/** An order on its way, or one whose money the courier still brings. */
const isUnsettled = sql`(${orders.paymentId} IS NOT NULL AND ${orders.received} < ${orders.total} OR ${orders.statusId} <>
  (SELECT id FROM orderStatus WHERE isCancelled = 0 ORDER BY code DESC LIMIT 1))`;

/**
 * Receives what a courier brings back: of each order the rest that it owes, by its own method. An
 * order that its contact pays later gets nothing. Cash joins the open till of `me`. Throws missing; a conflict for an order of another courier, and what
 * `receive` throws; then nothing is saved. rules.md#couriers
 */
export const settle = (
  db: CompanyDb,
  me: Me,
  courierId: number,
  { orderIds }: z.infer<typeof settlement>,
): Order[] =>
  db.write((tx) =>
    orderIds.map((orderId) => {
      const order = find(tx, me, orderId);
      if (order.courierId !== courierId)
        throw new Fault("conflict", "ERR_CONFLICT", {
          message: `O pedido ${order.number} é de outro entregador`,
        });
      if (centsOf(order.owed) === 0 || order.paymentId === null) return order;
      return receiveIn(tx, me, orderId, {
        paymentId: order.paymentId,
        value: order.owed,
        credit: false,
      });
    }),
  );
