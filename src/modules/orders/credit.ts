import { and, asc, eq, gt, ne, sql } from "drizzle-orm";
import type { Me } from "../../kit/db/audience.ts";
import type { Tx } from "../../kit/db/company-db.ts";
import { amountOf, centsOf } from "../../shared/money.ts";
import { receipts } from "../tills/table.ts";
import { bookReceipt } from "./book-receipt.ts";
import { emitOrder, excess } from "./orders.ts";
import { orders, type Order } from "./table.ts";

/**
 * Moves money of the contact's other orders to this one, from the oldest on. Each part is a refund
 * there and a receipt here, of the same method, and no till is touched. rules.md#receipts
 */
export function spendCredit(
  tx: Tx,
  me: Me,
  order: Order,
  { cents, clientId }: { cents: number; clientId?: string | null },
) {
  let missing = cents;
  for (const source of sourcesOf(tx, order)) {
    let movable = Math.min(source.excess, missing);
    for (const { id: refundOf, paymentId, left } of receiptsLeft(tx, source.id)) {
      const part = Math.min(left, movable);
      if (part === 0) break;
      const moved = { paymentId, isCredit: true };
      bookReceipt(tx, me, source, { ...moved, value: amountOf(-part), refundOf });
      const isFirst = missing === cents;
      bookReceipt(tx, me, order, {
        ...moved,
        value: amountOf(part),
        clientId: isFirst ? clientId : null,
      });
      movable -= part;
      missing -= part;
    }
    emitOrder(tx, "update", source.id);
    if (missing === 0) return;
  }
}

const sourcesOf = (tx: Tx, { id, contactId }: Order) =>
  tx
    .select({ id: orders.id, excess })
    .from(orders)
    .where(and(eq(orders.contactId, contactId!), ne(orders.id, id), gt(excess, 0)))
    .orderBy(asc(orders.id))
    .all();

/** The receipts of an order of which something is left, the oldest first. */
export const receiptsLeft = (tx: Tx, orderId: number) =>
  tx
    .select({ id: receipts.id, paymentId: receipts.paymentId, value: receipts.value, refunded })
    .from(receipts)
    .where(and(eq(receipts.orderId, orderId), gt(receipts.value, "0.00")))
    .orderBy(asc(receipts.id))
    .all()
    .map(({ value, refunded, ...receipt }) => ({ ...receipt, left: centsOf(value) + refunded }))
    .filter(({ left }) => left > 0);

/** In cents, below zero. */
const refunded = sql<number>`(SELECT coalesce(sum(r.value), 0) FROM receipts r WHERE r.refundOf = ${receipts}.id)`;
