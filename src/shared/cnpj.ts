/**
 * A company's number in its stored form: twelve digits or capital letters and two check digits,
 * without marks.
 */
export const cnpjOf = (typed: string) => typed.replace(/[\s./-]/g, "").toUpperCase();

/**
 * Whether it is valid: in the old form of digits alone, or in the one with letters. A letter counts
 * as its place after 0 in ASCII.
 */
export function isCnpj(cnpj: string): boolean {
  if (!/^[0-9A-Z]{12}\d{2}$/.test(cnpj) || /^(.)\1+$/.test(cnpj)) return false;
  const first = checkDigit(cnpj.slice(0, 12));
  return cnpj.endsWith(`${first}${checkDigit(cnpj.slice(0, 12) + String(first))}`);
}

/** 12.ABC.345/01DE-35, as far as it was typed. */
export const cnpjText = (cnpj: string) =>
  cnpjOf(cnpj)
    .slice(0, 14)
    .replace(/^(.{2})(.)/, "$1.$2")
    .replace(/^(.{6})(.)/, "$1.$2")
    .replace(/^(.{10})(.)/, "$1/$2")
    .replace(/^(.{15})(.)/, "$1-$2");

// From the right, 2 to 9 and again from 2.
function checkDigit(part: string): number {
  const sum = [...part]
    .toReversed()
    .reduce(
      (total, character, index) => total + (character.charCodeAt(0) - 48) * (2 + (index % 8)),
      0,
    );
  return sum % 11 < 2 ? 0 : 11 - (sum % 11);
}
