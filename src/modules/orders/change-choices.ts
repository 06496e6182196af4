import { eq } from "drizzle-orm";
import type { Tx } from "../../kit/db/company-db.ts";
import { updateTimestamps } from "../../kit/db/table.ts";
import { Fault } from "../../kit/fault.ts";
import { choicesOf } from "../budgets/wanted.ts";
import { orderStatus } from "../order-status/table.ts";
import { orders, type Order } from "./table.ts";

/** A new time asks for a new reminder. */
export function changeChoices(tx: Tx, before: Order, body: Parameters<typeof choicesOf>[1]) {
  const choices = choicesOf(tx, body, { storeId: before.storeId, orderId: before.id }, before);
  const isMoved = choices.wantedAt?.getTime() !== before.wantedAt?.getTime();
  if (isMoved) refuseFinal(tx, before);
  tx.update(orders)
    .set({ ...choices, ...(isMoved && { remindedAt: null }), ...updateTimestamps(tx.now()) })
    .where(eq(orders.id, before.id))
    .run();
}

/**
 * Refuses an order that is final: cancelled, erased, or in the last of the statuses that are not
 * cancelled.
 */
export function refuseFinal(tx: Tx, { cancelledAt, contactId, channel, statusId }: Order) {
  const rows = tx
    .select({ id: orderStatus.id })
    .from(orderStatus)
    .where(eq(orderStatus.isCancelled, false))
    .orderBy(orderStatus.code)
    .all();
  const isLast = rows.length > 1 && rows.at(-1)!.id === statusId;
  if (cancelledAt || (contactId === null && channel === "WHATSAPP") || isLast)
    throw new Fault("conflict", "ERR_ORDER_FINAL", {
      message: "Este pedido já foi encerrado: itens e valores não mudam mais",
    });
}
