import { describe, expect, test } from "bun:test";
import { forecastEnd, meanInterval, nightAt } from "./forecast.ts";
import {
  dailyCap,
  goesOnAt,
  next,
  whenAllowed,
  type PaceSettings,
  type PaceState,
} from "./pace.ts";

const second = 1000;
const hour = 3_600_000;
const start = Date.parse("2026-11-20T12:00:00Z"); // Friday, nine in the morning in São Paulo
const timezone = "America/Sao_Paulo";

const plain: PaceSettings = {
  messageInterval: 20,
  longerIntervalAfter: 0,
  greaterInterval: 60,
  hours: null,
  dailyCap: null,
  pauseAfter: 5,
};
const fresh: PaceState = {
  sentCount: 0,
  refusals: 0,
  isRestricted: false,
  isUp: true,
  restrictedUntil: 0,
  sentToday: 0,
  tomorrow: Date.parse("2026-11-21T03:00:00Z"),
  goesOnAt: Date.parse("2026-11-21T12:00:00Z"),
  restsUntil: 0,
};
const businessWeek = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
].map((weekdayEn) => ({
  weekdayEn,
  startTime: /s(un|atur)day/.test(weekdayEn) ? "00:00" : "09:00",
  endTime: /s(un|atur)day/.test(weekdayEn) ? "00:00" : "18:00",
}));
const hours = { week: businessWeek, holidays: [], timezone };

/**
 * Sends to so many contacts, one after the other. Returns the seconds from the first message to the
 * last.
 */
function run(settings: PaceSettings, contacts: number, random: () => number) {
  let now = start;
  for (let sentCount = 1; sentCount < contacts; sentCount++) {
    const pace = next(settings, { ...fresh, sentCount, tomorrow: Infinity }, now, random);
    if (!("at" in pace)) throw new Error(pace.pause);
    now = pace.at;
  }
  return (now - start) / second;
}

// By hand: 9,999 gaps between 10,000 contacts. Half of the interval each, at least a second; after
// each n-th of them the greater one instead, at least a second.
const byHand: [
  messageInterval: number,
  longerIntervalAfter: number,
  greaterInterval: number,
  seconds: number,
][] = [
  // Random intervals alone.
  [0, 0, 60, 9_999],
  [5, 0, 60, 24_997.5],
  [10, 0, 60, 49_995],
  [15, 0, 60, 74_992.5],
  [20, 0, 60, 99_990],
  [30, 0, 60, 149_985],
  [60, 0, 60, 299_970],
  // A longer one after each 1 … 120: 9,999, 1,999, 999, 666, 499, 333, 249, 166, 124, 99 and 83
  // times.
  [20, 1, 60, 599_940],
  [20, 5, 60, 199_940],
  [20, 10, 60, 149_940],
  [20, 15, 60, 133_290],
  [20, 20, 60, 124_940],
  [20, 30, 60, 116_640],
  [20, 40, 60, 112_440],
  [20, 60, 60, 108_290],
  [20, 80, 60, 106_190],
  [20, 100, 60, 104_940],
  [20, 120, 60, 104_140],
  // The longer one itself: 499 times instead of 10 s.
  [20, 20, 0, 95_499],
  [20, 20, 1, 95_499],
  [20, 20, 5, 97_495],
  [20, 20, 10, 99_990],
  [20, 20, 15, 102_485],
  [20, 20, 20, 104_980],
  [20, 20, 30, 109_970],
  [20, 20, 40, 114_960],
  [20, 20, 50, 119_950],
  [20, 20, 80, 134_920],
  [20, 20, 100, 144_900],
  [20, 20, 120, 154_880],
  // The other defaults: 60, 60, 120.
  [60, 60, 120, 314_910],
];

