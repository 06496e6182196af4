import { numberPieces } from "../../shared/phone.ts";
import { folded } from "../../shared/search.ts";

/**
 * A typed text as an FTS5 query: each of its first four words must begin some word of the text. A
 * single letter begins too many: undefined when nothing else is left.
 */
export function wordsQuery(text: string): string | undefined {
  const words = text.match(/[\p{L}\p{N}]+/gu);
  const telling = words?.filter((word) => word.length > 1) ?? [];
  return telling.length === 0
    ? undefined
    : telling
        .slice(0, 4)
        .map((word) => `"${word}"*`)
        .join(" ");
}

/**
 * A typed text as a trigram query. It matches the text as it is, or a phone number in one of its
 * forms. Undefined under three characters.
 */
export function pieceQuery(text: string): string | undefined {
  const piece = (typedNumber(text) ?? text).replaceAll("\u0000", "").trim();
  return piece.length < 3
    ? undefined
    : numberPieces(piece)
        .map((each) => `"${each.replaceAll('"', '""')}"`)
        .join(" OR ");
}

/**
 * The digits of a text that is written like a phone number, whole or in part; undefined for any
 * other.
 */
export function typedNumber(text: string): string | undefined {
  const typed = bare(text);
  return /^[\d\s()+.-]*\d[\d\s()+.-]*$/.test(typed) ? digits(typed) : undefined;
}

/**
 * A text without characters that are invisible and that indexes leave out: marks, control
 * characters.
 */
export const bare = (text: string) => text.normalize("NFKD").replace(/[\p{M}\p{C}]/gu, "");

/** Only the digits. */
export const digits = (text: string) => text.replace(/\D/g, "");

/**
 * A pattern for GLOB that matches `text` anywhere, in either case and whatever its accents. SQLite
 * would end the pattern at a NUL.
 */
export const anywhere = (text: string) =>
  `*${folded(typedNumber(text) ?? text)
    .replaceAll("\u0000", "")
    .replace(/[*?[]|\p{L}/gu, (letter) => `[${formsOf(letter)}]`)}*`;

/** A letter in both cases and with its accents; a sign of a pattern by itself. */
const formsOf = (letter: string) => `${letter}${letter.toUpperCase()}${accented[letter] ?? ""}`;

/** The accents of Portuguese, Spanish and their neighbours. */
const accented: Record<string, string> = {
  a: "áãàâäåÁÃÀÂÄÅ",
  c: "çÇ",
  e: "éêèëÉÊÈË",
  i: "íìîïÍÌÎÏ",
  n: "ñÑ",
  o: "óõôòöÓÕÔÒÖ",
  u: "úüùûÚÜÙÛ",
};

/**
 * The same for LIKE … ESCAPE '\\': it matches more, and is ten times as fast. Any letter with
 * accents matches any other.
 */
export const roughly = (text: string) =>
  `%${folded(typedNumber(text) ?? text)
    .replaceAll("\u0000", "")
    .replace(/[\\%_]/g, "\\$&")
    .replace(/[^\0-\x7f]|[aceinou]/gu, "_")}%`;

/** The Levenshtein distance of two words. */
export function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next.push(
        Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)),
      );
    }
    row = next;
  }
  return row[b.length]!;
}

/** The word of a list that is nearest to a mistyped one. */
export const nearest = (word: string, words: string[]) =>
  words.toSorted((a, b) => distance(word, a) - distance(word, b))[0];
