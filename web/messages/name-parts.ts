import type { Part } from "./highlight.ts";

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

// Fold letter by letter, so that positions in the folded text match those in the text.
const folded = (text: string) =>
  [...text.normalize("NFC")]
    .map((letter) => [...letter.normalize("NFD")][0]!.toLowerCase().slice(0, 1))
    .join("");
