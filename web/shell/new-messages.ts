import { live } from "../session/live.ts";
import type { Message, Ticket } from "../types.ts";
import { showNotification } from "./notifications.ts";
import { ring } from "./sound.ts";
import { isInView } from "./tabs.ts";
import { concernsMe, isChoosingQueue } from "./unread.ts";
import { isMuted } from "./notification-prefs.ts";

/**
 * The last message of each customer who has not chosen a queue. It rings once their ticket waits
 * for agents.
 */
const heldBack = new Map<number, Message>();

/**
 * Rings and notifies when a customer writes to this user in a ticket that is not in view. Returns a
 * function that ends this.
 */
export function watchNewMessages() {
  const closers = [
    live.on("appMessage", ({ action, ...frame }) => {
      const message = frame.message as Message;
      const ticket = frame.ticket as Ticket | undefined;
      if (!ticket) return;
      const isNew = action === "create" && !message.fromMe && !message.read;
      if (isNew) heldBack.set(ticket.id, message);
      notifyUnlessChoosing(ticket);
    }),
    live.on("ticket", ({ action, ticketId, ticket }) => {
      if (action === "delete") heldBack.delete(Number(ticketId));
      else if (ticket) notifyUnlessChoosing(ticket as Ticket);
    }),
    () => heldBack.clear(),
  ];
  return () => closers.forEach((close) => close());
}

function notifyUnlessChoosing(ticket: Ticket) {
  const message = heldBack.get(ticket.id);
  if (!message || isChoosingQueue(ticket)) return;
  heldBack.delete(ticket.id);
  if (!concernsMe(ticket) || isMuted(ticket) || isInView(ticket.id)) return;
  ring();
  showNotification(ticket, message);
}
