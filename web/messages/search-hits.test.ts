import { expect, test } from "bun:test";
import { nameParts } from "./name-parts.ts";
import { hasNumber, snippetParts } from "./search-hits.ts";
import type { Part } from "./highlight.ts";

const marked = (parts: Part[]) =>
  parts.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join("");

test("a snippet begins near the word that was found, in one line and without WhatsApp's marks", () => {
  expect(marked(snippetParts("Tem \u0002pão\u0003?"))).toBe("Tem [pão]?");
  expect(
    marked(snippetParts("Bom dia, gostaria de saber se tem\n*\u0002pão\u0003 de queijo*")),
  ).toBe("…de saber se tem [pão] de queijo");
  expect(marked(snippetParts("semnenhumespaçoatéchegaraofimdalinha \u0002pão\u0003"))).toBe(
    "…[pão]",
  );
  expect(marked(snippetParts(""))).toBe("");
});

test("what was looked for is marked in a name, wherever it stands and whatever its accents", () => {
  expect(marked(nameParts("Mariana Prado", "ana"))).toBe("Mari[ana] Prado");
  expect(marked(nameParts("Fábio", "fabi"))).toBe("[Fábi]o");
  expect(marked(nameParts("Fabio", "Fá"))).toBe("[Fa]bio");
  expect(marked(nameParts("Bia", "zilda"))).toBe("Bia");
  expect(marked(nameParts("Bia", ""))).toBe("Bia");
});

test("a number is found by three of its digits, however they are written", () => {
  expect(hasNumber("5511988880001", "98888-0001")).toBe(true);
  expect(hasNumber("5511988880001", "11")).toBe(false);
  expect(hasNumber("5511988880001", "pão 988")).toBe(false);
});
