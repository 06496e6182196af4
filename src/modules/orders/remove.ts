import { eq } from "drizzle-orm";
import type { Me } from "../../kit/db/audience.ts";
import { Fault } from "../../kit/fault.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { actor, addAuditEntry } from "../audit/audit.ts";
import { hasOpenCharge } from "../pix-accounts/charges.ts";
import { takeBack } from "../notifications/notify.ts";
import { notifications } from "../notifications/table.ts";
import { giveBack } from "./change-status.ts";
import { find } from "./orders.ts";
import { ordersAudience } from "./sight.ts";
import { orders } from "./table.ts";
import { withdrawText } from "./tell-customer.ts";

/**
 * Deletes an order; its stock and coupon come back, unless it was cancelled before. Its budget
 * stays closed. The reason is noted in the audit. Throws missing; a conflict for an order with
 * receipts, or with a Pix charge that may still be paid. rules.md#deleted-orders
 */
export function remove(db: CompanyDb, me: Me, id: number, reason: string | null = null) {
  return db.write((tx) => {
    const order = find(db, me, id);
    if (order.receipts.length > 0)
      throw new Fault("conflict", "ERR_ORDER_HAS_RECEIPTS", {
        message: "Este pedido tem recebimentos: cancele e devolva o dinheiro em vez de excluir",
      });
    if (hasOpenCharge(tx, id))
      throw new Fault("conflict", "ERR_ORDER_HAS_PIX", {
        message: "Um Pix deste pedido ainda pode ser pago: cancele o pedido em vez de excluir",
      });
    withdrawText(tx, order);
    if (!order.cancelledAt) giveBack(tx, me, order);
    takeBack(tx, eq(notifications.orderId, id));
    tx.delete(orders).where(eq(orders.id, id)).run();
    tx.emit("order", "delete", { orderId: id }, ordersAudience(db, order));
    addAuditEntry(tx, {
      ...actor(me),
      action: "orderDeleted",
      subject: `order ${id}`,
      details: { number: order.number, total: order.total, ...(reason && { reason }) },
    });
    return {};
  });
}
