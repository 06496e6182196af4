import { expect } from "bun:test";
import { password } from "../../testing/password.ts";
import {
  box,
  day,
  emailOf,
  idOf,
  minute,
  second,
  test,
  until,
  type Box,
} from "../../testing/world.ts";
import { byEmail } from "../identities/identities.ts";
import { digitsOf, stepAt } from "../identities/totp.ts";
import * as settings from "../settings/settings.ts";

const login = ({ stranger }: Box, more: object = {}) =>
  stranger.post("/auth/login", { email: emailOf("ana"), password, ...more });

/** The codes of an app that has read this secret. */
function app(letters: string, { clock }: Box) {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...letters]
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  const secret = Uint8Array.from(bits.match(/.{8}/g)!, (eight) => Number.parseInt(eight, 2));
  return (off = 0) => digitsOf(secret, stepAt(clock.now()) + off);
}

/** Ana, who turned on the second step a minute ago. */
async function shopWithSecondStep() {
  const shop = await box();
  const ana = shop.as("ana");
  const offered = await ana.post<{ secret: string; uri: string }>("/auth/totp", { password });
  const code = app(offered.body.secret, shop);
  const {
    body: { recoveryCodes },
  } = await ana.put<{ recoveryCodes: string[] }>("/auth/totp", { code: code() });
  shop.clock.pass(minute);
  return { shop, ana, code, recoveryCodes, offered: offered.body };
}

const actions = ({ db }: Box) =>
  db.sqlite
    .query<{ action: string; userId: number; details: string; address: string }, []>(
      "SELECT action, userId, details, address FROM audit ORDER BY id",
    )
    .all();

