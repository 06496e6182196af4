import { milliOf } from "../shared/units.ts";

/** Hundredths of a percent in a whole: percentages are counted in hundredths, 12.5 % is 1250. */
export const wholePercent = 10_000;

/**
 * `amount × part ÷ whole`, rounded half up; all are whole numbers, none negative. Exact beyond a
 * double's precision.
 */
export function share(amount: number, part: number, whole: number): number {
  const product = amount * part;
  if (product <= Number.MAX_SAFE_INTEGER / 4)
    return Math.floor((2 * product + whole) / (2 * whole));
  return Number((2n * BigInt(amount) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)));
}

/** The cost (cents) of an amount of goods, whose price is for one unit. */
export const costOf = (unitary: number, amount: number) => share(unitary, milliOf(amount), 1000);

/**
 * Spreads an amount over parts by their size, so that the pieces add up. It rounds the running
 * total up to each part, and each part takes the difference. No piece is larger than its part
 * unless the amount is larger than all parts together. rules.md#rounding
 */
export function spread(amount: number, parts: number[]): number[] {
  const whole = parts.reduce((sum, part) => sum + part, 0);
  if (whole === 0) return parts.map(() => 0);
  let [size, taken] = [0, 0];
  return parts.map((part) => {
    size += part;
    const piece = share(amount, size, whole) - taken;
    taken += piece;
    return piece;
  });
}
