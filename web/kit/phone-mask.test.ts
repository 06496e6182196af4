import { expect, test } from "bun:test";
import { caretAfter, matchesNumber, maskPhone } from "./phone-mask.ts";

test("a number is written while it is typed", () => {
  const typed = (keys: string) => [...keys].reduce((text, key) => maskPhone(text + key), "");
  expect(typed("11988880001")).toBe("+55 11 98888-0001");
  expect(typed("1133334444")).toBe("+55 11 3333-4444");
  expect(typed("+5511988880001")).toBe("+55 11 98888-0001");
  expect(typed("+12125550123")).toBe("+12125550123");
});

test("a pasted number is Brazilian unless it says otherwise", () => {
  expect(maskPhone("(11) 98888-0001")).toBe("+55 11 98888-0001");
  expect(maskPhone("55 11 98888 0001")).toBe("+55 11 98888-0001");
  expect(maskPhone("55 9 8888-0001")).toBe("+55 55 98888-0001");
  expect(maskPhone("+351 912 345 678")).toBe("+351912345678");
  expect(maskPhone("abc")).toBe("");
});

test("what is erased stays erased", () => {
  expect(["+55 11 98888-000", "+55 11 9", "+55 1", "+5", "+", ""].map(maskPhone)).toEqual([
    "+55 11 98888-000",
    "+55 11 9",
    "+55 1",
    "+5",
    "+",
    "",
  ]);
});

test("the caret stays behind its digit", () => {
  expect(caretAfter(3, "+55 11 98888-0001")).toBe(5);
  expect(caretAfter(0, "+55 11")).toBe(1);
  expect(caretAfter(40, "+55 11")).toBe(6);
});

test("what is typed is a number with its country or without, and in both forms of a Brazilian one", () => {
  for (const text of [
    "5511988880001",
    "+55 11 98888-0001",
    "(11) 98888-0001",
    "11 8888-0001",
    "551188880001",
  ])
    expect([
      text,
      matchesNumber(text, "551188880001"),
      matchesNumber(text, "5511988880001"),
    ]).toEqual([text, true, true]);
  for (const text of ["98888-0001", "11 98888-0002", "Bia", ""])
    expect([text, matchesNumber(text, "5511988880001")]).toEqual([text, false]);
  expect(matchesNumber("+351 912 345 678", "351912345678")).toBe(true);
});
