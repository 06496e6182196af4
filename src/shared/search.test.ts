import { expect, test } from "bun:test";
import { folded, foldedInPlace, searchedWords } from "./search.ts";

test("a text is found without its case and accents", () => {
  expect(folded("PÃO de Ló")).toBe("pao de lo");
  expect(folded("Pao 12")).toBe("pao 12");
});

test("letters stay at their places, also a mark that stands alone", () => {
  expect(foldedInPlace("AÇÃO, já! AÇÃO")).toBe("acao, ja! acao");
  // An accent of its own has nothing that could stand in its place.
  expect(foldedInPlace("E\u0301 pão")).toBe("e\u0301 pao");
});

test("a search takes the first four words of more than one letter", () => {
  expect(searchedWords("o pão de ló é bom e barato, não?")).toEqual(["pão", "de", "ló", "bom"]);
  expect(searchedWords("a b c")).toEqual([]);
});
