import { describe, expect, test } from "bun:test";
import { dice } from "../testing/bench/words.ts";
import { hoursAt, nextOpening, openTime, type Day, type Holiday, type Week } from "./hours.ts";

type Place = { week: Week; holidays: Holiday[]; timezone: string };
const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const each = (startTime: string, endTime: string, startTime2?: string, endTime2?: string): Week =>
  weekdays.map((weekdayEn) => ({
    weekdayEn,
    startTime,
    endTime,
    ...(startTime2 !== undefined && { startTime2 }),
    ...(endTime2 !== undefined && { endTime2 }),
  }));
const on = (week: Week, weekdayEn: string, startTime: string, endTime: string): Week =>
  week.map((day) => (day.weekdayEn === weekdayEn ? { weekdayEn, startTime, endTime } : day));
const place = (week: Week, holidays: Holiday[] = [], timezone = "America/Sao_Paulo"): Place => ({
  week,
  holidays,
  timezone,
});
const holiday = (date: string, ...hours: [string, string][]): Holiday => ({
  date,
  yearly: false,
  label: "",
  hours,
});
const yearly = (date: string, ...hours: [string, string][]): Holiday => ({
  date,
  yearly: true,
  label: "",
  hours,
});
const days = (from: string, count: number): Holiday[] =>
  Array.from({ length: count }, (_, index) =>
    holiday(Temporal.PlainDate.from(from).add({ days: index }).toString()),
  );

// The hours of a new queue.
const usual = on(
  on(each("08:00", "18:00"), "saturday", "08:00", "12:00"),
  "sunday",
  "00:00",
  "00:00",
);
const shop = place(usual);
const lunch = place(each("08:00", "12:00", "13:30", "18:00"));
const bar = place(each("18:00", "02:00"));
const never = place(each("00:00", "00:00"));
const long = place(
  on(on(each("00:00", "00:00"), "monday", "22:00", "12:00"), "tuesday", "08:00", "09:00"),
);
const lisbon = (week: Week) => place(week, [], "Europe/Lisbon");
const santiago = (week: Week) => place(week, [], "America/Santiago");

/**
 * The expected state of a place at an instant: open, or closed since another instant. Instants are
 * in November 2026 by São Paulo's clock, or any ISO 8601 text. The 23rd is a Monday.
 */
type Case = [story: string, place: Place, when: string, expected: "open" | { since: string | 0 }];
const instant = (when: string) => Date.parse(/^\d{4}/.test(when) ? when : `2026-11-${when}-03:00`);

