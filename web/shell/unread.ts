import { computed, effect } from "@preact/signals-react";
import type { Frame } from "../../src/shared/wire.ts";
import { unreadChats } from "../parts/chats/chats.ts";
import { handOvers, unreadNotifications } from "../parts/notifications/notifications.ts";
import { dueReminders } from "../parts/reminders/reminders.ts";
import { live } from "../session/live.ts";
import { createTicketList } from "../inbox/ticket-list.ts";
import type { Contact, Ticket } from "../types.ts";
import { can } from "../session/can.ts";
import { me } from "../session/session.ts";
import { ticketInView } from "./ticket-in-view.ts";

/** The most tickets in memory, in pages. */
const mostPages = 5;

const ticketList = createTicketList({
  query: () => ({ withUnreadMessages: true }),
  belongs: (ticket) => ticket.unreadMessages > 0 && concernsMe(ticket),
});

/**
 * Whether a bot still asks a customer for a queue, so no agent is needed. rules.md#who-is-notified
 */
export const isChoosingQueue = ({
  status,
  queueId,
  withBot,
}: Pick<Ticket, "status" | "queueId" | "withBot">) =>
  status === "pending" && queueId === null && withBot;

/**
 * Whether this user must read a ticket: they attend it, or it waits for agents. The server sends no
 * tickets that the user may not see. rules.md#who-is-notified
 */
export const concernsMe = (ticket: Pick<Ticket, "status" | "userId" | "queueId" | "withBot">) =>
  ticket.status === "pending"
    ? !isChoosingQueue(ticket)
    : ticket.status === "open" && ticket.userId === me.value?.id;

/** Tickets with unread messages, the latest first. */
export const unreadTickets = computed(() =>
  ticketList.rows.value
    .filter((ticket) => ticket.id !== ticketInView() && concernsMe(ticket))
    .sort((one, other) => Date.parse(other.lastMessageAt) - Date.parse(one.lastMessageAt)),
);

/** The same without those whose hand-over is in the bell. */
export const unreadInBell = computed(() =>
  unreadTickets.value.filter(({ id }) => !handOvers.value.has(id)),
);

// A computed value updates only on change: the browser redraws the tab's title and badge.
export const unreadCount = computed(
  () =>
    unreadInBell.value.length +
    unreadNotifications.value +
    unreadChats.value.length +
    dueReminders.value.length,
);

export const unreadState = ticketList.state;

export async function readUnread() {
  if (!can("tickets.read")) return;
  await ticketList.load();
  for (let pages = 1; pages < mostPages && ticketList.hasMore.peek(); pages += 1)
    await ticketList.more();
}

/**
 * Keeps the unread count current in the bell and the tab's icon. Returns a function that
 * ends this.
 */
export function watchUnread() {
  void readUnread();
  const closers = [
    live.on("ticket", onTicketEvent),
    live.on("appMessage", ({ ticket }) => ticket && ticketList.put(ticket as Ticket)),
    live.on("contact", onContactEvent),
    live.onReset(() => void readUnread()),
    effect(() => showCount(unreadCount.value)),
  ];
  return () => closers.forEach((close) => close());
}

function onTicketEvent({ action, ticketId, ticket }: Frame) {
  if (action === "delete" || action === "updateUnread") ticketList.drop(Number(ticketId));
  else if (ticket) ticketList.put(ticket as Ticket);
}

function onContactEvent({ action, contact }: Frame) {
  const { id, name, number, profilePicUrl, isGroup } = (contact ?? {}) as Partial<Contact>;
  if (action === "delete" || id === undefined) return;
  const fresh = { id, name, number, profilePicUrl, isGroup } as Ticket["contact"];
  ticketList.rows.value = ticketList.rows
    .peek()
    .map((row) => (row.contactId === id ? { ...row, contact: fresh } : row));
}

function showCount(count: number) {
  const mark = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  const href = count > 0 ? "/public/favicon-unread.svg" : "/public/favicon.svg";
  if (mark && mark.getAttribute("href") !== href) mark.setAttribute("href", href);
  if (count > 0) void navigator.setAppBadge?.(count).catch(() => undefined);
  else void navigator.clearAppBadge?.().catch(() => undefined);
}
