import { computed, effect, signal } from "@preact/signals-react";
import { pendingCode } from "../../src/shared/sales.ts";
import type { Frame } from "../../src/shared/wire.ts";
import type { Order } from "../parts/orders/types.ts";
import { live } from "../session/live.ts";
import { can } from "../session/can.ts";
import { me, plan } from "../session/session.ts";
import { readPart } from "../session/shell-parts.ts";
import { isMuted } from "./notification-prefs.ts";
import { ring } from "./sound.ts";

/** Whether this user handles orders. */
export const sellsHere = computed(() => plan.value?.useSales === true && can("orders.read"));

/** The pending orders, oldest first. */
export const pendingOrders = signal<Order[]>([]);
export const pendingFailed = signal(false);
/** More pending orders exist than were loaded. */
export const isMorePending = signal(false);

/** The interval of reminders about pending orders, in ms. Null means never. */
const reminderInterval = computed(() => {
  const value = Number(
    me.value?.company.settings.find(({ key }) => key === "InformationOrders")?.value,
  );
  return value > 0 ? value : null;
});

const isAnyPending = computed(() => pendingOrders.value.length > 0);

export async function readPendingOrders() {
  const thisRound = ++round;
  isReading = true;
  try {
    const { orders, hasMore } = await readPart<{ orders: Order[]; hasMore: boolean }>("orders");
    if (thisRound !== round) return;
    pendingOrders.value = sorted(orders);
    isMorePending.value = hasMore;
    pendingFailed.value = false;
  } catch {
    if (thisRound === round) pendingFailed.value = true;
  }
  if (thisRound === round) isReading = false;
}

/**
 * Keeps the pending orders current. Rings for new ones, and repeatedly at the company's interval
 * while any are pending. Returns a function that ends this. rules.md#pending-orders
 */
export function watchPendingOrders() {
  const closers = [
    effect(() => void (sellsHere.value && readPendingOrders())),
    live.on("order", onOrderEvent),
    live.onReset(() => sellsHere.peek() && void readPendingOrders()),
    effect(() => {
      if (!sellsHere.value || !isAnyPending.value || reminderInterval.value === null) return;
      const reminder = setInterval(remind, reminderInterval.value);
      return () => clearInterval(reminder);
    }),
  ];
  return () => closers.forEach((close) => close());
}

let round = 0;
let isReading = false;

function onOrderEvent({ action, orderId, order: changed }: Frame) {
  if (!sellsHere.peek()) return;
  // A read in progress may return older data than this event.
  if (isReading) void readPendingOrders();
  const order = changed as Order | undefined;
  const id = order?.id ?? Number(orderId);
  const others = pendingOrders.peek().filter((one) => one.id !== id);
  if (action === "delete" || !order || order.status.code !== pendingCode) {
    if (others.length < pendingOrders.peek().length) pendingOrders.value = others;
    return;
  }
  pendingOrders.value = sorted([...others, order]);
  if (action === "create" && order.userId !== me.peek()?.id) remind();
}

const remind = () => !isMuted({ queueId: null }) && ring();

const sorted = (orders: Order[]) => orders.toSorted((one, other) => one.id - other.id);
