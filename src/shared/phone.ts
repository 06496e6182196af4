/**
 * The other form of a Brazilian mobile number (digits with its country), with its ninth digit or
 * without; undefined for any other number. rules.md#brazilian-numbers
 */
export function twinOf(number: string): string | undefined {
  // A number that begins with 2 to 5 is a landline's: with a 9 before it, it would be a stranger's
  // mobile.
  const [, area, ninth, rest] = /^(55\d\d)(9?)([6-9]\d{7})$/.exec(number) ?? [];
  return area && `${area}${ninth ? "" : "9"}${rest}`;
}

/** Whether two numbers (digits with their country) are one. */
export const isSameNumber = (one: string, other: string) => one === other || twinOf(one) === other;

/** A number (digits) without its middle: `5511*******01`. rules.md#hidden-numbers */
export const masked = (number: string) =>
  number.slice(0, 4) + "*".repeat(Math.max(0, number.length - 6)) + number.slice(4).slice(-2);

/** Whether a number has come without its middle. */
export const isMasked = (number: string) => number.includes("*");

/**
 * What of a number is typed (digits), whole or begun, as it stands in numbers that are kept: as it
 * is, and in the other form that it may be of.
 */
export function numberPieces(typed: string): string[] {
  const others = begunMobiles.flatMap((mobile) => {
    const [, head, ninth, rest] = mobile.exec(typed) ?? [];
    return rest ? [`${head}${ninth ? "" : "9"}${rest}`] : [];
  });
  return [...new Set([typed, ...others])];
}

// With country and area, with the area alone, and without either: there a ninth digit that is not
// written is not missed.
const begunMobiles = [
  /^(55\d\d)(9?)([6-9]\d{3,7})$/,
  /^(\d\d)(9?)([6-9]\d{3,7})$/,
  /^()(9)([6-9]\d{3,7})$/,
];

/** One key for both forms of a number. rules.md#brazilian-numbers */
export function numberKey(number: string): string {
  const other = twinOf(number);
  return other && other.length > number.length ? other : number;
}
