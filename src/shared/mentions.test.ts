import { expect, test } from "bun:test";
import { mentionedIn, mentionPieces } from "./mentions.ts";

const [ana, anaPaula, rui] = [
  { id: 1, name: "Ana" },
  { id: 2, name: "Ana Paula" },
  { id: 3, name: "Rui (caixa)" },
];
const people = [ana, anaPaula, rui];

test("everyone who is named with an @ is a piece, and the longest name counts", () => {
  expect(mentionPieces("Oi @Ana Paula e @ana, cadê o @Rui (caixa)?", people)).toEqual([
    { text: "Oi " },
    { text: "@Ana Paula", userId: 2 },
    { text: " e " },
    { text: "@ana", userId: 1 },
    { text: ", cadê o " },
    { text: "@Rui (caixa)", userId: 3 },
    { text: "?" },
  ]);
  expect(mentionPieces("@Ana", [ana])).toEqual([{ text: "@Ana", userId: 1 }]);
});

test("a text that names nobody is one piece", () => {
  expect(mentionPieces("Bom dia", people)).toEqual([{ text: "Bom dia" }]);
  expect(mentionPieces("Seis @ 2 reais, @Ana", [])).toEqual([{ text: "Seis @ 2 reais, @Ana" }]);
  expect(mentionPieces("ana@ana.com, @Anabela", people)).toEqual([
    { text: "ana@ana.com, @Anabela" },
  ]);
});

test("a name without an @ names nobody, also after someone was named", () => {
  expect(mentionPieces("@Ana Rui (caixa)", people)).toEqual([
    { text: "@Ana", userId: 1 },
    { text: " Rui (caixa)" },
  ]);
});

test("who is named twice is named once", () => {
  expect(mentionedIn("@Rui (caixa), @Ana e @Ana", people)).toEqual([3, 1]);
});
