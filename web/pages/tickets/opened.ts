import { batch, signal } from "@preact/signals-react";
import { navigate } from "wouter/use-browser-location";
import { api, Refused } from "../../kit/api.ts";
import { t } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { live } from "../../live.ts";
import { me } from "../../session.ts";
import { choose, knownTicket, neighbour, onTicket, putTicket, wished } from "./board.ts";
import type { Ticket } from "./types.ts";

/** The ticket on the right, and how far its reading is. */
export const opened = signal<Ticket | null>(null);
export const opening = signal<"idle" | "loading" | "failed">("idle");

/** The ticket whose change is under way. */
export const moving = signal<number | null>(null);

/** Shows a ticket: at once when it was seen before. A dead address leads back to the list. doc 1 §4 */
export async function open(uuid: string | undefined) {
  const mine = ++round;
  const known = uuid === undefined ? null : (knownTicket((ticket) => ticket.uuid === uuid) ?? seen.get(uuid));
  batch(() => {
    if (known !== undefined) opened.value = known;
    else if (opened.peek()?.uuid !== uuid) opened.value = null;
    opening.value = known === undefined ? "loading" : "idle";
  });
  if (known) seen.set(known.uuid, known);
  if (known) live.send({ event: "joinChatBox", ticketId: known.id });
  if (known !== undefined || uuid === undefined) return;
  try {
    const ticket = await api.get<Ticket>(`/tickets/u/${encodeURIComponent(uuid)}`);
    if (mine !== round) return;
    seen.set(uuid, ticket);
    batch(() => ((opened.value = ticket), (opening.value = "idle")));
    live.send({ event: "joinChatBox", ticketId: ticket.id });
  } catch (refused) {
    if (mine !== round) return;
    const gone = refused instanceof Refused && refused.status >= 400 && refused.status < 500;
    if (!gone) return void (opening.value = "failed");
    opening.value = "idle";
    toast.error(refused.status === 403 ? t("common.notAllowed") : refused);
    navigate("/tickets", { replace: true });
  }
}

export const show = (ticket: Pick<Ticket, "uuid">) => navigate(`/tickets/${ticket.uuid}`);
export const back = () => navigate("/tickets");

/** Takes a waiting ticket. When another was faster, says who. */
export async function accept(ticket: Ticket) {
  const mine = await move(ticket, "open");
  if (!mine) return;
  choose({ tab: "open", lane: "assigned" });
  show(mine);
}

export async function reopen(ticket: Ticket) {
  const mine = await move(ticket, "open");
  if (!mine) return;
  choose({ tab: "open", lane: "assigned" });
  show(mine);
}

export async function giveBack(ticket: Ticket) {
  const next = neighbour(ticket.id);
  if (!(await move(ticket, "pending"))) return;
  leave(ticket, next);
  toast.info(t("tickets.returned", { name: ticket.contact.name }), undo(ticket));
}

export async function resolve(ticket: Ticket) {
  const next = neighbour(ticket.id);
  if (!(await move(ticket, "closed"))) return;
  leave(ticket, next);
  toast.success(t("tickets.resolved", { name: ticket.contact.name }), undo(ticket));
}

let round = 0;
const seen = new Map<string, Ticket>();

async function move(ticket: Ticket, status: Ticket["status"]): Promise<Ticket | undefined> {
  if (moving.peek() !== null) return undefined;
  moving.value = ticket.id;
  try {
    const moved = await api.put<Ticket>(`/tickets/${ticket.id}`, { status });
    putTicket(moved);
    return moved;
  } catch (refused) {
    complain(refused);
    return undefined;
  } finally {
    moving.value = null;
  }
}

// A refusal about someone else's ticket, with a way to it where there is one.
function complain(refused: unknown) {
  if (!(refused instanceof Refused)) return void toast.error(refused);
  const { user, uuid } = refused.details;
  if (refused.code === "ERR_TICKET_ALREADY_ACCEPTED" && !user) return void toast.error(t("tickets.takenByOther"));
  if (refused.code === "ERR_OTHER_OPEN_TICKET" && typeof uuid === "string") {
    return void toast.error(t("tickets.otherOpen"), { label: t("tickets.openIt"), run: () => show({ uuid }) });
  }
  toast.error(refused);
}

// Only who held it gets it back: undoing must not take a ticket over.
function undo(ticket: Ticket) {
  return ticket.userId !== me.peek()?.id ? undefined : { label: t("tickets.undo"), run: () => void reopen(ticket) };
}

function leave(ticket: Ticket, next: Ticket | undefined) {
  if (opened.peek()?.id !== ticket.id) return;
  wished.value = next?.id ?? ticket.id;
  back();
}

onTicket((ticketId, ticket) => {
  for (const [uuid, known] of seen) {
    if (known.id !== ticketId) continue;
    if (ticket) seen.set(uuid, ticket);
    else seen.delete(uuid);
  }
  if (opened.peek()?.id !== ticketId) return;
  if (ticket) {
    opened.value = ticket;
    return;
  }
  toast.info(t("tickets.gone", { name: opened.peek()?.contact.name }));
  back();
});

live.on("ticket", ({ action, ticketId }) => {
  const ticket = opened.peek();
  if (ticket && action === "updateUnread" && ticket.id === ticketId) opened.value = { ...ticket, unreadMessages: 0 };
});
live.on("ready", () => {
  const ticket = opened.peek();
  if (ticket) live.send({ event: "joinChatBox", ticketId: ticket.id });
});
