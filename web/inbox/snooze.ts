import { signal } from "@preact/signals-react";
import type { OpenSpan } from "../../src/shared/open-time.ts";
import { api } from "../kit/api.ts";
import { addDays } from "../kit/days.ts";
import { comingDay, localDay, t, time } from "../kit/text.ts";
import { toast } from "../kit/Toast.tsx";
import { openHours } from "../session/open-hours.ts";
import type { Ticket } from "../types.ts";
import { focusTarget, nextTicket, putTicket } from "./list-state.ts";
import { leaveTicket } from "./open-ticket.ts";

/** The tickets of the dialog for another date. */
export const ticketsToSnooze = signal<Ticket[] | null>(null);

/** A common end of a snooze: its name, and the time at which the ticket wakes. */
export type SnoozeEnd = { name: "hour" | "today" | "tomorrow" | "opening" | "monday"; at: number };

const hour = 3_600_000;

/** The common ends from now on, by the shop's opening hours; those that coincide come once. */
export function snoozeEnds(now = Date.now(), spans = openHours.value?.company ?? []): SnoozeEnd[] {
  const today = localDay(new Date(now));
  const ends: SnoozeEnd[] = [{ name: "hour", at: now + hour }];
  const closing = closingOf(today, spans, now);
  if (closing > now + hour) ends.push({ name: "today", at: closing });
  const next = openingFrom(addDays(today, 1), spans);
  const isTomorrow = localDay(new Date(next)) === addDays(today, 1);
  ends.push({ name: isTomorrow ? "tomorrow" : "opening", at: next });
  const monday = openingFrom(nextMonday(today), spans);
  if (monday !== next) ends.push({ name: "monday", at: monday });
  return ends;
}

/** The hour at which a ticket wakes, with the day where it is another one. */
export function wakeTime(until: string): string {
  if (until === "reply") return t("tickets.snooze.onReply");
  return localDay(new Date(until)) === localDay()
    ? time(until)
    : `${comingDay(until)} ${time(until)}`;
}

/** Puts a ticket away until a time or until its customer writes; a toast can take that back. */
export async function snooze(ticket: Ticket, until: string) {
  const next = nextTicket(ticket.id);
  if (!(await change(ticket, { snoozedUntil: until }))) return;
  toast.info(
    until === "reply"
      ? t("tickets.snooze.doneUntilReply")
      : t("tickets.snooze.done", { time: wakeTime(until) }),
    {
      label: t("tickets.undo"),
      run: () => void change(ticket, { snoozedUntil: ticket.snoozedUntil }),
    },
  );
  leaveTicket(ticket, next);
}

/** Takes a ticket back that was put away. */
export const wake = (ticket: Ticket) => change(ticket, { snoozedUntil: null });

/** Marks a ticket as unread, and leaves it: to read on would mark it as read. */
export async function markUnread(ticket: Ticket, markedUnread = true) {
  if (!(await change(ticket, { markedUnread }))) return;
  if (!markedUnread) return;
  leaveTicket(ticket, undefined);
  focusTarget.value = ticket.id;
}

async function change(
  { id }: Ticket,
  changes: Partial<Pick<Ticket, "snoozedUntil" | "markedUnread">>,
): Promise<boolean> {
  try {
    putTicket(await api.put<Ticket>(`/tickets/${id}`, changes));
    return true;
  } catch (error) {
    toast.error(error);
    return false;
  }
}

const dayOf = (at: number) => localDay(new Date(at));

/** Without hours, a shop closes at six and opens at eight. */
const usual = { closing: "18:00", opening: "08:00" };

function closingOf(day: string, spans: OpenSpan[], now: number): number {
  const closings = spans.filter(([, to]) => dayOf(to) === day && to > now).map(([, to]) => to);
  if (closings.length > 0) return Math.max(...closings);
  return spans.length > 0 ? now : Date.parse(`${day}T${usual.closing}`);
}

const openingFrom = (day: string, spans: OpenSpan[]): number =>
  spans.map(([from]) => from).find((from) => dayOf(from) >= day) ??
  Date.parse(`${day}T${usual.opening}`);

function nextMonday(today: string): string {
  const weekday = new Date(`${today}T12:00`).getDay() || 7;
  return addDays(today, 8 - weekday);
}
