/** The meaning of a customer's answer to a menu. */

/**
 * A longer text is no choice, and not normalised: that takes time by the square of the number of
 * marks in a row.
 */
const longest = 300;

/**
 * Prepares an answer for comparison: without spaces, invisible characters, menu punctuation, case
 * and accents; emoji digits become digits. "1️⃣" is a 1 with marks.
 */
export function normalized(text: string): string {
  if (text.length > longest) return "";
  return text
    .replaceAll("🔟", "10")
    .normalize("NFKD")
    .replace(/[\p{M}\p{Cf}\s*_~`"'“”()[\]{}.,:;!?]|-(?!\d)/gu, "")
    .toLowerCase();
}

/**
 * The name that an answer chooses, by its place from 1 or by a beginning that only it has.
 * Undefined when none matches. rules.md#menu
 */
export function chosenAmong<Named extends { name: string }>(
  answer: string,
  named: Named[],
): Named | undefined {
  const text = normalized(answer);
  if (text === "") return undefined;
  if (/^\d+$/.test(text)) return named[Number(text) - 1];
  const names = named.map((one) => ({ one, name: normalized(one.name) }));
  const exact = names.filter(({ name }) => name === text);
  const matches = exact.length > 0 ? exact : names.filter(({ name }) => name.startsWith(text));
  return matches.length === 1 ? matches[0]!.one : undefined;
}

const ratings = { insatisfeito: 1, satisfeito: 2, muitosatisfeito: 3 } as const;

/**
 * The rating in an answer, as a number or in the words of the request; undefined when it has none.
 * rules.md#rating
 */
export function ratingIn(answer: string): 1 | 2 | 3 | undefined {
  // A sign or a fraction makes it another number.
  if (/\d[.,]\d|-\s*\d/.test(answer)) return undefined;
  const text = normalized(answer);
  return Object.entries(ratings).find(
    ([word, rate]) => text === String(rate) || text === word || text === `${rate}${word}`,
  )?.[1];
}
