/** One key for all forms of an EAN: spreadsheets eat leading zeros. rules.md#eans */
export const eanKey = (ean: string) => (/^\d{1,14}$/.test(ean) ? ean.padStart(14, "0") : ean);

/**
 * The forms in which an EAN may be stored: with all of its leading zeros, up to 14 digits, or
 * fewer.
 */
export function eanForms(ean: string): string[] {
  if (!/^\d{1,14}$/.test(ean)) return [ean];
  const plain = ean.replace(/^0+(?=\d)/, "");
  return Array.from({ length: 15 - plain.length }, (_, zeros) => "0".repeat(zeros) + plain);
}

/** Whether the last of 8, 12, 13 or 14 digits is the check digit of those before it. */
export function isEan(text: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return false;
  const sum = [...text.padStart(14, "0")].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1),
    0,
  );
  return sum % 10 === 0;
}
