/** The cents of an amount as it travels: `"12.90"` is 1290. */
export const centsOf = (amount: string) => Math.round(Number(amount) * 100);

/** An amount as it travels: 1290 cents are `"12.90"`. */
export const amountOf = (cents: number) => (cents / 100).toFixed(2);
