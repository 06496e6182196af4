/** The units of a product: pieces, or what is weighed, poured or cut. */
export const units = ["un", "kg", "g", "l", "m"] as const;
export type Unit = (typeof units)[number];

/** The highest amount of one line of a cart, and of a stock. */
export const highestAmount = 999_999;
export const highestStock = 9_999_999;

/** An amount in whole thousandths, in which amounts are added and compared. */
export const milliOf = (amount: number) => Math.round(amount * 1000);

/** The amount of so many thousandths. */
export const amountOfMilli = (milli: number) => milli / 1000;

export const addAmounts = (one: number, other: number) =>
  amountOfMilli(milliOf(one) + milliOf(other));

/** Whether a unit has this amount: pieces are whole, all others go to the thousandth. */
export const fitsUnit = (amount: number, unit: Unit) =>
  unit === "un" ? Number.isInteger(amount) : hasThousandths(amount);

/** Whether a number has at most three decimals. */
export const hasThousandths = (amount: number) =>
  Number.isFinite(amount) && amountOfMilli(milliOf(amount)) === amount;

/** The largest whole number, or the largest amount of thousandths, up to `amount`. */
export const cutToUnit = (amount: number, unit: Unit) =>
  unit === "un" ? Math.floor(amount) : amountOfMilli(Math.floor(milliOf(amount)));

/** The step of plus and minus. */
export const stepOf = (unit: Unit) => (unit === "kg" || unit === "l" ? 0.1 : unit === "g" ? 10 : 1);
