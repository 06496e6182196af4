import { expect } from "bun:test";
import { RRule } from "rrule";
import type { Recurrence } from "../../shared/schedules.ts";
import { test } from "../../testing/world.ts";
import { nextTime, timesBetween } from "./recurrence.ts";

const zones = ["America/Sao_Paulo", "America/New_York", "Europe/Lisbon"];

const at = (local: string, timezone: string) =>
  Temporal.PlainDateTime.from(local).toZonedDateTime(timezone).epochMilliseconds;

/** All times after the first, one by one, and the first itself. */
function walk(rule: Recurrence, first: string, timezone: string): number[] {
  const times = [at(first, timezone)];
  for (let series = { rule, firstAt: times[0]!, occurrence: 0, timezone }; ;) {
    const next = nextTime(series, times.at(-1)!);
    if (!next) return times;
    times.push(next.at);
    series = { ...series, ...next };
  }
}

/** The same by another library, which counts in local time and knows no zone. */
function byLibrary(
  options: ConstructorParameters<typeof RRule>[0],
  first: string,
  timezone: string,
): number[] {
  const rule = new RRule({
    ...options,
    dtstart: new Date(`${first}Z`),
    until: new Date(`${until}T23:59:59Z`),
  });
  return rule.all().map((date) => at(date.toISOString().slice(0, 19), timezone));
}

const until = "2029-11-30";

const rules: [Recurrence, ConstructorParameters<typeof RRule>[0]][] = [
  [{ every: "day", interval: 1 }, { freq: RRule.DAILY }],
  [
    { every: "day", interval: 3 },
    { freq: RRule.DAILY, interval: 3 },
  ],
  [
    { every: "weekday", interval: 1 },
    { freq: RRule.WEEKLY, byweekday: [RRule.MO, RRule.TU, RRule.WE, RRule.TH, RRule.FR] },
  ],
  [{ every: "week", interval: 1 }, { freq: RRule.WEEKLY }],
  [
    { every: "week", interval: 2 },
    { freq: RRule.WEEKLY, interval: 2 },
  ],
  [{ every: "month", interval: 1 }, { freq: RRule.MONTHLY }],
  [
    { every: "month", interval: 5 },
    { freq: RRule.MONTHLY, interval: 5 },
  ],
];

test("over four years, in three zones and over changes of summer time, the times are those of another calendar library", () => {
  for (const timezone of zones) {
    for (const [rule, options] of rules) {
      for (const first of [
        "2025-12-01T09:00:00",
        "2025-12-04T02:30:00",
        "2025-12-03T23:59:59",
        "2025-12-05T00:00:00",
      ]) {
        expect([timezone, rule, first, walk({ ...rule, until }, first, timezone)]).toEqual([
          timezone,
          rule,
          first,
          byLibrary(options, first, timezone),
        ]);
      }
    }
  }
});

test("the last days of a month are clamped, and come back", () => {
  for (const timezone of zones) {
    for (const day of [29, 30, 31]) {
      // The library expresses it as the last of these days that a month has.
      const days = Array.from({ length: day - 27 }, (_, index) => 28 + index);
      const first = `2025-12-${day}T18:15:00`;
      expect(walk({ every: "month", interval: 1, until }, first, timezone)).toEqual(
        byLibrary({ freq: RRule.MONTHLY, bymonthday: days, bysetpos: -1 }, first, timezone),
      );
    }
  }
  expect(
    walk({ every: "month", interval: 1, count: 4 }, "2027-01-31T09:00:00", zones[0]!).map((time) =>
      new Date(time).toISOString().slice(0, 10),
    ),
  ).toEqual(["2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30"]);
});

test("it ends after so many, or at a day", () => {
  const [timezone] = zones as [string];
  expect(
    walk({ every: "day", interval: 1, count: 10 }, "2026-11-22T09:00:00", timezone),
  ).toHaveLength(10);
  expect(
    walk({ every: "day", interval: 1, count: 1 }, "2026-11-22T09:00:00", timezone),
  ).toHaveLength(1);
  expect(
    walk({ every: "week", interval: 1, until: "2026-12-06" }, "2026-11-22T23:30:00", timezone).map(
      (time) => time - at("2026-11-22T23:30", timezone),
    ),
  ).toEqual([0, 7, 14].map((days) => days * 86_400_000));
});

test("who begins on a weekend goes on with working days", () => {
  const days = walk(
    { every: "weekday", interval: 1, count: 8 },
    "2026-11-21T09:00:00",
    zones[0]!,
  ).map((time) => new Date(time).toISOString().slice(5, 10));
  expect(days).toEqual(["11-21", "11-23", "11-24", "11-25", "11-26", "11-27", "11-30", "12-01"]);
});

