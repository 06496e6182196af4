/** The cents of an amount on the wire: `"12.90"` is 1290. */
export const centsOf = (amount: string) => Math.round(Number(amount) * 100);

/** An amount on the wire: 1290 cents are `"12.90"`. */
export function amountOf(cents: number): string {
  if (!Number.isInteger(cents) || cents < 0) return (cents / 100).toFixed(2);
  // Lists hold thousands of amounts: this takes a fifth of what toFixed does.
  const rest = cents % 100;
  return (cents - rest) / 100 + ends[rest]!;
}

const ends = Array.from({ length: 100 }, (_, cents) => `.${String(cents).padStart(2, "0")}`);
