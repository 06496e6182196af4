import { expect, test } from "bun:test";
import { excessOf, owedOf, paymentStateOf, splitHanded, type OrderSums } from "./receipts.ts";
import { expectedOf } from "./tills.ts";

const open = { total: 4381, refunded: 0, isCancelled: false };

test("what is owed exactly, one cent below, and one above", () => {
  const at = (received: number) => {
    const sums = { ...open, received };
    return [paymentStateOf(sums), owedOf(sums), excessOf(sums)];
  };
  expect(at(0)).toEqual(["unpaid", 4381, 0]);
  expect(at(1)).toEqual(["partial", 4380, 0]);
  expect(at(4380)).toEqual(["partial", 1, 0]);
  expect(at(4381)).toEqual(["paid", 0, 0]);
  expect(at(4382)).toEqual(["paid", 0, 1]);
});

test("refunded, cancelled, free and older orders", () => {
  const of = (more: Partial<OrderSums>) => {
    const sums = { ...open, received: 0, ...more };
    return [paymentStateOf(sums), owedOf(sums), excessOf(sums)];
  };
  expect(of({ refunded: 1 })).toEqual(["refunded", 4381, 0]);
  expect(of({ received: 1, refunded: 1 })).toEqual(["partial", 4380, 0]);
  expect(of({ total: 0 })).toEqual(["paid", 0, 0]);
  expect(of({ isCancelled: true })).toEqual([null, 0, 0]);
  expect(of({ isCancelled: true, received: 500 })).toEqual(["paid", 0, 500]);
  expect(of({ isCancelled: true, refunded: 500 })).toEqual(["refunded", 0, 0]);
  expect(of({ received: null })).toEqual([null, 0, 0]);
});

test("cash above what is owed is change; else it is kept only for a contact", () => {
  const of = (handed: number, isCash: boolean, hasContact: boolean) =>
    Object.values(splitHanded({ handed, owed: 4381, isCash, hasContact }));
  for (const [isCash, hasContact] of [
    [true, true],
    [true, false],
    [false, true],
    [false, false],
  ] as const) {
    const isKept = !isCash && hasContact;
    expect(of(4380, isCash, hasContact)).toEqual([4380, 0]);
    expect(of(4381, isCash, hasContact)).toEqual([4381, 0]);
    expect(of(4382, isCash, hasContact)).toEqual(isKept ? [4382, 0] : [4381, 1]);
    expect(of(5000, isCash, hasContact)).toEqual(isKept ? [5000, 0] : [4381, 619]);
  }
});

test("a drawer holds the opening, what was moved, and cash without its change", () => {
  const sums = { openingAmount: 15_000, movedIn: 2000, movedOut: 10_000, cashId: 1 };
  const receipts = [
    { paymentId: 1, taken: 5000, change: 619 },
    { paymentId: 4, taken: 5000, change: 100 },
  ];
  expect([...expectedOf({ ...sums, receipts })]).toEqual([
    [1, 11_281],
    [4, 5000],
  ]);
  expect([...expectedOf({ ...sums, receipts: [] })]).toEqual([[1, 7000]]);
  expect([...expectedOf({ ...sums, cashId: null, receipts })]).toEqual([
    [1, 5000],
    [4, 5000],
  ]);
});
