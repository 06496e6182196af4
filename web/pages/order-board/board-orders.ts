import { batch, signal } from "@preact/signals-react";
import { useEffect } from "react";
import { api } from "../../kit/api.ts";
import { companyDay } from "../../parts/days/company-day.ts";
import type { Days } from "../../parts/days/use-days.ts";
import type { Order } from "../../parts/orders/types.ts";
import { inOrder, orderStatuses } from "../../parts/orders/statuses.ts";
import { dueAt } from "../../parts/orders/wanted.ts";
import { live } from "../../session/live.ts";

/** The orders of the chosen days, those due first first; null until they are loaded. */
export const orders = signal<Order[] | null>(null);
export const failed = signal<unknown>(null);
/** The oldest loaded order, when there are older ones to load; else null. */
export const olderThan = signal<number | null>(null);

/** Loads the orders of these days, and refreshes them while the board is visible. */
export function useBoardOrders({ startDate, endDate }: Days) {
  useEffect(() => {
    const days = { startDate, endDate };
    batch(() => ((orders.value = null), (olderThan.value = null)));
    void readOrders(days);
    const closers = [
      live.on("order", ({ action, orderId, order }) =>
        action === "delete" ? drop(Number(orderId)) : order && put(order as Order, days),
      ),
      live.onReset(() => void readOrders(days)),
    ];
    return () => {
      round++;
      for (const close of closers) close();
    };
  }, [startDate, endDate]);
}

export async function readOrders(days: Days) {
  const thisRound = ++round;
  changed.clear();
  try {
    const answer = await api.get<Answer>("/orders/list", { ...days, open: isToday(days) });
    if (thisRound !== round) return;
    // Orders that arrived by event during the request are newer than its answer.
    const fetched = answer.orders.filter(({ id }) => !changed.has(id));
    const fresh = [...changed.values()].filter((order) => order !== null);
    batch(
      () => (
        (orders.value = sorted([...fetched, ...fresh])),
        (olderThan.value = nextOf(answer)),
        (failed.value = null)
      ),
    );
  } catch (error) {
    if (thisRound === round) failed.value = error;
  }
}

/** Reads the next page of the board. Throws `ApiError`. */
export async function readOlder(days: Days) {
  const thisRound = round;
  const answer = await api.get<Answer>("/orders/list", {
    ...days,
    open: isToday(days),
    beforeId: olderThan.peek() ?? 0,
  });
  if (thisRound !== round) return;
  const loadedIds = new Set(orders.peek()?.map(({ id }) => id));
  const fetched = answer.orders.filter(({ id }) => !loadedIds.has(id) && !changed.has(id));
  batch(
    () => (
      (orders.value = sorted([...(orders.peek() ?? []), ...fetched])),
      (olderThan.value = nextOf(answer))
    ),
  );
}

type Answer = { orders: Order[]; hasMore: boolean };

const nextOf = ({ orders, hasMore }: Answer) => (hasMore ? (orders.at(-1)?.id ?? null) : null);

let round = 0;
/** The orders that events changed since the last reading began, by id; null for deleted ones. */
const changed = new Map<number, Order | null>();

/** Puts an order's current version on the board. An order of another day is left out. */
export function put(order: Order, { startDate, endDate }: Days) {
  const isIn = (at: string) => companyDay(at) >= startDate && companyDay(at) <= endDate;
  const isOfDays = isIn(order.emission) || (order.wantedAt !== null && isIn(order.wantedAt));
  const stays = isToday({ startDate, endDate }) && !isOver(order);
  if (!isOfDays && !stays) return drop(order.id);
  changed.set(order.id, order);
  const current = orders.peek();
  if (current) orders.value = sorted([...current.filter(({ id }) => id !== order.id), order]);
}

function drop(id: number) {
  changed.set(id, null);
  const current = orders.peek();
  if (current?.some((order) => order.id === id))
    orders.value = current.filter((order) => order.id !== id);
}

/** The board of today keeps what no one has finished yet, from any day. */
const isToday = ({ startDate, endDate }: Days) => {
  const today = companyDay(Date.now());
  return startDate <= today && today <= endDate;
};

const isOver = (order: Order) => {
  const steps = inOrder(orderStatuses.rows.peek() ?? []).filter(({ isCancelled }) => !isCancelled);
  return order.cancelledAt !== null || steps.at(-1)?.id === order.statusId;
};

const sorted = (all: Order[]) =>
  all.sort((one, other) => dueAt(one).localeCompare(dueAt(other)) || one.id - other.id);
