import { expect, test } from "bun:test";
import { z } from "zod";
import { arrayOf, email, line, name, phone, text, verbatim, webAddress } from "./fields.ts";

const codes = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message);

const invisible = [
  "",
  "   ",
  "\n\t",
  "\u200b\u200c\u200d",
  "\u2800",
  "\u3164",
  "\u115f\u1160\uffa0",
  "\u200e\u200f\u202a\u202e",
  "\u2066\u2069",
  "\ufe0f",
  "\u{e0100}",
  "\u{e0041}\u{e007f}",
  "\u00ad",
  "\ufeff",
  "\u034f",
  "\u180e",
  "\u2060\u2064",
  "\u00a0\u3000",
  "\u0000\u0007",
];

test("a text of which nothing can be seen is empty, everywhere", () => {
  for (const blank of invisible) {
    const codes = [...blank].map((character) => character.codePointAt(0)!.toString(16)).join(" ");
    for (const schema of [text(40), verbatim(40), line(40), webAddress])
      expect([codes, schema.parse(blank)]).toEqual([codes, ""]);
    for (const schema of [text(40, 2), line(40, 2), name])
      expect([codes, schema.safeParse(blank).success]).toEqual([codes, false]);
  }
});

test("what can be seen stays as it was written", () => {
  for (const visible of ["Ana", "👩‍👩‍👧", "❤️", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", ".", "é", "한", "ㅤAna"])
    expect(verbatim(40).parse(`${visible}\n`)).toBe(`${visible}\n`);
  expect([text(40).parse("  Pão\n\nquente "), line(40).parse(" Pão\u202e\u200b quente ")]).toEqual([
    "Pão\n\nquente",
    "Pão quente",
  ]);
});

test("a web address with a line break, a tab or a control character is refused", () => {
  for (const between of ["\r\n", "\n", "\r", "\t", "\u0000", "\u007f", "\u0085"])
    for (const address of [
      `https://exemplo.com.br/${between}x-evil: 1`,
      `https://exemplo${between}.com.br/`,
      `ht${between}tps://exemplo.com.br/`,
      `https:${between}//exemplo.com.br/`,
    ])
      expect([address, codes(webAddress, address)]).toEqual([address, ["invalid"]]);
  expect(webAddress.parse(" https://exemplo.com.br/a b ")).toBe("https://exemplo.com.br/a b");
});

test("what is too long says only that", () => {
  const long = "ü.@".repeat(100_000);
  for (const schema of [text(40, 2), verbatim(40), line(40, 2), name, email, phone, webAddress])
    expect(codes(schema, long)).toHaveLength(1);
  const many = arrayOf(
    z.number().refine(() => {
      throw new Error("looked at");
    }),
    3,
  );
  expect(codes(many, Array(4).fill(1))).toHaveLength(1);
  expect(() => many.safeParse([1])).toThrow("looked at");
});