const table: Record<string, Case[]> = {
  "a day": [
    ["before it opens it is closed since the evening", shop, "24T07:59", { since: "23T18:00" }],
    ["to the last millisecond", shop, "24T07:59:59.999", { since: "23T18:00" }],
    ["it opens at the minute", shop, "24T08:00", "open"],
    ["it is open", shop, "24T12:00", "open"],
    ["to the last millisecond", shop, "24T17:59:59.999", "open"],
    ["it closes at the minute", shop, "24T18:00", { since: "24T18:00" }],
    ["and is closed since then", shop, "24T23:59", { since: "24T18:00" }],
    ["over midnight", shop, "25T00:00", { since: "24T18:00" }],
    ["it closes for lunch", lunch, "24T12:00", { since: "24T12:00" }],
    ["which is a closing of its own", lunch, "24T13:29", { since: "24T12:00" }],
    ["and opens after it", lunch, "24T13:30", "open"],
    ["and closes in the evening", lunch, "24T18:30", { since: "24T18:00" }],
    ["in the morning it is not lunch yet", lunch, "24T07:00", { since: "23T18:00" }],
    [
      "two intervals that touch are one",
      place(each("08:00", "12:00", "12:00", "18:00")),
      "24T12:00",
      "open",
    ],
    [
      "two that overlap too",
      place(each("08:00", "14:00", "12:00", "13:00")),
      "24T15:00",
      { since: "24T14:00" },
    ],
    [
      "only the second may be said",
      place(each("", "", "13:00", "18:00")),
      "24T12:00",
      { since: "23T18:00" },
    ],
    [
      "an empty second is none",
      place(each("08:00", "12:00", "", "")),
      "24T15:00",
      { since: "24T12:00" },
    ],
  ],
  "a week": [
    ["saturday has its own hours", shop, "21T12:30", { since: "21T12:00" }],
    ["a sunday from 00:00 to 00:00 is closed", shop, "22T10:00", { since: "21T12:00" }],
    ["in that minute too", shop, "22T00:00", { since: "21T12:00" }],
    ["and the next", shop, "22T00:01", { since: "21T12:00" }],
    ["the weekend is one closing, to monday", shop, "23T07:00", { since: "21T12:00" }],
    [
      "a day that starts when it ends is closed, at any hour",
      place(each("09:00", "09:00")),
      "24T09:00",
      { since: 0 },
    ],
    ["what never opens has been closed for ever", never, "24T12:00", { since: 0 }],
    ["a day without hours is open", place(on(usual, "sunday", "", "")), "22T03:00", "open"],
    ["from midnight", place(on(usual, "sunday", "", "")), "22T00:00", "open"],
    ["to midnight", place(on(usual, "sunday", "", "")), "22T23:59:59.999", "open"],
    [
      "after which it is closed",
      place(on(usual, "sunday", "", "")),
      "23T00:00",
      { since: "23T00:00" },
    ],
    ["half said is not said", place(on(usual, "sunday", "08:00", "")), "22T20:00", "open"],
    [
      "what is no time is not said",
      place(on(usual, "sunday", "08:00", "25:00")),
      "22T20:00",
      "open",
    ],
    [
      "nor is a minute that isn't",
      place(on(usual, "sunday", "08:60", "18:00")),
      "22T20:00",
      "open",
    ],
    ["nor is what the mask left", place(on(usual, "sunday", "8:00", "18:__")), "22T20:00", "open"],
    [
      "a day that is missing is open",
      place(usual.filter(({ weekdayEn }) => weekdayEn !== "sunday")),
      "22T20:00",
      "open",
    ],
    [
      "and closes after it",
      place(each("00:00", "00:00").filter(({ weekdayEn }) => weekdayEn !== "sunday")),
      "24T12:00",
      { since: "23T00:00" },
    ],
    ["a week that is missing is open", place([]), "22T03:00", "open"],
    [
      "weekdays may be written large",
      place(usual.map((day) => ({ ...day, weekdayEn: day.weekdayEn.toUpperCase() }))),
      "22T20:00",
      { since: "21T12:00" },
    ],
  ],
  "over midnight": [
    ["it is open in the evening", bar, "23T23:00", "open"],
    ["at midnight", bar, "24T00:00", "open"],
    ["to the last millisecond", bar, "24T01:59:59.999", "open"],
    ["it closes in the night", bar, "24T02:00", { since: "24T02:00" }],
    ["and is closed since then", bar, "24T17:59", { since: "24T02:00" }],
    ["to 00:00 is to midnight", place(each("18:00", "00:00")), "23T23:59:59.999", "open"],
    ["and not on", place(each("18:00", "00:00")), "24T00:00", { since: "24T00:00" }],
    [
      "the night is the evening's, not the day's",
      place(on(each("00:00", "00:00"), "monday", "18:00", "02:00")),
      "24T01:00",
      "open",
    ],
    [
      "the day's evening is not there the night before",
      place(on(each("00:00", "00:00"), "monday", "18:00", "02:00")),
      "23T01:00",
      { since: "17T02:00" },
    ],
    [
      "sunday's night is monday's morning",
      place(on(each("00:00", "00:00"), "sunday", "22:00", "04:00")),
      "23T03:00",
      "open",
    ],
    ["the night may last till it opens again", place(each("18:00", "17:59")), "24T17:58", "open"],
    ["the night may outlast a short day", long, "24T13:00", { since: "24T12:00" }],
    ["and is not forgotten two days on", long, "26T13:00", { since: "24T12:00" }],
    [
      "a second interval may be the night",
      place(each("08:00", "12:00", "22:00", "01:00")),
      "24T00:30",
      "open",
    ],
    [
      "and be over",
      place(each("08:00", "12:00", "22:00", "01:00")),
      "24T01:30",
      { since: "24T01:00" },
    ],
  ],
  holidays: [
    ["one is closed", place(usual, [holiday("2026-11-24")]), "24T12:00", { since: "23T18:00" }],
    [
      "the next year it isn't",
      place(usual, [holiday("2026-11-24")]),
      "2027-11-24T12:00:00-03:00",
      "open",
    ],
    ["the day after it isn't", place(usual, [holiday("2026-11-24")]), "25T12:00", "open"],
    [
      "one with hours has those",
      place(usual, [holiday("2026-11-24", ["10:00", "12:00"])]),
      "24T09:00",
      { since: "23T18:00" },
    ],
    [
      "and is open in them",
      place(usual, [holiday("2026-11-24", ["10:00", "12:00"])]),
      "24T11:00",
      "open",
    ],
    [
      "it may have several",
      place(usual, [holiday("2026-11-24", ["10:00", "12:00"], ["14:00", "15:00"])]),
      "24T14:30",
      "open",
    ],
    [
      "and be closed between",
      place(usual, [holiday("2026-11-24", ["10:00", "12:00"], ["14:00", "15:00"])]),
      "24T13:00",
      { since: "24T12:00" },
    ],
    [
      "one can open a sunday",
      place(usual, [holiday("2026-11-22", ["10:00", "12:00"])]),
      "22T11:00",
      "open",
    ],
    [
      "one with hours that aren't is closed",
      place(usual, [holiday("2026-11-24", ["", ""])]),
      "24T12:00",
      { since: "23T18:00" },
    ],
    [
      "one comes each year",
      place(usual, [yearly("2020-12-25")]),
      "2026-12-25T12:00:00-03:00",
      { since: "2026-12-24T18:00:00-03:00" },
    ],
    [
      "before the year it was named, too",
      place(usual, [yearly("2030-12-25")]),
      "2026-12-25T12:00:00-03:00",
      { since: "2026-12-24T18:00:00-03:00" },
    ],
    ["on its day alone", place(usual, [yearly("2020-12-25")]), "2026-11-25T12:00:00-03:00", "open"],
    [
      "a 29th of February waits for its year",
      place([], [yearly("2024-02-29")]),
      "2028-02-29T12:00:00-03:00",
      { since: "2028-02-29T00:00:00-03:00" },
    ],
    [
      "one closes what is always open",
      place([], [holiday("2026-11-24")]),
      "24T00:00",
      { since: "24T00:00" },
    ],
    [
      "and a week of days without hours",
      place(each("", ""), [holiday("2026-11-24")]),
      "24T12:00",
      { since: "24T00:00" },
    ],
    [
      "one with hours opens what is never open",
      place(each("00:00", "00:00"), [holiday("2026-11-24", ["10:00", "12:00"])]),
      "24T13:00",
      { since: "24T12:00" },
    ],
    [
      "a closed season is told from the next for four hundred days",
      place(usual, days("2026-01-02", 500)),
      "2027-02-04T12:00:00-03:00",
      { since: "2026-01-01T18:00:00-03:00" },
    ],
    [
      "and not beyond",
      place(usual, days("2026-01-02", 500)),
      "2027-02-05T12:00:00-03:00",
      { since: 0 },
    ],
    ["for the day", place([], [holiday("2026-11-24")]), "25T00:00", "open"],
    [
      "the night before it is the evening's",
      place(each("18:00", "02:00"), [holiday("2026-11-24")]),
      "24T01:00",
      "open",
    ],
    [
      "the night after it is not",
      place(each("18:00", "02:00"), [holiday("2026-11-24")]),
      "25T01:00",
      { since: "24T02:00" },
    ],
    [
      "its own night is its own",
      place(each("08:00", "18:00"), [holiday("2026-11-24", ["20:00", "03:00"])]),
      "25T02:00",
      "open",
    ],
    [
      "vacations are one closing on the second day",
      place(usual, days("2026-12-01", 60)),
      "2026-12-02T12:00:00-03:00",
      { since: "2026-11-30T18:00:00-03:00" },
    ],
    [
      "and on the last",
      place(usual, days("2026-12-01", 60)),
      "2027-01-29T12:00:00-03:00",
      { since: "2026-11-30T18:00:00-03:00" },
    ],
    [
      "so is a closed season",
      place(usual, days("2026-01-10", 320)),
      "2026-11-25T12:00:00-03:00",
      { since: "2026-01-09T18:00:00-03:00" },
    ],
  ],
  "the company's clock": [
    [
      "counts, not the box's: Manaus is an hour behind",
      place(usual, [], "America/Manaus"),
      "24T18:30",
      "open",
    ],
    [
      "Manaus opens an hour later",
      place(usual, [], "America/Manaus"),
      "24T08:30",
      { since: "23T19:00" },
    ],
    [
      "its weekday counts: it is still sunday there",
      place(usual, [], "America/Los_Angeles"),
      "2026-11-23T07:00:00Z",
      { since: "2026-11-21T20:00:00Z" },
    ],
    ["or already monday", place(usual, [], "Pacific/Auckland"), "2026-11-22T20:00:00Z", "open"],
    [
      "its holiday counts",
      place(usual, [holiday("2026-11-24")], "Pacific/Auckland"),
      "2026-11-23T20:00:00Z",
      { since: "2026-11-23T05:00:00Z" },
    ],
    ["half hours count", place(usual, [], "Asia/Kolkata"), "2026-11-24T02:30:00Z", "open"],
  ],
  // Lisbon: 29 March 2026, 01:00 → 02:00; 25 October 2026, 02:00 → 01:00. Santiago: 6 September
  // 2026, 00:00 → 01:00; 4 April 2026, 24:00 → 23:00.
  "clocks that are put forward and back": [
    ["Lisbon opens by winter time", lisbon(each("08:00", "18:00")), "2026-03-28T08:00:00Z", "open"],
    [
      "and the next day by summer time",
      lisbon(each("08:00", "18:00")),
      "2026-03-29T07:00:00Z",
      "open",
    ],
    [
      "to the millisecond",
      lisbon(each("08:00", "18:00")),
      "2026-03-29T06:59:59.999Z",
      { since: "2026-03-28T18:00:00Z" },
    ],
    [
      "and back in autumn",
      lisbon(each("08:00", "18:00")),
      "2026-10-25T07:59:59Z",
      { since: "2026-10-24T17:00:00Z" },
    ],
    [
      "a night over the change is an hour shorter",
      lisbon(each("20:00", "04:00")),
      "2026-03-29T03:00:00Z",
      { since: "2026-03-29T03:00:00Z" },
    ],
    ["or longer", lisbon(each("20:00", "04:00")), "2026-10-25T03:59:59Z", "open"],
    [
      "hours that are left out open when the clock goes on",
      lisbon(each("01:00", "05:00")),
      "2026-03-29T01:00:00Z",
      "open",
    ],
    [
      "an end that is left out comes as late as it would have",
      lisbon(each("00:00", "01:30")),
      "2026-03-29T01:29:59Z",
      "open",
    ],
    [
      "and is over then",
      lisbon(each("00:00", "01:30")),
      "2026-03-29T01:30:00Z",
      { since: "2026-03-29T01:30:00Z" },
    ],
    [
      "what the clock swallows is no opening",
      lisbon(each("01:30", "02:15")),
      "2026-03-29T12:00:00Z",
      { since: "2026-03-28T02:15:00Z" },
    ],
    [
      "an hour that comes twice opens at the first",
      lisbon(each("01:30", "03:00")),
      "2026-10-25T00:30:00Z",
      "open",
    ],
    [
      "and stays open through the second",
      lisbon(each("01:30", "03:00")),
      "2026-10-25T01:15:00Z",
      "open",
    ],
    [
      "what closes in it closes at the first",
      lisbon(each("00:00", "01:30")),
      "2026-10-25T00:30:00Z",
      { since: "2026-10-25T00:30:00Z" },
    ],
    [
      "and stays closed through the second",
      lisbon(each("00:00", "01:30")),
      "2026-10-25T01:15:00Z",
      { since: "2026-10-25T00:30:00Z" },
    ],
    [
      "Santiago's sunday begins at one",
      santiago(on(each("00:00", "00:00"), "sunday", "", "")),
      "2026-09-06T04:00:00Z",
      "open",
    ],
    [
      "not before",
      santiago(on(each("00:00", "00:00"), "sunday", "", "")),
      "2026-09-06T03:59:59.999Z",
      { since: "2026-08-31T04:00:00Z" },
    ],
    [
      "and ends at midnight",
      santiago(on(each("00:00", "00:00"), "sunday", "", "")),
      "2026-09-07T03:00:00Z",
      { since: "2026-09-07T03:00:00Z" },
    ],
    [
      "an evening to a midnight that isn't lasts till one",
      santiago(each("18:00", "00:00")),
      "2026-09-06T03:59:59Z",
      "open",
    ],
    [
      "which is that very moment",
      santiago(each("18:00", "00:00")),
      "2026-09-06T04:00:00Z",
      { since: "2026-09-06T04:00:00Z" },
    ],
    [
      "a saturday of 25 hours is open through both its last",
      santiago(on(each("00:00", "00:00"), "saturday", "", "")),
      "2026-04-05T03:59:59Z",
      "open",
    ],
    [
      "and then closed",
      santiago(on(each("00:00", "00:00"), "saturday", "", "")),
      "2026-04-05T04:00:00Z",
      { since: "2026-04-05T04:00:00Z" },
    ],
    [
      "an hour that the clock leaves out is no opening",
      santiago(on(each("00:00", "00:00"), "sunday", "00:00", "01:00")),
      "2026-09-06T12:00:00Z",
      { since: "2026-08-30T05:00:00Z" },
    ],
    [
      "São Paulo's summer of old counts as it was",
      place(each("08:00", "18:00")),
      "2018-11-06T10:00:00Z",
      "open",
    ],
  ],
};

