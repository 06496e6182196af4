import { effect } from "@preact/signals-react";
import { startTicketLists, ticketLists } from "../inbox/list-state.ts";
import { titleCount } from "../kit/title.ts";
import { can } from "../session/can.ts";

/**
 * The tab's title counts the customers who wait for this user, or for anyone of their queues.
 * Returns a function that ends this.
 */
export function watchWaiting() {
  if (!can("tickets.read")) return () => {};
  startTicketLists();
  return effect(() => {
    const { assigned, pending } = ticketLists;
    titleCount.value = assigned.groupCounts.value.waiting + pending.groupCounts.value.waiting;
  });
}
