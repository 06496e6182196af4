import { batch, type Signal, signal } from "@preact/signals-react";
import type { TypingState } from "../../src/shared/states.ts";
import { live } from "../session/live.ts";
import { me } from "../session/session.ts";
import type { Message, Ticket } from "../types.ts";

/** A user who has a ticket open. */
export type Viewer = { id: number; name: string; typing: boolean };

/** The other users who have a ticket open, first arrival first. Reads a signal. */
export const otherViewers = (ticketId: number): Viewer[] =>
  presenceOf(ticketId).people.value.filter(({ id }) => id !== me.value?.id);

/** The activity of a ticket's customer; null when there is none to show. Reads a signal. */
export const customerState = (ticketId: number): Exclude<TypingState, "paused"> | null =>
  presenceOf(ticketId).customerDoes.value;

/** Sets the open ticket; the server learns of it while its page is visible. */
export function setViewedTicket(ticket: Pick<Ticket, "id" | "uuid"> | null) {
  viewedTicket = ticket;
  reportSoon();
}

/**
 * Reports that the user types to a ticket's customer, or has stopped (`typing` false). Safe to call
 * at every key.
 */
export function reportTyping(ticketId: number, typing = true) {
  const again = lastTyping.ticketId === ticketId && Date.now() - lastTyping.at < typingInterval;
  if (typing ? again : lastTyping.ticketId !== ticketId) return;
  lastTyping = typing ? { ticketId, at: Date.now() } : notTyping;
  live.send({ event: "typing", ticketId, typing });
}

type TicketPresence = {
  people: Signal<Viewer[]>;
  customerDoes: Signal<Exclude<TypingState, "paused"> | null>;
  until?: ReturnType<typeof setTimeout>;
};

/** The server shows a user as typing for 5 s. */
const typingInterval = 2500;
/** A phone repeats its typing state every few seconds, but may stop without a notice. */
const typingTimeout = 25_000;
/** The arrow keys pass tickets; those are not reported. */
const viewDelay = 250;

const notTyping = { ticketId: 0, at: 0 };
const presences = new Map<number, TicketPresence>();
let lastTyping = notTyping;
let viewedTicket: Pick<Ticket, "id" | "uuid"> | null = null;
let reportedId: number | null = null;
let reportTimer: ReturnType<typeof setTimeout> | undefined;

function presenceOf(ticketId: number): TicketPresence {
  const presence = presences.get(ticketId) ?? {
    people: signal<Viewer[]>([]),
    customerDoes: signal(null),
  };
  presences.set(ticketId, presence);
  return presence;
}

function reportSoon() {
  clearTimeout(reportTimer);
  reportTimer = setTimeout(reportViewing, viewDelay);
}

function reportViewing() {
  const viewedId =
    viewedTicket &&
    document.visibilityState === "visible" &&
    location.pathname === `/tickets/${viewedTicket.uuid}`
      ? viewedTicket.id
      : null;
  if (viewedId === reportedId) return;
  reportedId = viewedId;
  lastTyping = notTyping;
  live.send(
    viewedId === null ? { event: "leaveChatBox" } : { event: "joinChatBox", ticketId: viewedId },
  );
}

function setCustomerState(ticketId: number, state: TypingState) {
  const presence = presenceOf(ticketId);
  clearTimeout(presence.until);
  presence.customerDoes.value = state === "paused" ? null : state;
  if (state !== "paused")
    presence.until = setTimeout(() => (presence.customerDoes.value = null), typingTimeout);
}

function clearPresence(ticketId: number) {
  if (!presences.has(ticketId)) return;
  presenceOf(ticketId).people.value = [];
  setCustomerState(ticketId, "paused");
}

const clearAll = () => batch(() => presences.forEach((_, ticketId) => clearPresence(ticketId)));

live.on(
  "presence",
  ({ ticketId, people }) => (presenceOf(Number(ticketId)).people.value = people as Viewer[]),
);
live.on("contactTyping", ({ ticketId, state }) =>
  setCustomerState(Number(ticketId), state as TypingState),
);

live.on("appMessage", ({ action, message }) => {
  if (action !== "create") return;
  const { ticketId, fromMe, userId } = message as Message;
  if (!fromMe) setCustomerState(ticketId, "paused");
  else if (userId === me.peek()?.id) lastTyping = notTyping;
});

live.on("ticket", ({ action, ticketId }) => {
  if (action === "delete") clearPresence(Number(ticketId));
});

// After a reconnect the server sends everyone's presence again, and needs ours.
live.on("ready", () => {
  clearAll();
  reportedId = null;
  reportViewing();
});
live.onReset(clearAll);
live.state.subscribe((state) => state === "online" || clearAll());

for (const event of ["popstate", "pushState", "replaceState"])
  window.addEventListener(event, reportSoon);
document.addEventListener("visibilitychange", reportSoon);
