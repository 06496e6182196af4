import { effect, signal } from "@preact/signals-react";
import { readableBody, summaryOf } from "../pages/tickets/talk/message-kinds.ts";
import type { Message, Ticket } from "../pages/tickets/types.ts";
import { joinElection } from "./tabs.ts";
import { unreadTickets } from "./unread.ts";
import { goToTicket } from "./go-to-ticket.ts";
import { notificationPrefs } from "./notification-prefs.ts";

/** Whether a browser may show notices over other windows. "insecure": not at an http address; "missing": not at all. */
export type NotificationState = NotificationPermission | "insecure" | "missing";

export const notificationState = signal(readState());

/** Asks the browser, which asks the user. To be called from a click. */
export async function requestPermission() {
  await Notification.requestPermission();
  notificationState.value = readState();
}

/** Tells of a message over other windows, once for each ticket. The bell of this house rings, not the system's. */
export function showNotification({ contact, ...ticket }: Ticket, message: Message) {
  if (notificationState.peek() !== "granted" || !notificationPrefs.peek().notices || !joinElection("notifications")()) return;
  try {
    const shown = new Notification(contact.name, { body: summaryOf(message.mediaType, readableBody(message)), tag: `ticket:${ticket.id}`, icon: "/public/icon-192.png", silent: true });
    shownByTicket.set(ticket.id, shown);
    shown.onclick = () => {
      window.focus();
      shown.close();
      goToTicket(unreadTickets.peek().find(({ id }) => id === ticket.id) ?? ticket);
    };
    shown.onclose = () => shownByTicket.get(ticket.id) === shown && shownByTicket.delete(ticket.id);
  } catch {
    // Phones leave this to an installed app.
    notificationState.value = "missing";
  }
}

/** Takes notices back once their ticket is read, and follows what the browser's settings say. Returns what ends that. */
export function watchNotifications() {
  const changed = () => (notificationState.value = readState());
  let settings: PermissionStatus | undefined;
  void navigator.permissions?.query({ name: "notifications" }).then((status) => {
    settings = status;
    status.addEventListener("change", changed);
  }, () => undefined);
  const stand = effect(() => void (notificationState.value === "granted" && joinElection("notifications")));
  const stop = effect(() => {
    const waiting = new Set(unreadTickets.value.map(({ id }) => id));
    for (const [ticketId, shown] of shownByTicket) if (!waiting.has(ticketId)) shown.close();
  });
  return () => {
    stand();
    stop();
    settings?.removeEventListener("change", changed);
  };
}

const shownByTicket = new Map<number, Notification>();

function readState(): NotificationState {
  if (!isSecureContext) return "insecure";
  return "Notification" in window ? Notification.permission : "missing";
}
