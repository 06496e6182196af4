import { eq } from "drizzle-orm";
import type { Me } from "../../kit/db/audience.ts";
import { Fault } from "../../kit/fault.ts";
import { notFound } from "../../kit/db/page.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { updateTimestamps } from "../../kit/db/table.ts";
import { undoWindow } from "../../shared/limits.ts";
import { refuseTime } from "../budgets/wanted.ts";
import { retakeCoupon, returnCoupon } from "../coupons/coupons.ts";
import { orderStatus } from "../order-status/table.ts";
import { addHistory, statusesIn } from "./history.ts";
import { emitOrder, find } from "./orders.ts";
import { returnStock, takeStock } from "./stock.ts";
import { orders, type Order } from "./table.ts";
import { withdrawText } from "./tell-customer.ts";

/**
 * Gives an order another status. With `undo` the customer is notified only after the time in which
 * the change can be undone. Throws missing, a conflict when it leaves a cancelled one and there is
 * not enough stock; invalid when its time is full meanwhile. rules.md#cancelled-orders
 */
export function changeStatus(
  db: CompanyDb,
  me: Me,
  id: number,
  statusId: number,
  { undo = false } = {},
): Order {
  return db.write((tx) => {
    const order = find(db, me, id);
    if (order.statusId === statusId) return order;
    setStatus(tx, me, order, statusId, undo ? undoWindow.action : 0);
    return emitOrder(tx, "update", id);
  });
}

/**
 * Undoes `me`'s last change of an order's status, as if the order was moved back. A change that
 * notifies the customer can be undone only while its text waits. Throws missing, a conflict once
 * the text left or the order was moved again, and what `changeStatus` throws.
 */
export function undoStatus(db: CompanyDb, me: Me, id: number, changeId: number): Order {
  return db.write((tx) => {
    const order = find(db, me, id);
    const [before, last] = statusesIn(order.history).slice(-2);
    if (last?.id !== changeId || last.user?.id !== me.id || (last.told && !withdrawText(tx, order)))
      throw new Fault("conflict", "ERR_MESSAGE_LEFT", { message: "O aviso já saiu" });
    setStatus(tx, me, order, before?.statusId ?? 0, undoWindow.action);
    return emitOrder(tx, "update", id);
  });
}

/**
 * Does the work of `changeStatus` within a write, without the event. The customer is notified
 * `later` ms later.
 */
export function setStatus(tx: Tx, me: Me, order: Order, statusId: number, later = 0) {
  const status = tx.select().from(orderStatus).where(eq(orderStatus.id, statusId)).get();
  if (!status) throw notFound("Status não encontrado");
  withdrawText(tx, order);
  const cancelledAt = status.isCancelled ? (order.cancelledAt ?? new Date(tx.now())) : null;
  if (cancelledAt && !order.cancelledAt) giveBack(tx, me, order);
  if (!cancelledAt && order.cancelledAt) {
    const { wantedAt, storeId } = order;
    if (wantedAt && wantedAt.getTime() > tx.now())
      refuseTime(tx, wantedAt, { storeId, orderId: order.id });
    takeStock(tx, order, order.orderItems, me.id);
    if (order.couponId !== null) retakeCoupon(tx, order.couponId);
  }
  tx.update(orders)
    .set({ statusId, cancelledAt, ...updateTimestamps(tx.now()) })
    .where(eq(orders.id, order.id))
    .run();
  addHistory(tx, me, order.id, status, later);
}

/** Gives an order's stock and coupon back. */
export function giveBack(tx: Tx, me: Me, order: Order) {
  returnStock(tx, order, order.orderItems, me.id);
  if (order.couponId !== null) returnCoupon(tx, order.couponId);
}
