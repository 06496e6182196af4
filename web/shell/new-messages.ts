import { live } from "../live.ts";
import type { Message, Ticket } from "../pages/tickets/types.ts";
import { showNotification } from "./notifications.ts";
import { ring } from "./sound.ts";
import { isInView } from "./tabs.ts";
import { concernsMe } from "./unread.ts";
import { isMuted } from "./notification-prefs.ts";

/** Rings and tells when a customer writes to me, unless I look at it. Returns what ends that. */
export const watchNewMessages = () =>
  live.on("appMessage", ({ action, ...frame }) => {
    const message = frame.message as Message;
    const ticket = frame.ticket as Ticket;
    if (action !== "create" || message.fromMe || message.read || !concernsMe(ticket) || isMuted(ticket) || isInView(ticket.id)) return;
    ring();
    showNotification(ticket, message);
  });
