import { eq } from "drizzle-orm";
import type { Me } from "../../kit/audience.ts";
import { notFound } from "../../kit/page.ts";
import type { Store, Tx } from "../../kit/store.ts";
import { updateTimestamps } from "../../kit/table.ts";
import { redeemCoupon, returnCoupon } from "../coupons/coupons.ts";
import { orderStatus } from "../order-status/table.ts";
import { addHistory } from "./history.ts";
import { emitOrder, find } from "./orders.ts";
import { returnStock, takeStock } from "./stock.ts";
import { orders, type Order } from "./table.ts";

/** Gives an order another status. Throws missing, a conflict when it leaves a cancelled one and there is not enough stock. rules.md#cancelled-orders */
export function changeStatus(store: Store, me: Me, id: number, statusId: number): Order {
  return store.write((tx) => {
    const order = find(store, me, id);
    if (order.statusId === statusId) return order;
    setStatus(tx, me, order, statusId);
    return emitOrder(tx, "update", id);
  });
}

/** The same within a write, without the event. */
export function setStatus(tx: Tx, me: Me, order: Order, statusId: number) {
  const status = tx.select().from(orderStatus).where(eq(orderStatus.id, statusId)).get();
  if (!status) throw notFound("Status não encontrado");
  const cancelledAt = status.isCancelled ? (order.cancelledAt ?? new Date(tx.store.now())) : null;
  if (cancelledAt && !order.cancelledAt) giveBack(tx, me, order);
  if (!cancelledAt && order.cancelledAt) {
    takeStock(tx, order, order.orderItems, me.id);
    if (order.couponId !== null) redeemCoupon(tx, order.couponId);
  }
  tx.update(orders).set({ statusId, cancelledAt, ...updateTimestamps(tx.store.now()) }).where(eq(orders.id, order.id)).run();
  addHistory(tx, me, order.id, status);
}

/** Gives an order's stock and coupon back. */
export function giveBack(tx: Tx, me: Me, order: Order) {
  returnStock(tx, order, order.orderItems, me.id);
  if (order.couponId !== null) returnCoupon(tx, order.couponId);
}
