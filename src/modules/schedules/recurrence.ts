import { z } from "zod";
import { arrayOf, date } from "../../kit/http/fields.ts";
import {
  businessDays,
  maxInterval,
  maxSkipped,
  repetitions,
  type Recurrence,
} from "../../shared/schedules.ts";

export const recurrence = z.object({
  every: z.enum(repetitions),
  interval: z.number().int().min(1).max(maxInterval).default(1),
  count: z.number().int().min(1).max(999).nullish(),
  until: date.nullish(),
  businessDay: z.enum(businessDays).nullish(),
  skipped: arrayOf(date, maxSkipped).nullish(),
});

/**
 * One time of a series: the `occurrence`-th since `firstAt` (epoch ms), in a time zone. `firstAt`
 * gives the days and the time of day.
 */
export type Series = { rule: Recurrence; firstAt: number; occurrence: number; timezone: string };

/** How many times are checked for the next one: a rule skips no more than `maxSkipped` days. */
const mostSteps = 100 + maxSkipped;

/**
 * The next time (epoch ms) after both this one and an instant, and the rest of the rule then.
 * Undefined when the series has ended, and for a rule that never comes to a time.
 * rules.md#recurrence
 */
export function nextTime(
  series: Series,
  after: number,
): { at: number; occurrence: number; rule: Recurrence } | undefined {
  if (!isMoving(series) || !Number.isSafeInteger(after)) return undefined;
  try {
    return nextMoving(series, after);
  } catch (thrown) {
    // The calendar ends before this time.
    if (thrown instanceof RangeError) return undefined;
    throw thrown;
  }
}

// A row may hold anything: without this check a step could stay on the same day for ever.
const isMoving = ({ rule, firstAt, occurrence }: Series) =>
  repetitions.includes(rule.every) &&
  Number.isSafeInteger(rule.interval) &&
  rule.interval >= 1 &&
  rule.interval <= maxInterval &&
  (rule.until == null || typeof rule.until === "string") &&
  (rule.skipped == null || Array.isArray(rule.skipped)) &&
  Number.isSafeInteger(firstAt) &&
  Number.isSafeInteger(occurrence);

function nextMoving(series: Series, after: number) {
  const { rule, occurrence } = series;
  const first = Math.max(1, leastBefore(series, after) - occurrence);
  for (let by = first; by < first + mostSteps && (!rule.count || by < rule.count); by++) {
    const at = timeOf(series, occurrence + by);
    if (at === undefined) return undefined;
    if (at > after && !isSkipped(series, at))
      return {
        at,
        occurrence: occurrence + by,
        rule: { ...rule, ...(rule.count && { count: rule.count - by }) },
      };
  }
  return undefined;
}

/** The times (epoch ms) after this one, from `from` on and before `to`: at most `most`. */
export function timesBetween(series: Series, from: number, to: number, most: number): number[] {
  const times: number[] = [];
  for (
    let next = nextTime(series, from - 1);
    next && next.at < to && times.length < most;
    next = nextTime({ ...series, ...next }, from - 1)
  )
    times.push(next.at);
  return times;
}

/** The day (YYYY-MM-DD) of an instant, in a time zone. */
export const dayIn = (timezone: string, at: number) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone).toPlainDate().toString();

const isSkipped = ({ rule: { skipped }, timezone }: Series, at: number) =>
  Boolean(skipped && skipped.length > 0 && skipped.includes(dayIn(timezone, at)));

// Skips times that are surely over, so that one in a thousand years is not reached step by step.
function leastBefore({ rule: { every, interval }, firstAt }: Series, after: number): number {
  const days = (after - firstAt) / 86_400_000 - slackDays;
  return every === "weekday"
    ? Math.floor(days / 7) * friday
    : Math.floor(days / (meanDays[every] * interval));
}

const meanDays = { day: 1, week: 7, month: 30.436875 };
/**
 * The most days that a weekend, a change of summer time, and long months and years move a time by.
 */
const slackDays = 12;

/** When (epoch ms) the n-th time is, from 0; undefined past the rule's last day. */
function timeOf({ rule, firstAt, timezone }: Series, n: number): number | undefined {
  const first = Temporal.Instant.fromEpochMilliseconds(firstAt).toZonedDateTimeISO(timezone);
  const day =
    n === 0 ? first.toPlainDate() : onBusinessDay(rule, dayOf(rule, first.toPlainDate(), n));
  if (rule.until && Temporal.PlainDate.compare(day, rule.until) > 0) return undefined;
  return day.toZonedDateTime({ timeZone: timezone, plainTime: first.toPlainTime() })
    .epochMilliseconds;
}

// A month without such a day has it on its last.
function dayOf(
  { every, interval }: Recurrence,
  first: Temporal.PlainDate,
  n: number,
): Temporal.PlainDate {
  switch (every) {
    case "day":
      return first.add({ days: n * interval });
    case "week":
      return first.add({ weeks: n * interval });
    case "month":
      return first.add({ months: n * interval });
    case "weekday": {
      const start = first.subtract({ days: Math.max(0, first.dayOfWeek - friday) });
      const steps = start.dayOfWeek - 1 + n;
      return start.add({
        days: 1 - start.dayOfWeek + Math.floor(steps / friday) * 7 + (steps % friday),
      });
    }
  }
}

const friday = 5;

function onBusinessDay(
  { every, businessDay }: Recurrence,
  day: Temporal.PlainDate,
): Temporal.PlainDate {
  const past = day.dayOfWeek - friday;
  if (!businessDay || every !== "month" || past <= 0) return day;
  return businessDay === "before" ? day.subtract({ days: past }) : day.add({ days: 3 - past });
}
