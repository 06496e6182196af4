import { computed, effect, signal } from "@preact/signals-react";
import { live } from "../session/live.ts";
import { connections } from "../lists/company-lists.ts";
import type { Connection } from "../types.ts";
import { can } from "../session/can.ts";

const isSettled = signal(false);

/** Whether the menu marks the connections: one of them is down. */
export const anyConnectionDown = computed(
  () =>
    isSettled.value && (connections.rows.value ?? []).some(({ status }) => status !== "CONNECTED"),
);

/** The connections with waiting messages, each with its start (ISO 8601). */
export const connectionsDown = computed(() =>
  (isSettled.value ? (connections.rows.value ?? []) : [])
    .filter(isDown)
    .map(({ id, name, updatedAt }) => ({ id, name, since: downSince.get(id) ?? updatedAt })),
);

/** The connections with received messages that belong to no conversation. */
export const connectionsWithSetAside = computed(() =>
  (connections.rows.value ?? []).filter(({ setAside }) => setAside > 0),
);

/**
 * Loads the connections and follows them; alerts start 2 s after the page has loaded. Returns a
 * function that ends this.
 */
export function watchConnections() {
  if (!can("connections.read")) return () => {};
  void connections.load();
  const timer = setTimeout(() => (isSettled.value = true), 2000);
  const closers = [live.onReset(() => void connections.load()), () => clearTimeout(timer)];
  return () => closers.forEach((close) => close());
}

/** A connection that was never linked has no waiting messages. A practice phone has no number. */
function isDown({ status, number, provider }: Connection) {
  if (status === "CONNECTED") return false;
  return (
    number !== "" ||
    (provider.startsWith("practice") && (status === "DISCONNECTED" || status === "TIMEOUT"))
  );
}

// Each retry updates the row, so the time of the first failure is stored here.
const downSince = new Map<number, string>();

effect(() => {
  for (const { id, status, updatedAt } of connections.rows.value ?? []) {
    if (status === "CONNECTED") downSince.delete(id);
    else if (!downSince.has(id)) downSince.set(id, updatedAt);
  }
});
