import { expect } from "bun:test";
import { password } from "../../testing/password.ts";
import {
  atendimento,
  box,
  day,
  emailOf,
  encomendas,
  hour,
  idOf,
  minute,
  refusal,
  second,
  test,
  until,
  world,
  type Box,
} from "../../testing/world.ts";
import { byEmail } from "../identities/identities.ts";
import { isKnownAddress, start } from "../identities/sessions.ts";
import * as throttle from "../identities/throttle.ts";
import * as settings from "../settings/settings.ts";

const credentials = { email: emailOf("ana"), password };
const login = ({ stranger }: Box, more: object = {}) =>
  stranger.post<{ token: string; user: { id: number } }>("/auth/login", {
    ...credentials,
    ...more,
  });
const cookieOf = ({ headers }: { headers: Headers }) => headers.get("set-cookie") ?? "";
const jrt = (cookie: string) => cookie.split(";")[0]!;
const refresh = ({ stranger }: Box, cookie: string) =>
  stranger.call<{ token: string; error?: string }>("POST", "/auth/refresh_token", undefined, {
    cookie,
  });
const as = ({ url }: Box, token: string) =>
  fetch(`${url}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } });

test("signing in returns the profile, and sets a cookie that no script can read", async () => {
  const shop = await box();
  const answer = await login(shop, { email: "  ANA@paoquente.com.br " });
  expect(answer).toMatchObject({
    status: 200,
    body: {
      user: {
        id: idOf.ana,
        name: "Ana",
        profile: "user",
        super: false,
        companyId: 1,
        allTicket: "desabled",
        queueIds: [atendimento],
        company: {
          id: 1,
          name: "Padaria Pão Quente",
          dueDate: "2999-12-31",
          trialExpiration: "2999-12-31",
          timezone: "America/Sao_Paulo",
        },
      },
    },
  });
  expect(cookieOf(answer)).toMatch(
    /^jrt=[\w.-]{80}; Path=\/api\/auth; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
  );
  expect(JSON.stringify(answer.body)).not.toContain("argon2");
  expect(await (await as(shop, answer.body.token)).json()).toMatchObject({ id: idOf.ana });
});

test("a socket goes on from the event that the profile names: nothing is missed, and nothing told before it comes again", async () => {
  const shop = await box();
  const tag = (name: string) => shop.as("rui").post("/tags", { name, color: "#7c3aed" });
  await tag("Antes");
  const { token } = (await login(shop)).body;
  const { seq } = (await (await as(shop, token)).json()) as { seq: number };
  await tag("Entretanto");
  const ana = await shop.listener({ token }, seq);
  await ana.receives(({ event }) => event === "tag");
  expect(
    ana.frames.flatMap(({ event, tag }) =>
      event === "tag" ? [(tag as { name: string }).name] : event === "reset" ? [event] : [],
    ),
  ).toEqual(["Entretanto"]);
});

test("a wrong e-mail and a wrong password give the same answer", async () => {
  const shop = await box();
  const [wrong, nobody] = await Promise.all([
    login(shop, { password: "errada-errada" }),
    login(shop, { email: "ninguem@paoquente.com.br" }),
  ]);
  expect(wrong).toMatchObject({ status: 401, body: { error: "ERR_INVALID_CREDENTIALS" } });
  expect(cookieOf(wrong)).toBe("");
  expect({ ...nobody.body, requestId: "" } as object).toEqual({ ...wrong.body, requestId: "" });
});

test("after too many wrong tries even the right password has to wait", async () => {
  const shop = await box();
  const tries = await Promise.all(
    Array.from({ length: 8 }, () => login(shop, { password: "errada-errada" })),
  );
  expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    401, 401, 401, 401, 401, 429, 429, 429,
  ]);
  expect(await login(shop)).toMatchObject({
    status: 429,
    body: { error: "ERR_TOO_MANY_TRIES", details: { seconds: 1 } },
  });
  shop.clock.pass(second);
  expect(await login(shop)).toMatchObject({ status: 200 });
});

test("others' wrong tries don't shut one out from an address where one signed in before", async () => {
  const shop = await box();
  await login(shop);
  // All requests of the test come from one address: others' tries are counted directly.
  const { control } = shop;
  for (let tries = 0; tries < 8; tries++) {
    try {
      throttle.spend(control, throttle.account(credentials.email));
    } catch {}
  }
  expect(await login(shop)).toMatchObject({ status: 200 });
});

test("wrong tries from one address don't shut out those who are known there", async () => {
  const shop = await box();
  const { token } = (await login(shop)).body;
  await fetch(`${shop.url}/api/auth/logout`, {
    method: "DELETE",
    headers: { authorization: `Bearer ${token}` },
  });
  const strangersTry = async () => {
    for (let tries = 0; tries < 40; tries++)
      await refusal(() =>
        throttle.spend(
          shop.control,
          throttle.account(`ninguem${tries}@paoquente.com.br`),
          throttle.address("127.0.0.1"),
        ),
      );
  };
  await strangersTry();
  expect(await login(shop, { email: emailOf("caio") })).toMatchObject({ status: 429 });
  expect(await login(shop)).toMatchObject({ status: 200 });
  expect(await login(shop, { password: "errada-errada" })).toMatchObject({ status: 401 });
  expect(await login(shop)).toMatchObject({ status: 200 });
  // An address counts as known for a limited time.
  shop.clock.pass(91 * day);
  await strangersTry();
  expect(await login(shop)).toMatchObject({ status: 429 });
});

test("the last twenty addresses of each identity are remembered", () => {
  const { control, clock } = world();
  const { id } = byEmail(control, credentials.email)!;
  for (let last = 1; last <= 25; last++) {
    clock.pass(second);
    start(control, byEmail(control, credentials.email)!, "", `10.0.0.${last}`);
  }
  start(control, byEmail(control, credentials.email)!, "", "2001:db8:1:2:3::4");
  expect([5, 7, 25].map((last) => isKnownAddress(control, id, `10.0.0.${last}`))).toEqual([
    false,
    true,
    true,
  ]);
  expect([
    isKnownAddress(control, id, "2001:db8:1:2:ffff::1"),
    isKnownAddress(control, id, "2001:db8:1:3::1"),
  ]).toEqual([true, false]);
  expect(control.sqlite.query("SELECT count(*) AS count FROM knownAddresses").get()).toEqual({
    count: 20,
  });
});

test("an access token lasts a quarter of an hour, and is refreshed by the cookie", async () => {
  const shop = await box();
  const first = await login(shop);
  shop.clock.pass(15 * minute);
  expect(await (await as(shop, first.body.token)).json()).toMatchObject({
    error: "ERR_SESSION_EXPIRED",
  });
  const next = await refresh(shop, jrt(cookieOf(first)));
  expect(next.status).toBe(200);
  expect((await as(shop, next.body.token)).status).toBe(200);
  expect(jrt(cookieOf(next))).not.toBe(jrt(cookieOf(first)));

  shop.clock.pass(minute);
  const stolen = await refresh(shop, jrt(cookieOf(first)));
  expect(stolen).toMatchObject({ status: 401, body: { error: "ERR_SESSION_EXPIRED" } });
  expect(cookieOf(stolen)).toStartWith("jrt=; Path=/api/auth; Max-Age=0");
  expect((await as(shop, next.body.token)).status).toBe(401);
});

test("without a cookie there is nothing to refresh", async () => {
  const shop = await box();
  for (const cookie of ["", "jrt=", "jrt=nonsense", "other=1"])
    expect(await refresh(shop, cookie)).toMatchObject({
      status: 401,
      body: { error: "ERR_SESSION_EXPIRED" },
    });
});

test("signing out ends the session", async () => {
  const shop = await box();
  const {
    body: { token },
    ...rest
  } = await login(shop);
  const out = await fetch(`${shop.url}/api/auth/logout`, {
    method: "DELETE",
    headers: { authorization: `Bearer ${token}` },
  });
  expect([out.status, await out.json(), out.headers.get("set-cookie")]).toEqual([
    200,
    {},
    expect.stringContaining("Max-Age=0"),
  ]);
  expect((await as(shop, token)).status).toBe(401);
  expect(await refresh(shop, jrt(cookieOf(rest)))).toMatchObject({ status: 401 });
});

test("a subscription that ran out is refused from the day after, in the company's time zone", async () => {
  const shop = await box();
  const hers = { email: emailOf("ana", 2) };
  const {
    body: { token },
    ...rest
  } = await login(shop, hers);
  shop.control.sqlite.run("UPDATE companies SET dueDate = '2026-11-20'");
  shop.clock.set("2026-11-21T02:59:59Z");
  expect(await refresh(shop, jrt(cookieOf(rest)))).toMatchObject({ status: 401 });
  const late = await login(shop, hers);
  expect(late).toMatchObject({
    status: 200,
    body: { user: { company: { dueDate: "2026-11-20" } } },
  });

  shop.clock.set("2026-11-21T03:00:00Z");
  const overdue = {
    status: 402,
    body: { error: "ERR_SUBSCRIPTION_EXPIRED", details: { dueDate: "2026-11-20" } },
  };
  expect(await login(shop, hers)).toMatchObject(overdue);
  expect((await as(shop, late.body.token)).status).toBe(402);
  expect(await refresh(shop, jrt(cookieOf(late)))).toMatchObject(overdue);
  expect((await as(shop, token)).status).not.toBe(200);
  // The first company belongs to the owner of the box.
  expect(await login(shop)).toMatchObject({ status: 200 });

  shop.control.sqlite.run("UPDATE identities SET super = 1 WHERE companyId = 2");
  expect(await login(shop, hers)).toMatchObject({ status: 200 });
});

test("whatever changes behind a caller counts at their next request", async () => {
  const shop = await box();
  const caller = shop.as("ana");
  shop.ticket({ queueId: encomendas });
  const sees = async () => {
    const { status, body } = await caller.get<{ tickets?: { contact: { number: string } }[] }>(
      "/tickets?status=pending&showAll=true",
    );
    return [status, body.tickets?.length, /\*|•/.test(body.tickets?.[0]?.contact.number ?? "")];
  };
  const { sqlite } = shop.db;
  expect(await sees()).toEqual([200, 0, false]);
  sqlite.run("INSERT INTO userQueues (userId, queueId) VALUES (?, ?)", [idOf.ana, encomendas]);
  expect(await sees()).toEqual([200, 1, false]);
  settings.write(shop.db, "lgpdHideNumber", "enabled");
  expect(await sees()).toEqual([200, 1, true]);
  sqlite.run("UPDATE users SET profile = 'admin' WHERE id = ?", [idOf.ana]);
  expect(await sees()).toEqual([200, 1, false]);
  sqlite.run("UPDATE users SET profile = 'user' WHERE id = ?", [idOf.ana]);
  expect(await sees()).toEqual([200, 1, true]);
  sqlite.run("DELETE FROM userQueues WHERE userId = ?", [idOf.ana]);
  expect(await sees()).toEqual([200, 0, false]);
  settings.write(shop.db, "requireTotp", "enabled");
  expect(await sees()).toEqual([403, undefined, false]);
});

test("one's other screens are told of a sign-in elsewhere, unless the company allows both", async () => {
  const shop = await box();
  const ana = shop.as("ana");
  const listener = await shop.listener(ana);
  await listener.ready();
  await login(shop);
  expect(await listener.receives(({ event }) => event === "auth")).toMatchObject({
    action: "update",
    user: { id: idOf.ana, companyId: 1 },
  });
  expect(await ana.get("/auth/me")).toMatchObject({ status: 200 });
  shop.clock.pass(15 * minute);
  shop.hub.check();
  expect(await listener.closed).toBe(4401);

  settings.write(shop.db, "singleSession", "disabled");
  const other = shop.as("ana");
  const open = await shop.listener(other);
  await open.ready();
  await login(shop);
  await until(() => shop.hub.size === 1);
  shop.clock.pass(hour);
  expect(open.frames.some(({ event }) => event === "auth")).toBe(false);
});
