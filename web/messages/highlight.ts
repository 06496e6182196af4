import { folded, searchedWords } from "../../src/shared/search.ts";

/** A piece of a text, and whether it matches the search. */
export type Part = { text: string; found: boolean };

/**
 * The words that a search looks for, as the server takes them: each begins some word of the
 * message, whatever its accents.
 */
export const wordsOf = (wanted: string): string[] => searchedWords(wanted).map(folded);

/** A text in parts, those that match the search marked. */
export function highlightParts(text: string, words: string[]): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const { 0: word, index } of words.length > 0 ? text.matchAll(/[\p{L}\p{N}\p{M}]+/gu) : []) {
    // A word of a thousand marks would freeze the page.
    const start = word.slice(0, 100);
    const length = Math.max(
      0,
      ...words
        .filter((each) => folded(start).startsWith(each))
        .map((each) => matchLength(start, each)),
    );
    if (length === 0) continue;
    if (index > from) parts.push({ text: text.slice(from, index), found: false });
    parts.push({ text: word.slice(0, length), found: true });
    from = index + length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), found: false });
  return parts;
}

/** A snippet of the server's, its words between \u0002 and \u0003, in parts. */
export function partsOf(snippet: string): Part[] {
  const [before = "", ...rest] = snippet.split("\u0002");
  const parts = [{ text: before, found: false }];
  for (const piece of rest) {
    const [found = "", after = ""] = piece.split("\u0003");
    parts.push({ text: found, found: true }, { text: after, found: false });
  }
  return parts.filter(({ text }) => text !== "");
}

// How many characters of a word as written match the beginning as searched for.
function matchLength(word: string, beginning: string): number {
  let length = 0;
  for (const letter of word) {
    if (folded(word.slice(0, length)).length >= beginning.length && !/\p{M}/u.test(letter)) break;
    length += letter.length;
  }
  return length;
}
