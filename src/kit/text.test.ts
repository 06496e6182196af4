import { expect } from "bun:test";
import { test } from "../testing/world.ts";
import { anywhere, digits, distance, nearest, pieceQuery, wordsQuery } from "./text.ts";

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
  expect(anywhere("100%_\\")).toBe("%100\\%\\_\\\\%");
  expect(anywhere("a\u0000b")).toBe("%ab%");
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
