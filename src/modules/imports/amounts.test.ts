import { expect, test } from "bun:test";
import { amountIn, isNumeric, markShown, numberIn } from "./amounts.ts";

test("a cell of type number is taken as it is, to the cent", () => {
  for (const [value, amount] of [
    [2.125, "2.13"],
    [1.005, "1.01"],
    [0.35, "0.35"],
    [1000, "1000.00"],
    [9_999_999.99, "9999999.99"],
    [9_999_999.994, "9999999.99"],
    [9_999_999.995, undefined],
    [10_000_000, undefined],
    [0, "0.00"],
    [-0.01, undefined],
    [NaN, undefined],
  ] as const)
    for (const mark of [",", "."] as const)
      expect([value, mark, amountIn(value, mark)]).toEqual([value, mark, amount]);
});

test("a text is read by the mark that it shows, else by that of its column", () => {
  for (const [text, mark, byComma, byPoint] of [
    ["12,90", ",", 12.9, 12.9],
    ["12.90", ".", 12.9, 12.9],
    ["R$ 1.234,50", ",", 1234.5, 1234.5],
    ["1,234.50", ".", 1234.5, 1234.5],
    ["1.234.567", ",", 1234567, 1234567],
    ["1,234,567", ".", 1234567, 1234567],
    ["1.000", "either", 1000, 1],
    ["1,000", "either", 1, 1000],
    ["999.999", "either", 999999, 999.999],
    ["1000.000", ".", 1000, 1000],
    ["0.350", ".", 0.35, 0.35],
    ["0,350", ",", 0.35, 0.35],
    ["00.350", ".", 0.35, 0.35],
    ["1.00", ".", 1, 1],
    ["1.0000", ".", 1, 1],
    [".5", ".", 0.5, 0.5],
    [",5", ",", 0.5, 0.5],
    ["7", undefined, 7, 7],
    ["-3,5", ",", -3.5, -3.5],
    ["1.23.456,00", ",", undefined, undefined],
    ["1,2,3", ".", undefined, undefined],
    ["12,90 cada", undefined, undefined, undefined],
    ["7.89E+12", undefined, undefined, undefined],
    ["1..2", ",", undefined, undefined],
    ["", undefined, undefined, undefined],
  ] as const)
    expect([text, markShown(text), numberIn(text, ","), numberIn(text, ".")]).toEqual([
      text,
      mark,
      byComma,
      byPoint,
    ]);
  expect([null, "", "abc", "R$ 5", 5].map(isNumeric)).toEqual([false, false, false, true, true]);
});
