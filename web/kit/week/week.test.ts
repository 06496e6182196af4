import { expect, test } from "bun:test";
import {
  copyHours,
  hoursByMode,
  hoursOf,
  isOvernight,
  modeOf,
  defaultWeek,
  completeWeek,
  withHours,
  weekErrors,
} from "./week.ts";

const day = (weekdayEn: string, startTime: string, endTime: string) => ({
  weekdayEn,
  startTime,
  endTime,
});

test("a week has seven days, Monday first, in any order it comes; a missing one has no rule", () => {
  const week = completeWeek([day("Sunday", "09:00", "12:00"), day("monday", "08:00", "18:00")]);
  expect(week.map(({ weekdayEn }) => weekdayEn)).toEqual([
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
  ]);
  expect(week[0]).toMatchObject({
    weekday: "Segunda-feira",
    startTime: "08:00",
    endTime: "18:00",
    startTime2: "",
    endTime2: "",
  });
  expect([0, 1, 6].map((index) => modeOf(week[index]!))).toEqual(["hours", "always", "hours"]);
});

test("a new place is open on weekdays, on Saturday mornings, and not on Sundays", () => {
  expect(defaultWeek.map(({ startTime, endTime }) => `${startTime}-${endTime}`)).toEqual([
    ...Array<string>(5).fill("08:00-18:00"),
    "08:00-12:00",
    "00:00-00:00",
  ]);
  expect(modeOf(defaultWeek[6]!)).toBe("closed");
});

test("a mode is told from the hours that it gives", () => {
  for (const mode of ["hours", "always", "closed"] as const)
    expect(modeOf(withHours(defaultWeek, 3, hoursByMode[mode])[3]!)).toBe(mode);
  expect(
    modeOf(
      withHours(defaultWeek, 3, [
        ["08:00", "08:00"],
        ["13:00", "18:00"],
      ])[3]!,
    ),
  ).toBe("hours");
});

test("a day is copied to others, and to itself", () => {
  const lunch = withHours(defaultWeek, 0, [
    ["08:00", "12:00"],
    ["13:00", "18:00"],
  ]);
  const week = copyHours(lunch, 0, [0, 1, 6]);
  expect([0, 1, 6].map((index) => hoursOf(week[index]!))).toEqual(
    Array(3).fill([
      ["08:00", "12:00"],
      ["13:00", "18:00"],
    ]),
  );
  expect(week[2]).toEqual(lunch[2]!);
});

test("one time without the other is wrong at the other", () => {
  const week = withHours(
    withHours(defaultWeek, 1, [
      ["", "18:00"],
      ["19:00", ""],
    ]),
    2,
    [
      ["", ""],
      ["", ""],
    ],
  );
  expect(weekErrors(week)).toEqual({ "1.startTime": "required", "1.endTime2": "required" });
});

test("hours that end before they start end on the next day, midnight too", () => {
  expect(
    [
      ["18:00", "02:00"],
      ["18:00", "00:00"],
      ["08:00", "18:00"],
      ["08:00", "08:00"],
      ["18:00", ""],
    ].map(([start = "", end = ""]) => isOvernight([start, end])),
  ).toEqual([true, true, false, false, false]);
});
