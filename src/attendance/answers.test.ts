import { describe, expect, test } from "bun:test";
import { chosenAmong, normalized, ratingIn } from "./answers.ts";

const same: [text: string, plain: string][] = [
  ["", ""],
  ["  \n", ""],
  ["1", "1"],
  [" 1 ", "1"],
  ["1.", "1"],
  ["1)", "1"],
  ["[1]", "1"],
  ["[ 1 ]", "1"],
  ["*[ 1 ]*", "1"],
  ["*1*", "1"],
  ["1️⃣", "1"],
  ["1⃣", "1"],
  ["0️⃣", "0"],
  ["🔟", "10"],
  ["1️⃣2️⃣", "12"],
  ["１２", "12"],
  ["#", "#"],
  ["#️⃣", "#"],
  [" *[ # ]* ", "#"],
  ["*️⃣", ""],
  ["Finanças", "financas"],
  ["FINANÇAS", "financas"],
  ["finanças", "financas"],
  ["Pão de Açúcar", "paodeacucar"],
  ["Ñandú über", "nanduuber"],
  ["2ª Via de Boleto", "2aviadeboleto"],
  ["# 1", "#1"],
  ["😀", "😀"],
  ["-1", "-1"],
];
test.each(same)("%j reads %j", (text, read) => {
  expect(normalized(text)).toBe(read);
});

const names = (...all: string[]) => all.map((name) => ({ name }));
const bakery = names("Encomendas", "Entregas", "Finanças");
const twelve = names(
  ...Array.from({ length: 12 }, (_, index) => `Fila ${String.fromCharCode(65 + index)}`),
);

type Choice = [
  story: string,
  answer: string,
  named: { name: string }[],
  chosen: string | undefined,
];
const choices: Choice[] = [
  ["a number is a place", "1", bakery, "Encomendas"],
  ["from one", "3", bakery, "Finanças"],
  ["nought is none", "0", bakery, undefined],
  ["one too many is none", "4", bakery, undefined],
  ["far too many are none", "99999999999999999999", bakery, undefined],
  ["less than nought is none", "-1", bakery, undefined],
  ["half a place is none", "1,5", bakery, undefined],
  ["two numbers are none", "1 e 2", bakery, undefined],
  ["a number written long is the number", "02", bakery, "Entregas"],
  ["an emoji digit is a digit", "2️⃣", bakery, "Entregas"],
  ["the ten of the keyboard is a ten", "🔟", twelve, "Fila J"],
  ["two emoji digits are two digits", "1️⃣2️⃣", twelve, "Fila L"],
  ["what the menu wrote", "*[ 2 ]*", bakery, "Entregas"],
  ["a dot", "2.", bakery, "Entregas"],
  ["a bracket", "2 )", bakery, "Entregas"],
  ["a name", "Entregas", bakery, "Entregas"],
  ["in capitals", "ENTREGAS", bakery, "Entregas"],
  ["without accents", "financas", bakery, "Finanças"],
  ["with too many", "éntregás", bakery, "Entregas"],
  ["its beginning", "fin", bakery, "Finanças"],
  ["its first letter, if only it has it", "f", bakery, "Finanças"],
  ["a beginning of two is none", "en", bakery, undefined],
  ["and one letter on is one", "ent", bakery, "Entregas"],
  ["an end is no beginning", "gas", bakery, undefined],
  ["more than the name is none", "entregas hoje", bakery, undefined],
  ["nothing is none", "", bakery, undefined],
  ["nothing but marks is none", " *.* ", bakery, undefined],
  ["a sign alone is none", "#", bakery, undefined],
  [
    "a whole name goes before one that only begins so",
    "Vendas",
    names("Vendas Online", "Vendas"),
    "Vendas",
  ],
  ["two of the same name are none", "Vendas", names("Vendas", "vendas"), undefined],
  ["a number goes before a name that begins with it", "2", names("2ª via", "Pães"), "Pães"],
  ["more of that name is the name", "2a via", names("2ª via", "Pães"), "2ª via"],
  ["a name of digits is not found by them", "24", names("24", "Pães"), undefined],
  ["spaces don't matter", "paodequeijo", names("Pão  de queijo", "Bolo"), "Pão  de queijo"],
  ["a name without letters is found by nothing", "", names("*", "Bolo"), undefined],
  ["among none there is none", "1", [], undefined],
];
describe("a choice", () => {
  for (const [story, answer, named, chosen] of choices) {
    test(`${story}: ${answer}`, () => {
      expect(chosenAmong(answer, named)?.name).toBe(chosen);
    });
  }
});

test("what is longer than any choice is none, however it is made", () => {
  const marks = "\u0316\u0300".repeat(32_768);
  expect([
    normalized(marks),
    normalized(`1${marks}`),
    chosenAmong(marks, bakery),
    ratingIn(marks),
  ]).toEqual(["", "", undefined, undefined]);
});

test.each(["\u200e1", "1\u200b", "1,", "1-", "_1_", "(1)", "1:", "'1'"])("%j is a 1", (answer) => {
  expect(normalized(answer)).toBe("1");
});

// Other servers accept any answer that begins with digits, up to 5. rules.md#rating
const ratings: [answer: string, rating: 1 | 2 | 3 | undefined][] = [
  ["1", 1],
  ["2", 2],
  ["3", 3],
  [" 2\n", 2],
  ["0", undefined],
  ["4", undefined],
  ["5", undefined],
  ["10", undefined],
  ["12", undefined],
  ["1.5", undefined],
  ["-1", undefined],
  ["", undefined],
  [" ", undefined],
  ["1 bolo", undefined],
  ["nota 3", undefined],
  ["três", undefined],
  ["NaN", undefined],
  ["1,5", undefined],
  ["- 1", undefined],
  // As the request itself writes them.
  ["3!", 3],
  ["1️⃣", 1],
  ["*1*", 1],
  ["3.", 3],
  ["Satisfeito", 2],
  ["3 - Muito Satisfeito", 3],
  ["*3* - _Muito Satisfeito_", 3],
  ["2 - Muito Satisfeito", undefined],
  ["satisfeito?", 2],
];
test.each(ratings)("%j rates %j", (answer, rating) => {
  expect(ratingIn(answer)).toBe(rating);
});

test("an answer has at most three hundred characters", () => {
  expect(normalized("a".repeat(300))).toBe("a".repeat(300));
  expect(normalized("a".repeat(301))).toBe("");
});
