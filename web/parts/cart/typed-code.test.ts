import { expect, test } from "bun:test";
import { codeIn } from "./typed-code.ts";

test("a code at the end of typed digits is no amount", () => {
  expect(codeIn("7891000100103")).toEqual({ amount: "", code: "7891000100103" });
  expect(codeIn("27891000100103")).toEqual({ amount: "2", code: "7891000100103" });
  expect(codeIn("96385074")).toEqual({ amount: "", code: "96385074" });
  expect(codeIn("7891000100104")).toBeNull();
  expect(codeIn("999999")).toBeNull();
  expect(codeIn("12345677891000100103")).toBeNull();
});
