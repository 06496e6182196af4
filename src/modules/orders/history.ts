import type { Me } from "../../kit/audience.ts";
import { preparedInsert } from "../../kit/row-writes.ts";
import type { Tx } from "../../kit/store.ts";
import { orderHistory } from "./table.ts";
import { tellCustomer } from "./tell-customer.ts";

type Status = { id: number; name: string; message: string | null };

/**
 * Notes who gave an order its status, and sends the customer the status's text, now or so many ms
 * later.
 */
export function addHistory(tx: Tx, me: Me, orderId: number, status: Status, later = 0) {
  const told = tellCustomer(tx, me, orderId, status, later);
  insert(tx, {
    orderId,
    statusId: status.id,
    name: status.name,
    userId: me.id,
    told,
    at: new Date(tx.store.now()),
  });
}

const insert = preparedInsert(orderHistory);
