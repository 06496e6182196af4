import { computed, effect, signal } from "@preact/signals-react";
import { live } from "../session/live.ts";
import { connections } from "../lists/company-lists.ts";
import type { Connection } from "../types.ts";
import { can } from "../session/can.ts";

const isSettled = signal(false);

/** Whether the menu marks the connections: one of them is not up. */
export const anyConnectionDown = computed(
  () =>
    isSettled.value && (connections.rows.value ?? []).some(({ status }) => status !== "CONNECTED"),
);

/** The connections whose messages wait, with the moment (ISO 8601) since when. */
export const connectionsDown = computed(() =>
  (isSettled.value ? (connections.rows.value ?? []) : [])
    .filter(isDown)
    .map(({ id, name, updatedAt }) => ({ id, name, since: downSince.get(id) ?? updatedAt })),
);

/** The connections that heard messages which stand in no conversation. */
export const connectionsWithSetAside = computed(() =>
  (connections.rows.value ?? []).filter(({ setAside }) => setAside > 0),
);

/**
 * Reads the connections and follows them; they are judged 2 s after the page has loaded. Returns
 * what ends it.
 */
export function watchConnections() {
  if (!can("connections.read")) return () => {};
  void connections.load();
  const timer = setTimeout(() => (isSettled.value = true), 2000);
  const closers = [live.onReset(() => void connections.load()), () => clearTimeout(timer)];
  return () => closers.forEach((close) => close());
}

/** A connection that was never linked has nothing that waits. A practice phone has no number. */
function isDown({ status, number, provider }: Connection) {
  if (status === "CONNECTED") return false;
  return (
    number !== "" ||
    (provider === "practice" && (status === "DISCONNECTED" || status === "TIMEOUT"))
  );
}

// Each further try touches the row: the moment of the first one counts.
const downSince = new Map<number, string>();

effect(() => {
  for (const { id, status, updatedAt } of connections.rows.value ?? []) {
    if (status === "CONNECTED") downSince.delete(id);
    else if (!downSince.has(id)) downSince.set(id, updatedAt);
  }
});
