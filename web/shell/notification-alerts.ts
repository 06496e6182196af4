import { effect } from "@preact/signals-react";
import { navigate } from "wouter/use-browser-location";
import { t } from "../kit/text.ts";
import { toast } from "../kit/Toast.tsx";
import { plain } from "../messages/format.ts";
import {
  followNotifications,
  markNotificationsRead,
  type StoredNotification,
  notifications,
  titleOf,
} from "../parts/notifications/notifications.ts";
import { can } from "../session/can.ts";
import { goToTicket } from "./go-to-ticket.ts";
import { isMuted } from "./notification-prefs.ts";
import { showNotice, takeBackNotices } from "./notifications.ts";
import { ring } from "./sound.ts";
import { isInView } from "./tabs.ts";
import { ticketInView } from "./ticket-in-view.ts";

/**
 * Keeps the user's notifications current, tells of new ones, and reads those of the ticket in view.
 * Returns a function that ends this. rules.md#notifications
 */
export function watchOwnNotifications() {
  if (!can("notifications.read")) return () => {};
  const closers = [
    followNotifications(alert),
    effect(() => {
      const ticketId = ticketInView();
      if (ticketId !== null && unread().some((one) => one.ticketId === ticketId))
        void markNotificationsRead({ ticketId });
    }),
    effect(() => takeBackNotices("notification", new Set(unread().map(({ id }) => id)))),
  ];
  return () => closers.forEach((close) => close());
}

/** Reads a notification and leads to what it is about. */
export function openNotification({ id, ticket, orderId, whatsappId }: StoredNotification) {
  void markNotificationsRead({ ids: [id] });
  if (orderId) navigate(`/orders/${orderId}`);
  else if (whatsappId) navigate("/connections");
  else if (ticket) goToTicket(ticket);
}

function alert(notification: StoredNotification) {
  const { id, ticketId, note, text } = notification;
  if (ticketId !== null && isInView(ticketId)) return;
  const title = titleOf(notification);
  const onOpen = () => openNotification(notification);
  toast.info(note ? `${title}: ${note}` : title, { label: t("notifications.open"), run: onOpen });
  if (isMuted({ queueId: null })) return;
  ring();
  showNotice("notification", id, { title, body: note || plain(text), onOpen });
}

const unread = () => notifications.value.filter(({ readAt }) => readAt === null);
