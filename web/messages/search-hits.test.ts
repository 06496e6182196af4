import { expect, test } from "bun:test";
import { hasNumber, nameParts, snippetParts } from "./search-hits.ts";
import type { Part } from "./highlight.ts";

const shown = (parts: Part[]) =>
  parts.map(({ text, found }) => (found ? `[${text}]` : text)).join("");

test("a snippet begins near the word that was found, in one line and without WhatsApp's marks", () => {
  expect(shown(snippetParts("Tem \u0002pão\u0003?"))).toBe("Tem [pão]?");
  expect(
    shown(snippetParts("Bom dia, gostaria de saber se tem\n*\u0002pão\u0003 de queijo*")),
  ).toBe("…se tem [pão] de queijo");
  expect(shown(snippetParts("semnenhumespaçoatéchegarao \u0002pão\u0003"))).toBe("…[pão]");
  expect(shown(snippetParts(""))).toBe("");
});

test("what was looked for is marked in a name, wherever it stands and whatever its accents", () => {
  expect(shown(nameParts("Mariana Prado", "ana"))).toBe("Mari[ana] Prado");
  expect(shown(nameParts("Fábio", "fabi"))).toBe("[Fábi]o");
  expect(shown(nameParts("Fabio", "Fá"))).toBe("[Fa]bio");
  expect(shown(nameParts("Bia", "zilda"))).toBe("Bia");
  expect(shown(nameParts("Bia", ""))).toBe("Bia");
});

test("a number is found by three of its digits, however they are written", () => {
  expect(hasNumber("5511988880001", "98888-0001")).toBe(true);
  expect(hasNumber("5511988880001", "11")).toBe(false);
  expect(hasNumber("5511988880001", "pão 988")).toBe(false);
});
