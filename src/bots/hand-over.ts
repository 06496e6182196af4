/** The phrase by which an AI hands a customer over to people. rules.md#ai */
export const handOverPhrase = "Ação: Transferir para o setor de atendimento";

// Each letter matches with any accents; models put the marks around it around quotations.
const pattern = handOverPhrase
  .normalize("NFD")
  .replace(/\p{M}/gu, "")
  .split("")
  .map((letter) => (letter === " " ? "\\s+" : letter === ":" ? "\\s*:\\s*" : `${letter}\\p{M}*`))
  .join("")
  .replaceAll("\\s*\\s+", "\\s*");
const phrase = new RegExp(
  `[\\s"'“”*_\`[(]{0,6}${pattern}[ "'“”*_\`\\])]{0,6}[.!]?[ "'“”*_\`\\])]{0,6}`,
  "giu",
);

/** Finds the phrase anywhere, in any case and with any accents, and removes it. */
export function detectHandOver(text: string): { rest: string; transfer: boolean } {
  // Normalising takes time that grows with the square of the number of marks in a row.
  const apart = text.replace(/(\p{M}{4})\p{M}+/gu, "$1").normalize("NFD");
  const rest = apart.replace(phrase, (_, at: number) => (at === 0 ? "" : "\n"));
  return rest === apart
    ? { rest: text.trim(), transfer: false }
    : { rest: rest.normalize("NFC").trim(), transfer: true };
}
