import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Me } from "../../kit/db/audience.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { Fault, invalidFields } from "../../kit/fault.ts";
import { arrayOf, bounded, id } from "../../kit/http/fields.ts";
import { addAmounts } from "../../shared/units.ts";
import { saveBudget } from "../budgets/budgets.ts";
import { budgetBody, price, type CartBody } from "../budgets/price.ts";
import { choicesOf } from "../budgets/wanted.ts";
import { wireLine } from "../budgets/refusals.ts";
import { notes } from "./change.ts";
import { addOrder, toOrder } from "./confirm.ts";
import { emitOrder, find } from "./orders.ts";
import { receiptBody, receiveIn } from "./receive.ts";
import { orders, type Order } from "./table.ts";

export const saleBody = budgetBody.extend({
  /** Null for a sale at the counter to a customer without a name. */
  contactId: id.nullish(),
  notes: notes.optional(),
  /** Money that the customer hands over with the sale. */
  receipts: arrayOf(receiptBody, 10).optional(),
  /** The customer takes the goods along. */
  handedOver: z.boolean().optional(),
  clientId: bounded(64).nullish(),
  /** The contact pays the rest later, and no method is agreed. rules.md#fiado */
  payLater: z.boolean().optional(),
});
type Sale = z.infer<typeof saleBody>;

/**
 * Sells a cart at once, and receives what is paid with it: all of it is saved, or nothing. A sale
 * with a contact has a budget that is confirmed with it. A request that comes again with its
 * `clientId` sells nothing more. Throws invalid for a sale to nobody that is paid later, and what `price`, `confirm` and `receive` throw.
 * rules.md#counter-sale
 */
export const sell = (db: CompanyDb, me: Me, body: Sale): Order =>
  db.write((tx) => {
    const sold = soldBefore(tx, me, body);
    if (sold) return sold;
    const { notes, handedOver, clientId, receipts = [], contactId, ...cart } = body;
    if (body.payLater && !contactId) throw invalidFields({ contactId: "required" });
    const sale = { notes, handedOver, clientId };
    const terms = { ...cart, paymentId: paymentOf(body) };
    const order = contactId
      ? toOrder(tx, me, saveBudget(tx, me, { ...terms, contactId }), sale)
      : sellToNobody(tx, me, { ...terms, contactId: null }, sale);
    return receipts.reduce((_, receipt) => receiveIn(tx, me, order.id, receipt), order);
  });

function soldBefore(tx: Tx, me: Me, { clientId, orderItems }: Sale): Order | undefined {
  if (!clientId) return undefined;
  const sold = tx
    .select({ id: orders.id, userId: orders.userId })
    .from(orders)
    .where(eq(orders.clientId, clientId))
    .get();
  if (!sold) return undefined;
  if (sold.userId === me.id) {
    const order = find(tx, me, sold.id);
    if (piecesIn(order.orderItems) === piecesIn(orderItems)) return order;
  }
  throw new Fault("conflict", "ERR_ALREADY_EXISTS", {
    message: "Já existe um registro com estes dados",
    fields: { clientId: "taken" },
  });
}

/** The amounts of each product, by which a repeated request is told from another sale. */
function piecesIn(items: { productId: number; amount: number }[]): string {
  const amounts = new Map<number, number>();
  for (const { productId, amount } of items)
    amounts.set(productId, addAmounts(amounts.get(productId) ?? 0, amount));
  return JSON.stringify([...amounts].toSorted(([one], [other]) => one - other));
}

/** A sale that is paid at once needs no other word on its payment. */
const paymentOf = ({ paymentId, payments, receipts }: Sale) =>
  paymentId ?? (payments?.methods.length ? null : receipts?.[0]?.paymentId);

function sellToNobody(tx: Tx, me: Me, body: CartBody, sale: Parameters<typeof toOrder>[3]): Order {
  const { quote, values } = price(tx, me, body);
  const channel = body.channel === "WHATSAPP" ? undefined : body.channel;
  const sold = {
    ...values,
    ...choicesOf(tx, body, body),
    budgetId: null,
    channel: channel ?? "COUNTER",
    increase: "0.00",
  };
  const id = addOrder(tx, me, sold, quote.lines.map(wireLine), sale ?? {});
  return emitOrder(tx, "create", id);
}
