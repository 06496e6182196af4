import type { Holiday, Week } from "../../../src/shared/hours.ts";

type Hours = [start: string, end: string];

/** Whether a place is open at an instant (epoch ms), as the server reckons it. */
export function isOpen({ week, holidays, timezone }: { week: Week; holidays: Holiday[]; timezone: string }, now: number): boolean {
  const { date, time } = wallClock(now, timezone);
  const hours = (day: string) => hoursOf(day, week, holidays);
  const today = hours(date);
  if (today === "open") return true;
  if (today.some(([start, end]) => start !== end && start <= time && (end < start || time < end))) return true;
  // What began the day before may last into this one.
  const before = hours(dayBefore(date));
  return before !== "open" && before.some(([start, end]) => end < start && time < end);
}

function hoursOf(date: string, week: Week, holidays: Holiday[]): "open" | Hours[] {
  const holiday = holidays.find((each) => (each.yearly ? each.date.slice(5) === date.slice(5) : each.date === date));
  if (holiday) return holiday.hours.filter(isComplete);
  const day = week.find(({ weekdayEn }) => weekdayEn.toLowerCase() === names[new Date(`${date}T12:00:00Z`).getUTCDay()]);
  const intervals = day ? ([[day.startTime, day.endTime], [day.startTime2 ?? "", day.endTime2 ?? ""]] satisfies Hours[] as Hours[]).filter(isComplete) : [];
  return intervals.length > 0 ? intervals : "open";
}

/** Date and time of a wall clock in a time zone: 2026-11-20, 14:05. */
export function wallClock(now: number, timezone: string): { date: string; time: string } {
  const parts = new Intl.DateTimeFormat("en-CA", { timeZone: timezone, year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).formatToParts(now);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
  return { date: `${part("year")}-${part("month")}-${part("day")}`, time: `${part("hour")}:${part("minute")}` };
}

/** The instant (epoch ms) at which a wall clock in a time zone shows this. */
export function instantOf(date: string, time: string, timezone: string): number {
  const wallTime = Date.parse(`${date}T${time}:00Z`);
  const shownAt = (at: number) => {
    const shown = wallClock(at, timezone);
    return Date.parse(`${shown.date}T${shown.time}:00Z`);
  };
  const guess = wallTime - (shownAt(wallTime) - wallTime);
  return guess - (shownAt(guess) - wallTime);
}

export const dayBefore = (date: string) => new Date(Date.parse(`${date}T12:00:00Z`) - 86_400_000).toISOString().slice(0, 10);

/** By Date's own count: Sunday is 0. */
export const names = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

const isComplete = (hours: Hours) => hours.every((time) => /^([01]\d|2[0-3]):[0-5]\d$/.test(time));
