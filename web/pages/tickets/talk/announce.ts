import { signal } from "@preact/signals-react";
import { t } from "../../../kit/text.ts";
import { me } from "../../../session.ts";
import { inWords } from "./kinds.ts";
import { openTicket } from "../open-ticket.ts";
import { onMessage } from "./thread.ts";
import type { Ticket } from "../types.ts";

/** What a screen reader is told, politely. The conversation itself is no live region: older messages would be read aloud. */
export const said = signal("");

const elsewhere = new Map<number, number>();

function tellElsewhere() {
  const messages = [...elsewhere.values()].reduce((sum, count) => sum + count, 0);
  if (messages > 0) said.value = t("messages.news", { messages, tickets: elsewhere.size });
  elsewhere.clear();
}

onMessage((message, { action, ticket }) => {
  if (action !== "create" || message.fromMe) return;
  if (message.ticketId === openTicket.peek()?.id) {
    said.value = `${message.contact.name}: ${inWords(message.mediaType, message.body)}`;
    return;
  }
  const { userId, status } = ticket as Ticket;
  if (status === "pending" || userId === me.peek()?.id) elsewhere.set(message.ticketId, (elsewhere.get(message.ticketId) ?? 0) + 1);
});

setInterval(tellElsewhere, 5000);
