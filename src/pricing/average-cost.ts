import { milliOf } from "../shared/units.ts";

type Goods = {
  /** In the product's unit, to the thousandth. */ amount: number;
  /** Their cost together, in cents. */ total: number;
};
/** The goods of a store before; `cost` of one unit in cents. */
type Stock = { stock: number; cost: number };

/**
 * The cost (cents) of one unit after goods came in, rounded half up: the average of the old stock
 * and the goods by their amounts. Without a stock, or without its cost, the goods decide alone.
 * rules.md#purchases
 */
export function costAfter({ stock, cost }: Stock, { amount, total }: Goods): number {
  const before = cost > 0 ? Math.max(0, milliOf(stock)) : 0;
  return average(before, cost, milliOf(amount), total);
}

/**
 * The cost of one unit after the same goods went out again. Null where nothing is left, or where
 * the rest would cost nothing: then the average says nothing of it.
 */
export function costWithout({ stock, cost }: Stock, { amount, total }: Goods): number | null {
  const rest = milliOf(stock) - milliOf(amount);
  if (rest <= 0) return null;
  const value = BigInt(milliOf(stock)) * BigInt(cost) - BigInt(total) * 1000n;
  return value <= 0n ? null : divided(value, BigInt(rest));
}

const average = (stock: number, cost: number, amount: number, total: number) =>
  divided(BigInt(stock) * BigInt(cost) + BigInt(total) * 1000n, BigInt(stock) + BigInt(amount));

/** Rounded half up; a cost is at least one cent, since none at all means unknown. */
const divided = (value: bigint, by: bigint) => Math.max(1, Number((2n * value + by) / (2n * by)));
