import { expect, test } from "bun:test";
import { highlightParts, partsOf, wordsOf } from "./highlight.ts";

const shown = (text: string, wanted: string) =>
  highlightParts(text, wordsOf(wanted))
    .map(({ text, found }) => (found ? `[${text}]` : text))
    .join("");

test("what begins a word is marked, whatever its accents and its size", () => {
  expect(shown("Tem PÃO de queijo? Pãozinho também", "pao")).toBe(
    "Tem [PÃO] de queijo? [Pão]zinho também",
  );
  expect(shown("Um pão de queijo", "Queijo pã")).toBe("Um [pã]o de [queijo]");
  expect(shown("pa\u0303o quente", "pão")).toBe("[pa\u0303o] quente");
  expect(shown("campão", "pao")).toBe("campão");
});

test("nothing is marked where nothing is looked for", () => {
  expect(shown("Tem pão?", "")).toBe("Tem pão?");
  expect(shown("Tem pão?", "p ?")).toBe("Tem pão?");
  expect(highlightParts("", ["pao"])).toEqual([]);
});

test("the server's snippet comes apart at its marks, also where it was cut", () => {
  expect(partsOf("Um \u0002pão\u0003 de \u0002queijo\u0003")).toEqual([
    { text: "Um ", found: false },
    { text: "pão", found: true },
    { text: " de ", found: false },
    { text: "queijo", found: true },
  ]);
  expect(partsOf("\u0002pã")).toEqual([{ text: "pã", found: true }]);
  expect(partsOf("pão")).toEqual([{ text: "pão", found: false }]);
});