test("10,000 contacts take as long as was worked out by hand, for each option", () => {
  for (const [messageInterval, longerIntervalAfter, greaterInterval, seconds] of byHand) {
    expect([
      messageInterval,
      longerIntervalAfter,
      greaterInterval,
      run({ ...plain, messageInterval, longerIntervalAfter, greaterInterval }, 10_000, () => 0.5),
    ]).toEqual([messageInterval, longerIntervalAfter, greaterInterval, seconds]);
  }
});

test("intervals are by chance, from one second to the longest", () => {
  let seed = 7;
  const random = () => ((seed = (seed * 48_271) % 2_147_483_647) - 1) / 2_147_483_646;
  const gaps = Array.from({ length: 10_000 }, (_, sentCount) =>
    next(plain, { ...fresh, sentCount }, start, random),
  ).map((pace) => ("at" in pace ? pace.at - start : 0));
  expect([
    Math.min(...gaps),
    Math.max(...gaps) <= 20 * second,
    Math.max(...gaps) > 19.9 * second,
  ]).toEqual([second, true, true]);
  expect(meanInterval(plain)).toBe(10_025);
  expect(meanInterval({ ...plain, longerIntervalAfter: 20 })).toBe(12_523.75);
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  expect(Math.abs(mean - meanInterval(plain))).toBeLessThan(200);
  expect(new Set(gaps).size).toBeGreaterThan(5000);
});

test("a pace counts from now, whatever was missed", () => {
  // A third of twenty seconds, to the millisecond.
  expect(next(plain, fresh, start, () => 0.33333)).toEqual({ at: start + 6667, hold: null });
  // Before the first message there is no longer interval.
  expect(next({ ...plain, longerIntervalAfter: 20 }, fresh, start, () => 0.5)).toEqual({
    at: start + 10 * second,
    hold: null,
  });
  for (const now of [start, start + 30 * 24 * hour, start - 5 * hour])
    expect(next(plain, { ...fresh, sentCount: 7 }, now, () => 0.25)).toEqual({
      at: now + 5 * second,
      hold: null,
    });
});

test("outside of its hours it waits for the next opening", () => {
  const at = (from: string) => {
    const pace = whenAllowed({ ...plain, hours }, fresh, Date.parse(from));
    return "at" in pace ? [new Date(pace.at).toISOString(), pace.hold] : pace;
  };
  expect(at("2026-11-20T12:00:00Z")).toEqual(["2026-11-20T12:00:00.000Z", null]);
  expect(at("2026-11-20T11:59:59Z")).toEqual(["2026-11-20T12:00:00.000Z", "window"]);
  expect(at("2026-11-20T20:59:59Z")).toEqual(["2026-11-20T20:59:59.000Z", null]);
  expect(at("2026-11-20T21:00:00Z")).toEqual(["2026-11-23T12:00:00.000Z", "window"]);
  const never = {
    ...hours,
    week: businessWeek.map((day) => ({ ...day, startTime: "00:00", endTime: "00:00" })),
  };
  expect(whenAllowed({ ...plain, hours: never }, fresh, start)).toEqual({
    at: start + 24 * hour,
    hold: "window",
  });
});

