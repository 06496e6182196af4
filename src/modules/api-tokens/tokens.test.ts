import { expect } from "bun:test";
import { balcao, box, fabrica, settled, test, type Box } from "../../testing/world.ts";
import { plans } from "../companies/table.ts";
import { apiTokens, type ApiToken } from "./table.ts";

const issue = async (shop: Box, id = balcao, body: object = {}) =>
  (await shop.as("rui").post<ApiToken & { token: string }>(`/whatsapp/${id}/token`, body)).body;
const hash = (token: string) => new Bun.CryptoHasher("sha256").update(token).digest("hex");
const stored = (shop: Box) => shop.control.select().from(apiTokens).all();
const listed = async (shop: Box) => (await shop.as("rui").get<ApiToken[]>("/api-tokens")).body;

test("a token is shown once, and stored as its hash", async () => {
  const shop = await box();
  const { token, ...rest } = await issue(shop, balcao, {
    name: "Loja virtual",
    scopes: ["send"],
    perMinute: 60,
  });
  expect(token).toMatch(/^bal_[\w-]{43}$/);
  expect(stored(shop)).toMatchObject([
    {
      companyId: 1,
      connectionId: balcao,
      name: "Loja virtual",
      scopes: ["send"],
      perMinute: 60,
      hash: hash(token),
      prefix: token.slice(0, 12),
      lastUsedAt: null,
    },
  ]);
  expect(await listed(shop)).toEqual([rest]);
  expect(rest).toMatchObject({
    name: "Loja virtual",
    whatsappId: balcao,
    prefix: token.slice(0, 12),
  });
  for (const text of [
    JSON.stringify(shop.control.sqlite.query("SELECT * FROM apiTokens").all()),
    JSON.stringify(shop.db.sqlite.query("SELECT * FROM audit").all()),
    JSON.stringify(shop.db.sqlite.query("SELECT * FROM events").all()),
  ]) {
    expect(text).not.toContain(token.slice(12));
  }
});

test("a connection has several tokens; each is revoked by itself, and all with their connection", async () => {
  const shop = await box();
  const [first, second, other] = [
    await issue(shop),
    await issue(shop, balcao, { name: "ERP" }),
    await issue(shop, fabrica),
  ];
  const rui = shop.as("rui");
  expect(await rui.delete(`/api-tokens/${first.id}`)).toMatchObject({ status: 200, body: {} });
  expect(await rui.delete(`/api-tokens/${first.id}`)).toMatchObject({ status: 404 });
  expect((await listed(shop)).map(({ id }) => id)).toEqual([second.id, other.id]);
  expect(await rui.delete(`/whatsapp/${balcao}/token`)).toMatchObject({ status: 200, body: {} });
  expect(await rui.delete(`/whatsapp/${balcao}/token`)).toMatchObject({ status: 200, body: {} });
  expect(await rui.delete(`/whatsapp/${fabrica}`)).toMatchObject({ status: 200 });
  expect(stored(shop)).toEqual([]);
  const { body } = await rui.get<{ records: { action: string; subject: string }[] }>(
    "/audit?searchParam=connection",
  );
  expect(body.records.map(({ action, subject }) => [action, subject])).toEqual([
    ["connectionDeleted", "connection 2 Fábrica"],
    ["tokenRevoked", "connection 2 Fábrica"],
    ["tokenRevoked", "connection 1 Balcão"],
    ["tokenRevoked", "connection 1 Balcão"],
    ["tokenIssued", "connection 2 Fábrica"],
    ["tokenIssued", "connection 1 Balcão"],
    ["tokenIssued", "connection 1 Balcão"],
  ]);
});

test("a connection has no more than twenty", async () => {
  const shop = await box();
  for (let made = 0; made < 20; made++) await issue(shop);
  expect(await shop.as("rui").post(`/whatsapp/${balcao}/token`)).toMatchObject({
    status: 409,
    body: { error: "ERR_TOO_MANY_TOKENS" },
  });
});

test("only admins see, make and are told of tokens", async () => {
  const shop = await box();
  const [rui, ana] = [shop.as("rui"), shop.as("ana")];
  const listeners = await Promise.all([shop.listener(rui), shop.listener(ana)]);
  await Promise.all(listeners.map((listener) => listener.ready()));
  const { id } = await issue(shop);
  await rui.delete(`/api-tokens/${id}`);
  await settled(shop.db, ...listeners);
  expect(
    listeners.map(({ frames }) =>
      frames.filter(({ event }) => event === "apiToken").map(({ action }) => action),
    ),
  ).toEqual([["create", "delete"], []]);
  for (const refused of [
    await ana.get("/api-tokens"),
    await ana.post(`/whatsapp/${balcao}/token`),
    await ana.delete(`/whatsapp/${balcao}/token`),
    await ana.delete("/api-tokens/1"),
  ])
    expect(refused).toMatchObject({ status: 403, body: { error: "ERR_NO_PERMISSION" } });
  for (const missing of [
    await rui.post("/whatsapp/99/token"),
    await rui.delete("/whatsapp/99/token"),
  ])
    expect(missing).toMatchObject({ status: 404, body: { error: "ERR_NO_WAPP_FOUND" } });
  for (const [field, value] of [
    ["name", "x"],
    ["scopes", []],
    ["scopes", ["all"]],
    ["perMinute", 0],
  ] as const)
    expect(await rui.post(`/whatsapp/${balcao}/token`, { [field]: value })).toMatchObject({
      status: 422,
    });
});

test("without the plan none can be made, but one can still be revoked", async () => {
  const shop = await box();
  await issue(shop);
  shop.control.update(plans).set({ useExternalApi: false }).run();
  expect(await shop.as("rui").post(`/whatsapp/${balcao}/token`)).toMatchObject({
    status: 403,
    body: { error: "ERR_NO_PERMISSION" },
  });
  expect(await shop.as("rui").delete(`/whatsapp/${balcao}/token`)).toMatchObject({ status: 200 });
  expect(stored(shop)).toEqual([]);
});
