import { expect, test } from "bun:test";
import type { Field } from "./form.ts";
import { ApiError } from "../kit/api.ts";
import { byField, check, refusalText } from "./form.ts";

const price: Field = { name: "price", label: "price", type: "money", required: true };
const discount: Field = { name: "discount", label: "discount", type: "percent", max: 30 };

test("an amount is checked as one types it", () => {
  expect(["12,90", "1.234,56", "12.90", "0"].map((typed) => check(price, typed))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(["", "doze", "-1", "12,905", "99999999"].map((typed) => check(price, typed))).toEqual([
    "required",
    "invalid",
    "invalid",
    "invalid",
    "invalid",
  ]);
  expect(["", "30", "30,01", "5%"].map((typed) => check(discount, typed))).toEqual([
    undefined,
    undefined,
    "invalid",
    "invalid",
  ]);
});

test("what nobody can see is nothing written", () => {
  const field: Field = { name: "name", label: "name", required: true, min: 2 };
  expect(["", "  ", "\u3164\u2800", "\u200b\u200e"].map((typed) => check(field, typed))).toEqual([
    "required",
    "required",
    "required",
    "required",
  ]);
  expect(check({ ...field, type: "password" }, "        ")).toBeUndefined();
});

test("what the server refused stands at the field that shows it, and is said where none does", () => {
  const day: Field = { name: "day", wire: ["sendAt"], label: "day" };
  expect(byField([price, day], { sendAt: "early", price: "invalid", color: "invalid" })).toEqual({
    day: "early",
    price: "invalid",
    color: "invalid",
  });
  expect(
    refusalText(
      new ApiError(422, {
        error: "ERR_VALIDATION",
        message: "Confira os campos",
        fields: { color: "invalid", site: "invalid" },
      }),
    ),
  ).toBe("Confira os campos (color, site)");
  const changed = new ApiError(409, {
    error: "ERR_CHANGED",
    details: { changed: ["sendAt", "cancelledAt"] },
  });
  expect(refusalText(changed, [price, day])).toEndWith(" (day)");
  expect(refusalText(changed, [price])).not.toEndWith(")");
});
