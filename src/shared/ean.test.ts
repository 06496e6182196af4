import { expect, test } from "bun:test";
import { eanForms, eanKey, isEan } from "./ean.ts";

test("all forms of an EAN have one key", () => {
  expect(eanForms("0070847009511")).toEqual([
    "70847009511",
    "070847009511",
    "0070847009511",
    "00070847009511",
  ]);
  expect(new Set(eanForms("70847009511").map(eanKey)).size).toBe(1);
  expect([eanForms("0").length, eanForms("10070847009511"), eanForms("P-1")]).toEqual([
    14,
    ["10070847009511"],
    ["P-1"],
  ]);
  expect(eanKey("70847009511")).toBe("00070847009511");
  expect([eanKey("123456789012345"), eanKey("P1")]).toEqual(["123456789012345", "P1"]);
});

test("an EAN has its check digit", () => {
  for (const good of ["7891000100103", "070847009511", "96385074", "17891000100100"])
    expect([good, isEan(good)]).toEqual([good, true]);
  for (const bad of ["7891000100104", "789100010010", "12345", "123456789", "7891000100103x", ""])
    expect([bad, isEan(bad)]).toEqual([bad, false]);
});
