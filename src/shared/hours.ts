import type { OpenSpan } from "./open-time.ts";

/**
 * The hours of a weekday, "HH:MM" in the company's time zone. Without a start and an end it has no
 * rule and is open; where they are the same it is closed. An end before its start is on the next
 * day.
 */
export type Day = {
  weekdayEn: string;
  startTime: string;
  endTime: string;
  startTime2?: string;
  endTime2?: string;
};
export type Week = Day[];

/**
 * A day (YYYY-MM-DD) with other hours than its weekday's; without any it is closed. It may repeat
 * each year.
 */
export type Holiday = {
  date: string;
  yearly: boolean;
  label: string;
  hours: [start: string, end: string][];
};

/**
 * Whether a place is open. A closed place has the time since when (epoch ms), which tells this
 * closing from the next.
 */
export type Hours = { open: true } | { open: false; since: number };

/** The days as a week names them, Monday first. */
export const weekdayNames = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
];

/** The search for the beginning of a closing goes back so many days. */
const reach = 400;

/** Whether it is open at an instant (epoch ms). rules.md#opening-hours */
export function hoursAt(
  { week, holidays, timezone }: { week: Week; holidays: Holiday[]; timezone: string },
  now: number,
): Hours {
  const today = Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(timezone)
    .toPlainDate();
  const began = (days: number) => spansOf(today.subtract({ days }), week, holidays, timezone);
  // A span that began the day before may last into this one.
  const about = (days: number) => [...began(days), ...began(days + 1)];
  if (about(0).some(([from, to]) => from <= now && now < to)) return { open: true };
  if (!opensEver(week, holidays)) return { open: false, since: 0 };
  const isOver = ([, to]: Span) => to <= now;
  for (let days = 0; days < reach; days++) {
    if (began(days).some(isOver))
      return {
        open: false,
        since: Math.max(
          ...about(days)
            .filter(isOver)
            .map(([, to]) => to),
        ),
      };
  }
  return { open: false, since: 0 };
}

/**
 * The instant (epoch ms) at which a place is open, or opens next; undefined where it never does.
 */
export function nextOpening(
  { week, holidays, timezone }: { week: Week; holidays: Holiday[]; timezone: string },
  now: number,
): number | undefined {
  if (!opensEver(week, holidays)) return undefined;
  const yesterday = Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(timezone)
    .toPlainDate()
    .subtract({ days: 1 });
  for (let days = 0; days < reach; days++) {
    const ahead = spansOf(yesterday.add({ days }), week, holidays, timezone).filter(
      ([, to]) => to > now,
    );
    if (ahead.length > 0) return Math.max(now, Math.min(...ahead.map(([from]) => from)));
  }
  return undefined;
}

/** The first instant (epoch ms) from another on at which a place opens; undefined where it never does. */
export function firstOpening(
  { week, holidays, timezone }: { week: Week; holidays: Holiday[]; timezone: string },
  from: number,
): number | undefined {
  if (!opensEver(week, holidays)) return undefined;
  const first = Temporal.Instant.fromEpochMilliseconds(from)
    .toZonedDateTimeISO(timezone)
    .toPlainDate();
  for (let days = 0; days < reach; days++) {
    const openings = spansOf(first.add({ days }), week, holidays, timezone)
      .map(([begin]) => begin)
      .filter((begin) => begin >= from);
    if (openings.length > 0) return Math.min(...openings);
  }
  return undefined;
}

/** The ms for which a place is open from an instant to another. */
export function openTime(
  { week, holidays, timezone }: { week: Week; holidays: Holiday[]; timezone: string },
  from: number,
  to: number,
): number {
  const dateOf = (at: number) =>
    Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone).toPlainDate();
  const last = dateOf(to);
  let open = 0;
  // Spans of one day that overlap with those of the day before are counted once.
  let counted = from;
  for (
    let date = dateOf(from).subtract({ days: 1 });
    Temporal.PlainDate.compare(date, last) <= 0;
    date = date.add({ days: 1 })
  ) {
    for (const [begin, end] of spansOf(date, week, holidays, timezone).toSorted(
      ([one], [other]) => one - other,
    )) {
      const begins = Math.max(begin, counted);
      const ends = Math.min(end, to);
      if (ends <= begins) continue;
      open += ends - begins;
      counted = ends;
    }
  }
  return open;
}

