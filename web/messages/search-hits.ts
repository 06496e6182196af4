import { plain } from "./format.ts";
import { type Part, partsOf } from "./highlight.ts";

/** So many characters precede the first match at least, and so many fill a row. */
const charactersBefore = 10;
const line = 30;

/** A server's snippet in one line, cut near the first match. */
export function snippetParts(snippet: string): Part[] {
  const [first, ...others] = partsOf(plain(snippet));
  const rest = others.reduce((sum, { text }) => sum + text.length, 0);
  const room = Math.max(charactersBefore, line - rest);
  if (!first || first.isMatch || first.text.length <= room)
    return [first, ...others].filter((part) => part !== undefined);
  const cut = first.text.slice(-room).replace(/^\S*\s/, "");
  return [{ text: `…${cut}`, isMatch: false }, ...others];
}

/** Whether the search is part of this number. */
export function hasNumber(number: string, search: string): boolean {
  const digits = search.replace(/\D/g, "");
  return digits.length >= 3 && /^[\d\s()+.-]+$/.test(search) && number.includes(digits);
}
