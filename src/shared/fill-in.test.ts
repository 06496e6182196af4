import { expect, test } from "bun:test";
import { fillIn, unknownIn } from "./fill-in.ts";
import { longestMessage } from "./limits.ts";
import type { ContactFacts } from "./variables.ts";

const facts: ContactFacts = {
  contact: { name: "Bia Souza", number: "5511988880001", email: "bia@example.com" },
  connection: "Balcão",
  company: "Padaria Pão Quente",
  now: Date.parse("2026-11-21T12:04:05.000Z"),
  timezone: "America/Sao_Paulo",
};
const variables = [
  { key: " Cupom ", value: "PAO10" },
  { key: "name", value: "freguesa" },
  { key: "x", value: "{nome}" },
];
const filled = (text: string) => fillIn(text, facts, variables);

test("in one brace or two stand own words, those of the settings, and those of a contact", () => {
  expect(
    filled("Oi {nome}, {{ NOME }}, {numero}, {email}: {cupom} {{cupom}} de {connection}"),
  ).toBe("Oi Bia Souza, Bia Souza, 5511988880001, bia@example.com: PAO10 PAO10 de Balcão");
});

test("a word that both know is the settings' in one brace", () => {
  expect(filled("{name}, {{name}}")).toBe("freguesa, Bia Souza");
});

test("unknown words, other braces and what a value says stay as they are", () => {
  expect(filled("{ninguem} {{nome} {nome}} {{{nome}}} {x}")).toBe(
    "{ninguem} {{nome} {nome}} {{{nome}}} {nome}",
  );
  expect(unknownIn("{nome} {{nome}} {x} {ninguem} {{nome} {{{nome}}}", facts, variables)).toEqual([
    "{ninguem}",
    "{{nome}",
    "{{{nome}}}",
  ]);
});

test("a text is filled in up to the longest message, and not beyond", () => {
  // Values of 5 characters for words of 7, which a text has in full before they are filled in.
  const rest = longestMessage - "{cupom}{cupom}".length - 2 * "PAO10".length;
  const filling = "x".repeat(rest);
  expect(filled(`${filling}{cupom}{cupom}`)).toBe(`${filling}PAO10PAO10`);
  expect(filled(`${filling}x{cupom}{cupom}`)).toBe(`${filling}xPAO10{cupom}`);
});
