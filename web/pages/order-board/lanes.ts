import { type BoardLanes, mostBoardLanes } from "../../../src/shared/preferences.ts";
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

/** A lane is at least so wide, and a folded one exactly; the gap between two. In px. */
const sizes = { open: 232, folded: 44, gap: 12 };

/** Below this width lanes are swiped one by one, and none is folded. */
const phone = 600;

/**
 * The folded lanes. The user folded some. Final ones that do not fit into the width fold by
 * themselves, the last one first, unless the user opened them. rules.md#order-board
 */
export function foldedIn(
  lanes: Lane[],
  statuses: OrderStatus[],
  width: number,
  { folded, open }: BoardLanes,
): ReadonlySet<number> {
  const result = new Set(folded);
  if (width < phone) return new Set();
  const steps = inOrder(statuses).filter(({ isCancelled }) => !isCancelled);
  const isFinal = (id: number) =>
    id === steps.at(-1)?.id || statuses.some((status) => status.id === id && status.isCancelled);
  const needed = () =>
    lanes.reduce((sum, { id }) => sum + sizes[result.has(id) ? "folded" : "open"], 0) +
    sizes.gap * (lanes.length - 1);
  for (const { id } of lanes.toReversed())
    if (needed() > width && isFinal(id) && !open.includes(id)) result.add(id);
  return result;
}

/** The choice after a lane was folded or opened. */
export function withLane({ folded, open }: BoardLanes, id: number, isFolded: boolean): BoardLanes {
  const without = (ids: number[]) => ids.filter((each) => each !== id);
  const last = (ids: number[]) => ids.slice(-mostBoardLanes);
  return isFolded
    ? { folded: last([...without(folded), id]), open: without(open) }
    : { folded: without(folded), open: last([...without(open), id]) };
}

function noteOf(orders: Order[]) {
  const cents = orders.reduce((sum, { total }) => sum + centsOf(total), 0);
  return cents > 0 ? money(amountOf(cents)) : undefined;
}
