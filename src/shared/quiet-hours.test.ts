import { expect, test } from "bun:test";
import { isQuiet } from "./quiet-hours.ts";

test("quiet hours go past midnight, and end on the minute", () => {
  const night = { on: true, from: "18:30", to: "08:00" };
  expect(
    ["18:29", "18:30", "23:59", "00:00", "07:59", "08:00"].map((time) => isQuiet(night, time)),
  ).toEqual([false, true, true, true, true, false]);
});

test("quiet hours of a lunch, and hours that are off or empty", () => {
  const lunch = { on: true, from: "12:00", to: "13:00" };
  expect(["11:59", "12:00", "12:59", "13:00"].map((time) => isQuiet(lunch, time))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(isQuiet({ ...lunch, on: false }, "12:30")).toBe(false);
  expect(isQuiet({ ...lunch, to: "12:00" }, "12:00")).toBe(false);
});
