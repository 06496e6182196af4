import { expect, test } from "bun:test";
import { cartText, codeIn, companyOfCode, newCartCode } from "./shop.ts";

test("a code names its company, and a message names the code", () => {
  for (const company of [1, 31, 32, 99_999]) {
    const code = newCartCode(company);
    expect(companyOfCode(code)).toBe(company);
    expect(codeIn(cartText(code))).toBe(code);
    expect(codeIn(`bom dia, ${cartText(code).toLowerCase()} por favor`)).toBe(code);
  }
  expect(new Set(Array.from({ length: 1000 }, () => newCartCode(1))).size).toBe(1000);
});

test("other texts name no code", () => {
  const code = newCartCode(7);
  for (const text of ["", code, `pedido ${code}X`, `pedido ${code.slice(0, -1)}`, "pedido 7-ABCD"])
    expect(codeIn(text)).toBeUndefined();
  for (const text of ["", "0-23456789", "1-2345678", "1-ILO01234", "Z-23456789", "-23456789"])
    expect(companyOfCode(text)).toBeUndefined();
});