for (const [part, cases] of Object.entries(table)) {
  describe(part, () => {
    for (const [story, where, when, expected] of cases) {
      test(`${story} (${when})`, () => {
        expect(hoursAt(where, instant(when))).toEqual(
          expected === "open"
            ? { open: true }
            : { open: false, since: expected.since === 0 ? 0 : instant(expected.since) },
        );
      });
    }
  });
}

test("two closings are told apart, and one is the same from its beginning to its end", () => {
  const since = (when: string) => {
    const hours = hoursAt(shop, instant(when));
    return hours.open ? "open" : hours.since;
  };
  const quarters = (from: string, count: number) =>
    Array.from({ length: count }, (_, index) => hoursAt(shop, instant(from) + index * 900_000));
  expect(
    new Set(["23T20:00", "24T20:00", "25T20:00", "26T20:00", "27T20:00"].map(since)).size,
  ).toBe(5);
  expect(new Set(quarters("21T12:00", 4 * 44).map((hours) => JSON.stringify(hours)))).toEqual(
    new Set([JSON.stringify({ open: false, since: instant("21T12:00") })]),
  );
});

test("a place opens next at the first of a day's hours, within some four hundred days", () => {
  const next = (where: Place, when: string) => {
    const at = nextOpening(where, instant(when));
    return at === undefined ? at : new Date(at).toISOString();
  };
  const at = (when: string) => new Date(instant(when)).toISOString();
  expect(next(lunch, "24T07:00")).toBe(at("24T08:00"));
  expect(next(lunch, "24T12:30")).toBe(at("24T13:30"));
  expect(next(lunch, "24T15:00")).toBe(at("24T15:00"));
  expect(next(bar, "24T01:00")).toBe(at("24T01:00"));
  expect(next(never, "24T12:00")).toBeUndefined();
  // It opens on 27 December 2027, 398 days after the first of these.
  const season = place(usual, days("2026-11-01", 421));
  const opening = at("2027-12-27T08:00:00-03:00");
  expect(next(season, "24T12:00")).toBe(opening);
  expect(next(season, "23T12:00")).toBeUndefined();
});