test("a month's day that falls on a weekend moves to the Friday before or the Monday after", () => {
  const days = (businessDay: Recurrence["businessDay"]) =>
    walk(
      { every: "month", interval: 1, count: 4, businessDay },
      "2026-07-15T09:00:00",
      zones[0]!,
    ).map((time) => new Date(time).toISOString().slice(5, 10));
  expect([days(null), days("before"), days("after")]).toEqual([
    ["07-15", "08-15", "09-15", "10-15"],
    ["07-15", "08-14", "09-15", "10-15"],
    ["07-15", "08-17", "09-15", "10-15"],
  ]);
});

test("times that have passed are skipped, and count", () => {
  const [timezone] = zones as [string];
  const series = {
    rule: { every: "day", interval: 1, count: 5 } as Recurrence,
    firstAt: at("2026-11-22T09:00", timezone),
    occurrence: 0,
    timezone,
  };
  expect(nextTime(series, at("2026-11-24T10:00", timezone))).toEqual({
    at: at("2026-11-25T09:00", timezone),
    occurrence: 3,
    rule: { every: "day", interval: 1, count: 2 },
  });
  expect(nextTime(series, at("2026-11-26T10:00", timezone))).toBeUndefined();
  expect(
    timesBetween(series, at("2026-11-24T00:00", timezone), at("2026-12-01T00:00", timezone), 99),
  ).toEqual(["24", "25", "26"].map((day) => at(`2026-11-${day}T09:00`, timezone)));
});

test("a time in a thousand years is not reached step by step", () => {
  for (const every of ["day", "weekday", "week", "month"] as const) {
    const series = {
      rule: { every, interval: 1 },
      firstAt: at("2026-01-31T09:00", zones[0]!),
      occurrence: 7,
      timezone: zones[0]!,
    };
    const began = performance.now();
    const [next] = timesBetween(
      series,
      at("9000-01-01T00:00", zones[0]!),
      at("9001-01-01T00:00", zones[0]!),
      1,
    );
    expect(new Date(next!).toISOString().slice(0, 10)).toBe(
      { day: "9000-01-01", weekday: "9000-01-01", week: "9000-01-04", month: "9000-01-31" }[every],
    );
    expect(performance.now() - began).toBeLessThan(500);
  }
});

test("a rule that leads nowhere ends, and one at its bounds goes on", () => {
  const firstAt = at("2026-11-27T09:00:00", zones[0]!);
  const next = (rule: object, more: object = {}) =>
    nextTime(
      {
        rule: { every: "day", interval: 1, ...rule } as Recurrence,
        firstAt,
        occurrence: 0,
        timezone: zones[0]!,
        ...more,
      },
      firstAt,
    )?.at;
  const day = 86_400_000;
  expect([next({}), next({ interval: 99 })]).toEqual([firstAt + day, firstAt + 99 * day]);
  const nowhere = [
    ...[0, -1, 0.5, 100, 1e300, NaN, Infinity, "1", null].map((interval) => next({ interval })),
    ...["second", "", null, 7].map((every) => next({ every })),
    ...[NaN, 0.5, 1e300, 9e15].map((occurrence) => next({}, { occurrence })),
    ...[NaN, 1e300, 9e15].map((firstAt) => next({}, { firstAt })),
    ...["x", 5].map((until) => next({ until })),
    next({ skipped: 5 }),
  ];
  expect(nowhere).toEqual(nowhere.map(() => undefined));
  expect(
    timesBetween(
      { rule: { every: "day", interval: 0 }, firstAt, occurrence: 0, timezone: zones[0]! },
      firstAt,
      firstAt + 9 * day,
      100,
    ),
  ).toEqual([]);
});

test("a rule that leaves out all its days ends after so many steps", () => {
  const firstAt = at("2026-11-27T09:00:00", zones[0]!);
  const skipped = Array.from({ length: 200 }, (_, index) =>
    Temporal.PlainDate.from("2026-11-28").add({ days: index }).toString(),
  );
  const series = (count: number) => ({
    rule: { every: "day" as const, interval: 1, skipped: skipped.slice(0, count) },
    firstAt,
    occurrence: 0,
    timezone: zones[0]!,
  });
  expect(nextTime(series(199), firstAt)?.occurrence).toBe(200);
  expect(nextTime(series(200), firstAt)).toBeUndefined();
});
