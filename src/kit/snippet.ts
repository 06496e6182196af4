import { folded } from "../shared/search.ts";

/** Words are looked for in so many characters of a text. */
const reach = 10_000;

/** The most characters of a snippet: a text may be one endless word. */
const longest = 400;

/** So many words of a text around the first that begins with one of these, between \u0002 and \u0003 what does. */
export function snippet(text: string, words: string[], many: number): string {
  const beginnings = words.map(folded);
  const isFound = (word: string) => beginnings.some((beginning) => folded(word).startsWith(beginning));
  const all = [...text.slice(0, reach).matchAll(/[\p{L}\p{N}\p{M}]+/gu)];
  const first = Math.max(0, all.findIndex(([word]) => isFound(word)));
  const from = all.length <= many ? 0 : Math.max(0, Math.min(first - Math.floor(many / 2), all.length - many));
  const shown = all.slice(from, from + many);
  const begin = from === 0 ? 0 : shown[0]!.index;
  const end = from + many >= all.length ? text.length : shown.at(-1)!.index + shown.at(-1)![0].length;
  const piece = text.slice(begin, end).replace(/[\p{L}\p{N}\p{M}]+/gu, (word) => (isFound(word) ? `\u0002${word}\u0003` : word));
  return cut(`${from === 0 ? "" : "…"}${piece}${end < text.length ? "…" : ""}`);
}

function cut(piece: string): string {
  const from = piece.length > longest ? Math.max(0, piece.indexOf("\u0002") - longest / 4) : 0;
  return piece.slice(from, from + longest);
}
