import { batch, signal } from "@preact/signals-react";
import { api } from "../kit/api.ts";
import { t } from "../kit/text.ts";
import { toast } from "../kit/Toast.tsx";
import { live } from "../session/live.ts";
import { putTicket, ticketLists } from "./list-state.ts";
import { openTicket } from "./open-ticket.ts";
import type { Tag, Ticket } from "../types.ts";

export type TicketTag = Ticket["tags"][number];

/** The length limits of a tag's name. rules.md#form-limits */
export const tagNameLength = { min: 3, max: 40 };

/** The tags of each ticket that the server has not saved yet. */
const pendingTags = signal<ReadonlyMap<number, TicketTag[]>>(new Map());

/** A ticket's tags by the user's last choice. Reads a signal. */
export const tagsOf = ({ id, tags }: Ticket): TicketTag[] => pendingTags.value.get(id) ?? tags;

/** A new tag. The server assigns its colour. */
export const newTag = (name: string): TicketTag => ({ id: 0, name, color: "#57534e" });

/** Sets a ticket's tags, on screen at once. Of several changes in a row, only the last is sent. */
export async function setTags(ticket: Ticket, labels: TicketTag[]) {
  setPendingTags(ticket.id, labels);
  if (sending.has(ticket.id)) return;
  sending.add(ticket.id);
  try {
    for (let sent: TicketTag[] | undefined; (sent = pendingTags.peek().get(ticket.id));) {
      const answer = await api.post<Ticket>("/tags/sync", {
        ticketId: ticket.id,
        tags: sent.map(({ id, name }) => (id > 0 ? { id } : { name })),
      });
      if (pendingTags.peek().get(ticket.id) === sent) confirmTags(ticket.id, answer);
    }
  } catch (error) {
    setPendingTags(ticket.id, undefined);
    toast.error(error);
  } finally {
    sending.delete(ticket.id);
  }
}

/** Removes a tag from a ticket, with an undo. */
export function removeTag(ticket: Ticket, label: TicketTag) {
  void setTags(
    ticket,
    tagsOf(ticket).filter((one) => one !== label),
  );
  toast.info(t("tickets.tags.removed", { name: label.name }), {
    label: t("tickets.undo"),
    run: () => void restoreTag(ticket.id, label.id),
  });
}

const sending = new Set<number>();

async function restoreTag(ticketId: number, labelId: number) {
  try {
    putTicket(await api.put<Ticket>(`/ticket-tags/${ticketId}/${labelId}`));
  } catch (error) {
    toast.error(error);
  }
}

const confirmTags = (ticketId: number, ticket: Ticket) =>
  batch(() => {
    setPendingTags(ticketId, undefined);
    putTicket(ticket);
  });

function setPendingTags(ticketId: number, labels: TicketTag[] | undefined) {
  const next = new Map(pendingTags.peek());
  if (labels) next.set(ticketId, labels);
  else next.delete(ticketId);
  pendingTags.value = next;
}

// A renamed or deleted tag changes on all tickets that have it.
live.on("tag", ({ action, tag, tagId }) => {
  if (action === "create") return;
  const fresh = tag as Tag | undefined;
  const id = fresh?.id ?? Number(tagId);
  const loaded = [
    ...Object.values(ticketLists).flatMap(({ rows }) => rows.peek()),
    openTicket.peek(),
  ].filter((row) => row !== null);
  for (const ticket of new Map(loaded.map((row) => [row.id, row])).values()) {
    if (!ticket.tags.some((label) => label.id === id)) continue;
    putTicket({
      ...ticket,
      tags: fresh
        ? ticket.tags.map((label) =>
            label.id === id ? { id, name: fresh.name, color: fresh.color } : label,
          )
        : ticket.tags.filter((label) => label.id !== id),
    });
  }
});
