import { plain } from "./format.ts";
import { type Part, partsOf } from "./highlight.ts";

/** This many characters precede the first match, since a row is short. */
const charactersBefore = 10;

/** A server's snippet in one line, cut near the first match. */
export function snippetParts(snippet: string): Part[] {
  const [first, ...others] = partsOf(plain(snippet));
  if (!first || first.isMatch || first.text.length <= charactersBefore)
    return [first, ...others].filter((part) => part !== undefined);
  const cut = first.text.slice(-charactersBefore).replace(/^\S*\s/, "");
  return [{ text: `…${cut}`, isMatch: false }, ...others];
}

/** Splits a name into parts and marks all matches of the search. */
export function nameParts(name: string, search: string): Part[] {
  const at = search === "" ? -1 : folded(name).indexOf(folded(search));
  if (at < 0) return [{ text: name, isMatch: false }];
  const letters = [...name.normalize("NFC")];
  const end = at + [...search.normalize("NFC")].length;
  const parts = [letters.slice(0, at), letters.slice(at, end), letters.slice(end)].map(
    (part, index) => ({ text: part.join(""), isMatch: index === 1 }),
  );
  return parts.filter(({ text }) => text !== "");
}

/** Whether the search is part of this number. */
export function hasNumber(number: string, search: string): boolean {
  const digits = search.replace(/\D/g, "");
  return digits.length >= 3 && /^[\d\s()+.-]+$/.test(search) && number.includes(digits);
}

// Fold letter by letter, so that positions in the folded text match those in the text.
const folded = (text: string) =>
  [...text.normalize("NFC")]
    .map((letter) => [...letter.normalize("NFD")][0]!.toLowerCase().slice(0, 1))
    .join("");