test("a day's number is kept, and grows from day to day", () => {
  const growing = { warmUp: true, first: 50, most: 1000 };
  expect([0, 1, 2, 3, 4, 5, 6].map((day) => dailyCap(growing, day))).toEqual([
    50, 100, 200, 400, 800, 1000, 1000,
  ]);
  expect(dailyCap({ ...growing, most: 0 }, 10)).toBe(51_200);
  // It grows for thirty days.
  expect([30, 31, 400].map((day) => dailyCap({ ...growing, first: 1, most: 0 }, day))).toEqual([
    2 ** 30,
    2 ** 30,
    2 ** 30,
  ]);
  expect([
    dailyCap({ ...growing, warmUp: false }, 0),
    dailyCap({ ...growing, warmUp: false, most: 0 }, 0),
  ]).toEqual([1000, null]);
  const capped = { ...plain, dailyCap: 50 };
  expect(whenAllowed(capped, { ...fresh, sentToday: 49 }, start)).toEqual({
    at: start,
    hold: null,
  });
  expect(whenAllowed(capped, { ...fresh, sentToday: 50 }, start)).toEqual({
    at: fresh.goesOnAt,
    hold: "dailyCap",
  });
  expect(whenAllowed(capped, { ...fresh, sentToday: 50 }, fresh.tomorrow - 1)).toEqual({
    at: fresh.goesOnAt,
    hold: "dailyCap",
  });
  expect(whenAllowed(capped, { ...fresh, sentToday: 50 }, fresh.tomorrow)).toEqual({
    at: fresh.tomorrow,
    hold: null,
  });
  // A new day has begun, and messages beyond the last day's limit wait for its morning.
  const night = { ...fresh, sentToday: 0, restsUntil: start };
  expect([-1, 0, 1].map((ms) => whenAllowed(capped, night, start + ms))).toEqual([
    { at: start, hold: "dailyCap" },
    { at: start, hold: null },
    { at: start + 1, hold: null },
  ]);
  expect(whenAllowed({ ...capped, hours }, night, start - 1)).toEqual({
    at: start,
    hold: "window",
  });
  // The day after is a Saturday.
  expect(whenAllowed({ ...capped, hours }, { ...fresh, sentToday: 50 }, start)).toEqual({
    at: Date.parse("2026-11-23T12:00:00Z"),
    hold: "dailyCap",
  });
});

test("it stops for refusals and a restricted number, and waits while the line is down", () => {
  expect(next(plain, { ...fresh, refusals: 4 }, start, () => 0)).toEqual({
    at: start + second,
    hold: null,
  });
  expect(next(plain, { ...fresh, refusals: 5 }, start, () => 0)).toEqual({ pause: "refusals" });
  expect(next({ ...plain, pauseAfter: 1 }, { ...fresh, refusals: 1 }, start, () => 0)).toEqual({
    pause: "refusals",
  });
  expect(next({ ...plain, pauseAfter: 0 }, { ...fresh, refusals: 500 }, start, () => 0)).toEqual({
    at: start + second,
    hold: null,
  });
  expect(next(plain, { ...fresh, isRestricted: true, refusals: 1 }, start, () => 0)).toEqual({
    pause: "restricted",
  });
  expect(next(plain, { ...fresh, isUp: false }, start, () => 0)).toEqual({
    at: start + second,
    hold: "disconnected",
  });
  for (const [restrictedUntil, hold] of [
    [start - 1, null],
    [start, null],
    [start + 1, "restricted"],
    [Infinity, "restricted"],
  ] as const)
    expect(whenAllowed(plain, { ...fresh, restrictedUntil }, start)).toEqual({ at: start, hold });
});

test("when it will end is said from the intervals, the hours and the days' numbers", () => {
  const dayEnd = (days: number) => Date.parse("2026-11-21T03:00:00Z") + days * 24 * hour;
  const free = { warmUp: false, first: 0, most: 0, earlierDays: 0, sentToday: 0 };
  const every10 = { messageInterval: 0, longerIntervalAfter: 1, greaterInterval: 10, hours: null };
  const goesOn = (midnight: number) => goesOnAt({ ...hours, week: [] }, midnight);
  type Given = Parameters<typeof forecastEnd>;
  const end = (...given: [Given[0], Given[1], number, number, Given[4]]) =>
    new Date(forecastEnd(...given, goesOn)!).toISOString();
  // 360 of ten seconds each are an hour.
  expect(end(every10, free, 360, start, dayEnd)).toBe("2026-11-20T13:00:00.000Z");
  // 50, 100, 200 and then 250 of the 400: 2,500 s after nine of the fourth day.
  expect(end(every10, { ...free, warmUp: true, first: 50, most: 0 }, 600, start, dayEnd)).toBe(
    "2026-11-23T12:41:40.000Z",
  );
  // From nine on, nine hours a day are 3,240: 3,600 end on Monday at ten.
  expect(
    Date.parse(end({ ...every10, hours }, free, 3600, start, dayEnd)) -
      Date.parse("2026-11-23T13:00:00Z"),
  ).toBeLessThan(2 * second);
  expect(
    forecastEnd(
      { ...every10, hours: { ...hours, week: [] } },
      { ...free, warmUp: false, most: 1 },
      1_000,
      start,
      dayEnd,
      goesOn,
    ),
  ).toBeUndefined();
  // Closed at the weekend: messages beyond Friday's limit continue on Monday.
  expect(
    new Date(
      forecastEnd(every10, { ...free, most: 360 }, 720, start, dayEnd, (midnight) =>
        goesOnAt(hours, midnight),
      )!,
    ).toISOString(),
  ).toBe("2026-11-23T13:00:00.000Z");
});

