import type { OpenSpan } from "../../../../src/shared/open-time.ts";
import { addDays } from "../../../kit/days.ts";
import { localDay } from "../../../kit/text.ts";
import { openHours } from "../../../session/open-hours.ts";

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
