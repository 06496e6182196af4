import { expect, test } from "bun:test";
import { newIds } from "./statistics.ts";

test("ids that did not come before are counted once, also numbers that no shop comes to", () => {
  const count = (ids: number[], before: number[]) =>
    newIds(new Uint32Array(ids), new Uint32Array(before));
  expect(count([], [7])).toBe(0);
  expect(count([7, 3, 7, 1, 7], [])).toBe(3);
  expect(count([7, 3, 7, 1], [3, 9])).toBe(2);
  expect(count([32_000_001, 3, 32_000_001], [3])).toBe(1);
  expect(count([2 ** 32 - 1, 1, 2 ** 32 - 1], [2 ** 32 - 1])).toBe(1);
});
