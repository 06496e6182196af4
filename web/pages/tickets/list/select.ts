import { batch, computed, effect, signal, untracked } from "@preact/signals-react";
import { t } from "../../../kit/text.ts";
import { toast } from "../../../kit/Toast.tsx";
import { asked, onTicket, queueIds, shelfName, shelves, showAll, wished } from "./board.ts";
import { opened } from "../opened.ts";
import { standing } from "../keys/steps.ts";
import type { Ticket } from "../types.ts";

const begun = signal(false);
let from: number | undefined;

/** The tickets that are selected in the list on show, as they are now. */
export const selected = signal<ReadonlyMap<number, Ticket>>(new Map());

/** Whether a click on a row selects it. */
export const selecting = computed(() => begun.value || selected.value.size > 0);

/** The most that can be changed at once. */
export const mostSelected = 200;

/** Shows what can be selected, nothing yet. */
export const beginSelection = () => void (begun.value = true);

export function endSelection() {
  if (!selecting.peek()) return;
  const last = from;
  batch(() => {
    begun.value = false;
    selected.value = new Map();
  });
  from = undefined;
  // What had the focus goes: the bar, or the box of a row.
  if (standing() > 0) wished.value = standing();
  else if (document.activeElement?.closest("[data-selection]")) wished.value = last ?? 0;
}

/** Selects a ticket, or no longer. */
export function toggle(ticket: Ticket) {
  from = ticket.id;
  wished.value = ticket.id;
  const next = new Map(selected.peek());
  if (next.delete(ticket.id)) selected.value = next;
  else add([ticket]);
}

/** Selects all from the one that was chosen last to this one. */
export function selectTo(ticket: Ticket) {
  const rows = shelves[shelfName()].rows.peek();
  const at = (id: number | undefined) => rows.findIndex((row) => row.id === id);
  const here = at(ticket.id);
  const there = at(from ?? opened.peek()?.id);
  if (here < 0 || there < 0) return toggle(ticket);
  from ??= opened.peek()?.id;
  wished.value = ticket.id;
  add(rows.slice(Math.min(here, there), Math.max(here, there) + 1));
}

/** Selects what is here of the list. */
export const selectAll = () => add(shelves[shelfName()].rows.peek());

/** These are selected no longer. */
export function deselect(ids: number[]) {
  const next = new Map(selected.peek());
  if (ids.filter((id) => next.delete(id)).length === 0) return;
  if (next.size === 0) endSelection();
  else selected.value = next;
}

function add(tickets: Ticket[]) {
  const next = new Map(selected.peek());
  for (const ticket of tickets) if (next.size < mostSelected) next.set(ticket.id, ticket);
  if (tickets.some(({ id }) => !next.has(id))) toast.info(t("tickets.select.most", { count: mostSelected }));
  selected.value = next;
}

// What went elsewhere, by whomever, is no longer what was selected.
onTicket((ticketId, ticket) => {
  const known = selected.peek().get(ticketId);
  if (!known) return;
  const stays = ticket && ticket.status === known.status && ticket.queueId === known.queueId && ticket.userId === known.userId;
  if (stays) selected.value = new Map(selected.peek()).set(ticketId, ticket);
  else deselect([ticketId]);
});

// Another list, or other tickets in it.
effect(() => {
  void [shelfName(), queueIds.value, showAll.value, asked.value];
  untracked(endSelection);
});
