import { expect, test } from "bun:test";
import { dateIn, dateOrder, isDate, isTime, shownDate, timeLeft, typedDate, typedTime } from "./typed-date.ts";

const [pt, en] = [dateOrder("pt-BR"), dateOrder("en")];

/** What stands there after each key. */
const keys = (text: string, type: (text: string, before: string) => string) => [...text].reduce((before, key) => type(before + key, before), "");

test("a date is written in the order of the language, with its slashes", () => {
  expect([shownDate("2026-11-05", pt), shownDate("2026-11-05", en), shownDate("05/1", pt), shownDate("", pt)]).toEqual(["05/11/2026", "11/05/2026", "05/1", ""]);
  const typed = (text: string) => keys(text, (now, before) => typedDate(now, before, pt));
  expect(["05112026", "5/11/2026", "5.11.2026", "05/1", "5/", "51", "0511", "abc", "051120269"].map(typed)).toEqual(["05/11/2026", "05/11/2026", "05/11/2026", "05/1", "05/", "05/1", "05/11/", "", "05/11/2026"]);
  expect(keys("11052026", (now, before) => typedDate(now, before, en))).toBe("11/05/2026");
  expect(typedDate("2026-11-05", "", pt)).toBe("05/11/2026");
});

test("what is taken away stays away", () => {
  expect([typedDate("05/11", "05/11/", pt), typedDate("05/", "05/1", pt), typedTime("08", "08:")]).toEqual(["05/11", "05/", "08"]);
});

test("a date is one when it is whole and exists", () => {
  expect([dateIn("05/11/2026", pt), dateIn("11/05/2026", en), dateIn("29/02/2028", pt)]).toEqual(["2026-11-05", "2026-11-05", "2028-02-29"]);
  for (const text of ["", "05/11", "31/02/2026", "29/02/2026", "00/01/2026", "05/11/0026"]) expect(dateIn(text, pt)).toBe(text);
  expect([isDate("2026-02-29"), isDate("2026-2-3"), isDate("2026-11-20")]).toEqual([false, false, true]);
});

test("a time is typed as one says it", () => {
  const typed = (text: string) => keys(text, typedTime);
  expect(["0830", "830", "8:30", "8h30", "23:59", "9", "24", "2460", "x"].map(typed)).toEqual(["08:30", "08:30", "08:30", "08:30", "23:59", "9", "02:4", "02:46", ""]);
  expect(["8", "08:", "08:3", "", "23:59"].map(timeLeft)).toEqual(["08:00", "08:00", "08:03", "", "23:59"]);
  expect(["08:30", "24:00", "8:30", ""].map(isTime)).toEqual([true, false, false, false]);
});
