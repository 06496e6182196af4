/** A CPF has nine digits and two check digits. */
export function isCpf(text: string): boolean {
  if (!/^\d{11}$/.test(text) || /^(\d)\1*$/.test(text)) return false;
  return (
    checkDigit(text.slice(0, 9)) === Number(text[9]) &&
    checkDigit(text.slice(0, 10)) === Number(text[10])
  );
}

/** 529.982.247-25. */
export const cpfText = (cpf: string) =>
  cpf.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, "$1.$2.$3-$4");

/** Modulo 11; weights go from 2 up, from right to left. */
function checkDigit(text: string): number {
  const sum = [...text]
    .toReversed()
    .reduce((sum, digit, index) => sum + Number(digit) * (index + 2), 0);
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}
