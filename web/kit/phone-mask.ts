import { isMasked, isSameNumber, masked, twinOf } from "../../src/shared/phone.ts";

/**
 * Formats a number during typing: +55 11 98888-0001. Without a + it is Brazilian; other countries'
 * digits stay plain after the +.
 */
export function maskPhone(text: string): string {
  const digits = text.replace(/\D/g, "").slice(0, 15);
  if (!digits) return text.trim().startsWith("+") ? "+" : "";
  const abroad = text.trim().startsWith("+") || (digits.startsWith("55") && digits.length >= 12);
  const whole = abroad ? digits : `55${digits}`.slice(0, 15);
  if (!whole.startsWith("55")) return `+${whole}`;
  // A trunk zero before the area code is not part of the number.
  const national = whole.slice(2).replace(/^0+/, "");
  const area = national.slice(0, 2);
  const own = national.slice(2);
  // Mobiles have nine digits and begin with 9.
  const first = own.slice(0, own.startsWith("9") || own.length > 8 ? 5 : 4);
  const second = own.slice(first.length);
  return `+55${area && ` ${area}`}${first && ` ${first}`}${second && `-${second}`}`;
}

/** The caret's place after `digits` digits of a formatted number. */
export function caretAfter(digits: number, written: string): number {
  if (digits === 0) return Math.min(1, written.length);
  let seen = 0;
  for (let at = 0; at < written.length; at++)
    if (/\d/.test(written[at] ?? "") && ++seen === digits) return at + 1;
  return written.length;
}

/**
 * Whether the typed text is this number (digits). The country code is optional, and a Brazilian
 * mobile may lack its ninth digit.
 */
export function matchesNumber(typed: string, number: string): boolean {
  const digits = typed.replace(/\D/g, "");
  // A masked number lacks its middle digits, so mask the typed number before comparing.
  const same = (one: string) =>
    isMasked(number)
      ? [one, twinOf(one) ?? one].some((form) => masked(form) === number)
      : isSameNumber(one, number);
  return digits !== "" && [digits, `55${digits}`].some(same);
}
