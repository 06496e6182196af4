import { expect } from "bun:test";
import { refusal, test } from "../../testing/world.ts";
import { originOf, refuseMoved } from "./secrets.ts";

test("an address is known by its scheme, host and port", () => {
  const same = [
    ["https://a.com/x", "https://A.com:443/y?z"],
    ["a.com", "https://a.com"],
    ["", ""],
  ] as const;
  for (const [one, other] of same) expect([one, originOf(one)]).toEqual([one, originOf(other)]);
  const others = ["http://a.com", "https://a.com:8443", "https://a.com.br", "https://b.a.com", ""];
  expect(others.filter((other) => originOf(other) === originOf("https://a.com"))).toEqual([]);
});

test("a stored secret is typed again with another address, and with the next one after none", async () => {
  const asks = (from: string, to: string, typed = {}) =>
    refusal(() => refuseMoved([from, to], { key: true, other: false }, typed));
  expect(await asks("a", "b")).toMatchObject({ kind: "invalid", fields: { key: "again" } });
  expect(await asks("", "b")).toMatchObject({ fields: { key: "again" } });
  expect([await asks("a", "a"), await asks("a", ""), await asks("a", "b", { key: "" })]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
