import { expect, test } from "bun:test";
import { pixId, typePayments } from "./payments.ts";
import { isAboveSelling } from "./sales.ts";

test("a promotion may cost as much as the product, and not a cent more", () => {
  expect(
    ["9.90", "10.00", "10.01", "100.00"].map((promotion) => isAboveSelling(promotion, "10.00")),
  ).toEqual([false, false, true, true]);
});

test("Pix is known by its code among the ways of paying", () => {
  expect(typePayments.find(({ id }) => id === pixId)).toMatchObject({ code: "PX", change: false });
});
