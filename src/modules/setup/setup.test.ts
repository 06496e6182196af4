import { expect } from "bun:test";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { password } from "../../testing/password.ts";
import { box, caller, emailOf, folder, minute, refusal, test, world } from "../../testing/world.ts";
import { identities, sessions } from "../identities/table.ts";
import type { Guide } from "../../shared/guide.ts";
import { companies } from "../companies/table.ts";
import { takeProvision } from "./provision.ts";
import { checkToken, claim, createToken } from "./setup.ts";

const owner = {
  name: "Rui",
  email: "dono@paoquente.com.br",
  password: "oito-letras",
  company: "Padaria Nova",
  queue: { name: "Balcão", color: "#0f766e" },
};
const dead = { kind: "forbidden", reason: "ERR_SETUP_TOKEN" } as const;

/** A box that has no owner yet. */
function boxWithoutOwner() {
  const shop = world();
  shop.control.delete(identities).run();
  shop.control.delete(companies).run();
  return shop;
}

test("a link is valid for half an hour, and the next one replaces it", async () => {
  const { control, clock } = boxWithoutOwner();
  const first = createToken(control);
  expect(await refusal(() => checkToken(control, first))).toBeUndefined();
  const next = createToken(control);
  expect(await refusal(() => checkToken(control, first))).toEqual(dead);
  clock.pass(30 * minute - 1);
  expect(await refusal(() => checkToken(control, next))).toBeUndefined();
  clock.pass(1);
  expect(await refusal(() => checkToken(control, next))).toEqual(dead);
  expect(JSON.stringify(control.sqlite.query("SELECT * FROM instance").all())).not.toContain(next);
});

test("wrong links are counted, the right one works", async () => {
  const { control } = boxWithoutOwner();
  const token = createToken(control);
  for (let time = 0; time < 10; time++)
    expect(await refusal(() => checkToken(control, "wrong"))).toEqual(dead);
  expect(await refusal(() => checkToken(control, "wrong"))).toMatchObject({
    kind: "busy",
    reason: "ERR_TOO_MANY_TRIES",
  });
  expect(await refusal(() => checkToken(control, token))).toBeUndefined();
});

test("the page creates owner, company and first queue, and signs in", async () => {
  const shop = await box(boxWithoutOwner());
  const token = createToken(shop.control);
  expect(await shop.stranger.get(`/setup?token=${token}`)).toMatchObject({
    status: 200,
    body: { ok: true },
  });
  expect(await shop.stranger.post("/setup", { ...owner, token, password: "curta" })).toMatchObject({
    status: 422,
    body: { fields: { password: "too_short" } },
  });
  const made = await shop.stranger.post("/setup", { ...owner, token });
  expect(made).toMatchObject({
    status: 201,
    body: {
      user: {
        name: "Rui",
        profile: "admin",
        super: true,
        company: { name: "Padaria Nova" },
        queues: [{ name: "Balcão" }],
      },
    },
  });
  expect(made.headers.get("set-cookie")).toStartWith("jrt=");
  expect(shop.control.select().from(sessions).all()).toHaveLength(1);
  expect(await shop.stranger.get(`/setup?token=${token}`)).toMatchObject({
    status: 409,
    body: { error: "ERR_ALREADY_CLAIMED" },
  });
  expect(await shop.stranger.post("/setup", { ...owner, token })).toMatchObject({ status: 409 });
  expect(await refusal(() => createToken(shop.control))).toEqual({
    kind: "conflict",
    reason: "ERR_ALREADY_CLAIMED",
  });
});

test("a new company can sell at once: its orders have states, and there is a way of paying of each kind", async () => {
  const { dbs } = boxWithoutOwner();
  const { companyId } = await claim(dbs, owner);
  const { sqlite } = dbs.open(companyId);
  expect(
    sqlite.query("SELECT code, name, isCancelled FROM orderStatus ORDER BY code").values(),
  ).toEqual([
    [1, "Pendente", 0],
    [2, "Em preparo", 0],
    [3, "Saiu para entrega", 0],
    [4, "Entregue", 0],
    [5, "Cancelado", 1],
  ]);
  expect(sqlite.query("SELECT name, typePaymentId FROM payments ORDER BY id").values()).toEqual([
    ["Dinheiro", 1],
    ["Pix", 2],
    ["Cartão de crédito", 3],
    ["Cartão de débito", 4],
  ]);
});

