import { expect, test } from "bun:test";
import { fieldsOf } from "./billing-fields.ts";

test("whom a Pix key pays is asked with the key, and is not optional then", () => {
  const asked = (pixKey: string) =>
    fieldsOf({ gateway: "pix", pixKey }, { hasClientSecret: false, hasCertificate: false }).map(
      ({ name, required }) => [name, required ?? false],
    );
  expect(asked("")).toEqual([
    ["gateway", true],
    ["pixKey", false],
  ]);
  expect(asked("contato@balcao.com.br")).toEqual([
    ["gateway", true],
    ["pixKey", false],
    ["merchantName", true],
    ["merchantCity", true],
  ]);
});
