import { Database } from "bun:sqlite";
import { expect } from "bun:test";
import { test } from "../../testing/world.ts";
import { anywhere, digits, distance, nearest, pieceQuery, roughly, wordsQuery } from "./text.ts";

test("each of the first words must begin some word, single letters aside", () => {
  expect(wordsQuery("pão quente")).toBe('"pão"* "quente"*');
  expect(wordsQuery(`ab" OR NEAR(b) -co*`)).toBe('"ab"* "OR"* "NEAR"* "co"*');
  expect(wordsQuery("uma duas três quatro cinco seis")!.split(" ")).toHaveLength(4);
  for (const nothing of ["", " ", "!?", "😀", "\u0000", "a", "a b"])
    expect(wordsQuery(nothing)).toBeUndefined();
});

test("a piece is looked for as it stands", () => {
  expect(pieceQuery(" pão ")).toBe('"pão"');
  expect(pieceQuery('a"b"c')).toBe('"a""b""c"');
  expect(pieceQuery("a\u0000b")).toBeUndefined();
  expect(pieceQuery("ab")).toBeUndefined();
});

test("a pattern takes its signs as letters", () => {
  const db = new Database(":memory:");
  const has = (text: string, typed: string) =>
    db
      .query<{ has: number }, Record<string, string>>(
        "SELECT $text LIKE $roughly ESCAPE '\\' AND $text GLOB $anywhere AS has",
      )
      .get({ $text: text, $roughly: roughly(typed), $anywhere: anywhere(typed) })!.has === 1;
  for (const [text, typed] of [
    ["100%_\\ [a]*?", "0%_\\ [A]*?"],
    ["Cartão de Crédito", "credito"],
    ["Cartao de credito", "CRÉDITO"],
    ["Pães", "paes"],
    ["EMPÓRIO", "empório"],
    ["ab", "a\u0000b"],
    ["Maçã", "maca"],
    ["Ñandú", "nandu"],
  ] as const)
    expect([text, typed, has(text, typed)]).toEqual([text, typed, true]);
  for (const [text, typed] of [
    ["Pois", "paes"],
    ["País", "paes"],
    ["Cartão", "cartões"],
    ["100 pães", "100%"],
    ["ab", "a?"],
    ["ab", "a*"],
    ["ab", "[ab]"],
    ["ab", "a_"],
  ] as const)
    expect([text, typed, has(text, typed)]).toEqual([text, typed, false]);
});

test("digits are what is left of a number", () =>
  expect(digits("+55 (11) 9-8888")).toBe("551198888"));

test("the nearest known word is the one of fewest edits", () => {
  expect([
    distance("", "abc"),
    distance("abc", "abc"),
    distance("porto", "port"),
    distance("prot", "port"),
  ]).toEqual([3, 0, 1, 2]);
  expect(nearest("prot", ["data", "host", "port"])).toBe("port");
});