describe("when it will end, day by day", () => {
  const dayEnd = (days: number) => Date.parse("2026-11-21T03:00:00Z") + days * 24 * hour;
  const every10 = { messageInterval: 0, longerIntervalAfter: 1, greaterInterval: 10 };
  const numbered = { warmUp: false, first: 0, most: 50, earlierDays: 0, sentToday: 0 };
  const growing = { ...numbered, warmUp: true, first: 50, most: 0 };
  const nine = (midnight: number) => goesOnAt({ ...hours, week: [] }, midnight);
  const ends = (number: typeof numbered, count: number, from: number, week: typeof hours | null) =>
    forecastEnd({ ...every10, hours: week }, number, count, from, dayEnd, nine);

  // By the shop's clock. The 20th is a Friday; each message takes ten seconds.
  test.each<[string, typeof numbered, number, string, string]>([
    ["a single message takes its interval", numbered, 1, "20T09:00:00", "20T09:00:10"],
    ["nothing is over at once", numbered, 0, "20T09:00:00", "20T09:00:00"],
    ["no number, no cap", { ...numbered, most: 0 }, 360, "20T09:00:00", "20T10:00:00"],
    [
      "messages of today count today",
      { ...numbered, sentToday: 44 },
      6,
      "20T09:00:00",
      "20T09:01:00",
    ],
    ["and not tomorrow", { ...numbered, sentToday: 44 }, 56, "20T09:00:00", "21T09:08:20"],
    ["nor the day after", { ...numbered, sentToday: 44 }, 106, "20T09:00:00", "22T09:08:20"],
    [
      "a number that sent more than it may today sends none",
      { ...numbered, sentToday: 60 },
      50,
      "20T09:00:00",
      "21T09:08:20",
    ],
    [
      "what does not fit before midnight goes on right after it",
      numbered,
      2,
      "20T23:59:45",
      "21T00:00:10",
    ],
    [
      "a day with a single message counts as a day of growth",
      { ...growing, first: 1 },
      3,
      "20T09:00:00",
      "21T09:00:20",
    ],
    [
      "so does a day whose messages left before",
      { ...growing, sentToday: 50 },
      150,
      "20T12:00:00",
      "22T09:08:20",
    ],
    ["if only one did", { ...growing, first: 1, sentToday: 1 }, 2, "20T12:00:00", "21T09:00:20"],
  ])("%s", (_, number, count, from, expected) => {
    const at = (day: string) => Date.parse(`2026-11-${day}-03:00`);
    expect(new Date(ends(number, count, at(from), null)!)).toEqual(new Date(at(expected)));
  });

  // From nine to six, Monday to Friday. An end within hours is exact to the second.
  test.each<[string, typeof numbered, number, string, string]>([
    ["a closed weekend is no growth", growing, 200, "20T09:00:00", "24T09:08:20"],
    ["nor is one on which it begins", growing, 100, "21T12:00:00", "24T09:08:20"],
    ["what is beyond the hours goes on as they open", growing, 2, "20T17:59:45", "23T09:00:10"],
  ])("in hours: %s", (_, number, count, from, expected) => {
    const at = (day: string) => Date.parse(`2026-11-${day}-03:00`);
    const late = ends(number, count, at(from), hours)! - at(expected);
    expect([late >= 0, late <= second]).toEqual([true, true]);
  });

  test("nothing is over at once, also while it is closed", () => {
    const saturday = Date.parse("2026-11-21T12:00:00-03:00");
    expect(ends(growing, 0, saturday, hours)).toBe(saturday);
  });

  test("further ahead than four hundred days nothing is foreseen", () => {
    const slow = { ...numbered, most: 1 };
    expect(ends(slow, 400, start, null)).toBe(nine(dayEnd(398)) + 10 * second);
    expect(ends(slow, 401, start, null)).toBeUndefined();
  });
});

