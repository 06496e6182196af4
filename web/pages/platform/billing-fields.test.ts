import { expect, test } from "bun:test";
import { fieldsOf } from "./billing-fields.ts";

test("whom a Pix key pays is asked with the key, and is not optional then", () => {
  const requiredFields = (pixKey: string) =>
    fieldsOf({ gateway: "pix", pixKey }, { hasClientSecret: false, hasCertificate: false }).map(
      ({ name, required }) => [name, required ?? false],
    );
  expect(requiredFields("")).toEqual([
    ["gateway", true],
    ["pixKey", false],
  ]);
  expect(requiredFields("contato@balcao.com.br")).toEqual([
    ["gateway", true],
    ["pixKey", false],
    ["merchantName", true],
    ["merchantCity", true],
  ]);
});
