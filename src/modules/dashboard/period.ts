import { z } from "zod";
import { dayBounds } from "../../kit/process/clock.ts";
import { Fault, invalidFields } from "../../kit/fault.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";

/** The longest period, in days. */
export const maxDays = 3660;

const date = z.iso.date().optional();

export const periodQuery = z.object({
  days: z.coerce.number().int().min(0).max(maxDays).optional(),
  date_from: date,
  date_to: date,
});

/**
 * Days in the company's time zone, both included (YYYY-MM-DD), and their bounds in epoch ms: from
 * `since`, before `until`.
 */
export type Period = { from: string; to: string; timezone: string; since: number; until: number };

/**
 * The requested period: so many days up to today, or from one date to another. The default is this
 * month up to today. Throws invalid for zero days, and when the end is before the start.
 */
export function periodOf(
  db: CompanyDb,
  { days, date_from, date_to }: z.infer<typeof periodQuery>,
): Period {
  const { timezone } = db.about();
  if (days === 0 && !date_from && !date_to)
    throw new Fault("invalid", "ERR_NO_PERIOD", { message: "Parametrize o filtro" });
  const today = Temporal.Instant.fromEpochMilliseconds(db.now())
    .toZonedDateTimeISO(timezone)
    .toPlainDate();
  const to = date_to ? Temporal.PlainDate.from(date_to) : today;
  const from = date_from
    ? Temporal.PlainDate.from(date_from)
    : days && !date_to
      ? today.subtract({ days: days - 1 })
      : to.with({ day: 1 });
  const length = from.until(to, { largestUnit: "days" }).days + 1;
  if (length < 1) throw invalidFields({ [date_to ? "date_to" : "date_from"]: "invalid" });
  if (length > maxDays) throw invalidFields({ date_from: "too_long" });
  const [first, last] = [from.toString(), to.toString()];
  return {
    from: first,
    to: last,
    timezone,
    since: dayBounds(first, timezone)[0],
    until: dayBounds(last, timezone)[1],
  };
}

/**
 * Converts an instant (epoch ms) of the period to local time, as if it were UTC: cheap enough for
 * every row.
 */
export function wallClock({
  since,
  until,
  timezone,
}: Pick<Period, "since" | "until" | "timezone">): (at: number) => number {
  const spans: { from: number; offset: number }[] = [];
  for (
    let change: Temporal.ZonedDateTime | null =
      Temporal.Instant.fromEpochMilliseconds(since).toZonedDateTimeISO(timezone);
    change && change.epochMilliseconds < until;
    change = change.getTimeZoneTransition("next")
  ) {
    spans.unshift({ from: change.epochMilliseconds, offset: change.offsetNanoseconds / 1e6 });
  }
  return (at) => at + spans.find(({ from }) => from <= at)!.offset;
}