test("of two who claim the box at once one becomes its owner", async () => {
  const { dbs, control } = boxWithoutOwner();
  const claims = await Promise.allSettled([
    claim(dbs, owner),
    claim(dbs, { ...owner, email: "rival@x.com.br" }),
  ]);
  expect(claims.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(control.select().from(identities).all()).toHaveLength(1);
  expect(control.select().from(companies).all()).toHaveLength(1);
});

test("an unclaimed box answers only the setup, and what it looks like", async () => {
  const shop = await box(boxWithoutOwner());
  for (const path of ["/auth/me", "/tickets", "/setup-not", "/settings/setup"])
    expect(await shop.stranger.get(path)).toMatchObject({
      status: 503,
      body: { error: "ERR_SETUP_REQUIRED" },
    });
  expect(
    await shop.stranger.post("/auth/login", { email: emailOf("rui"), password }),
  ).toMatchObject({ status: 503 });
  for (const path of ["/", "/tickets", "/media/1/x/y", "/ws"])
    expect((await fetch(shop.url + path)).status).toBe(503);
  expect((await fetch(`${shop.url}/healthz`)).status).toBe(200);
  expect(await shop.stranger.get("/landing")).toMatchObject({
    status: 200,
    body: { landing: false, signUp: false },
  });
  expect(await shop.stranger.get("/setup?token=wrong")).toMatchObject({
    status: 403,
    body: { error: "ERR_SETUP_TOKEN" },
  });
});

test("who claims by the page is offered a guide until it is done or dismissed, and nobody else is", async () => {
  const shop = await box(boxWithoutOwner());
  const { name, email, password } = owner;
  const { token } = (
    await shop.stranger.post<{ token: string }>("/setup", {
      name,
      email,
      password,
      token: createToken(shop.control),
    })
  ).body;
  const rui = caller(shop.url, token);
  const nothing = {
    company: false,
    address: false,
    line: false,
    queue: false,
    copies: false,
    message: false,
  };
  expect((await rui.get<Guide>("/setup/guide")).body).toEqual({ steps: nothing, isOpen: true });
  expect((await rui.put<Guide>("/setup/guide", { done: "queue" })).body).toEqual({
    steps: { ...nothing, queue: true },
    isOpen: true,
  });
  const { id } = (
    await rui.post<{ id: number }>("/whatsapp", {
      name: "Treino",
      provider: "practice",
      queueIds: [],
    })
  ).body;
  await rui.post(`/practice/${id}/scan`);
  await rui.post(`/practice/${id}/messages`, { from: "5511988880009", body: "Oi" });
  expect((await rui.get<Guide>("/setup/guide")).body).toEqual({
    steps: { ...nothing, queue: true, line: true, message: true },
    isOpen: true,
  });
  expect((await rui.put<Guide>("/setup/guide", { done: "hours" })).status).toBe(422);
  expect((await rui.put<Guide>("/setup/guide", { dismissed: true })).body).toMatchObject({
    isOpen: false,
  });

  const other = await box();
  other.control.sqlite.run("UPDATE identities SET super = 1 WHERE companyId = 1 AND userId = 1");
  expect((await other.as("rui").get("/setup/guide")).body).toMatchObject({ isOpen: false });
});

test("what a reseller lays beside the data is taken over once, before there is an owner", async () => {
  const { dbs, control } = boxWithoutOwner();
  const data = folder();
  const path = join(data, "provision.toml");
  takeProvision(control, data);
  writeFileSync(
    path,
    'company = "Padaria Sol"\nlocale = "es"\nupdate_channel = "beta"\n[brand]\nname = "Sol Atende"\ncolor = "green"\n[plan]\nuseCampaigns = false\n',
  );
  takeProvision(control, data);
  expect([existsSync(path), existsSync(`${path}.applied`)]).toEqual([false, true]);
  const { name, email, password } = owner;
  await claim(dbs, { name, email, password });
  expect(control.select().from(companies).all()).toMatchObject([{ name: "Padaria Sol" }]);
  expect(control.sqlite.query("SELECT key, value FROM boxSettings ORDER BY key").values()).toEqual([
    ["boxColor", '"green"'],
    ["boxName", '"Sol Atende"'],
    ["language", '"es"'],
  ]);
  expect(
    control.sqlite.query("SELECT useCampaigns, useKanban FROM plans WHERE id = 1").values(),
  ).toEqual([[0, 1]]);
  writeFileSync(path, "");
  expect(() => takeProvision(control, data)).toThrow("has an owner already");

  const fresh = boxWithoutOwner();
  for (const [wrong, reason] of [
    ['company = "x"\n', "company"],
    ['compani = "Padaria"\n', "compani"],
    ["[plan]\nuseMagic = true\n", "plan"],
    ['locale = "fr"\n', "locale"],
  ] as const) {
    writeFileSync(path, wrong);
    expect(() => takeProvision(fresh.control, data)).toThrow(reason);
  }
  expect(existsSync(path)).toBe(true);
});
