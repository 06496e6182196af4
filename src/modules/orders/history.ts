import { eq, sql } from "drizzle-orm";
import type { Me } from "../../kit/db/audience.ts";
import type { Tx } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import type { OrderPart } from "../../shared/sales.ts";
import { record } from "../tickets/events/events.ts";
import { loadTicket } from "../tickets/tickets.ts";
import { orderHistory, orders, type Order, type OrderChange } from "./table.ts";
import { tellCustomer } from "./tell-customer.ts";

type Status = { id: number; name: string; message: string | null; isCancelled: boolean };

/**
 * Notes an order's status with its user, and sends the customer the status's text, now or `later`
 * ms later, or not at all (null).
 */
export function addHistory(
  tx: Tx,
  me: Me,
  orderId: number,
  status: Status,
  later: number | null = 0,
) {
  const notified = later !== null && tellCustomer(tx, me, orderId, status, later);
  insert(tx, {
    ...noChange,
    orderId,
    statusId: status.id,
    name: status.name,
    userId: me.id,
    told: notified,
    at: new Date(tx.now()),
  });
  recordInTicket(tx, me, orderId, status);
}

/** Tells the conversation in which an order was sold of its status. */
function recordInTicket(tx: Tx, me: Me, orderId: number, status: Status) {
  const order = orderQuery(tx).get({ orderId });
  if (!order || order.ticketId === null) return;
  const { id, number, total, statuses } = order;
  const step = status.isCancelled ? "cancelled" : statuses === 1 ? "created" : "status";
  record(tx, loadTicket(tx, order.ticketId), {
    kind: "order",
    byUserId: me.id,
    detail: { order: { id, number, step, status: status.name, total } },
  });
}

const orderQuery = query((db) =>
  db
    .select({
      id: orders.id,
      number: orders.number,
      total: orders.total,
      ticketId: orders.ticketId,
      statuses: sql<number>`(SELECT count(*) FROM ${orderHistory} WHERE orderId = ${orders.id} AND statusId IS NOT NULL)`,
    })
    .from(orders)
    .where(eq(orders.id, sql.placeholder("orderId"))),
);

/**
 * Notes who changed which parts of an order, and its total before and after; nothing where nothing
 * differs. rules.md#order-history
 */
export function addChange(tx: Tx, me: Me, before: Order, after: Order) {
  const changes = (Object.keys(parts) as ComparedPart[]).filter(
    (part) => JSON.stringify(parts[part](before)) !== JSON.stringify(parts[part](after)),
  );
  if (changes.length === 0) return;
  insert(tx, {
    orderId: after.id,
    statusId: null,
    name: "",
    userId: me.id,
    told: false,
    changes,
    totalBefore: before.total,
    totalAfter: after.total,
    ...(changes.includes("courier") && {
      courierBeforeId: before.courierId,
      courierAfterId: after.courierId,
    }),
    at: new Date(tx.now()),
  });
}

/** Notes a receipt or a refund of an order. */
export function addReceiptChange(
  tx: Tx,
  by: { id: number | null },
  { orderId, receiptId, part }: { orderId: number; receiptId: number; part: OrderPart },
) {
  insert(tx, {
    ...noChange,
    orderId,
    receiptId,
    statusId: null,
    name: "",
    userId: by.id,
    told: false,
    changes: [part],
    at: new Date(tx.now()),
  });
}

/** The statuses that an order got, the first first. */
export const statusesIn = (history: OrderChange[]) =>
  history.filter(({ changes }) => changes === null);

const noChange = { changes: null, totalBefore: null, totalAfter: null };

/** Money that comes and goes has entries of its own. */
type ComparedPart = Exclude<OrderPart, "received" | "refunded">;

const parts: Record<ComparedPart, (order: Order) => unknown> = {
  items: ({ orderItems }) =>
    orderItems.map(({ productId, amount, unitary, options, note }) => [
      productId,
      amount,
      unitary,
      options,
      note,
    ]),
  discount: ({ couponId, discount }) => [couponId, discount],
  payment: ({ paymentId, installments, changeFor }) => [paymentId, installments, changeFor],
  address: ({ typeRoute, contactAddressId, contactAddress }) => [
    typeRoute,
    contactAddressId,
    contactAddress,
  ],
  notes: ({ notes }) => notes,
  contact: ({ contactId }) => contactId,
  seller: ({ userId }) => userId,
  wantedAt: ({ wantedAt }) => wantedAt,
  courier: ({ courierId }) => courierId,
};

const insert = query.insert(orderHistory);
