import type { Holiday, Week } from "../../../src/shared/hours.ts";
import { wallClock } from "../../kit/wall-clock.ts";

type Hours = [start: string, end: string];

/** Whether a place is open at an instant (epoch ms), by the server's rule. */
export function isOpen(
  { week, holidays, timezone }: { week: Week; holidays: Holiday[]; timezone: string },
  now: number,
): boolean {
  const { date, time } = wallClock(now, timezone);
  const hours = (day: string) => hoursOf(day, week, holidays);
  const today = hours(date);
  if (today === "open") return true;
  if (today.some(([start, end]) => start !== end && start <= time && (end < start || time < end)))
    return true;
  // An interval that began the day before may end on this day.
  const before = hours(dayBefore(date));
  return before !== "open" && before.some(([start, end]) => end < start && time < end);
}

function hoursOf(date: string, week: Week, holidays: Holiday[]): "open" | Hours[] {
  const holiday = holidays.find((each) =>
    each.yearly ? each.date.slice(5) === date.slice(5) : each.date === date,
  );
  if (holiday) return holiday.hours.filter(isComplete);
  const day = week.find(
    ({ weekdayEn }) => weekdayEn.toLowerCase() === names[new Date(`${date}T12:00:00Z`).getUTCDay()],
  );
  const intervals = day
    ? (
        [
          [day.startTime, day.endTime],
          [day.startTime2 ?? "", day.endTime2 ?? ""],
        ] satisfies Hours[] as Hours[]
      ).filter(isComplete)
    : [];
  return intervals.length > 0 ? intervals : "open";
}

export const dayBefore = (date: string) =>
  new Date(Date.parse(`${date}T12:00:00Z`) - 86_400_000).toISOString().slice(0, 10);

/** In the order of Date's getDay: Sunday is 0. */
export const names = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

const isComplete = (hours: Hours) => hours.every((time) => /^([01]\d|2[0-3]):[0-5]\d$/.test(time));
