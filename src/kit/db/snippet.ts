import { folded, foldedInPlace } from "../../shared/search.ts";

/** A snippet looks for words in so many characters of a text. */
const reach = 10_000;

/** The most characters of a snippet: a text may be one endless word. */
const longest = 400;

/**
 * So many words of a text, from a little before the first that begins with one of `words`. \u0002
 * and \u0003 enclose each such word.
 */
export function snippet(text: string, words: string[], many: number): string {
  const whole = text.normalize("NFC");
  const beginnings = words.map(folded);
  // Words are at odd indexes, the text between them is at even ones.
  const parts = foldedInPlace(whole.slice(0, reach)).split(/([\p{L}\p{N}\p{M}]+)/u);
  const isFound = (part: string, index: number) =>
    index % 2 === 1 && beginnings.some((beginning) => part.startsWith(beginning));
  const count = (parts.length - 1) / 2;
  const first = Math.max(0, (parts.findIndex(isFound) - 1) / 2);
  const from =
    count <= many ? 0 : Math.max(0, Math.min(first - Math.floor(many / 4), count - many));
  const [begin, end] = [
    from === 0 ? 0 : from * 2 + 1,
    from + many >= count ? parts.length : (from + many) * 2,
  ];
  let at = 0;
  let piece = from === 0 ? "" : "…";
  for (let index = 0; index < end; index++) {
    const next = at + parts[index]!.length;
    if (index >= begin)
      piece += isFound(parts[index]!, index)
        ? `\u0002${whole.slice(at, next)}\u0003`
        : whole.slice(at, next);
    at = next;
  }
  return cut(piece + (end < parts.length ? "…" : whole.slice(at)));
}

function cut(piece: string): string {
  const from = piece.length > longest ? Math.max(0, piece.indexOf("\u0002") - longest / 4) : 0;
  return piece.slice(from, from + longest);
}
