import { signal, type Signal } from "@preact/signals-react";
import type * as rows from "../../src/modules/tickets/table.ts";
import type { Wire } from "../../src/shared/wire.ts";
import { api } from "../kit/api.ts";
import { live } from "../session/live.ts";

export type TicketEvent = Wire<rows.TicketEvent>;

/** The newest events of a ticket, the oldest first, kept current by frames; empty until loaded. */
export function eventsOf(ticketId: number): Signal<TicketEvent[]> {
  const cached = lists.get(ticketId);
  if (cached) return cached;
  const list = signal<TicketEvent[]>([]);
  lists.set(ticketId, list);
  void load(ticketId, list);
  return list;
}

const lists = new Map<number, Signal<TicketEvent[]>>();

async function load(ticketId: number, list: Signal<TicketEvent[]>) {
  const page = await api
    .get<{ records: TicketEvent[] }>(`/tickets/${ticketId}/events`)
    .catch(() => undefined);
  if (page) put(list, page.records);
  else lists.delete(ticketId);
}

function put(list: Signal<TicketEvent[]>, fresh: TicketEvent[]) {
  const all = new Map([...list.peek(), ...fresh].map((event) => [event.id, event]));
  list.value = [...all.values()].sort((one, other) => one.id - other.id);
}

live.on("ticketEvent", ({ action, ticketEvent, ticketEventId, ticketId }) => {
  const event = ticketEvent as TicketEvent | undefined;
  const list = lists.get(event?.ticketId ?? Number(ticketId));
  if (!list) return;
  if (action === "delete") list.value = list.peek().filter(({ id }) => id !== ticketEventId);
  else if (event) put(list, [event]);
});

// Frames were missed: a conversation that opens, or is open, reads its events again.
live.onReset(() => {
  for (const [ticketId, list] of lists) void load(ticketId, list);
});
