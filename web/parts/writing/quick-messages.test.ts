import { expect, test } from "bun:test";
import type { Quick } from "../../lists/company-lists.ts";
import { quickWord, matchingQuicks, label } from "./quick-messages.ts";

const quick = (id: number, shortcode: string, message: string): Quick => ({
  id,
  shortcode,
  message,
  geral: true,
  userId: 1,
  user: { id: 1, name: "Ana" },
  mediaPath: null,
  mediaName: null,
  media: null,
  createdAt: "",
  updatedAt: "",
});
const all = [
  quick(1, "chave", "Nossa chave Pix é o CNPJ."),
  quick(2, "pix-loja", "Pix da loja."),
  quick(3, "pix", "A chave é o CNPJ."),
  quick(4, "horário", "Às seis."),
];
const matches = (word: string) => matchingQuicks(all, word).map(({ shortcode }) => shortcode);

test.each([
  ["/", ""],
  ["/pix", "pix"],
  ["/pix ", null],
  ["pix", null],
  ["", null],
  [" /pix", null],
  ["/a\nb", null],
])("%j asks for %p", (text, word) => expect(quickWord(text)).toBe(word));

test("the slash alone lists all, by shortcode", () =>
  expect(matches("")).toEqual(["chave", "horário", "pix", "pix-loja"]));

test("the best match is first: the shortcode itself, its beginning, then the text", () => {
  expect(matches("pix")).toEqual(["pix", "pix-loja", "chave"]);
  expect(matches("pi")).toEqual(["pix", "pix-loja", "chave"]);
  expect(matches("loja")).toEqual(["pix-loja"]);
  expect(matches("zzz")).toEqual([]);
});

test("case and accents don't matter", () =>
  expect([matches("HORARIO"), matches("as")]).toEqual([["horário"], ["horário"]]));

test("a long shortcode is cut at 35 characters", () =>
  expect(label({ shortcode: "x".repeat(40) })).toBe(`/${"x".repeat(34)}…`));
