import { afterEach, expect, test } from "bun:test";
import { brand } from "./brand.ts";
import { t } from "./text.ts";

const first = brand.peek();
afterEach(() => void (brand.value = first));

test("texts that say to talk to support name whom the owner of the box gave", () => {
  expect(t("errors.ERR_COMPANY_BLOCKED")).toBe(
    "O acesso da sua empresa está bloqueado. Entre em contato com o Suporte.",
  );
  brand.value = { ...first, contact: "Zefa, (11) 98888-0001" };
  expect(t("errors.ERR_COMPANY_BLOCKED")).toBe(
    "O acesso da sua empresa está bloqueado. Entre em contato com o Suporte (Zefa, (11) 98888-0001).",
  );
});
