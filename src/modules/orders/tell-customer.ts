import { and, desc, eq, gt, isNotNull, sql } from "drizzle-orm";
import type { Me } from "../../kit/db/audience.ts";
import type { Tx } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { orderWords } from "../../shared/order-words.ts";
import { isBlank } from "../../shared/text.ts";
import { connections } from "../connections/table.ts";
import * as contacts from "../contacts/contacts.ts";
import { messages, outbox } from "../messages/table.ts";
import { stores } from "../stores/table.ts";
import { fillVariables } from "../tickets/messages/fill-variables.ts";
import { sendAsBot } from "../tickets/messages/send-as-bot.ts";
import { removeUnsent } from "../tickets/messages/undo-send.ts";
import { tickets, type Ticket } from "../tickets/table.ts";
import { add, loadTicket } from "../tickets/tickets.ts";
import { orderCard } from "./order-card.ts";
import { load } from "./orders.ts";
import { orderHistory, type Order } from "./table.ts";

/** How the keys of these texts begin, which no client may give a message. */
export const orderKeys = "order:";

/**
 * Sends the customer the text of a status, once for each order, now or `later` ms later. Returns
 * whether it is sent. rules.md#order-texts
 */
export function tellCustomer(
  tx: Tx,
  me: Me,
  orderId: number,
  { id: statusId, message }: { id: number; message: string | null },
  later = 0,
): boolean {
  if (message === null || isBlank(message)) return false;
  const order = load(tx, orderId);
  const contact = order.contactId === null ? undefined : contacts.findContact(tx, order.contactId);
  if (!contact?.active || contact.erasedAt) return false;
  const before = and(
    eq(orderHistory.orderId, orderId),
    eq(orderHistory.statusId, statusId),
    eq(orderHistory.told, true),
  );
  if (tx.select({ id: orderHistory.id }).from(orderHistory).where(before).get()) return false;
  const ticket = ticketFor(tx, me, contact.id, order.ticketId);
  if (!ticket) return false;
  const words = orderWords(order, placeOf(tx, order), tx.about().timezone);
  const text = fillVariables(tx, ticket, message, me.id, words);
  const sent = sendAsBot(tx, ticket, text, {
    byUserId: me.id,
    later,
    clientId: keyOf(orderId, statusId),
    interactive: orderCard(tx, ticket, order, text),
  });
  return sent !== undefined;
}

/**
 * Takes back the text of the order's status, if it has not left yet. Returns whether it was taken
 * back. rules.md#order-texts
 */
export function withdrawText(tx: Tx, { id, contactId, statusId, history }: Order): boolean {
  const last = history.findLast(({ changes }) => changes === null);
  if (!last?.told || contactId === null) return false;
  const waiting = waitingQuery(tx).get({
    contactId,
    key: keyOf(id, statusId),
    now: tx.now(),
  });
  if (!waiting) return false;
  removeUnsent(tx, waiting.id);
  tx.update(orderHistory).set({ told: false }).where(eq(orderHistory.id, last.id)).run();
  return true;
}

const keyOf = (orderId: number, statusId: number) => `${orderKeys}${orderId}:${statusId}`;

const waitingQuery = query((db) =>
  db
    .select({ id: messages.id })
    .from(outbox)
    .innerJoin(messages, eq(outbox.messageId, messages.id))
    .where(
      and(
        eq(outbox.contactId, sql.placeholder("contactId")),
        eq(messages.origin, "bot"),
        eq(messages.clientId, sql.placeholder("key")),
        eq(outbox.state, "queued"),
        eq(outbox.attempts, 0),
        gt(outbox.dueAt, sql.placeholder("now")),
      ),
    ),
);

/** The place where the customer gets the order: their address, or the store. */
function placeOf(tx: Tx, { typeRoute, contactAddress, storeId }: Order) {
  if (typeRoute === "ENTREGA") return contactAddress;
  return tx.select().from(stores).where(eq(stores.id, storeId)).get() ?? null;
}

/**
 * The ticket for the text: the open ticket, a waiting one, or the last. A contact without a ticket
 * gets a new closed one on the default connection. A program with a connection writes from that one
 * alone.
 */
function ticketFor(tx: Tx, me: Me, contactId: number, soldIn: number | null): Ticket | undefined {
  const own = me.program?.connectionId ?? null;
  const best = sql`CASE ${tickets.status} WHEN 'open' THEN 0 WHEN 'pending' THEN 1 ELSE 2 END`;
  const existing = tx
    .select({ id: tickets.id })
    .from(tickets)
    .where(
      and(
        eq(tickets.contactId, contactId),
        own === null ? isNotNull(tickets.whatsappId) : eq(tickets.whatsappId, own),
      ),
    )
    .orderBy(best, sql`${tickets.id} = ${soldIn ?? 0} DESC`, desc(tickets.id))
    .limit(1)
    .get();
  if (existing) return loadTicket(tx, existing.id);
  const connection = tx
    .select({ id: connections.id })
    .from(connections)
    .where(own === null ? eq(connections.isDefault, true) : eq(connections.id, own))
    .get();
  return (
    connection &&
    loadTicket(tx, add(tx, { status: "closed", contactId, whatsappId: connection.id }).id)
  );
}
