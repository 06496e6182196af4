import { dayBounds } from "../../kit/process/clock.ts";
import { invalidFields } from "../../kit/fault.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import type { Period } from "./period.ts";

/** The longest period of these figures, in days: they are read from rows. */
export const mostDays = 366;

/**
 * A period up to now, and the earlier one up to the same time of day. `whole` is the earlier one
 * with the rest of its last day.
 */
export type Comparison = { period: Period; now: Span; before: Period & Span; whole: Span };
type Span = { since: number; until: number };

/**
 * The period before a period. One day stands against the same weekday before, and a month from its
 * first day against the month before. Others stand against as many days before.
 * rules.md#day-figures
 */
export function compare(db: CompanyDb, period: Period): Comparison {
  const { from, to, timezone, since, until } = period;
  const [first, last] = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(to)];
  const days = first.until(last, { largestUnit: "days" }).days + 1;
  if (days > mostDays) throw invalidFields({ date_from: "too_long" });
  const isMonth = days > 1 && first.day === 1 && first.month === last.month;
  const [earlierFirst, earlierLast] = isMonth
    ? [first.subtract({ months: 1 }), last.subtract({ months: 1 })]
    : [first, last].map((date) => date.subtract({ days: days === 1 ? 7 : days }));
  const end = Math.min(until, Math.max(since, db.now()));
  const [earlierSince] = dayBounds(earlierFirst!.toString(), timezone);
  const [, wholeUntil] = dayBounds(earlierLast!.toString(), timezone);
  const timeOfDay = Temporal.Instant.fromEpochMilliseconds(end)
    .toZonedDateTimeISO(timezone)
    .toPlainTime();
  const earlierUntil =
    end === until
      ? wholeUntil
      : earlierLast!.toZonedDateTime({ timeZone: timezone, plainTime: timeOfDay })
          .epochMilliseconds;
  return {
    period,
    now: { since, until: end },
    before: {
      from: earlierFirst!.toString(),
      to: earlierLast!.toString(),
      timezone,
      since: earlierSince,
      until: earlierUntil,
    },
    whole: { since: earlierSince, until: wholeUntil },
  };
}
