import { expect, test } from "bun:test";
import { cnpjOf, cnpjText, isCnpj } from "./cnpj.ts";

// 12.ABC.345/01DE-35 is the example of the tax office for the form with letters.
test.each([
  "12.ABC.345/01DE-35",
  "12abc34501de35",
  "00.000.000/0001-91",
  "11222333000181",
  " 11.444.777/0001-61 ",
  // A first or a second check digit of 0, with a rest of 0 and of 1.
  "11222338000104",
  "11222347000103",
  "11222335000170",
  "11222337000160",
])("%p is a CNPJ", (typed) => {
  expect(isCnpj(cnpjOf(typed))).toBe(true);
});

test.each([
  "",
  "12.ABC.345/01DE-34",
  "12ABC34501DE3A",
  "00000000000000",
  "11111111111111",
  "1122233300018",
  "112223330001811",
  "11222333000182",
  "ÀÀABC34501DE35",
])("%p is none", (typed) => {
  expect(isCnpj(cnpjOf(typed))).toBe(false);
});

test("it is written with its marks while one types", () => {
  expect(
    [
      "",
      "1",
      "12",
      "12a",
      "12abc345",
      "12abc34501",
      "12abc34501de",
      "12abc34501de35",
      "12.ABC.345/01DE-35",
      "12abc34501de3599",
    ].map(cnpjText),
  ).toEqual([
    "",
    "1",
    "12",
    "12.A",
    "12.ABC.345",
    "12.ABC.345/01",
    "12.ABC.345/01DE",
    "12.ABC.345/01DE-35",
    "12.ABC.345/01DE-35",
    "12.ABC.345/01DE-35",
  ]);
});
