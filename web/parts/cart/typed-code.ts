import { isEan } from "../../../src/shared/ean.ts";

const lengths = [13, 12, 8, 14];

/**
 * Splits the digits that were typed in a quantity into an amount and the code that a scanner typed
 * after it. Null where they end in no code.
 */
export function codeIn(digits: string): { amount: string; code: string } | null {
  const length = lengths.find(
    (each) => digits.length >= each && digits.length <= each + 6 && isEan(digits.slice(-each)),
  );
  return length ? { amount: digits.slice(0, -length), code: digits.slice(-length) } : null;
}
