import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { Me } from "../../kit/db/audience.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { Fault, invalidFields } from "../../kit/fault.ts";
import { bounded, id, line, positiveMoney } from "../../kit/http/fields.ts";
import { amountOf, centsOf } from "../../shared/money.ts";
import { cashId } from "../../shared/payments.ts";
import { splitHanded } from "../../shared/receipts.ts";
import { payments } from "../payments/table.ts";
import { tillOf } from "../tills/open.ts";
import { receipts } from "../tills/table.ts";
import { bookReceipt } from "./book-receipt.ts";
import { spendCredit } from "./credit.ts";
import { emitOrder, find } from "./orders.ts";
import type { Order } from "./table.ts";

export const receiptBody = z.object({
  /** Not needed where the contact's credit pays. */
  paymentId: id.nullish(),
  value: positiveMoney,
  note: line(255).optional(),
  /** Pays with the contact's credit. */
  credit: z.boolean().default(false),
  /** A key of the client's own. Those of gateways begin with `pix `. */
  clientId: bounded(64)
    .refine((key) => !key.startsWith("pix "), "invalid")
    .nullish(),
});
type Body = z.infer<typeof receiptBody>;

/**
 * Books money that a customer handed over. A request that comes again with its `clientId` books
 * nothing more. Throws missing; invalid for an unknown method; a conflict for an order that owes
 * nothing, and for cash without an open till. rules.md#receipts
 */
export const receive = (db: CompanyDb, me: Me, orderId: number, body: Body): Order =>
  db.write((tx) => receiveIn(tx, me, orderId, body));

/** The same within a write. */
export function receiveIn(tx: Tx, me: Me, orderId: number, body: Body): Order {
  const order = find(tx, me, orderId);
  if (isRepeated(tx, orderId, body)) return order;
  const owed = owedNow(order);
  if (owed === 0) throw nothingOwed();
  const handed = centsOf(body.value);
  if (body.credit) {
    if (handed > Math.min(owed, centsOf(order.credit))) throw invalidFields({ value: "invalid" });
    spendCredit(tx, me, order, { cents: handed, clientId: body.clientId });
    return emitOrder(tx, "update", orderId);
  }
  const method = methodOf(tx, body.paymentId);
  const { value, change } = splitHanded({
    handed,
    owed,
    isCash: method.isCash,
    hasContact: order.contactId !== null,
  });
  bookReceipt(tx, me, order, {
    paymentId: method.id,
    value: amountOf(value),
    change: amountOf(change),
    note: body.note ?? "",
    tillId: tillOf(tx, me, order.storeId, { movesCash: method.isCash || change > 0 }),
    clientId: body.clientId,
  });
  return emitOrder(tx, "update", orderId);
}

/** Whether an order has a receipt with this key. */
export const isReceiptBooked = (tx: Tx, orderId: number, clientId: string): boolean =>
  bookedAs(tx, orderId, clientId) !== undefined;

const bookedAs = (tx: Tx, orderId: number, clientId: string) =>
  tx
    .select()
    .from(receipts)
    .where(and(eq(receipts.orderId, orderId), eq(receipts.clientId, clientId)))
    .get();

export const nothingOwed = () =>
  new Fault("conflict", "ERR_NOTHING_OWED", { message: "Este pedido não tem nada a receber" });

function isRepeated(tx: Tx, orderId: number, { clientId, value, paymentId, credit }: Body) {
  if (!clientId) return false;
  const booked = bookedAs(tx, orderId, clientId);
  if (!booked) return false;
  const isSame =
    booked.isCredit === credit &&
    (credit || booked.paymentId === paymentId) &&
    (credit || centsOf(booked.value) + centsOf(booked.change) === centsOf(value));
  if (isSame) return true;
  throw new Fault("conflict", "ERR_ALREADY_EXISTS", {
    message: "Já existe um registro com estes dados",
    fields: { clientId: "taken" },
  });
}

/**
 * The debt of an order, in cents. One that is older than receipts owes its total.
 */
export const owedNow = ({
  paymentState,
  cancelledAt,
  owed,
  total,
}: Pick<Order, "paymentState" | "cancelledAt" | "owed" | "total">) =>
  paymentState === null && !cancelledAt ? centsOf(total) : centsOf(owed);

function methodOf(tx: Tx, paymentId: number | null | undefined) {
  if (!paymentId) throw invalidFields({ paymentId: "required" });
  const method = tx
    .select({ id: payments.id, type: payments.typePaymentId })
    .from(payments)
    .where(eq(payments.id, paymentId))
    .get();
  if (!method) throw invalidFields({ paymentId: "invalid" });
  return { id: method.id, isCash: method.type === cashId };
}
