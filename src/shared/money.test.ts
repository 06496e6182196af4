import { expect, test } from "bun:test";
import { amountOf, centsOf } from "./money.ts";

test("an amount travels as text with two digits after its point, and comes back to the cent", () => {
  const amounts = {
    "0.00": 0,
    "0.01": 1,
    "0.05": 5,
    // As a double 28.999999999999996 cents.
    "0.29": 29,
    "0.99": 99,
    "1.00": 100,
    "1.99": 199,
    "12.90": 1290,
    "9999999.99": 999_999_999,
  };
  for (const [text, cents] of Object.entries(amounts)) {
    expect([text, centsOf(text)]).toEqual([text, cents]);
    expect([cents, amountOf(cents)]).toEqual([cents, text]);
  }
});

test("an amount below zero, and one of half cents, are written too", () => {
  expect([-1, -100, -1290, 150.5].map(amountOf)).toEqual(["-0.01", "-1.00", "-12.90", "1.50"]);
});
