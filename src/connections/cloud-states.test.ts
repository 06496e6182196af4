import { expect } from "bun:test";
import type { Cloud } from "../channel/cloud/cloud.ts";
import { cloudShop, connection, fieldsFor } from "../testing/cloud-shop.ts";
import { hour, minute, test, until } from "../testing/world.ts";

const stateOf = ({ shop, id }: Awaited<ReturnType<typeof cloudShop>>) => {
  const { status, reason } = connection(shop, id);
  return [status, reason];
};

test("a token that ends in the night is a state, and a new one alone brings the number back", async () => {
  const shop = await cloudShop();
  const { graph, number, id } = shop;
  const bia = graph.customer("Bia", "5511988880001");
  await graph.acts.says(bia, number, "Oi");
  number.account.endToken(true);
  await shop.answers({ body: "Já respondo" });
  await until(() => stateOf(shop)[1] === "token");
  expect(stateOf(shop)).toEqual(["DISCONNECTED", "token"]);
  // New messages still come in, and the answer waits.
  await graph.acts.says(bia, number, "Alô?");
  expect(shop.messages().map(({ body }) => body)).toContain("Alô?");
  expect(shop.rows("SELECT * FROM outbox")).toHaveLength(1);
  const rui = shop.as("rui");
  const before = (await rui.get(`/whatsapp/${id}`)).body;
  const { status } = await rui.put(`/whatsapp/${id}`, { accessToken: number.account.token });
  expect(status).toBe(200);
  await until(() => bia.lastText?.includes("Já respondo"));
  expect(stateOf(shop)).toEqual(["CONNECTED", null]);
  const after = (await rui.get(`/whatsapp/${id}`)).body;
  for (const field of ["phoneNumberId", "wabaId", "verifyToken", "webhookPath", "apiVersion"])
    expect([field, after[field]]).toEqual([field, before[field]]);
  const [audit] = shop.rows<{ details: string }>(
    "SELECT details FROM audit WHERE action = 'cloudAccountChanged'",
  );
  expect(JSON.parse(audit!.details)).toEqual({ fields: ["accessToken"] });
});

for (const unpaid of ["answer", "status"] as const)
  test(`an account that is not paid stops sending, as the ${unpaid} says`, async () => {
    const shop = await cloudShop();
    const bia = shop.graph.customer("Bia", "5511988880001");
    await shop.graph.acts.says(bia, shop.number, "Oi");
    shop.number.account.unpaid = unpaid;
    await shop.answers();
    await until(() => stateOf(shop)[1] === "payment");
  });

test("a number that is not registered, or locked, stops with its reason", async () => {
  const shop = await cloudShop();
  const bia = shop.graph.customer("Bia", "5511988880001");
  await shop.graph.acts.says(bia, shop.number, "Oi");
  shop.number.registered = false;
  await shop.answers();
  await until(() => stateOf(shop)[1] === "notRegistered");
  shop.number.registered = true;
  await shop.shop.connectionManager.start(1, shop.id);
  await until(() => bia.received.length === 1);
  await shop.graph.meta.bans(shop.number.account, "DISABLE");
  expect(stateOf(shop)).toEqual(["DISCONNECTED", "banned"]);
  await shop.graph.meta.bans(shop.number.account, "REINSTATE");
  await until(() => stateOf(shop)[0] === "CONNECTED");
});

test("a restriction, a limit and a grade are those that Meta reports", async () => {
  const shop = await cloudShop();
  const one = async () => (await shop.as("rui").get(`/whatsapp/${shop.id}`)).body;
  expect((await one()).limit).toEqual({ tier: "TIER_250", quality: "GREEN" });
  const until7 = shop.clock.now() + 7 * 24 * hour;
  await shop.graph.meta.restricts(shop.number.account, until7);
  expect((await one()).restriction).toEqual({
    kind: "reachout",
    until: new Date(until7).toISOString(),
    used: null,
    of: null,
  });
  shop.number.quality = "YELLOW";
  await shop.graph.meta.changesLimit(shop.number, "TIER_1K");
  await until(async () => (await one()).limit as object);
  await until(
    async () => JSON.stringify((await one()).limit) === '{"tier":"TIER_1K","quality":"YELLOW"}',
  );
});

