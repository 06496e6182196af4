import type { Holiday } from "../../../../src/shared/hours.ts";

const dayMs = 86_400_000;
const noon = (date: string) => Date.parse(`${date}T12:00:00Z`);

/** The next date (YYYY-MM-DD) with this day of the week, by Date's getDay. It may be today. */
export const nextWeekday = (day: number, today: string) =>
  new Date(noon(today) + ((day - new Date(noon(today)).getUTCDay() + 7) % 7) * dayMs)
    .toISOString()
    .slice(0, 10);

/** The coming holidays, the next one first. A yearly holiday has its next date. */
export function comingHolidays(
  holidays: Holiday[],
  today: string,
): { date: string; label: string }[] {
  const coming = holidays.map(({ date, yearly, label }) => ({
    date: yearly ? nextYearly(date, today) : date,
    label,
  }));
  return coming
    .filter(({ date }) => date >= today)
    .toSorted((one, other) => one.date.localeCompare(other.date));
}

/** A holiday on the 29th of February waits for a leap year. */
function nextYearly(date: string, today: string): string {
  const year = Number(today.slice(0, 4));
  const dates = Array.from({ length: 9 }, (_, later) => `${year + later}${date.slice(4)}`);
  return (
    dates.find((each) => each >= today && new Date(noon(each)).toISOString().startsWith(each)) ??
    date
  );
}
