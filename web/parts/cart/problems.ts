import type { Problem, ProblemCode } from "../../../src/pricing/terms.ts";
import type { Unit } from "../../../src/shared/units.ts";
import { quantity } from "../products/amounts.ts";
import { amountOf } from "../../../src/shared/money.ts";
import { language, money, percent, t } from "../../kit/text.ts";
import { languageTags } from "../../kit/translations.ts";
import "./texts.ts";

/** The parts of the form that show problems. */
export type Part =
  | "store"
  | "seller"
  | "items"
  | "address"
  | "payment"
  | "installments"
  | "change"
  | "discount"
  | "coupon"
  | "total";

/** An obstacle to saving a draft: a problem of its quote, or a missing seller. */
export type Obstacle = Omit<Problem, "code"> & { code: ProblemCode | "noSeller" };

export const partOf: Record<Obstacle["code"], Part> = {
  noStore: "store",
  noSeller: "seller",
  noItems: "items",
  amount: "items",
  optionGone: "items",
  optionsMissing: "items",
  optionsTooMany: "items",
  productGone: "items",
  noPrice: "items",
  stock: "items",
  noAddress: "address",
  noCoordinates: "address",
  otherDistrict: "address",
  noPayment: "payment",
  discountNotAllowed: "discount",
  discountAboveMax: "discount",
  discountAboveTotal: "discount",
  couponBelowMin: "coupon",
  couponAboveTotal: "coupon",
  installments: "installments",
  changeBelowTotal: "change",
  tooHigh: "total",
};

/** With one of these obstacles, there is nothing to save yet. rules.md#budget */
export const unfinished: readonly Obstacle["code"][] = [
  "noItems",
  "noStore",
  "noSeller",
  "noAddress",
];

/** Cents as R$ 12,90 */
export const price = (cents: number) => money(amountOf(cents));

/** Cents as 12,90 */
const decimals = (cents: number) =>
  (cents / 100).toLocaleString(languageTags[language.peek()], {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });

/** The text of a problem. */
export function problemText({ code, limit = 0 }: Obstacle, unit: Unit = "un"): string {
  const key = `budgets.problems.${code}`;
  if (code === "stock") return t(key, { count: quantity(limit, unit) });
  if (code === "discountAboveMax")
    return t(key, { n: percent(limit / 100).replace(/[\s\u00a0]?%/, "") });
  if (code === "installments" || code === "optionsMissing" || code === "optionsTooMany")
    return t(key, { count: limit });
  return t(key, { amount: price(limit), min: decimals(limit) });
}
