/** The hours (HH:MM) without any ring. */
export type QuietHours = { on: boolean; from: string; to: string };

/** Whether `now` is in the quiet hours, which may go past midnight. */
export function isQuiet({ on, from, to }: QuietHours, now: Date) {
  const time = `${String(now.getHours()).padStart(2, "0")}:${String(now.getMinutes()).padStart(2, "0")}`;
  if (!on) return false;
  return from <= to ? time >= from && time < to : time >= from || time < to;
}
