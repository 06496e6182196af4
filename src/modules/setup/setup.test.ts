import { expect } from "bun:test";
import { box, emailOf, minute, password, refusal, test, world } from "../../testing/world.ts";
import { identities, sessions } from "../identities/table.ts";
import { companies } from "../companies/table.ts";
import { checkToken, claim, createToken } from "./setup.ts";

const owner = { name: "Rui", email: "dono@paoquente.com.br", password: "oito-letras", company: "Padaria Nova", queue: { name: "Balcão", color: "#0f766e" } };
const dead = { kind: "forbidden", reason: "ERR_SETUP_TOKEN" } as const;

/** A box that has no owner yet. */
function boxWithoutOwner() {
  const shop = world();
  shop.control.db.delete(identities).run();
  shop.control.db.delete(companies).run();
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
  for (let time = 0; time < 10; time++) expect(await refusal(() => checkToken(control, "wrong"))).toEqual(dead);
  expect(await refusal(() => checkToken(control, "wrong"))).toMatchObject({ kind: "busy", reason: "ERR_TOO_MANY_TRIES" });
  expect(await refusal(() => checkToken(control, token))).toBeUndefined();
});

test("the page creates owner, company and first queue, and signs in", async () => {
  const shop = await box(boxWithoutOwner());
  const token = createToken(shop.control);
  expect(await shop.stranger.get(`/setup?token=${token}`)).toMatchObject({ status: 200, body: { ok: true } });
  expect(await shop.stranger.post("/setup", { ...owner, token, password: "curta" })).toMatchObject({ status: 422, body: { fields: { password: "too_short" } } });
  const made = await shop.stranger.post("/setup", { ...owner, token });
  expect(made).toMatchObject({ status: 201, body: { user: { name: "Rui", profile: "admin", super: true, company: { name: "Padaria Nova" }, queues: [{ name: "Balcão" }] } } });
  expect(made.headers.get("set-cookie")).toStartWith("jrt=");
  expect(shop.control.db.select().from(sessions).all()).toHaveLength(1);
  expect(await shop.stranger.get(`/setup?token=${token}`)).toMatchObject({ status: 409, body: { error: "ERR_ALREADY_CLAIMED" } });
  expect(await shop.stranger.post("/setup", { ...owner, token })).toMatchObject({ status: 409 });
  expect(await refusal(() => createToken(shop.control))).toEqual({ kind: "conflict", reason: "ERR_ALREADY_CLAIMED" });
});

test("of two who claim the box at once one becomes its owner", async () => {
  const { stores, control } = boxWithoutOwner();
  const claims = await Promise.allSettled([claim(stores, owner), claim(stores, { ...owner, email: "rival@x.com.br" })]);
  expect(claims.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(control.db.select().from(identities).all()).toHaveLength(1);
  expect(control.db.select().from(companies).all()).toHaveLength(1);
});

test("an unclaimed box answers only the setup", async () => {
  const shop = await box(boxWithoutOwner());
  for (const path of ["/auth/me", "/tickets", "/setup-not", "/settings/setup"]) expect(await shop.stranger.get(path)).toMatchObject({ status: 503, body: { error: "ERR_SETUP_REQUIRED" } });
  expect(await shop.stranger.post("/auth/login", { email: emailOf("rui"), password })).toMatchObject({ status: 503 });
  for (const path of ["/", "/tickets", "/media/1/x/y", "/ws"]) expect((await fetch(shop.url + path)).status).toBe(503);
  expect((await fetch(`${shop.url}/healthz`)).status).toBe(200);
  expect(await shop.stranger.get("/setup?token=wrong")).toMatchObject({ status: 403, body: { error: "ERR_SETUP_TOKEN" } });
});
