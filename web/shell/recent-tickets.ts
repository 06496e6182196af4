import { effect, signal } from "@preact/signals-react";
import { onTicket } from "../inbox/list-state.ts";
import { openTicket } from "../inbox/open-ticket.ts";
import type { Ticket } from "../types.ts";
import { me } from "../session/session.ts";

/** The tickets that the user opened in this tab, the last one first. */
export const recentTickets = signal<Ticket[]>([]);

/** Stores each opened ticket. Returns a function that ends this. */
export const watchRecent = () =>
  openTicket.subscribe(
    (ticket) =>
      ticket && keep([ticket, ...recentTickets.peek().filter(({ id }) => id !== ticket.id)]),
  );

const maxKept = 6;

function keep(tickets: Ticket[]) {
  recentTickets.value = tickets.slice(0, maxKept);
  try {
    sessionStorage.setItem(
      "recent",
      JSON.stringify({ userId: me.peek()?.id, tickets: recentTickets.peek() }),
    );
  } catch {
    // Storage is full or forbidden: the list lives as long as the page.
  }
}

function stored(userId: number): Ticket[] {
  try {
    const saved = JSON.parse(sessionStorage.getItem("recent") ?? "{}") as {
      userId?: number;
      tickets?: Ticket[];
    };
    return saved.userId === userId ? (saved.tickets ?? []) : [];
  } catch {
    return [];
  }
}

// A second user in the same tab must not see the first user's customers.
effect(() => {
  if (me.value) recentTickets.value = stored(me.value.id);
});
onTicket((ticketId, ticket) => {
  if (recentTickets.peek().some(({ id }) => id === ticketId))
    keep(recentTickets.peek().flatMap((one) => (one.id === ticketId ? (ticket ?? []) : one)));
});
