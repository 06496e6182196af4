import { and, desc, eq, gte, sql } from "drizzle-orm";
import type { Tx } from "../../kit/db/company-db.ts";
import type { Interactive } from "../../shared/interactive.ts";
import type { CardOrderState } from "../../shared/payment-card.ts";
import { ack } from "../../shared/states.ts";
import { messages } from "../messages/table.ts";
import { orderStatus } from "../order-status/table.ts";
import type { TicketRow } from "../tickets/table.ts";
import type { Order } from "./table.ts";

/**
 * The state of an order under the charge that the customer has in this conversation's connection;
 * undefined without such a charge. rules.md#payment-cards
 */
export function orderCard(
  tx: Tx,
  { contactId, whatsappId }: TicketRow,
  order: Order,
  text: string,
): Interactive | undefined {
  if (order.budgetId === null || whatsappId === null) return undefined;
  const charge = tx
    .select({ reference: sql<string>`${messages.interactive} ->> '$.card.reference'` })
    .from(messages)
    .where(
      and(
        eq(messages.contactId, contactId),
        eq(messages.fromMe, true),
        eq(messages.whatsappId, whatsappId),
        gte(messages.ack, ack.sent),
        sql`${messages.interactive} ->> '$.card.budgetId' = ${order.budgetId}`,
      ),
    )
    .orderBy(desc(messages.id))
    .limit(1)
    .get();
  const state = charge && stateOf(tx, order);
  return state && { type: "orderState", text, reference: charge.reference, state };
}

/** The network cancels only what is not paid. The last status of all completes the order. */
function stateOf(tx: Tx, { status, received, refunded }: Order): CardOrderState | undefined {
  if (status.isCancelled) return Number(received ?? 0) > Number(refunded) ? undefined : "canceled";
  const last = tx
    .select({ id: orderStatus.id })
    .from(orderStatus)
    .where(eq(orderStatus.isCancelled, false))
    .orderBy(desc(orderStatus.code))
    .limit(1)
    .get();
  return last?.id === status.id ? "completed" : "processing";
}
