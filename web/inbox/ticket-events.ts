import { signal, type Signal } from "@preact/signals-react";
import type * as rows from "../../src/modules/tickets/table.ts";
import type { Wire } from "../../src/shared/wire.ts";
import { api } from "../kit/api.ts";
import { live } from "../session/live.ts";

export type TicketEvent = Wire<rows.TicketEvent>;

type Events = {
  list: Signal<TicketEvent[]>;
  /** From where older events go on; null where there are none, undefined while none are loaded. */
  next: number | null | undefined;
  failed: Signal<boolean>;
};

/** The loaded events of a ticket, the oldest first, kept current by frames; empty until loaded. */
export const eventsOf = (ticketId: number): Signal<TicketEvent[]> => of(ticketId).list;

/** Whether the last load of a ticket's events failed. */
export const eventsFailed = (ticketId: number): Signal<boolean> => of(ticketId).failed;

/**
 * Loads a page of older events, until there is one before `since` (ISO 8601). After a failure it
 * does nothing, unless `again`.
 */
export function loadEventsSince(ticketId: number, since: string, again = false) {
  const events = of(ticketId);
  const [oldest] = events.list.peek();
  const isEnough = events.next === null || (oldest !== undefined && oldest.at < since);
  if (isEnough || loading.has(ticketId) || (events.failed.peek() && !again)) return;
  void load(ticketId, events, events.next ?? undefined);
}

const all = new Map<number, Events>();
const loading = new Set<number>();

function of(ticketId: number): Events {
  const cached = all.get(ticketId);
  if (cached) return cached;
  const events: Events = { list: signal([]), next: undefined, failed: signal(false) };
  all.set(ticketId, events);
  void load(ticketId, events);
  return events;
}

async function load(ticketId: number, events: Events, before?: number) {
  loading.add(ticketId);
  try {
    const page = await api.get<{ records: TicketEvent[]; next: number | null }>(
      `/tickets/${ticketId}/events`,
      { before },
    );
    events.next = page.next;
    events.failed.value = false;
    put(events.list, page.records);
  } catch {
    events.failed.value = true;
  } finally {
    loading.delete(ticketId);
  }
}

function put(list: Signal<TicketEvent[]>, fresh: TicketEvent[]) {
  const byId = new Map([...list.peek(), ...fresh].map((event) => [event.id, event]));
  list.value = [...byId.values()].sort((one, other) => one.id - other.id);
}

live.on("ticketEvent", ({ action, ticketEvent, ticketEventId, ticketId }) => {
  const event = ticketEvent as TicketEvent | undefined;
  const list = all.get(event?.ticketId ?? Number(ticketId))?.list;
  if (!list) return;
  if (action === "delete") list.value = list.peek().filter(({ id }) => id !== ticketEventId);
  else if (event) put(list, [event]);
});

// Frames were missed: a conversation that opens, or is open, reads its events again.
live.onReset(() => {
  for (const [ticketId, events] of all) void load(ticketId, events);
});
