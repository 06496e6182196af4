import { folded, searchedWords } from "../../src/shared/search.ts";

/** A piece of a text, and whether it matches the search. */
export type Part = { text: string; isMatch: boolean };

/**
 * The words of a search as the server uses them: each matches the beginning of a word, without
 * accents.
 */
export const wordsOf = (search: string): string[] => searchedWords(search).map(folded);

/** Splits a text into parts and marks the matches of the search. */
export function highlightParts(text: string, words: string[]): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const { 0: word, index } of words.length > 0 ? text.matchAll(/[\p{L}\p{N}\p{M}]+/gu) : []) {
    // A word with a thousand marks would freeze the page.
    const start = word.slice(0, 100);
    const length = Math.max(
      0,
      ...words
        .filter((each) => folded(start).startsWith(each))
        .map((each) => matchLength(start, each)),
    );
    if (length === 0) continue;
    if (index > from) parts.push({ text: text.slice(from, index), isMatch: false });
    parts.push({ text: word.slice(0, length), isMatch: true });
    from = index + length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), isMatch: false });
  return parts;
}

/** Splits a server's snippet, with its matches between \u0002 and \u0003, into parts. */
export function partsOf(snippet: string): Part[] {
  const [before = "", ...rest] = snippet.split("\u0002");
  const parts = [{ text: before, isMatch: false }];
  for (const piece of rest) {
    const [match = "", after = ""] = piece.split("\u0003");
    parts.push({ text: match, isMatch: true }, { text: after, isMatch: false });
  }
  return parts.filter(({ text }) => text !== "");
}

// The number of characters of a written word that match the searched beginning.
function matchLength(word: string, beginning: string): number {
  let length = 0;
  for (const letter of word) {
    if (folded(word.slice(0, length)).length >= beginning.length && !/\p{M}/u.test(letter)) break;
    length += letter.length;
  }
  return length;
}
