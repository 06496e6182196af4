import { shownListName, ticketLists, focusTarget } from "./list-state.ts";
import { openTicket, showTicket } from "./open-ticket.ts";

/**
 * Opens the next or previous ticket of the visible list. In the waiting lane it only moves the
 * focus.
 */
export function stepInList(by: 1 | -1) {
  const rows = ticketLists[shownListName()].rows.peek();
  if (shownListName() === "pending") {
    const here = rows.findIndex(({ id }) => id === focusedTicketId());
    const next = rows[Math.max(0, Math.min(rows.length - 1, here + by))];
    if (next) focusTarget.value = next.id;
    return;
  }
  const open = rows.filter(({ status }) => status !== "pending");
  const here = open.findIndex(({ id }) => id === openTicket.peek()?.id);
  const next = open[here < 0 ? 0 : here + by];
  if (next) showTicket(next);
}

/** The ticket whose row has the focus. */
export const focusedTicketId = () =>
  Number(document.activeElement?.closest<HTMLElement>("[data-ticket]")?.dataset.ticket ?? 0);
