// WhatsApp's emphasis as a tree. Unknown or unclosed marks stay as typed.
export type Piece =
  | { kind: "text"; text: string }
  | { kind: Emphasis; children: Piece[] }
  | { kind: "code"; text: string }
  | { kind: "block"; text: string }
  | { kind: "link"; text: string; href: string };

export type Emphasis = "bold" | "italic" | "strike";

const marks: Record<string, Emphasis> = { "*": "bold", _: "italic", "~": "strike" };
const markOf: Record<Emphasis, string> = { bold: "*", italic: "_", strike: "~" };
const link = /(?:https?:\/\/|www\.)[^\s<>"`]+/iy;
const wordish = /[\p{L}\p{N}]/u;

/** Parses a text into a tree; `source(parse(text))` returns the same text. */
export function parse(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  while (from < text.length) {
    const start = text.indexOf("```", from);
    const end = start < 0 ? -1 : text.indexOf("```", start + 4);
    if (end < 0) break;
    pieces.push(...inline(text.slice(from, start), []), {
      kind: "block",
      text: text.slice(start + 3, end),
    });
    from = end + 3;
  }
  return [...pieces, ...inline(text.slice(from), [])];
}

/** The typed text of parsed pieces. */
export const source = (pieces: Piece[]): string => pieces.map(sourceOf).join("");

/** One line without marks, for a list row or a quoted message. */
export const plain = (text: string): string =>
  parse(text).map(withoutMarks).join("").replace(/\s+/g, " ").trim();

function sourceOf(piece: Piece): string {
  if (piece.kind === "text" || piece.kind === "link") return piece.text;
  if (piece.kind === "code") return `\`${piece.text}\``;
  if (piece.kind === "block") return `\`\`\`${piece.text}\`\`\``;
  return markOf[piece.kind] + source(piece.children) + markOf[piece.kind];
}

const withoutMarks = (piece: Piece): string =>
  "children" in piece ? piece.children.map(withoutMarks).join("") : piece.text;

function inline(text: string, inside: Emphasis[]): Piece[] {
  const pieces: Piece[] = [];
  const unclosedUntil = new Map<string, number>();
  let plainFrom = 0;
  let at = 0;
  const flush = (until: number) => {
    if (until > plainFrom) pieces.push({ kind: "text", text: text.slice(plainFrom, until) });
  };
  while (at < text.length) {
    const match = pieceAt(text, at, inside, unclosedUntil);
    if (!match) {
      at += 1;
      continue;
    }
    flush(at);
    pieces.push(match.piece);
    at += match.length;
    plainFrom = at;
  }
  flush(text.length);
  return pieces;
}

function pieceAt(
  text: string,
  at: number,
  inside: Emphasis[],
  hopeless: Map<string, number>,
): { piece: Piece; length: number } | undefined {
  const char = text[at] ?? "";
  if (/[hw]/i.test(char)) return linkAt(text, at);
  if (char === "`") {
    const end = closing(text, at, "`", hopeless);
    return end < 0
      ? undefined
      : { piece: { kind: "code", text: text.slice(at + 1, end) }, length: end - at + 1 };
  }
  const kind = marks[char];
  if (!kind || inside.includes(kind) || wordish.test(text[at - 1] ?? "")) return undefined;
  const end = closing(text, at, char, hopeless);
  if (end < 0) return undefined;
  return {
    piece: { kind, children: inline(text.slice(at + 1, end), [...inside, kind]) },
    length: end - at + 1,
  };
}

/**
 * The closing place of the mark at `at` on its line, or -1. `hopeless` skips lines without a
 * closing mark.
 */
function closing(text: string, at: number, mark: string, hopeless: Map<string, number>): number {
  const next = text[at + 1] ?? " ";
  if (/\s/.test(next) || next === mark || at < (hopeless.get(mark) ?? 0)) return -1;
  for (let end = at + 2; end < text.length && text[end] !== "\n"; end += 1) {
    if (text[end] !== mark || /\s/.test(text[end - 1] ?? "")) continue;
    if (mark === "`" || !wordish.test(text[end + 1] ?? "")) return end;
  }
  const newline = text.indexOf("\n", at);
  hopeless.set(mark, newline < 0 ? text.length : newline);
  return -1;
}

const longestLink = 2048;

function linkAt(text: string, at: number): { piece: Piece; length: number } | undefined {
  if (wordish.test(text[at - 1] ?? "")) return undefined;
  link.lastIndex = at;
  // No real link is longer, and trying each place of a long text would take seconds.
  const url = link
    .exec(text.slice(0, at + longestLink))?.[0]
    .replace(/[.,;:!?*_~'\])}]+$/, (tail: string, _at: number, whole: string) =>
      tail[0] === ")" && whole.includes("(") ? ")" : "",
    );
  if (!url || !/[^./]\.[^./]|localhost/.test(url) || !URL.canParse(address(url))) return undefined;
  return { piece: { kind: "link", text: url, href: address(url) }, length: url.length };
}

const address = (text: string) => (/^https?:/i.test(text) ? text : `https://${text}`);
