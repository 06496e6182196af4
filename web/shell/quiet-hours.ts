/** Hours of the day, HH:MM, in which nothing rings. */
export type QuietHours = { on: boolean; from: string; to: string };

/** Whether it is quiet now. The hours may go past midnight. */
export function isQuiet({ on, from, to }: QuietHours, now: Date) {
  const time = `${String(now.getHours()).padStart(2, "0")}:${String(now.getMinutes()).padStart(2, "0")}`;
  if (!on) return false;
  return from <= to ? time >= from && time < to : time >= from || time < to;
}
