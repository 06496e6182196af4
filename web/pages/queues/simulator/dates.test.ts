import { expect, test } from "bun:test";
import { comingHolidays, nextWeekday } from "./dates.ts";

const today = "2026-11-20"; // a Friday

test("a day of the week is the next one, and today may be it", () => {
  expect([5, 6, 0, 4].map((day) => nextWeekday(day, today))).toEqual([
    "2026-11-20",
    "2026-11-21",
    "2026-11-22",
    "2026-11-26",
  ]);
});

test("holidays that may still come are offered, the next first", () => {
  const holiday = (date: string, yearly: boolean, label = "") => ({
    date,
    yearly,
    label,
    hours: [],
  });
  expect(
    comingHolidays(
      [
        holiday("2020-12-25", true, "Natal"),
        holiday("2024-01-01", true),
        holiday("2026-11-19", false),
        holiday("2026-11-20", true, "Hoje"),
        holiday("2026-12-08", false, "Padroeira"),
        holiday("2024-02-29", true),
      ],
      today,
    ),
  ).toEqual([
    { date: "2026-11-20", label: "Hoje" },
    { date: "2026-12-08", label: "Padroeira" },
    { date: "2026-12-25", label: "Natal" },
    { date: "2027-01-01", label: "" },
    { date: "2028-02-29", label: "" },
  ]);
});