test("hours are counted from an instant to another, those that overlap once", () => {
  const hours = (where: Place, from: string, to: string) =>
    openTime(where, instant(from), instant(to)) / 3_600_000;
  expect(hours(shop, "24T07:00", "24T19:00")).toBe(10);
  expect(hours(shop, "24T09:00", "24T10:30")).toBe(1.5);
  expect(hours(shop, "24T17:00", "25T09:00")).toBe(2);
  // The evening before goes on after midnight.
  expect(hours(bar, "24T01:00", "24T19:00")).toBe(2);
  expect(hours(never, "24T01:00", "24T19:00")).toBe(0);
  for (const overlapping of [
    each("08:00", "13:00", "12:00", "14:00"),
    each("12:00", "14:00", "08:00", "13:00"),
  ])
    expect(hours(place(overlapping), "24T07:00", "24T19:00")).toBe(6);
});

test("a thousand places of any kind are open when a clock on their wall says so", () => {
  const roll = dice(20261121);
  const random = (sides: number) => Math.floor(roll() * sides);
  for (let index = 0; index < 1000; index++) {
    const where = anyPlace(random);
    const now = Date.parse("2026-05-01T00:00:00Z") + random(60 * 24 * 60) * 60_000;
    const hours = hoursAt(where, now);
    expect({ index, open: hours.open }).toEqual({ index, open: isOpenOnTheWall(where, now) });
    // A closing began the moment after it was last open.
    if (!hours.open && hours.since > 0)
      expect(
        [hours.since - 60_000, hours.since, (hours.since + now) / 2].map((one) =>
          isOpenOnTheWall(where, one),
        ),
      ).toEqual([true, false, false]);
  }
});