test("no code is asked for before a first code has been shown", async () => {
  const shop = await box();
  const ana = shop.as("ana");
  const { status, body } = await ana.post<{ secret: string; uri: string }>("/auth/totp", {
    password,
  });
  expect([status, body]).toEqual([
    200,
    {
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      uri: expect.stringMatching(/^otpauth:\/\/totp\//),
    },
  ]);
  expect(await login(shop)).toMatchObject({ status: 200, body: { user: { totp: false } } });
  expect(await ana.put("/auth/totp", { code: "000000" })).toMatchObject({
    status: 422,
    body: { error: "ERR_TOTP_INVALID", fields: { code: "wrong" } },
  });
  const on = await ana.put<{ recoveryCodes: string[] }>("/auth/totp", {
    code: app(body.secret, shop)(),
  });
  expect(on.status).toBe(200);
  expect([
    new Set(on.body.recoveryCodes).size,
    on.body.recoveryCodes.every((code) => /^([A-Z2-7]{4}-){2}[A-Z2-7]{4}$/.test(code)),
  ]).toEqual([10, true]);
  expect(await ana.get("/auth/me")).toMatchObject({ body: { totp: true } });
  for (const again of [
    await ana.post("/auth/totp", { password: "errada-errada" }),
    await ana.put("/auth/totp", { code: "000000" }),
  ])
    expect(again).toMatchObject({ status: 409, body: { error: "ERR_TOTP_ON" } });
});

test("turning it on takes the password, with few tries: an unattended screen is not enough", async () => {
  const shop = await box();
  const ana = shop.as("ana");
  expect(await ana.post("/auth/totp", {})).toMatchObject({
    status: 422,
    body: { fields: { password: "required" } },
  });
  expect(await ana.post("/auth/totp", { password: "" })).toMatchObject({
    status: 422,
    body: { fields: { password: "required" } },
  });
  for (let tries = 0; tries < 5; tries++)
    expect(await ana.post("/auth/totp", { password: "errada-errada" })).toMatchObject({
      status: 422,
      body: { fields: { password: "wrong" } },
    });
  expect(await ana.post("/auth/totp", { password })).toMatchObject({
    status: 429,
    body: { error: "ERR_TOO_MANY_TRIES" },
  });
  expect(shop.control.sqlite.query("SELECT * FROM totps").all()).toEqual([]);
  shop.clock.pass(second);
  expect(await ana.post("/auth/totp", { password })).toMatchObject({ status: 200 });
});

test("secret and recovery codes are not stored in plain text", async () => {
  const { shop, offered, recoveryCodes } = await shopWithSecondStep();
  const files = Buffer.concat([shop.control.sqlite.serialize(), shop.db.sqlite.serialize()]);
  for (const secret of [
    offered.secret,
    ...recoveryCodes,
    ...recoveryCodes.map((code) => code.replaceAll("-", "")),
  ])
    expect(files.includes(secret)).toBe(false);
});

test("signing in takes the code, and wrong passwords are answered as before", async () => {
  const { shop, code } = await shopWithSecondStep();
  expect(await login(shop)).toMatchObject({ status: 401, body: { error: "ERR_TOTP_REQUIRED" } });
  expect(await login(shop, { password: "errada-errada", code: code() })).toMatchObject({
    status: 401,
    body: { error: "ERR_INVALID_CREDENTIALS" },
  });
  expect(await login(shop, { code: "000000" })).toMatchObject({
    status: 401,
    body: { error: "ERR_TOTP_INVALID" },
  });
  const digits = code();
  const spaced = `${digits.slice(0, 3)} ${digits.slice(3)}`;
  expect(await login(shop, { code: spaced })).toMatchObject({
    status: 200,
    body: { user: { id: idOf.ana, totp: true } },
  });
  expect(await login(shop, { email: emailOf("caio") })).toMatchObject({ status: 200 });
});

test("a code counts once, and no earlier one after it", async () => {
  const { shop, code } = await shopWithSecondStep();
  expect(await login(shop, { code: code(1) })).toMatchObject({ status: 200 });
  for (const used of [code(1), code(), code(-1)])
    expect(await login(shop, { code: used })).toMatchObject({
      status: 401,
      body: { error: "ERR_TOTP_INVALID" },
    });
  shop.clock.pass(minute);
  expect(await login(shop, { code: code(-2) })).toMatchObject({ status: 401 });
  expect(await login(shop, { code: code() })).toMatchObject({ status: 200 });
});

test("after the clock was put back, codes of that time count, once", async () => {
  const { shop, code } = await shopWithSecondStep();
  expect(await login(shop, { code: code() })).toMatchObject({ status: 200 });
  shop.clock.pass(-day);
  expect(await login(shop, { code: code() })).toMatchObject({ status: 200 });
  for (const used of [code(), code(-1)])
    expect(await login(shop, { code: used })).toMatchObject({
      status: 401,
      body: { error: "ERR_TOTP_INVALID" },
    });
  shop.clock.pass(minute);
  expect(await login(shop, { code: code() })).toMatchObject({ status: 200 });
});

test("a recovery code counts once, however it is written", async () => {
  const {
    shop,
    recoveryCodes: [first, other],
  } = await shopWithSecondStep();
  expect(
    await login(shop, { code: ` ${first!.toLowerCase().replaceAll("-", " ")} ` }),
  ).toMatchObject({ status: 200 });
  expect(await login(shop, { code: first })).toMatchObject({
    status: 401,
    body: { error: "ERR_TOTP_INVALID" },
  });
  expect(await login(shop, { code: other })).toMatchObject({ status: 200 });
  expect(
    actions(shop)
      .filter(({ action }) => action === "recoveryUsed")
      .map(({ details }) => JSON.parse(details).left),
  ).toEqual([9, 8]);
});

test("who knows the password may try five codes, and then waits ever longer", async () => {
  const { shop, code } = await shopWithSecondStep();
  const wrong = () => login(shop, { code: "000000" });
  for (let tries = 0; tries < 5; tries++) expect(await wrong()).toMatchObject({ status: 401 });
  for (const seconds of [1, 2, 4, 8]) {
    expect(await login(shop, { code: code() })).toMatchObject({
      status: 429,
      body: { error: "ERR_TOO_MANY_TRIES", details: { seconds } },
    });
    shop.clock.pass(seconds * second);
    expect(await wrong()).toMatchObject({ status: 401 });
  }
  // A request without a code neither counts as a try nor clears the count.
  expect(await login(shop)).toMatchObject({ status: 401, body: { error: "ERR_TOTP_REQUIRED" } });
  expect(await login(shop, { code: code() })).toMatchObject({ status: 429 });
  shop.clock.pass(16 * second);
  expect(await login(shop, { code: code() })).toMatchObject({ status: 200 });
});

test("turning it off takes password and code", async () => {
  const { shop, ana, code, recoveryCodes } = await shopWithSecondStep();
  const off = (body: object) => ana.call("DELETE", "/auth/totp", body);
  expect(await off({ password: "errada-errada", code: code() })).toMatchObject({
    status: 422,
    body: { fields: { password: "wrong" } },
  });
  expect(await off({ password, code: "000000" })).toMatchObject({
    status: 422,
    body: { fields: { code: "wrong" } },
  });
  expect(await off({ password, code: recoveryCodes[0] })).toMatchObject({ status: 200 });
  expect(await off({ password, code: code() })).toMatchObject({
    status: 404,
    body: { error: "ERR_TOTP_OFF" },
  });
  expect(await login(shop)).toMatchObject({ status: 200, body: { user: { totp: false } } });
});

test("where the company requires it, users without it can only set it up", async () => {
  const shop = await box();
  const [ana, rui] = [shop.as("ana"), shop.as("rui")];
  const listener = await shop.listener(ana);
  await listener.ready();
  settings.write(shop.db, "requireTotp", "enabled");
  const setupRequired = { status: 403, body: { error: "ERR_TOTP_SETUP" } };
  for (const path of ["/tickets", "/settings", "/users", "/companies/listPlan/1", "/events"])
    expect(await ana.get(path)).toMatchObject(setupRequired);
  expect(await rui.put("/settings/requireTotp", { value: "disabled" })).toMatchObject(
    setupRequired,
  );
  expect(await ana.post("/messages/1", { body: "x".repeat(100_000) })).toMatchObject(setupRequired);
  shop.hub.check();
  expect(await listener.closed).toBe(4401);
  const late = await shop.listener(ana);
  expect(await late.closed).toBe(4401);

  for (const path of ["/auth/me", "/auth/sessions"])
    expect(await ana.get(path)).toMatchObject({ status: 200 });
  expect(await login(shop)).toMatchObject({ status: 200, body: { user: { totp: false } } });
  const {
    body: { secret },
  } = await ana.post<{ secret: string }>("/auth/totp", { password });
  expect(await ana.get("/tickets")).toMatchObject(setupRequired);
  await ana.put("/auth/totp", { code: app(secret, shop)() });
  expect(await ana.get("/tickets")).toMatchObject({ status: 200 });
  const back = await shop.listener(ana);
  await back.ready();
});

test("sign-ins and sign-outs are in the audit, with their addresses", async () => {
  const { shop, code } = await shopWithSecondStep();
  await login(shop, { password: "errada-errada" });
  await until(() => actions(shop).some(({ action }) => action === "signinFailed"));
  await login(shop, { code: "000000" });
  const {
    body: { token },
  } = await shop.stranger.post<{ token: string }>("/auth/login", {
    email: emailOf("ana"),
    password,
    code: code(),
  });
  await fetch(`${shop.url}/api/auth/logout`, {
    method: "DELETE",
    headers: { authorization: `Bearer ${token}` },
  });
  expect(actions(shop).map(({ action, userId, address }) => [action, userId, address])).toEqual(
    ["totpOn", "signinFailed", "signinFailed", "signin", "signout"].map((action) => [
      action,
      idOf.ana,
      "127.0.0.1",
    ]),
  );
  for (const secret of [password, "errada", code()])
    expect(JSON.stringify(actions(shop))).not.toContain(secret);
  expect(byEmail(shop.control, emailOf("ana"))).toBeDefined();
});
