import { amountOf, centsOf } from "../../../src/shared/money.ts";
import type { Lane } from "../../kit/board/board.ts";
import { money } from "../../kit/text.ts";
import { effectOf, inOrder } from "../../parts/orders/statuses.ts";
import type { Order, OrderStatus } from "../../parts/orders/types.ts";

/**
 * A lane for each status, also for deleted ones that orders still have, with the sum of its orders.
 */
export function lanesOf(statuses: OrderStatus[], orders: Order[]): Lane[] {
  const statusIds = new Set(statuses.map(({ id }) => id));
  const former = orders.map(({ status }) => status).filter(({ id }) => !statusIds.has(id));
  const all = [
    ...inOrder(statuses),
    ...new Map(former.map((status) => [status.id, status])).values(),
  ];
  const sums = Map.groupBy(orders, ({ statusId }) => statusId);
  return all.map((status) => ({
    id: status.id,
    name: status.name,
    color: status.color,
    note: noteOf(sums.get(status.id) ?? []),
    effect: effectOf(status),
  }));
}

function noteOf(orders: Order[]) {
  const cents = orders.reduce((sum, { total }) => sum + centsOf(total), 0);
  return cents > 0 ? money(amountOf(cents)) : undefined;
}
