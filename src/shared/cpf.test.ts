import { expect, test } from "bun:test";
import { isCpf } from "./cpf.ts";

test("a CPF has its check digits", () => {
  expect(["52998224725", "12345678909", "11144477735"].filter(isCpf)).toHaveLength(3);
  expect(
    ["52998224724", "12345678900", "00000000000", "5299822472", "529.982.247-25", ""].filter(isCpf),
  ).toEqual([]);
});
