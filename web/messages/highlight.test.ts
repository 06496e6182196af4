import { expect, test } from "bun:test";
import { highlightParts, partsOf, wordsOf } from "./highlight.ts";

const marked = (text: string, search: string) =>
  highlightParts(text, wordsOf(search))
    .map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
    .join("");

test("what begins a word is marked, whatever its accents and its size", () => {
  expect(marked("Tem PÃO de queijo? Pãozinho também", "pao")).toBe(
    "Tem [PÃO] de queijo? [Pão]zinho também",
  );
  expect(marked("Um pão de queijo", "Queijo pã")).toBe("Um [pã]o de [queijo]");
  expect(marked("pa\u0303o quente", "pão")).toBe("[pa\u0303o] quente");
  expect(marked("campão", "pao")).toBe("campão");
});

test("nothing is marked where nothing is looked for", () => {
  expect(marked("Tem pão?", "")).toBe("Tem pão?");
  expect(marked("Tem pão?", "p ?")).toBe("Tem pão?");
  expect(highlightParts("", ["pao"])).toEqual([]);
});

test("the server's snippet comes apart at its marks, also where it was cut", () => {
  expect(partsOf("Um \u0002pão\u0003 de \u0002queijo\u0003")).toEqual([
    { text: "Um ", isMatch: false },
    { text: "pão", isMatch: true },
    { text: " de ", isMatch: false },
    { text: "queijo", isMatch: true },
  ]);
  expect(partsOf("\u0002pã")).toEqual([{ text: "pã", isMatch: true }]);
  expect(partsOf("pão")).toEqual([{ text: "pão", isMatch: false }]);
});
