import { expect, test } from "bun:test";
import { namedOnce } from "./statistics.ts";

test("ids that stand there once are counted, also numbers that no shop comes to", () => {
  expect(namedOnce(new Uint32Array([]))).toBe(0);
  expect(namedOnce(new Uint32Array([7, 3, 7, 1, 7]))).toBe(2);
  expect(namedOnce(new Uint32Array([32_000_001, 3, 32_000_001, 1]))).toBe(2);
  expect(namedOnce(new Uint32Array([2 ** 32 - 1, 1, 1, 2 ** 32 - 1, 5]))).toBe(1);
  expect(namedOnce(new Uint32Array([2 ** 32 - 1]))).toBe(1);
});
