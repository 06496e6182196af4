import { batch, signal } from "@preact/signals-react";
import { navigate } from "wouter/use-browser-location";
import { api, ApiError } from "../kit/api.ts";
import { t } from "../kit/text.ts";
import { toast } from "../kit/Toast.tsx";
import { live } from "../session/live.ts";
import { me } from "../session/session.ts";
import {
  showList,
  dropTicket,
  knownTicket,
  nextTicket,
  onTicket,
  putTicket,
  focusTarget,
} from "./list-state.ts";
import { setViewedTicket } from "./presence.ts";
import type { Ticket } from "../types.ts";

/** The open ticket, and the state of its load. */
export const openTicket = signal<Ticket | null>(null);
export const openTicketState = signal<"idle" | "loading" | "failed">("idle");

/** The ticket with a change in progress. */
export const changingTicketId = signal<number | null>(null);

/** Opens a ticket; a cached one shows at once. An unknown address leads back to the list. */
export async function loadOpenTicket(uuid: string | undefined) {
  const mine = ++round;
  const cached =
    uuid === undefined
      ? null
      : (knownTicket((ticket) => ticket.uuid === uuid) ?? ticketsByUuid.get(uuid));
  batch(() => {
    if (cached !== undefined) openTicket.value = cached;
    else if (openTicket.peek()?.uuid !== uuid) openTicket.value = null;
    openTicketState.value = cached === undefined ? "loading" : "idle";
  });
  if (cached) {
    ticketsByUuid.set(cached.uuid, cached);
    expectedRemovals.delete(cached.id);
  }
  if (cached !== undefined || uuid === undefined) return;
  try {
    const ticket = await api.get<Ticket>(`/tickets/u/${encodeURIComponent(uuid)}`);
    if (mine !== round) return;
    ticketsByUuid.set(uuid, ticket);
    expectedRemovals.delete(ticket.id);
    batch(() => ((openTicket.value = ticket), (openTicketState.value = "idle")));
  } catch (error) {
    if (mine !== round) return;
    const gone = error instanceof ApiError && error.status >= 400 && error.status < 500;
    if (!gone) return void (openTicketState.value = "failed");
    openTicketState.value = "idle";
    // The server does not distinguish hidden tickets from missing ones. rules.md#hidden-tickets
    toast.error([403, 404].includes(error.status) ? t("tickets.notYours") : error);
    navigate("/tickets", { replace: true });
  }
}

export const showTicket = (ticket: Pick<Ticket, "uuid">) => navigate(`/tickets/${ticket.uuid}`);
export const showTicketList = () => navigate("/tickets");

/** Accepts a waiting ticket. When another user was faster, a toast names them. */
export async function accept(ticket: Ticket) {
  const changed = await changeStatus(ticket, "open");
  if (!changed) return;
  showList({ tab: "open", lane: "assigned" });
  showTicket(changed);
}

export async function reopen(ticket: Ticket) {
  const changed = await changeStatus(ticket, "open");
  if (!changed) return;
  showList({ tab: "open", lane: "assigned" });
  showTicket(changed);
}

export async function returnToQueue(ticket: Ticket) {
  const next = nextTicket(ticket.id);
  if (!(await changeStatus(ticket, "pending"))) return;
  toast.info(t("tickets.returned", { name: ticket.contact.name }), undoAction(ticket));
  leaveTicket(ticket, next);
}

/**
 * Transfers a ticket to another queue, or to a user who serves it. Throws `ApiError`.
 * rules.md#transfers
 */
export async function transfer(
  ticket: Ticket,
  to: { queueId?: number; userId?: number; note?: string },
) {
  const next = nextTicket(ticket.id);
  const moved = await expectingRemoval([ticket.id], () =>
    api.put<Ticket>(`/tickets/${ticket.id}`, to),
  );
  const { name } = ticket.contact;
  toast.success(
    moved.user
      ? t("tickets.transfer.toUser", { name, user: moved.user.name })
      : t("tickets.transfer.toQueue", { name, queue: moved.queue?.name }),
    undoAction(ticket),
  );
  if (moved.userId === me.peek()?.id) putTicket(moved);
  else leaveTicket(ticket, next);
}

/** Moves a ticket to another connection. */
export async function changeConnection(ticket: Ticket, whatsappId: number) {
  try {
    putTicket(await api.put<Ticket>(`/tickets/${ticket.id}`, { whatsappId }));
  } catch (error) {
    showError(error);
  }
}

