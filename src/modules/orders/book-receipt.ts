import { eq, sql } from "drizzle-orm";
import type { Me } from "../../kit/db/audience.ts";
import type { Tx } from "../../kit/db/company-db.ts";
import { preparedInsert } from "../../kit/db/row-writes.ts";
import { updateTimestamps } from "../../kit/db/table.ts";
import { centsOf } from "../../shared/money.ts";
import { receipts, type ReceiptRow } from "../tills/table.ts";
import { addReceiptChange } from "./history.ts";
import { orders, type Order } from "./table.ts";

type NewReceipt = Pick<ReceiptRow, "paymentId" | "value"> &
  Partial<Omit<ReceiptRow, "id" | "orderId" | "userId" | "at">>;

/** Writes a receipt or a refund, adds it to the order's sums, and notes it in the history. */
export function bookReceipt(
  tx: Tx,
  me: Me,
  { id: orderId }: Pick<Order, "id">,
  receipt: NewReceipt,
): number {
  const at = new Date(tx.now());
  const receiptId = insert(tx, { note: "", ...receipt, orderId, userId: me.id, at });
  const cents = centsOf(receipt.value);
  tx.update(orders)
    .set({
      received: sql`coalesce(${orders.received}, 0) + ${cents}`,
      refunded: sql`${orders.refunded} + ${Math.max(0, -cents)}`,
      ...updateTimestamps(tx.now()),
    })
    .where(eq(orders.id, orderId))
    .run();
  addReceiptChange(tx, me, { orderId, receiptId, part: cents > 0 ? "received" : "refunded" });
  return receiptId;
}

const insert = preparedInsert(receipts);
