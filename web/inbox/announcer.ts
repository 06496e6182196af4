import { signal } from "@preact/signals-react";
import { t } from "../kit/text.ts";
import { me } from "../session/session.ts";
import { readableBody, summaryOf } from "../messages/message-kinds.ts";
import { openTicket } from "./open-ticket.ts";
import { onMessage } from "./thread.ts";
import type { Ticket } from "../types.ts";

/**
 * Announces new messages to screen readers, politely. The conversation is no live region, because
 * loading older messages would read them aloud.
 */
export const announcement = signal("");

const countsElsewhere = new Map<number, number>();

function announceElsewhere() {
  const messages = [...countsElsewhere.values()].reduce((sum, count) => sum + count, 0);
  if (messages > 0)
    announcement.value = t("messages.news", {
      messages: t("messages.newMessages", { count: messages }),
      tickets: t("messages.inTickets", { count: countsElsewhere.size }),
    });
  countsElsewhere.clear();
}

onMessage((message, { action, ticket }) => {
  if (action !== "create" || message.fromMe) return;
  if (message.ticketId === openTicket.peek()?.id) {
    announcement.value = `${message.contact.name}: ${summaryOf(message.mediaType, readableBody(message))}`;
    return;
  }
  const { userId, status } = ticket as Ticket;
  if (status === "pending" || userId === me.peek()?.id)
    countsElsewhere.set(message.ticketId, (countsElsewhere.get(message.ticketId) ?? 0) + 1);
});

setInterval(announceElsewhere, 5000);
