import { expect, test } from "bun:test";
import { parse, plain, source, type Piece } from "./format.ts";

const text = (value: string): Piece => ({ kind: "text", text: value });

test("bold, italic and strike between word ends", () => {
  expect(parse("um *pão* e _dois_ e ~três~")).toEqual([
    text("um "),
    { kind: "bold", children: [text("pão")] },
    text(" e "),
    { kind: "italic", children: [text("dois")] },
    text(" e "),
    { kind: "strike", children: [text("três")] },
  ]);
});

test("marks nest", () => {
  expect(parse("*_quente_*")).toEqual([
    { kind: "bold", children: [{ kind: "italic", children: [text("quente")] }] },
  ]);
});

test.each([
  "2 * 3 * 4",
  "a_b_c",
  "* não*",
  "*não *",
  "**",
  "*aberto",
  "*uma\nlinha*",
  "```",
  "``````",
  "`",
  "preço*",
])("%p stays as typed", (typed) => {
  expect(parse(typed)).toEqual([text(typed)]);
});

test("code keeps its marks, a block spans lines", () => {
  expect(parse("`*x*` ```a\n*b*```")).toEqual([
    { kind: "code", text: "*x*" },
    text(" "),
    { kind: "block", text: "a\n*b*" },
  ]);
});

test("links lose the full stop, keep their brackets, and are only web addresses", () => {
  expect(parse("veja https://pao.com/a_b_c.")).toEqual([
    text("veja "),
    { kind: "link", text: "https://pao.com/a_b_c", href: "https://pao.com/a_b_c" },
    text("."),
  ]);
  expect(parse("www.pao.com.br")).toEqual([
    { kind: "link", text: "www.pao.com.br", href: "https://www.pao.com.br" },
  ]);
  expect(parse("(https://pao.com/x_(y))")).toContainEqual({
    kind: "link",
    text: "https://pao.com/x_(y)",
    href: "https://pao.com/x_(y)",
  });
  expect(
    parse("javascript:alert(1) http:// www. xhttps://pao.com").every(
      (piece) => piece.kind === "text",
    ),
  ).toBe(true);
});

test("plain drops the marks", () => expect(plain("*Ana:*\n_bom_ `dia`")).toBe("Ana: bom dia"));

test("any text comes back as it was typed, and no link leaves the web", () => {
  const alphabet = [
    "*",
    "_",
    "~",
    "`",
    "```",
    " ",
    "\n",
    "a",
    "ç",
    "😀",
    "\u200e",
    "(",
    ")",
    ".",
    "http://",
    "https://a.b",
    "www.",
    "javascript:",
    "<img src=x>",
    "&amp;",
    "\ud800",
  ];
  let seed = 7;
  const next = (limit: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed % limit;
  };
  for (let round = 0; round < 20_000; round += 1) {
    const typed = Array.from({ length: next(24) }, () => alphabet[next(alphabet.length)]).join("");
    const pieces = parse(typed);
    expect(source(pieces)).toBe(typed);
    expect(links(pieces).every((href) => /^https?:$/.test(new URL(href).protocol))).toBe(true);
  }
});

test.each(["*a ", "_*~a", "`a *", "```", "https://a.b/(", "*a*a", "www."])(
  "a long run of %p is read in no time",
  (run) => {
    const typed = run.repeat(Math.ceil(65_536 / run.length));
    const began = performance.now();
    expect(source(parse(typed))).toBe(typed);
    expect(performance.now() - began).toBeLessThan(2000);
  },
);

const links = (pieces: Piece[]): string[] =>
  pieces.flatMap((piece) =>
    piece.kind === "link" ? [piece.href] : "children" in piece ? links(piece.children) : [],
  );
