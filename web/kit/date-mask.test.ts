import { expect, test } from "bun:test";
import { isDate, isTime } from "./date-checks.ts";
import { parseDate, dateOrder, dateText, completeTime, maskDate, maskTime } from "./date-mask.ts";

const [pt, en] = [dateOrder("pt-BR"), dateOrder("en")];

/** Types a text key by key and returns the field's content. */
const keys = (text: string, type: (text: string, before: string) => string) =>
  [...text].reduce((before, key) => type(before + key, before), "");

test("a date is written in the order of the language, with its slashes", () => {
  expect([
    dateText("2026-11-05", pt),
    dateText("2026-11-05", en),
    dateText("05/1", pt),
    dateText("", pt),
  ]).toEqual(["05/11/2026", "11/05/2026", "05/1", ""]);
  const typed = (text: string) => keys(text, (now, before) => maskDate(now, before, pt));
  expect(
    ["05112026", "5/11/2026", "5.11.2026", "05/1", "5/", "51", "0511", "abc", "051120269"].map(
      typed,
    ),
  ).toEqual([
    "05/11/2026",
    "05/11/2026",
    "05/11/2026",
    "05/1",
    "05/",
    "05/1",
    "05/11/",
    "",
    "05/11/2026",
  ]);
  expect(keys("11052026", (now, before) => maskDate(now, before, en))).toBe("11/05/2026");
  expect(maskDate("2026-11-05", "", pt)).toBe("05/11/2026");
});

test("what is taken away stays away", () => {
  expect([
    maskDate("05/11", "05/11/", pt),
    maskDate("05/", "05/1", pt),
    maskTime("08", "08:"),
  ]).toEqual(["05/11", "05/", "08"]);
});

test("a date is one when it is whole and exists", () => {
  expect([
    parseDate("05/11/2026", pt),
    parseDate("11/05/2026", en),
    parseDate("29/02/2028", pt),
  ]).toEqual(["2026-11-05", "2026-11-05", "2028-02-29"]);
  for (const text of ["", "05/11", "31/02/2026", "29/02/2026", "00/01/2026", "05/11/0026"])
    expect(parseDate(text, pt)).toBe(text);
  expect([isDate("2026-02-29"), isDate("2026-2-3"), isDate("2026-11-20")]).toEqual([
    false,
    false,
    true,
  ]);
});

test("a time is typed as one says it", () => {
  const typed = (text: string) => keys(text, maskTime);
  expect(["0830", "830", "8:30", "8h30", "23:59", "9", "24", "246", "x"].map(typed)).toEqual([
    "08:30",
    "08:30",
    "08:30",
    "08:30",
    "23:59",
    "9",
    "02:4",
    "02:46",
    "",
  ]);
  // An invalid time stays as typed, and never becomes another time.
  expect(["24:00", "25:99", "2599", "2460"].map(typed)).toEqual([
    "24:00",
    "25:99",
    "25:99",
    "24:60",
  ]);
  expect(["8", "08:", "08:3", "", "23:59"].map(completeTime)).toEqual([
    "08:00",
    "08:00",
    "08:03",
    "",
    "23:59",
  ]);
  expect(["08:30", "24:00", "8:30", ""].map(isTime)).toEqual([true, false, false, false]);
});
