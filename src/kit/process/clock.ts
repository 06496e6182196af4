/** Now, in epoch ms. It is passed in, so that a test or the demo may set it. */
export type Clock = () => number;

/** The first ms of a day (YYYY-MM-DD) in a time zone, and the first of the day after. */
export function dayBounds(day: string, timezone: string): [from: number, to: number] {
  const date = Temporal.PlainDate.from(day);
  return [date, date.add({ days: 1 })].map(
    (each) => each.toZonedDateTime(timezone).epochMilliseconds,
  ) as [number, number];
}
