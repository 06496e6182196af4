import { expect, test } from "bun:test";
import { ApiError } from "./api.ts";
import { dateTime, errorText, language, money } from "./text.ts";
import { addStartTexts, addTexts, translatorOf } from "./translations.ts";

test("at the sign-in of an overdue company stands since when it is, and whom to ask", async () => {
  language.value = "ptBR";
  const overdue = new ApiError(402, {
    error: "ERR_SUBSCRIPTION_EXPIRED",
    details: { dueDate: "2026-11-18" },
  });
  expect(errorText(overdue)).toBe(
    "Opss! Sua assinatura venceu 18/11/2026. Entre em contato com o Suporte para mais informações!",
  );
});

test("a text fills in what it is given, numbers as one writes them, and shows other texts", () => {
  const [portuguese, english] = [translatorOf("ptBR"), translatorOf("en")];
  addTexts({
    "bakery.sold": {
      ptBR: "{{count}} pães de {{kind}}",
      en: "{{count}} loaves of {{kind}}",
      es: "{{count}} panes de {{kind}}",
    },
    "bakery.most": {
      ptBR: "Até {{most, number}}: $t(bakery.kinds.{{kind}})",
      en: "Up to {{most, number}}: $t(bakery.kinds.{{kind}})",
      es: "Hasta {{most, number}}",
    },
    "bakery.kinds.rye": { ptBR: "centeio", en: "rye", es: "centeno" },
  });
  // Text from customers is shown unchanged.
  expect(portuguese("bakery.sold", { count: 3, kind: "$t(bakery.kinds.rye) {{count}} $&" })).toBe(
    "3 pães de $t(bakery.kinds.rye) {{count}} $&",
  );
  expect([
    portuguese("bakery.most", { most: 12_000, kind: "rye" }),
    english("bakery.most", { most: 12_000, kind: "rye" }),
  ]).toEqual(["Até 12.000: centeio", "Up to 12,000: rye"]);
  expect([portuguese("bakery.cake"), portuguese("bakery.cake", { defaultValue: "bolo" })]).toEqual([
    "bakery.cake",
    "bolo",
  ]);
});

test("what is not loaded in a language yet is said in Portuguese", () => {
  addStartTexts({
    ptBR: { bakery: { opens: "Abre às {{hour}}" } },
    en: async () => ({ default: {} }),
    es: async () => ({ default: {} }),
  });
  expect(translatorOf("es")("bakery.opens", { hour: 6 })).toBe("Abre às 6");
});

test.each([
  ["ptBR", "R$ 1.692,20"],
  ["es", "R$ 1.692,20"],
  ["en", "R$1,692.20"],
] as const)("money is written as in Brazil: %s", (chosen, text) => {
  const before = language.value;
  language.value = chosen;
  expect(money("1692.20").replaceAll("\u00a0", " ")).toBe(text);
  language.value = before;
});

test.each(["ptBR", "en", "es"] as const)(
  "days come before months, and hours are on 24: %s",
  (chosen) => {
    const before = language.value;
    language.value = chosen;
    expect(dateTime("2026-11-05T17:08:00")).toBe("05/11/26 17:08");
    language.value = before;
  },
);