/**
 * The first instant (epoch ms) by which a place has been open for `ms` since `from`; undefined where
 * a year does not hold as much. Undefined hours are always open.
 */
export function afterOpenTime(
  hours: { week: Week; holidays: Holiday[]; timezone: string } | undefined,
  from: number,
  ms: number,
): number | undefined {
  if (!hours) return from + ms;
  const { week, holidays, timezone } = hours;
  if (!opensEver(week, holidays)) return undefined;
  const yesterday = Temporal.Instant.fromEpochMilliseconds(from)
    .toZonedDateTimeISO(timezone)
    .toPlainDate()
    .subtract({ days: 1 });
  let left = ms;
  // Spans of one day that overlap with those of the day before are counted once.
  let counted = from;
  for (let days = 0; days < reach; days++) {
    const spans = spansOf(yesterday.add({ days }), week, holidays, timezone);
    for (const [begin, end] of spans.toSorted(([one], [other]) => one - other)) {
      const begins = Math.max(begin, counted);
      if (end <= begins) continue;
      if (end - begins >= left) return begins + left;
      left -= end - begins;
      counted = end;
    }
  }
  return undefined;
}

/** The spans in which a place is open between two instants (epoch ms), in order, none overlap. */
export function openSpans(
  { week, holidays, timezone }: { week: Week; holidays: Holiday[]; timezone: string },
  from: number,
  to: number,
): OpenSpan[] {
  const dateOf = (at: number) =>
    Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone).toPlainDate();
  const last = dateOf(to);
  const spans: OpenSpan[] = [];
  for (
    let date = dateOf(from).subtract({ days: 1 });
    Temporal.PlainDate.compare(date, last) <= 0;
    date = date.add({ days: 1 })
  )
    spans.push(...spansOf(date, week, holidays, timezone));
  const joined: OpenSpan[] = [];
  for (const [start, end] of spans.sort(([one], [other]) => one - other)) {
    const before = joined.at(-1);
    if (before && start <= before[1]) before[1] = Math.max(before[1], end);
    else joined.push([start, end]);
  }
  return joined
    .map(([start, end]): OpenSpan => [Math.max(start, from), Math.min(end, to)])
    .filter(([start, end]) => start < end);
}

// Where no day has hours there is no closing to look for.
const opensEver = (week: Week, holidays: Holiday[]) =>
  week.length < 7 ||
  week.some(
    (day) => saidOf(day).length === 0 || saidOf(day).some(([start, end]) => start !== end),
  ) ||
  holidays.some(({ hours }) => hours.length > 0);

type Span = [from: number, to: number];

function spansOf(
  date: Temporal.PlainDate,
  week: Week,
  holidays: Holiday[],
  timezone: string,
): Span[] {
  const at = (time: string, day = date) =>
    day.toZonedDateTime({ timeZone: timezone, plainTime: time }).epochMilliseconds;
  const hours = hoursOf(date, week, holidays);
  if (hours === "open") return [[at("00:00"), at("00:00", date.add({ days: 1 }))]];
  const spans = hours
    .filter(([start, end]) => start !== end)
    .map(([start, end]): Span => [at(start), at(end, end < start ? date.add({ days: 1 }) : date)]);
  // A clock that is put forward can swallow a start, or all of it.
  return spans.filter(([from, to]) => from < to);
}

function hoursOf(
  date: Temporal.PlainDate,
  week: Week,
  holidays: Holiday[],
): "open" | [start: string, end: string][] {
  const text = date.toString();
  const holiday = holidays.find((each) =>
    each.yearly ? each.date.slice(5) === text.slice(5) : each.date === text,
  );
  if (holiday) return holiday.hours.filter(isSaid);
  const day = week.find(
    ({ weekdayEn }) => weekdayEn.toLowerCase() === weekdayNames[date.dayOfWeek - 1],
  );
  const spans = day ? saidOf(day) : [];
  return spans.length > 0 ? spans : "open";
}

const saidOf = (day: Day) =>
  (
    [
      [day.startTime, day.endTime],
      [day.startTime2 ?? "", day.endTime2 ?? ""],
    ] as [string, string][]
  ).filter(isSaid);
const isSaid = (hours: [start: string, end: string]) =>
  hours.every((time) => /^([01]\d|2[0-3]):[0-5]\d$/.test(time));
