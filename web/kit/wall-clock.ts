/**
 * Date and time in a time zone, by default the browser's: 2026-11-20, 14:05. Built from parts,
 * since browsers format whole dates differently.
 */
export function wallClock(at: Date | number, timeZone?: string): { date: string; time: string } {
  const parts = new Intl.DateTimeFormat("en", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).formatToParts(at);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
  return {
    date: `${part("year")}-${part("month")}-${part("day")}`,
    time: `${part("hour")}:${part("minute")}`,
  };
}

/** The instant (epoch ms) of a date and time in a time zone; NaN for incomplete input. */
export function instantOf(date: string, time: string, timeZone?: string): number {
  const wallTime = Date.parse(`${date}T${time}Z`);
  if (Number.isNaN(wallTime)) return wallTime;
  const shownAt = (at: number) => {
    const clock = wallClock(at, timeZone);
    return Date.parse(`${clock.date}T${clock.time}Z`);
  };
  const guess = wallTime - (shownAt(wallTime) - wallTime);
  return guess - (shownAt(guess) - wallTime);
}
