import { expect, test } from "bun:test";
import { decimalOf, decimalText } from "./decimal.ts";

test.each([
  ["12,90", 12.9],
  ["12.90", 12.9],
  ["12,9", 12.9],
  ["1.234,56", 1234.56],
  ["1.234", 1234],
  ["R$ 7", 7],
  ["R$\u00a01.000.000,00", 1_000_000],
  ["0,05", 0.05],
])("in Portuguese %p is %p", (typed, value) => {
  expect(decimalOf(typed, "pt-BR")).toBe(value);
});

test.each([
  ["12.90", 12.9],
  ["12,90", 12.9],
  ["1,234.56", 1234.56],
  ["1,234", 1234],
])("in English %p is %p", (typed, value) => {
  expect(decimalOf(typed, "en")).toBe(value);
});

test.each([
  "",
  "abc",
  ",5",
  "1,2,3",
  "12.34.5",
  "1.23.456",
  "-5",
  "1e3",
  "12,345",
  "12,345,6",
  "1,234.56",
])("in Portuguese %p is no number", (typed) => {
  expect(decimalOf(typed, "pt-BR")).toBeUndefined();
});

test("an amount stands in its input as its language writes it", () => {
  expect([
    decimalText(1234.5, "pt-BR"),
    decimalText(1234.5, "en"),
    decimalText(7.5, "pt-BR", 0),
    decimalText(7, "es", 0),
  ]).toEqual(["1234,50", "1234.50", "7,5", "7"]);
});
