import { costAfter } from "../../../src/pricing/average-cost.ts";
import { costOf, share } from "../../../src/pricing/rounding.ts";
import { amountOf, centsOf } from "../../../src/shared/money.ts";
import { addAmounts, highestStock, milliOf } from "../../../src/shared/units.ts";
import { quantityOf } from "../../forms/form.ts";
import { decimalOf, decimalText } from "../../kit/decimal.ts";
import { language } from "../../kit/text.ts";
import { languageTags } from "../../kit/translations.ts";
import type { PickedProduct } from "../../parts/products/ProductPicker.tsx";
import type { Line } from "./types.ts";

export const newLine = (product: PickedProduct): Line => ({
  product,
  entries: null,
  amount: "",
  cost: "",
  total: "",
  by: "cost",
  sellingPrice: "",
});

/** The typed amount, which is above zero; undefined for anything else. */
export function amountIn({ amount, product }: Line) {
  const value = quantityOf(amount, product.unit);
  return value === undefined || value <= 0 ? undefined : value;
}

/** A typed price in cents; undefined unless it is above zero. */
export function centsIn(typed: string) {
  const value = decimalOf(typed, languageTags[language.peek()]);
  return value === undefined || value <= 0 ? undefined : Math.round(value * 100);
}

/** The cost of the whole line in cents. */
export function totalOf(line: Line) {
  if (line.by === "total") return centsIn(line.total);
  const [cost, amount] = [centsIn(line.cost), amountIn(line)];
  return cost === undefined || amount === undefined ? undefined : costOf(cost, amount);
}

/** Fills the field that follows the typed one. */
export function filled(line: Line): Line {
  const [total, amount] = [totalOf(line), amountIn(line)];
  if (line.by === "cost") return { ...line, total: total === undefined ? "" : textOf(total) };
  const cost =
    total === undefined || amount === undefined ? "" : textOf(share(total, 1000, milliOf(amount)));
  return { ...line, cost };
}

export const entryIn = ({ entries }: Line, storeId: number | null) =>
  entries?.find((entry) => entry.storeId === storeId);

/** Whether the store does not sell the product yet, so that the line needs its price. */
export const isNewIn = (line: Line, storeId: number | null) =>
  storeId !== null && line.entries !== null && !entryIn(line, storeId);

/** The stock and the cost before the line and after it; undefined while a value is missing. */
export function outcomeOf(line: Line, storeId: number | null) {
  const [entry, amount, total] = [entryIn(line, storeId), amountIn(line), totalOf(line)];
  if (!entry || amount === undefined || total === undefined) return undefined;
  const { stock, costPrice } = entry;
  const cost = costAfter({ stock, cost: centsOf(costPrice) }, { amount, total });
  return { stock, costPrice, stockAfter: addAmounts(stock, amount), costAfter: amountOf(cost) };
}

/** The codes of missing and wrong values, by the server's names. */
export function wrongIn(lines: Line[], storeId: number | null): Record<string, string> {
  const codes = lines.flatMap((line, at) => [
    ...((outcomeOf(line, storeId)?.stockAfter ?? 0) > highestStock
      ? [[`items.${at}.amount`, "too_much"]]
      : []),
    ...(amountIn(line) === undefined ? [[`items.${at}.amount`, codeOf(line.amount)]] : []),
    ...(totalOf(line) === undefined && amountIn(line) !== undefined
      ? [[`items.${at}.cost`, codeOf(line[line.by])]]
      : []),
    ...(isNewIn(line, storeId) && centsIn(line.sellingPrice) === undefined
      ? [[`items.${at}.sellingPrice`, codeOf(line.sellingPrice)]]
      : []),
  ]);
  return Object.fromEntries([
    ...(storeId === null ? [["storeId", "required"]] : []),
    ...codes,
  ]) as Record<string, string>;
}

/** The line as the server takes it. */
export function wireLine(line: Line, storeId: number | null) {
  const { product, by } = line;
  return {
    productId: product.id,
    amount: amountIn(line)!,
    [by]: amountOf(centsIn(line[by])!),
    ...(isNewIn(line, storeId) && { sellingPrice: amountOf(centsIn(line.sellingPrice)!) }),
  };
}

const codeOf = (typed: string) => (typed.trim() ? "invalid" : "required");

const textOf = (cents: number) => decimalText(cents / 100, languageTags[language.peek()]);
