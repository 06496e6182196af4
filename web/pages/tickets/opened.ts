import { batch, signal } from "@preact/signals-react";
import { navigate } from "wouter/use-browser-location";
import { api, ApiError } from "../../kit/api.ts";
import { t } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { live } from "../../live.ts";
import { me } from "../../session.ts";
import { choose, dropTicket, knownTicket, neighbour, onTicket, putTicket, wished } from "./list/board.ts";
import { lookAt } from "./presence.ts";
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
  if (known) {
    seen.set(known.uuid, known);
    sent.delete(known.id);
  }
  if (known !== undefined || uuid === undefined) return;
  try {
    const ticket = await api.get<Ticket>(`/tickets/u/${encodeURIComponent(uuid)}`);
    if (mine !== round) return;
    seen.set(uuid, ticket);
    sent.delete(ticket.id);
    batch(() => ((opened.value = ticket), (opening.value = "idle")));
  } catch (error) {
    if (mine !== round) return;
    const gone = error instanceof ApiError && error.status >= 400 && error.status < 500;
    if (!gone) return void (opening.value = "failed");
    opening.value = "idle";
    // The server doesn't tell a ticket that is not mine from one that isn't there. doc 1 §4
    toast.error([403, 404].includes(error.status) ? t("tickets.notYours") : error);
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
  toast.info(t("tickets.returned", { name: ticket.contact.name }), undoing(ticket));
  leave(ticket, next);
}

/** Ends a ticket: in silence, if so wished; going on, with the next of the list opened. */
export async function resolve(ticket: Ticket, { silent, goOn = false }: { silent?: boolean; goOn?: boolean } = {}) {
  const next = neighbour(ticket.id);
  if (!(await move(ticket, "closed", silent))) return;
  toast.success(t("tickets.resolved", { name: ticket.contact.name }), undoing(ticket));
  if (goOn && next && next.status !== "pending") show(next);
  else leave(ticket, next);
}

/** Sends a ticket to wait in another queue, or to someone who serves it. Throws `Refused`. doc 1 §4 */
export async function transfer(ticket: Ticket, to: { queueId: number; userId?: number }) {
  const next = neighbour(ticket.id);
  const moved = await sendAway([ticket.id], () => api.put<Ticket>(`/tickets/${ticket.id}`, to));
  const { name } = ticket.contact;
  toast.success(moved.user ? t("tickets.transfer.toUser", { name, user: moved.user.name }) : t("tickets.transfer.toQueue", { name, queue: moved.queue?.name }), undoing(ticket));
  if (moved.userId === me.peek()?.id) putTicket(moved);
  else leave(ticket, next);
}

/** A ticket goes on by another connection. */
export async function continueBy(ticket: Ticket, whatsappId: number) {
  try {
    putTicket(await api.put<Ticket>(`/tickets/${ticket.id}`, { whatsappId }));
  } catch (error) {
    complain(error);
  }
}

/** A ticket goes for good. Throws `Refused`. */
export async function remove(ticket: Ticket) {
  const next = neighbour(ticket.id);
  await sendAway([ticket.id], () => api.del(`/tickets/${ticket.id}`));
  dropTicket(ticket.id);
  toast.success(t("tickets.deleted", { name: ticket.contact.name }));
  leave(ticket, next);
}

/** What was done to a ticket a moment ago did not happen. Tells why when that is no longer so. */
export async function undo(ticketId: number): Promise<Ticket | undefined> {
  try {
    const ticket = await api.post<Ticket>(`/tickets/${ticketId}/undo`);
    putTicket(ticket);
    return ticket;
  } catch (error) {
    const late = error instanceof ApiError && (error.status === 404 || error.code === "ERR_TICKET_STATE");
    if (late) toast.error(t("tickets.undoLate"));
    else complain(error);
    return undefined;
  }
}

/** Does what may take tickets out of our sight: that is no news to who does it. Throws what the call throws. */
export async function sendAway<Answer>(ticketIds: number[], call: () => Promise<Answer>): Promise<Answer> {
  for (const id of ticketIds) sent.add(id);
  try {
    return await call();
  } catch (error) {
    for (const id of ticketIds) sent.delete(id);
    throw error;
  }
}

let round = 0;
const seen = new Map<string, Ticket>();
const sent = new Set<number>();

async function move(ticket: Ticket, status: Ticket["status"], silent?: boolean): Promise<Ticket | undefined> {
  if (moving.peek() !== null) return undefined;
  moving.value = ticket.id;
  try {
    const moved = await api.put<Ticket>(`/tickets/${ticket.id}`, { status, silent });
    putTicket(moved);
    return moved;
  } catch (error) {
    complain(error);
    return undefined;
  } finally {
    moving.value = null;
  }
}


// A refusal about someone else's ticket, with a way to it where there is one.
function complain(refused: unknown) {
  if (!(refused instanceof ApiError)) return void toast.error(refused);
  const { user, uuid } = refused.details;
  if (refused.code === "ERR_TICKET_ALREADY_ACCEPTED" && !user) return void toast.error(t("tickets.takenByOther"));
  if (refused.code === "ERR_OTHER_OPEN_TICKET" && typeof uuid === "string") {
    return void toast.error(t("tickets.otherOpen"), { label: t("tickets.openIt"), run: () => show({ uuid }) });
  }
  toast.error(refused);
}

// Who had it open is led back to it.
function undoing(ticket: Ticket) {
  const back = opened.peek()?.id === ticket.id;
  return {
    label: t("tickets.undo"),
    run: () =>
      void undo(ticket.id).then((undone) => {
        if (undone && back) show(undone);
      }),
  };
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
  if (sent.has(ticketId)) return;
  toast.info(t("tickets.gone", { name: opened.peek()?.contact.name }));
  back();
});

live.on("ticket", ({ action, ticketId }) => {
  const ticket = opened.peek();
  if (ticket && action === "updateUnread" && ticket.id === ticketId) opened.value = { ...ticket, unreadMessages: 0 };
});
opened.subscribe(lookAt);
