/**
 * Parses a number typed in this language (a BCP 47 tag): in pt-BR `1.234,5`, `12,9` and also
 * `12.90`. At most `most` decimals; undefined for anything else.
 */
export function decimalOf(typed: string, tag: string, most = 2): number | undefined {
  const text = typed.replace(/^R\$/, "").replace(/[\s\u00a0]/g, "");
  const [, whole = "", mark = "", decimals = "0"] =
    new RegExp(`^([\\d.,]*?)(?:([.,])(\\d{1,${most}}))?$`).exec(text) ?? [];
  // Phone keypads have only one of the two marks, so without thousands either mark begins the
  // decimals.
  const thousands = decimalMark(tag) === "," ? "\\." : ",";
  if (mark !== "" && mark !== decimalMark(tag) && /[.,]/.test(whole)) return undefined;
  if (!new RegExp(`^(\\d+|\\d{1,3}(${thousands}\\d{3})+)$`).test(whole)) return undefined;
  return Number(`${whole.replace(/[.,]/g, "")}.${decimals}`);
}

/** A number for an input, as this language writes it, without thousands separators. */
export const decimalText = (value: number, tag: string, decimals = 2, most = 2) =>
  value.toLocaleString(tag, {
    useGrouping: false,
    minimumFractionDigits: decimals,
    maximumFractionDigits: most,
  });

const decimalMark = (tag: string) => (tag.startsWith("en") ? "." : ",");
