import { effect, signal } from "@preact/signals-react";
import { readableBody, summaryOf } from "../messages/message-kinds.ts";
import { isPushOn } from "../parts/push/push-state.ts";
import type { Message, Ticket } from "../types.ts";
import { joinElection } from "./tabs.ts";
import { unreadTickets } from "./unread.ts";
import { goToTicket } from "./go-to-ticket.ts";
import { notificationPrefs } from "./notification-prefs.ts";

/**
 * Whether the browser allows notifications. "insecure": not on an http page; "missing": no support.
 */
export type NotificationState = NotificationPermission | "insecure" | "missing";

export const notificationState = signal(readState());

/** Requests the permission; the browser asks the user. Call it from a click. */
export async function requestPermission() {
  await Notification.requestPermission();
  notificationState.value = readState();
}

/** Shows a notification of a message, one for each ticket. */
export function showNotification({ contact, ...ticket }: Ticket, message: Message) {
  const onOpen = () =>
    goToTicket(unreadTickets.peek().find(({ id }) => id === ticket.id) ?? ticket);
  showNotice("ticket", ticket.id, {
    title: contact.name,
    body: summaryOf(message.mediaType, readableBody(message)),
    onOpen,
  });
}

/**
 * Shows a notification, which replaces the previous one of the same thing. It is silent, because
 * the page rings its own bell. The service worker shows what the box pushes, so the page does not.
 */
export function showNotice(
  kind: NoticeKind,
  id: number,
  { title, body, onOpen }: { title: string; body: string; onOpen: () => void },
) {
  if (
    (kind !== "chat" && isPushOn.peek()) ||
    notificationState.peek() !== "granted" ||
    !notificationPrefs.peek().notices ||
    !joinElection("notifications")()
  )
    return;
  try {
    const notification = new Notification(title, {
      body,
      tag: `${kind}:${id}`,
      icon: "/public/icon-192.png",
      silent: true,
    });
    notices[kind].set(id, notification);
    notification.onclick = () => {
      window.focus();
      notification.close();
      onOpen();
    };
    notification.onclose = () => notices[kind].get(id) === notification && notices[kind].delete(id);
  } catch {
    // Phones offer this only to installed apps.
    notificationState.value = "missing";
  }
}

/**
 * Closes notifications once their ticket is read, and follows the browser's settings. Returns a
 * function that ends this.
 */
export function watchNotifications() {
  const changed = () => (notificationState.value = readState());
  let settings: PermissionStatus | undefined;
  void navigator.permissions?.query({ name: "notifications" }).then(
    (status) => {
      settings = status;
      status.addEventListener("change", changed);
    },
    () => undefined,
  );
  const stand = effect(
    () => void (notificationState.value === "granted" && joinElection("notifications")),
  );
  const stop = effect(() =>
    takeBackNotices("ticket", new Set(unreadTickets.value.map(({ id }) => id))),
  );
  return () => {
    stand();
    stop();
    settings?.removeEventListener("change", changed);
  };
}

/** Closes all notifications except these. */
export function takeBackNotices(kind: NoticeKind, waiting: Set<number>) {
  for (const [id, notification] of notices[kind]) if (!waiting.has(id)) notification.close();
}

type NoticeKind = "ticket" | "chat" | "reminder" | "notification" | "late";
const notices: Record<NoticeKind, Map<number, Notification>> = {
  ticket: new Map(),
  chat: new Map(),
  reminder: new Map(),
  notification: new Map(),
  late: new Map(),
};

function readState(): NotificationState {
  if (!isSecureContext) return "insecure";
  return "Notification" in window ? Notification.permission : "missing";
}
