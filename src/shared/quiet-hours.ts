/** The hours (HH:MM) without any ring. */
export type QuietHours = { on: boolean; from: string; to: string };

/** Whether a time of day (HH:MM) is in the quiet hours, which may go past midnight. */
export function isQuiet({ on, from, to }: QuietHours, time: string): boolean {
  if (!on) return false;
  return from <= to ? time >= from && time < to : time >= from || time < to;
}
