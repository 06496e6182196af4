import { expect, test } from "bun:test";
import { share, spread } from "./rounding.ts";

test("an amount is spread over its parts to the cent", () => {
  expect(spread(10, [125, 125, 125])).toEqual([3, 4, 3]);
  expect(spread(5, [0, 1, 0, 4])).toEqual([0, 1, 0, 4]);
  expect(spread(1, [1])).toEqual([1]);
  expect(spread(5, [])).toEqual([]);
  expect(spread(0, [0, 0])).toEqual([0, 0]);
});

test("a share is rounded half up, also where a double is not exact", () => {
  expect([share(125, 1000, 10_000), share(124, 1000, 10_000)]).toEqual([13, 12]);
  expect(share(999_999_999, 999_999_998, 999_999_999)).toBe(999_999_998);
  // Doubles make 45_079_344 of it.
  expect(share(96_332_036, 46_795_796, 99_999_999)).toBe(45_079_343);
});
