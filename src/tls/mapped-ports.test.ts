import { expect, test } from "bun:test";
import { readEnv } from "../env.ts";
import { addedNames, addressOf, outsidePort, plainAddress, trustAddress } from "./mode.ts";
import { refusePlain } from "./plain-door.ts";

const behind = (publicUrl: string, settings: { tls?: "local" } = { tls: "local" }) =>
  readEnv({ data: "data", host: "0.0.0.0", publicUrl, ...settings }, {});

test("behind mapped ports the address from outside counts everywhere", () => {
  const env = behind("https://balcao.loja.lan");
  expect([
    addressOf(env),
    plainAddress(env),
    trustAddress(env, "/setup"),
    outsidePort(env),
  ]).toEqual([
    "https://balcao.loja.lan",
    "http://balcao.loja.lan",
    "http://balcao.loja.lan/trust#/setup",
    443,
  ]);
  expect(addedNames(env)).toEqual(["balcao.loja.lan"]);
});

test("a port of its own for https leaves plain http at the box's port", () => {
  const env = behind("https://balcao.loja.lan:9443");
  expect([addressOf(env), plainAddress(env), outsidePort(env)]).toEqual([
    "https://balcao.loja.lan:9443",
    "http://balcao.loja.lan:8080",
    9443,
  ]);
});

test("without a certificate of its own the box believes its proxy", () => {
  const env = behind("https://balcao.exemplo.com", {});
  expect([outsidePort(env), addedNames(env), trustAddress(env)]).toEqual([8443, [], undefined]);
});

test("people and programs are sent to the port from outside", () => {
  const env = behind("https://balcao.loja.lan");
  const tls = {
    mode: "local" as const,
    port: outsidePort(env),
    plainAddress: plainAddress(env),
    authority: () => undefined,
  };
  const request = new Request("http://localhost/orders?page=2", {
    headers: { host: "balcao.loja.lan" },
  });
  const answer = refusePlain(tls, { request, set: { headers: {} } } as never, () => "172.30.0.1");
  expect(answer?.headers.get("location")).toBe("https://balcao.loja.lan/orders?page=2");
});
