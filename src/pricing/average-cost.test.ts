import { expect, test } from "bun:test";
import { costAfter, costWithout } from "./average-cost.ts";

// rules.md#purchases

test("the cost after a purchase is the average of the old stock and the goods", () => {
  expect(costAfter({ stock: 10, cost: 100 }, { amount: 10, total: 2000 })).toBe(150);
  expect(costAfter({ stock: 1, cost: 100 }, { amount: 2, total: 500 })).toBe(200);
  // 0.350 kg at 31.20 and 0.650 kg for 26.00 are 36.92 a kilo.
  expect(costAfter({ stock: 0.35, cost: 3120 }, { amount: 0.65, total: 2600 })).toBe(3692);
});

test("half a cent rounds up, and less than half down", () => {
  expect(costAfter({ stock: 1, cost: 100 }, { amount: 1, total: 101 })).toBe(101);
  expect(costAfter({ stock: 2, cost: 100 }, { amount: 1, total: 101 })).toBe(100);
  expect(costAfter({ stock: 0, cost: 0 }, { amount: 3, total: 500 })).toBe(167);
  expect(costAfter({ stock: 0, cost: 0 }, { amount: 3, total: 499 })).toBe(166);
});

test("without a stock the goods decide alone", () => {
  const goods = { amount: 4, total: 800 };
  expect(costAfter({ stock: 0, cost: 999 }, goods)).toBe(200);
  expect(costAfter({ stock: -3, cost: 999 }, goods)).toBe(200);
  expect(costAfter({ stock: 0.001, cost: 999 }, { amount: 0.001, total: 1 })).toBe(1000);
  // The smallest amount shows that not a thousandth of the old cost counts.
  const least = { amount: 0.001, total: 1 };
  expect(costAfter({ stock: 0, cost: 1_000_000 }, least)).toBe(1000);
  expect(costAfter({ stock: -3, cost: 1_000_000 }, least)).toBe(1000);
  expect(costAfter({ stock: 50, cost: 0 }, least)).toBe(1000);
});

test("a stock whose cost nobody knows doesn't make the goods cheaper", () => {
  expect(costAfter({ stock: 50, cost: 0 }, { amount: 2, total: 300 })).toBe(150);
  expect(costAfter({ stock: 1, cost: 1 }, { amount: 1, total: 3 })).toBe(2);
});

test("a cost is at least one cent", () => {
  expect(costAfter({ stock: 0, cost: 0 }, { amount: 1000, total: 1 })).toBe(1);
  expect(costWithout({ stock: 1000, cost: 1 }, { amount: 1, total: 999 })).toBe(1);
});

test("large stocks are exact beyond a double's precision", () => {
  const stock = { stock: 9_999_999, cost: 999_999_999 };
  expect(costAfter(stock, { amount: 9_999_999, total: 999_999_999 })).toBe(500_000_050);
});

test("goods that go out again take their cost with them", () => {
  const goods = { amount: 10, total: 2000 };
  expect(costWithout({ stock: 20, cost: 150 }, goods)).toBe(100);
  expect(costWithout({ stock: 10.001, cost: 200 }, goods)).toBe(200);
});

test("without a rest, or where it would cost nothing, the average says nothing", () => {
  const goods = { amount: 10, total: 2000 };
  expect(costWithout({ stock: 10, cost: 200 }, goods)).toBeNull();
  expect(costWithout({ stock: 10, cost: 300 }, goods)).toBeNull();
  expect(costWithout({ stock: 9.999, cost: 300 }, goods)).toBeNull();
  expect(costWithout({ stock: 20, cost: 100 }, goods)).toBeNull();
  expect(costWithout({ stock: 20, cost: 101 }, goods)).toBe(2);
  expect(costWithout({ stock: 20, cost: 99 }, goods)).toBeNull();
});
