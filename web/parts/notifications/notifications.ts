import { batch, computed, signal } from "@preact/signals-react";
import type { Notification } from "../../../src/modules/notifications/table.ts";
import type { StoredKind } from "../../../src/shared/notifications.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import { api } from "../../kit/api.ts";
import { t } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { live } from "../../session/live.ts";
import { readPart } from "../../session/shell-parts.ts";

/** A notification with a row. Unread messages are in the unread tickets. rules.md#notifications */
export type StoredNotification = Wire<Notification> & { id: number; kind: StoredKind };

type Page = { records: StoredNotification[]; unread: number };
type Read = { ids: number[] } | { ticketId: number } | { all: true };

/** The user's latest notifications, the newest first, and how many of all are unread. */
export const notifications = signal<StoredNotification[]>([]);
export const unreadNotifications = signal(0);
export const notificationsFailed = signal(false);

/** The tickets that a colleague gave to the user and that the user has not opened. */
export const handOvers = computed(
  () =>
    new Map(
      notifications.value
        .filter(({ kind, readAt }) => kind === "handedOver" && readAt === null)
        .map((notification) => [notification.ticketId, notification]),
    ),
);

/** The line of a notification: who did what. */
export const titleOf = ({ kind, byUser, ticket, order, whatsapp }: StoredNotification) =>
  t(`notifications.${kind}`, {
    name: byUser?.name ?? t(kind === "handedOver" ? "common.theQueue" : "common.someone"),
    contact: ticket?.contact.name ?? "",
    number: order?.number ?? "",
    connection: whatsapp?.name ?? "",
  });

/** Marks notifications as read. */
export async function markNotificationsRead(which: Read) {
  const now = new Date().toISOString();
  const isRead = ({ id, ticketId, readAt }: StoredNotification) =>
    readAt === null &&
    ("all" in which || ("ids" in which ? which.ids.includes(id) : which.ticketId === ticketId));
  const count = notifications.peek().filter(isRead).length;
  batch(() => {
    notifications.value = notifications
      .peek()
      .map((one) => (isRead(one) ? { ...one, readAt: now } : one));
    unreadNotifications.value = "all" in which ? 0 : unreadNotifications.peek() - count;
  });
  try {
    await api.put("/notifications/read", which);
  } catch (error) {
    toast.error(error);
    void readNotifications();
  }
}

/**
 * Keeps the user's notifications current. Calls `onNew` for each that comes later. Returns a
 * function that ends this.
 */
export function followNotifications(onNew: (notification: StoredNotification) => void) {
  newest = undefined;
  const read = () => void readNotifications(onNew);
  read();
  const closers = [
    live.on("notification", ({ action }) => action !== "late" && read()),
    live.onReset(read),
    // Tickets that come into sight bring their notifications back, and others take theirs away.
    live.on("ticket", ({ action, ticketId }) => {
      const isNamed = ({ ticketId: id }: StoredNotification) => id === Number(ticketId);
      if (action === "delete" && notifications.peek().some(isNamed)) read();
    }),
  ];
  return () => closers.forEach((close) => close());
}

export async function readNotifications(onNew?: (notification: StoredNotification) => void) {
  const thisRound = ++round;
  try {
    const { records, unread } = await readPart<Page>("notifications");
    if (thisRound !== round) return;
    batch(() => {
      notifications.value = records;
      unreadNotifications.value = unread;
      notificationsFailed.value = false;
    });
    const before = newest;
    newest = Math.max(before ?? 0, ...records.map(({ id }) => id));
    if (before === undefined || !onNew) return;
    for (const one of records.toReversed()) if (one.id > before && !one.readAt) onNew(one);
  } catch {
    if (thisRound === round) notificationsFailed.value = true;
  }
}

let round = 0;
/** The last id that was read; undefined before the first answer. */
let newest: number | undefined;
