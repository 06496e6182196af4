import { phone } from "./fields.ts";

/**
 * The number in a cell that may hold several, as digits with their country: the first Brazilian
 * mobile, else the first number. Undefined where there is none. rules.md#imports
 */
export function firstMobile(text: string): string | undefined {
  const parts = text.slice(0, 1000).split(/:::|[;/|]|,(?!0+$)|\s(?:ou|e|or|o|y)\s/i);
  const numbers = parts
    .slice(0, maxNumbers)
    .flatMap((part) => numberOf(part) ?? (part.match(withArea) ?? []).map(numberOf))
    .filter((number) => number !== undefined);
  return numbers.find((number) => mobile.test(number)) ?? numbers[0];
}

/** How many numbers of one cell are looked at. */
const maxNumbers = 20;

const mobile = /^55\d\d9?[6-9]\d{7}$/;

/** Numbers that only a space divides. */
const withArea = /(?<![\d.,])(?:\+?55[ .-]?)?\(?\d\d\)?[ .-]?9?[ .-]?\d{4}[ .-]?\d{4}(?!\d)/g;

// A number that a spreadsheet turned into 5.5E+12 has lost its digits; any letter is refused.
const numberOf = (text: string) =>
  /\p{L}/u.test(text) ? undefined : phone.safeParse(text.trim().replace(/[.,]0+$/, "")).data;
