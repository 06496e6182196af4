/** Noon of a day (YYYY-MM-DD) in UTC; format it in UTC. */
export const noon = (day: string) => new Date(`${day}T12:00:00Z`);
const dayOf = (at: Date) => at.toISOString().slice(0, 10);

export const addDays = (day: string, days: number) =>
  dayOf(new Date(noon(day).getTime() + days * 86_400_000));

/** The same day of another month, or that month's last day. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return dayOf(new Date(Date.UTC(year, month - 1 + months, Math.min(date, last), 12)));
}

/** The weeks of a month, Sunday first. */
export function weeksOf(day: string): string[][] {
  const first = `${day.slice(0, 7)}-01`;
  const sunday = addDays(first, -noon(first).getUTCDay());
  const end = addMonths(first, 1);
  const count = Math.ceil((noon(end).getTime() - noon(sunday).getTime()) / (7 * 86_400_000));
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => addDays(sunday, week * 7 + weekday)),
  );
}
