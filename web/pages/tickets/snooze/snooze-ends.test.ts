import "../../../../src/testing/screen/dom.ts";
import { expect, test } from "bun:test";
import { snoozeEnds } from "./snooze-ends.ts";

const at = (text: string) => new Date(text).getTime();
/** Open from eight to six, on Saturdays until noon, on Sundays closed. */
const spans = ["20", "21", "23", "24", "25", "26", "27"].map((day): [number, number] => [
  at(`2026-11-${day}T08:00`),
  at(`2026-11-${day}T${day === "21" ? "12:00" : "18:00"}`),
]);
const ends = (now: string) =>
  snoozeEnds(at(now), spans).map(({ name, at: end }) => [
    name,
    new Date(end).getDate(),
    new Date(end).getHours(),
  ]);

test("the ends are those of the shop's hours, and none comes twice", () => {
  expect(ends("2026-11-20T09:00")).toEqual([
    ["hour", 20, 10],
    ["today", 20, 18],
    ["tomorrow", 21, 8],
    ["monday", 23, 8],
  ]);
  // On a Saturday the next opening is Monday's.
  expect(ends("2026-11-21T09:00")).toEqual([
    ["hour", 21, 10],
    ["today", 21, 12],
    ["opening", 23, 8],
  ]);
  expect(ends("2026-11-23T17:30")).toEqual([
    ["hour", 23, 18],
    ["tomorrow", 24, 8],
    ["monday", 30, 8],
  ]);
});

test("a shop without hours closes at six and opens at eight", () => {
  expect(
    snoozeEnds(at("2026-11-20T09:00"), []).map(({ name, at: end }) => [
      name,
      new Date(end).getHours(),
    ]),
  ).toEqual([
    ["hour", 10],
    ["today", 18],
    ["tomorrow", 8],
    ["monday", 8],
  ]);
});
