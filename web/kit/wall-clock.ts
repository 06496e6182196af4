/**
 * Date and time of a wall clock in a time zone, the browser's own without one: 2026-11-20, 14:05.
 * Put together from its parts, since browsers differ in how they write a day in one language.
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

/**
 * The instant (epoch ms) at which a wall clock in a time zone shows this; not a number while it is
 * being typed.
 */
export function instantOf(date: string, time: string, timeZone?: string): number {
  const wallTime = Date.parse(`${date}T${time}Z`);
  if (Number.isNaN(wallTime)) return wallTime;
  const shownAt = (at: number) => {
    const shown = wallClock(at, timeZone);
    return Date.parse(`${shown.date}T${shown.time}Z`);
  };
  const guess = wallTime - (shownAt(wallTime) - wallTime);
  return guess - (shownAt(guess) - wallTime);
}
