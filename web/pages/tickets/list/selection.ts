import { batch, computed, effect, signal, untracked } from "@preact/signals-react";
import { api } from "../../../kit/api.ts";
import { t } from "../../../kit/text.ts";
import { toast } from "../../../kit/Toast.tsx";
import {
  onTicket,
  queueIds,
  shownListName,
  ticketLists,
  showAll,
  focusTarget,
} from "../../../inbox/list-state.ts";
import { appliedSearch } from "../../../inbox/ticket-search.ts";
import { openTicket } from "../../../inbox/open-ticket.ts";
import { focusedTicketId } from "../../../inbox/list-steps.ts";
import type { Ticket } from "../../../types.ts";

const isStarted = signal(false);
let anchorId: number | undefined;

/** The selected tickets of the visible list, in their current version. */
export const selected = signal<ReadonlyMap<number, Ticket>>(new Map());

/** Whether a click on a row selects it. */
export const selecting = computed(() => isStarted.value || selected.value.size > 0);

/** The user can change at most so many tickets at once. */
export const mostSelected = 200;

/** Starts selection mode without a selection. */
export const beginSelection = () => void (isStarted.value = true);

export function endSelection() {
  if (!selecting.peek()) return;
  const last = anchorId;
  batch(() => {
    isStarted.value = false;
    selected.value = new Map();
  });
  anchorId = undefined;
  // The bar and the rows' boxes disappear, so the focus moves to a row.
  if (focusedTicketId() > 0) focusTarget.value = focusedTicketId();
  else if (document.activeElement?.closest("[data-selection]")) focusTarget.value = last ?? 0;
}

/** Selects a ticket, or deselects it. */
export function toggle(ticket: Ticket) {
  anchorId = ticket.id;
  focusTarget.value = ticket.id;
  const next = new Map(selected.peek());
  if (next.delete(ticket.id)) selected.value = next;
  else add([ticket]);
}

/** Selects all tickets from the last chosen one to this one. */
export function selectTo(ticket: Ticket) {
  const rows = ticketLists[shownListName()].rows.peek();
  const at = (id: number | undefined) => rows.findIndex((row) => row.id === id);
  const here = at(ticket.id);
  const there = at(anchorId ?? openTicket.peek()?.id);
  if (here < 0 || there < 0) return toggle(ticket);
  anchorId ??= openTicket.peek()?.id;
  focusTarget.value = ticket.id;
  add(rows.slice(Math.min(here, there), Math.max(here, there) + 1));
}

/** Selects all loaded tickets of the list. */
export function selectAll() {
  // A selection box may replace the focused element in its row.
  if (focusedTicketId() > 0) focusTarget.value = focusedTicketId();
  add(ticketLists[shownListName()].rows.peek());
}

/** Selects all tickets of the list with its filters, also those that are not loaded or are folded. */
export async function selectEvery() {
  const name = shownListName();
  const query = ticketLists[name].query();
  const all: Ticket[] = [];
  for (let pageNumber = 1, hasMore = true; hasMore && all.length < mostSelected; pageNumber++) {
    const page = await api.get<{ tickets: Ticket[]; hasMore: boolean }>("/tickets", {
      ...query,
      pageNumber,
    });
    all.push(...page.tickets);
    hasMore = page.hasMore;
  }
  // The user may have gone to another list meanwhile.
  if (name === shownListName()) add(all);
}

/** Deselects these tickets. */
export function deselect(ids: number[]) {
  const next = new Map(selected.peek());
  if (ids.filter((id) => next.delete(id)).length === 0) return;
  if (next.size === 0) endSelection();
  else selected.value = next;
}

function add(tickets: Ticket[]) {
  const next = new Map(selected.peek());
  for (const ticket of tickets) if (next.size < mostSelected) next.set(ticket.id, ticket);
  if (tickets.some(({ id }) => !next.has(id)))
    toast.info(t("tickets.select.most", { count: mostSelected }));
  selected.value = next;
}

// A ticket leaves the selection when its status, queue or agent changes, also by the user's own
// action.
onTicket((ticketId, ticket) => {
  const previous = selected.peek().get(ticketId);
  if (!previous) return;
  const stays =
    ticket &&
    ticket.status === previous.status &&
    ticket.queueId === previous.queueId &&
    ticket.userId === previous.userId;
  if (stays) selected.value = new Map(selected.peek()).set(ticketId, ticket);
  else deselect([ticketId]);
});

// The list or its filters changed.
effect(() => {
  void [shownListName(), queueIds.value, showAll.value, appliedSearch.value];
  untracked(endSelection);
});
