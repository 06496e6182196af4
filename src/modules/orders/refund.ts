import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Me } from "../../kit/db/audience.ts";
import { notFound } from "../../kit/db/page.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { Fault, invalidFields } from "../../kit/fault.ts";
import { line, positiveMoney } from "../../kit/http/fields.ts";
import { amountOf, centsOf } from "../../shared/money.ts";
import { cashId } from "../../shared/payments.ts";
import { actor, addAuditEntry } from "../audit/audit.ts";
import { today } from "../companies/companies.ts";
import { payments } from "../payments/table.ts";
import { tillOf } from "../tills/open.ts";
import { bookReceipt } from "./book-receipt.ts";
import { receiptsLeft } from "./credit.ts";
import { emitOrder, find } from "./orders.ts";
import type { Order, Receipt } from "./table.ts";

export const refundBody = z.object({ value: positiveMoney, reason: line(255, 3) });

/**
 * Gives money of a receipt back, by the receipt's method. Throws missing, and forbidden for
 * another's receipt or one of another day. Throws invalid above what is left of it, a conflict for
 * cash without an open till. rules.md#receipts
 */
export function refund(
  db: CompanyDb,
  me: Me,
  { orderId, receiptId }: { orderId: number; receiptId: number },
  { value, reason }: z.infer<typeof refundBody>,
): Order {
  return db.write((tx) => {
    const order = find(tx, me, orderId);
    const receipt = order.receipts.find(({ id, refundOf }) => id === receiptId && !refundOf);
    if (!receipt) throw notFound("Recebimento não encontrado");
    if (!mayRefund(db, me, receipt))
      throw new Fault("forbidden", "ERR_NO_PERMISSION", {
        message: "Só administradores devolvem o que outra pessoa recebeu, ou em outro dia",
      });
    const left = receiptsLeft(tx, orderId).find(({ id }) => id === receiptId)?.left ?? 0;
    if (centsOf(value) > left) throw invalidFields({ value: "invalid" });
    const { type } = tx
      .select({ type: payments.typePaymentId })
      .from(payments)
      .where(eq(payments.id, receipt.paymentId))
      .get()!;
    bookReceipt(tx, me, order, {
      paymentId: receipt.paymentId,
      value: amountOf(-centsOf(value)),
      note: reason,
      refundOf: receiptId,
      tillId: tillOf(tx, me, order.storeId, { movesCash: type === cashId }),
    });
    addAuditEntry(tx, {
      ...actor(me),
      action: "orderRefunded",
      subject: `order ${orderId}`,
      details: { number: order.number, value, method: receipt.payment.name, reason },
    });
    return emitOrder(tx, "update", orderId);
  });
}

/**
 * Admins, and whoever received it while the day lasts. Credit is money that someone received for
 * another order.
 */
function mayRefund(db: CompanyDb, me: Me, { user, at, isCredit }: Receipt) {
  if (me.profile === "admin") return true;
  if (isCredit) return false;
  const { timezone } = db.about();
  return user?.id === me.id && today(timezone, at.getTime()) === today(timezone, db.now());
}