test("what is beyond a day's number goes on as the company opens, or at nine", () => {
  const at = (week: typeof businessWeek, day: string) =>
    new Date(goesOnAt({ ...hours, week }, Date.parse(`${day}T00:00-03:00`))).toISOString();
  const every = (startTime: string, endTime: string) =>
    businessWeek.map((day) => ({ ...day, startTime, endTime }));
  expect([
    at(businessWeek, "2026-11-20"),
    at(businessWeek, "2026-11-21"),
    at([], "2026-11-21"),
    at(every("", ""), "2026-11-21"),
    at(every("00:00", "00:00"), "2026-11-21"),
    at(every("06:30", "22:00"), "2026-11-21"),
    at(every("18:00", "02:00"), "2026-11-21"),
    at(every("00:01", "02:00"), "2026-11-21"),
  ]).toEqual([
    "2026-11-20T12:00:00.000Z",
    "2026-11-23T12:00:00.000Z",
    "2026-11-21T12:00:00.000Z",
    "2026-11-21T12:00:00.000Z",
    "2026-11-21T12:00:00.000Z",
    "2026-11-21T09:30:00.000Z",
    "2026-11-21T12:00:00.000Z",
    "2026-11-21T03:01:00.000Z",
  ]);
});

test("a campaign that is at work at night is found, unless its hours are what has it so", () => {
  const night = (hoursOrNull: typeof hours | null, from: string, to: string) =>
    nightAt(hoursOrNull, timezone, Date.parse(`${from}:00-03:00`), Date.parse(`${to}:00-03:00`));
  const at = (text: string) => Date.parse(`${text}:00-03:00`);
  expect(night(null, "2026-11-20T23:30", "2026-11-20T23:40")).toBe(at("2026-11-20T23:30"));
  expect(night(null, "2026-11-21T07:59", "2026-11-21T08:30")).toBe(at("2026-11-21T07:59"));
  expect(night(null, "2026-11-20T08:00", "2026-11-20T20:59")).toBeUndefined();
  // Its last message leaves as the night begins.
  expect(night(null, "2026-11-20T20:00", "2026-11-20T21:00")).toBe(at("2026-11-20T21:00"));
  // It is still at work when the night comes.
  expect(night(null, "2026-11-20T20:00", "2026-11-20T22:00")).toBe(at("2026-11-20T21:00"));
  expect(nightAt(null, timezone, start, Infinity)).toBe(at("2026-11-20T21:00"));
  const late = {
    ...hours,
    week: businessWeek.map((day) => ({ ...day, startTime: "20:00", endTime: "23:00" })),
  };
  expect([
    night(hours, "2026-11-20T09:00", "2026-11-24T10:00"),
    night(late, "2026-11-20T22:00", "2026-11-20T22:30"),
  ]).toEqual([undefined, undefined]);
  // The company has no closing time.
  expect(night({ ...hours, week: [] }, "2026-11-20T23:30", "2026-11-20T23:40")).toBe(
    at("2026-11-20T23:30"),
  );
});
