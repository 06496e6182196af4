/** Notes and coins in cents, the largest first. */
export const pieces = [20_000, 10_000, 5000, 2000, 1000, 500, 200, 100, 50, 25, 10, 5] as const;

/** How many of each piece were counted, as they were typed. */
export type Counted = Record<number, string>;

/** The sum of counted notes and coins, in cents. */
export const sumOf = (counted: Counted) =>
  pieces.reduce((sum, piece) => sum + piece * numberOf(counted[piece]), 0);

/** A typed number of pieces; anything else counts as none. */
export const numberOf = (typed = "") => (/^\d{1,6}$/.test(typed.trim()) ? Number(typed) : 0);