/** Deletes a ticket for good. Throws `ApiError`. */
export async function deleteTicket(ticket: Ticket) {
  const next = nextTicket(ticket.id);
  await expectingRemoval([ticket.id], () => api.del(`/tickets/${ticket.id}`));
  dropTicket(ticket.id);
  toast.success(t("tickets.deleted", { name: ticket.contact.name }));
  leaveTicket(ticket, next);
}

/** Undoes the last change of a ticket. A toast says when it is too late. */
export async function undo(ticketId: number): Promise<Ticket | undefined> {
  try {
    const ticket = await api.post<Ticket>(`/tickets/${ticketId}/undo`);
    putTicket(ticket);
    return ticket;
  } catch (error) {
    const late =
      error instanceof ApiError && (error.status === 404 || error.code === "ERR_TICKET_STATE");
    if (late) toast.error(t("tickets.undoLate"));
    else showError(error);
    return undefined;
  }
}

/**
 * Runs a call that may remove tickets from the user's list, without the notice about removed
 * tickets. Throws the call's error.
 */
export async function expectingRemoval<Answer>(
  ticketIds: number[],
  call: () => Promise<Answer>,
): Promise<Answer> {
  for (const id of ticketIds) expectedRemovals.add(id);
  try {
    return await call();
  } catch (error) {
    for (const id of ticketIds) expectedRemovals.delete(id);
    throw error;
  }
}

let round = 0;
const ticketsByUuid = new Map<string, Ticket>();
const expectedRemovals = new Set<number>();

/** Changes a ticket's status. A refusal shows a toast and returns undefined. */
export async function changeStatus(
  ticket: Ticket,
  status: Ticket["status"],
  silent?: boolean,
): Promise<Ticket | undefined> {
  if (changingTicketId.peek() !== null) return undefined;
  changingTicketId.value = ticket.id;
  try {
    const moved = await api.put<Ticket>(`/tickets/${ticket.id}`, { status, silent });
    putTicket(moved);
    return moved;
  } catch (error) {
    showError(error);
    return undefined;
  } finally {
    changingTicketId.value = null;
  }
}

// Shows an error; a conflict with another ticket offers to open that ticket.
function showError(error: unknown) {
  if (!(error instanceof ApiError)) return void toast.error(error);
  const { user, uuid } = error.details;
  if (error.code === "ERR_TICKET_ALREADY_ACCEPTED" && !user)
    return void toast.error(t("tickets.takenByOther"));
  if (error.code === "ERR_OTHER_OPEN_TICKET" && typeof uuid === "string") {
    return void toast.error(t("tickets.otherOpen"), {
      label: t("tickets.openIt"),
      run: () => showTicket({ uuid }),
    });
  }
  toast.error(error);
}

/** Undoes a ticket's last change. Reopens the ticket when the agent had it open. */
export function undoAction(ticket: Ticket) {
  const wasOpen = openTicket.peek()?.id === ticket.id;
  return {
    label: t("tickets.undo"),
    run: () =>
      void undo(ticket.id).then((undone) => {
        if (undone && wasOpen) showTicket(undone);
      }),
  };
}

/** Returns to the list, when this ticket is open. */
export function leaveTicket(ticket: Ticket, next: Ticket | undefined) {
  if (openTicket.peek()?.id !== ticket.id) return;
  focusTarget.value = next?.id ?? ticket.id;
  showTicketList();
}

onTicket((ticketId, ticket) => {
  for (const [uuid, cached] of ticketsByUuid) {
    if (cached.id !== ticketId) continue;
    if (ticket) ticketsByUuid.set(uuid, ticket);
    else ticketsByUuid.delete(uuid);
  }
  if (openTicket.peek()?.id !== ticketId) return;
  if (ticket) {
    openTicket.value = ticket;
    return;
  }
  if (expectedRemovals.has(ticketId)) return;
  toast.info(t("tickets.gone", { name: openTicket.peek()?.contact.name }));
  showTicketList();
});

live.on("ticket", ({ action, ticketId }) => {
  const ticket = openTicket.peek();
  if (ticket && action === "updateUnread" && ticket.id === ticketId)
    openTicket.value = { ...ticket, unreadMessages: 0, markedUnread: false };
});
openTicket.subscribe(setViewedTicket);
