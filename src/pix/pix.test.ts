import { describe, expect, test } from "bun:test";
import { readPixCode } from "../testing/pix-reader.ts";
import { crc16, isPixCode, phoneKey, pixCode, pixKey } from "./pix.ts";

// The codes that the central bank's manuals print: of a fixed key, of a charge at an address, and
// of the BR Code manual.
const printed = [
  "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D",
  "00020101021226700014br.gov.bcb.pix2548pix.example.com/8b3da2f39a4140d1a91abd93113bd4415204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***630464E4",
];

const charge = { key: "52998224725", name: "Padaria", city: "Santos" };

/** The longest part of an address that a key of 77 characters has before this shop's. */
const longestName = "a".repeat(77 - "@paoquente.com.br".length);

test("the manual's own codes have the checksum that they print", () => {
  for (const code of printed) expect(crc16(code.slice(0, -4))).toBe(code.slice(-4));
  // The check value by which this CRC is known.
  expect(crc16("123456789")).toBe("29B1");
});

test("the manual's own code comes out to the letter", () => {
  expect(
    pixCode({
      key: "123e4567-e12b-12d1-a456-426655440000",
      name: "Fulano de Tal",
      city: "BRASILIA",
    }),
  ).toBe(printed[0]!);
});

test("a code with all that it may say, taken apart by another reader", () => {
  const code = pixCode({
    key: "contato@paoquente.com.br",
    name: "Padaria Pão Quente & Irmãos Ltda",
    city: "São José dos Campos",
    amount: 123_456,
    txid: "ORC-12",
    description: "Orçamento nº 12",
  });
  expect(readPixCode(code)).toEqual({
    "00": "01",
    "26": { "00": "br.gov.bcb.pix", "01": "contato@paoquente.com.br", "02": "Orcamento no 12" },
    "52": "0000",
    "53": "986",
    "54": "1234.56",
    "58": "BR",
    "59": "Padaria Pao Quente & Irma",
    "60": "Sao Jose dos Ca",
    "62": { "05": "ORC12" },
  });
});

test("nothing is longer than its field, whatever it is called", () => {
  const long = "Ç".repeat(300);
  for (const key of ["529.982.247-25", `${"a".repeat(60)}@paoquente.com.br`]) {
    const parts = readPixCode(
      pixCode({
        key,
        name: long,
        city: long,
        amount: 1,
        txid: long + "x".repeat(99),
        description: long,
      }),
    );
    expect(parts["59"]).toBe("C".repeat(25));
    expect(parts["60"]).toBe("C".repeat(15));
    expect(parts["54"]).toBe("0.01");
    expect(parts["62"]).toEqual({ "05": "x".repeat(25) });
  }
  expect(
    readPixCode(pixCode({ key: "52998224725", name: "🥖", city: "", txid: "🥖" })),
  ).toMatchObject({ "59": "N", "60": "N", "62": { "05": "***" } });
});

test("a description fills what its field has left, and no more", () => {
  const code = pixCode({ ...charge, description: "x".repeat(99) });
  // 99 characters without the bank's name (18), the key (15) and the description's own head (4).
  expect(readPixCode(code)["26"]).toMatchObject({ "02": "x".repeat(62) });
});

test("a code is known as one, whoever made it; what only speaks of one is not", () => {
  expect(
    [...printed, ` ${pixCode({ key: "52998224725", name: "Padaria", city: "Santos" })}\n`].map(
      isPixCode,
    ),
  ).toEqual([true, true, true]);
  expect(
    ["Segue o Pix", "000201", `Segue o código: ${printed[0]}`, `${printed[0]} obrigada`, ""].map(
      isPixCode,
    ),
  ).toEqual([false, false, false, false, false]);
});

test("what is no key and no amount gives no code", () => {
  expect(() => pixCode({ ...charge, key: "pão quente" })).toThrow(RangeError);
  for (const amount of [0, -1, 0.5, Number.NaN, 1_000_000_000_000, 1e15])
    expect(() => pixCode({ ...charge, amount })).toThrow(RangeError);
  // Thirteen characters are the most that the field holds.
  expect(readPixCode(pixCode({ ...charge, amount: 999_999_999_999 }))["54"]).toBe("9999999999.99");
});

describe("keys however they are typed", () => {
  test.each([
    ["529.982.247-25", "cpf", "52998224725"],
    ["11.222.333/0001-81", "cnpj", "11222333000181"],
    ["12.abc.345/01de-35", "cnpj", "12ABC34501DE35"],
    ["+55 (11) 98888-0001", "phone", "+5511988880001"],
    ["+5511988880001", "phone", "+5511988880001"],
    ["+55 (11) 3333-0001", "phone", "+551133330001"],
    // Eleven bare digits are a CPF in the directory, also where a number could look so.
    ["11987654374", "cpf", "11987654374"],
    [" Contato@PaoQuente.com.br ", "email", "contato@paoquente.com.br"],
    [`${longestName}@paoquente.com.br`, "email", `${longestName}@paoquente.com.br`],
    ["123E4567-E12B-12D1-A456-426655440000", "random", "123e4567-e12b-12d1-a456-426655440000"],
  ] as const)("%s", (typed, kind, value) => {
    expect(pixKey(typed)).toEqual({ kind, value });
  });

  test.each([
    "",
    "pão",
    "52998224724",
    "11222333000180",
    "a@b",
    "a b@c.de",
    `${longestName}a@paoquente.com.br`,
    "123e4567e12b12d1a456426655440000",
    "+1 555 123 4567",
    "1",
    "119.876.543-29",
    "119876543-29",
    "+55 119.876.543-29",
    "11987654329",
    "11 98888-0001",
    "5511988880001",
    "(11) 3333-0001",
    // Right check digits, but written as a phone.
    "11 98765-4374",
    "(11) 98765-4374",
    "1.1.222.333/0001-81",
  ])("%p is none", (typed) => {
    expect(pixKey(typed)).toBeUndefined();
  });
});

test("a text that may be a phone without its +55 is offered as one, unless it is written as a CPF", () => {
  expect(
    [
      "11 98888-0001",
      "5511988880001",
      "11987654329",
      "(11) 3333-0001",
      "119.876.543-29",
      "10988880001",
      "1198888000",
      "119888800011",
    ].map(phoneKey),
  ).toEqual([
    "+5511988880001",
    "+5511988880001",
    "+5511987654329",
    "+551133330001",
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