function anyPlace(random: (sides: number) => number): Place {
  const time = () =>
    random(12) === 0
      ? ""
      : `${String(random(24)).padStart(2, "0")}:${["00", "15", "30", "45"][random(4)]}`;
  const day = (weekdayEn: string): Day =>
    random(5) === 0
      ? { weekdayEn, startTime: "00:00", endTime: "00:00" }
      : { weekdayEn, startTime: time(), endTime: time(), startTime2: time(), endTime2: time() };
  return {
    week: weekdays.filter(() => random(12) > 0).map(day),
    holidays: Array.from({ length: random(8) }, () => ({
      date: `202${5 + random(3)}-0${5 + random(2)}-${10 + random(20)}`,
      yearly: random(2) === 0,
      label: "",
      hours: random(2) === 0 ? [] : [[time(), time()]],
    })),
    // None of them changes its clock in May and June.
    timezone: [
      "America/Sao_Paulo",
      "Europe/Lisbon",
      "America/Santiago",
      "Asia/Kolkata",
      "Pacific/Auckland",
      "UTC",
    ][random(6)]!,
  };
}

/** Checks the same in another way: compares the clock at an instant with the hours on the door. */
function isOpenOnTheWall({ week, holidays, timezone }: Place, now: number): boolean {
  const date = (offset: number) =>
    new Intl.DateTimeFormat("en-CA", { timeZone: timezone }).format(now + offset * 86_400_000);
  const time = new Intl.DateTimeFormat("en-GB", {
    timeZone: timezone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(now);
  const door = (text: string): "open" | [string, string][] => {
    const holiday = holidays.find(
      ({ date: day, yearly: always }) => day === text || (always && day.slice(5) === text.slice(5)),
    );
    if (holiday) return holiday.hours.filter(([start, end]) => start !== "" && end !== "");
    const day = week.find(
      ({ weekdayEn }) => weekdayEn === weekdays[(new Date(`${text}T12:00Z`).getUTCDay() + 6) % 7],
    );
    const hours = [
      [day?.startTime, day?.endTime],
      [day?.startTime2, day?.endTime2],
    ].flatMap(([start, end]): [string, string][] => (start && end ? [[start, end]] : []));
    return hours.length > 0 ? hours : "open";
  };
  const today = door(date(0));
  const yesterday = door(date(-1));
  if (today === "open") return true;
  const isBegun = today.some(
    ([start, end]) => start !== end && time >= start && (time < end || end < start),
  );
  return (
    isBegun || (yesterday !== "open" && yesterday.some(([start, end]) => end < start && time < end))
  );
}
