/** What a customer's answer to a menu means. */

/** An answer as it is compared: without spaces and what menus put around it, emoji digits as digits, without case and accents. "1️⃣" is a 1 with marks. */
export const plain = (text: string): string => text.replaceAll("🔟", "10").normalize("NFKD").replace(/[\p{M}\s*[\].)]/gu, "").toLowerCase();

/** Which of these names is meant, by its place from 1 or by a beginning that only it has; undefined when none is. doc 4 §1.4 */
export function chosenAmong<Named extends { name: string }>(answer: string, named: Named[]): Named | undefined {
  const said = plain(answer);
  if (said === "") return undefined;
  if (/^\d+$/.test(said)) return named[Number(said) - 1];
  const names = named.map((one) => ({ one, name: plain(one.name) }));
  const exact = names.filter(({ name }) => name === said);
  const found = exact.length > 0 ? exact : names.filter(({ name }) => name.startsWith(said));
  return found.length === 1 ? found[0]!.one : undefined;
}

/** The rating that an answer gives; undefined when it is none. doc 4 §1.7 */
export function ratingIn(answer: string): 1 | 2 | 3 | undefined {
  const said = answer.trim();
  return said === "1" || said === "2" || said === "3" ? (Number(said) as 1 | 2 | 3) : undefined;
}
