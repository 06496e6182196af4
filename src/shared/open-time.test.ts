import { expect, test } from "bun:test";
import { startOfOpenTime, type OpenSpan } from "./open-time.ts";

const minute = 60_000;
const spans: OpenSpan[] = [
  [0, 10 * minute],
  [100 * minute, 200 * minute],
];

test("a wait is counted while the shop is open, to the millisecond", () => {
  const at = (ms: number, now: number) => startOfOpenTime(spans, ms, now);
  expect(at(5 * minute, 105 * minute)).toBe(100 * minute);
  expect(at(5 * minute, 105 * minute - 1)).toBe(10 * minute - 1);
  expect(at(5 * minute, 106 * minute)).toBe(101 * minute);
  expect(at(5 * minute, 300 * minute)).toBe(195 * minute);
  expect(at(110 * minute, 200 * minute)).toBe(0);
  expect(at(110 * minute + 1, 200 * minute)).toBeUndefined();
});

test("without hours a shop is always open, with none it is never late", () => {
  expect(startOfOpenTime(undefined, 5, 100)).toBe(95);
  expect(startOfOpenTime([], 5, 100)).toBeUndefined();
});
