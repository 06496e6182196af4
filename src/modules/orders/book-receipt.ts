import { eq, sql } from "drizzle-orm";
import type { Tx } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { updateTimestamps } from "../../kit/db/table.ts";
import { centsOf } from "../../shared/money.ts";
import { record } from "../tickets/events/events.ts";
import { tickets } from "../tickets/table.ts";
import { receipts, type ReceiptRow } from "../tills/table.ts";
import { addReceiptChange } from "./history.ts";
import { orders, type Order } from "./table.ts";

/** A user; nobody where a gateway reports a payment. */
type By = { id: number | null };

type NewReceipt = Pick<ReceiptRow, "paymentId" | "value"> &
  Partial<Omit<ReceiptRow, "id" | "orderId" | "userId" | "at">>;

/**
 * Writes a receipt or a refund, adds it to the order's sums, and notes it in the history and in the
 * conversation of the order.
 */
export function bookReceipt(
  tx: Tx,
  by: By,
  { id: orderId }: Pick<Order, "id">,
  receipt: NewReceipt,
): number {
  const at = new Date(tx.now());
  const receiptId = insert(tx, { note: "", ...receipt, orderId, userId: by.id, at });
  const cents = centsOf(receipt.value);
  const order = tx
    .update(orders)
    .set({
      received: sql`coalesce(${orders.received}, 0) + ${cents}`,
      refunded: sql`${orders.refunded} + ${Math.max(0, -cents)}`,
      ...updateTimestamps(tx.now()),
    })
    .where(eq(orders.id, orderId))
    .returning({ number: orders.number, ticketId: orders.ticketId })
    .get();
  addReceiptChange(tx, by, { orderId, receiptId, part: cents > 0 ? "received" : "refunded" });
  if (order) recordPayment(tx, by, { id: orderId, ...order, value: receipt.value });
  return receiptId;
}

type Payment = { id: number; number: number; ticketId: number | null; value: string };

function recordPayment(tx: Tx, by: By, { id, number, ticketId, value }: Payment) {
  if (ticketId === null) return;
  const ticket = tx.select().from(tickets).where(eq(tickets.id, ticketId)).get();
  if (!ticket) return;
  const detail = { order: { id, number, total: value } };
  record(tx, ticket, { kind: "payment", byUserId: by.id, detail });
}

const insert = query.insert(receipts);