test("a customer who stops marketing at Meta gets no campaign, and is answered all the same", async () => {
  const shop = await cloudShop();
  const bia = shop.graph.customer("Bia", "5511988880001");
  await shop.graph.acts.says(bia, shop.number, "Oi");
  await shop.graph.acts.prefersMarketing(bia, shop.number, "stop");
  const list = () => shop.rows<object>("SELECT number, source, backAt IS NULL AS on_ FROM optOuts");
  expect(list()).toEqual([{ number: "5511988880001", source: "channel", on_: 1 }]);
  await shop.answers();
  await until(() => bia.received.length === 1);
  await shop.graph.acts.prefersMarketing(bia, shop.number, "resume");
  expect(list()).toEqual([{ number: "5511988880001", source: "return", on_: 0 }]);
});

test("a number whose webhooks do not come is marked after an hour", async () => {
  const shop = await cloudShop();
  const bia = shop.graph.customer("Bia", "5511988880001");
  await shop.graph.acts.says(bia, shop.number, "Oi");
  await shop.graph.webhooks.settled();
  shop.graph.webhooks.hold();
  await shop.answers();
  await until(() => shop.rows("SELECT * FROM outbox").length === 0);
  const channel = shop.shop.connectionManager.channel(1, shop.id) as Cloud;
  shop.clock.pass(hour - minute);
  await channel.look();
  expect(stateOf(shop)).toEqual(["CONNECTED", null]);
  shop.clock.pass(minute);
  await channel.look();
  expect(stateOf(shop)).toEqual(["CONNECTED", "webhookSilent"]);
  const metrics = await (await fetch(`${shop.url}/metrics`)).text();
  expect(metrics).toContain("balcao_cloud_webhooks_silent 1");
  await shop.graph.webhooks.release();
  expect(stateOf(shop)).toEqual(["CONNECTED", null]);
});

test("the token and the secret are in no answer, no file and no log", async () => {
  const shop = await cloudShop();
  const { account } = shop.number;
  const rui = shop.as("rui");
  const answers = [
    await rui.get("/whatsapp"),
    await rui.get(`/whatsapp/${shop.id}`),
    await rui.put(`/whatsapp/${shop.id}`, { accessToken: account.token }),
    await rui.get("/audit"),
    await rui.post("/whatsapp", fieldsFor(shop.number)),
  ];
  const text = JSON.stringify(answers.map(({ body }) => body));
  const file = Buffer.from(shop.db.sqlite.serialize()).toString("latin1");
  for (const secret of [account.token, account.appSecret]) {
    expect(text).not.toContain(secret);
    expect(file).not.toContain(secret);
  }
  expect((await shop.as("ana").get(`/whatsapp/${shop.id}`)).body.verifyToken).toBeUndefined();
});

test("the form names each wrong field, and what Meta knows of the number", async () => {
  const shop = await cloudShop();
  const { name: _, provider: __, queueIds: ___, ...fields } = fieldsFor(shop.number);
  const states = async (change: object = {}) => {
    const { body } = await shop.as("rui").post<{
      checks: { field: string; state: string }[];
      number: string | null;
    }>("/whatsapp-cloud-check", { ...fields, ...change });
    return [
      body.number,
      ...["accessToken", "phoneNumberId", "wabaId", "appSecret"].map(
        (field) => body.checks.find((check) => check.field === field)?.state,
      ),
    ];
  };
  expect(await states()).toEqual(["5511977770000", "ok", "ok", "ok", "ok"]);
  // No header takes another letter: the field says so before anyone is asked.
  expect(
    await shop.as("rui").post("/whatsapp-cloud-check", { ...fields, accessToken: "EAAção" }),
  ).toMatchObject({ status: 422, body: { fields: { accessToken: "invalid" } } });
  expect(await states({ accessToken: "EAAnone" })).toEqual([
    null,
    "wrong",
    "unknown",
    "unknown",
    "unknown",
  ]);
  expect(await states({ phoneNumberId: "100000000000999" })).toEqual([
    null,
    "ok",
    "wrong",
    "unknown",
    "unknown",
  ]);
  expect(await states({ wabaId: "200000000000999" })).toMatchObject([
    "5511977770000",
    "ok",
    "ok",
    "wrong",
    "ok",
  ]);
  expect(await states({ appSecret: "outro" })).toEqual([
    "5511977770000",
    "ok",
    "ok",
    "ok",
    "wrong",
  ]);
});
