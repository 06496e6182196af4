import { expect } from "bun:test";
import { plans } from "../companies/table.ts";
import { balcao, box, fabrica, settled, test, type Box } from "../../testing/world.ts";
import { apiTokens, type Connection } from "./table.ts";

const shownToken = async (shop: Box, who: "rui" | "ana" = "rui") => (await shop.as(who).get<Connection>(`/whatsapp/${balcao}`)).body.token;
const issued = async (shop: Box, id = balcao) => (await shop.as("rui").post<{ token: string }>(`/whatsapp/${id}/token`)).body.token;
const hash = (token: string) => new Bun.CryptoHasher("sha256").update(token).digest("hex");
const kept = (shop: Box) => shop.control.db.select().from(apiTokens).all();

test("a token is shown once, and stored as its hash", async () => {
  const shop = await box();
  expect(await shownToken(shop)).toBeNull();
  const token = await issued(shop);
  expect(token).toMatch(/^bal_[\w-]{43}$/);
  expect(kept(shop)).toMatchObject([{ companyId: 1, connectionId: balcao, hash: hash(token), prefix: token.slice(0, 12), lastUsedAt: null }]);
  expect(await shownToken(shop)).toEqual({ prefix: token.slice(0, 12), createdAt: new Date(shop.clock.now()).toISOString() as unknown as Date, lastUsedAt: null });
  const { body } = await shop.as("rui").get<Connection[]>("/whatsapp");
  expect(body.map(({ id, token: one }) => [id, one?.prefix])).toEqual([[balcao, token.slice(0, 12)], [fabrica, undefined]]);
  for (const text of [JSON.stringify(shop.control.sqlite.query("SELECT * FROM apiTokens").all()), JSON.stringify(shop.store.sqlite.query("SELECT * FROM audit").all()), JSON.stringify(shop.store.sqlite.query("SELECT * FROM events").all())]) {
    expect(text).not.toContain(token.slice(12));
  }
});

test("a new token replaces the old one, each connection has its own, and a revoked one is gone", async () => {
  const shop = await box();
  const [first, other, second] = [await issued(shop), await issued(shop, fabrica), await issued(shop)];
  expect(kept(shop).map((row) => row.hash).toSorted()).toEqual([hash(second), hash(other)].toSorted());
  expect(first).not.toBe(second);
  const rui = shop.as("rui");
  for (let time = 0; time < 2; time++) expect(await rui.delete(`/whatsapp/${balcao}/token`)).toMatchObject({ status: 200, body: {} });
  expect([await shownToken(shop), kept(shop).map((row) => row.hash)]).toEqual([null, [hash(other)]]);
  expect(await rui.delete(`/whatsapp/${fabrica}`)).toMatchObject({ status: 200 });
  expect(kept(shop)).toEqual([]);
  const { body } = await rui.get<{ records: { action: string; subject: string }[] }>("/audit?searchParam=connection");
  expect(body.records.map(({ action, subject }) => [action, subject])).toEqual([
    ["connectionDeleted", "connection 2 Fábrica"], ["tokenRevoked", "connection 2 Fábrica"], ["tokenRevoked", "connection 1 Balcão"],
    ["tokenIssued", "connection 1 Balcão"], ["tokenIssued", "connection 2 Fábrica"], ["tokenIssued", "connection 1 Balcão"],
  ]);
});

test("only admins see and are told of a token", async () => {
  const shop = await box();
  const [rui, ana] = [shop.as("rui"), shop.as("ana")];
  const listeners = await Promise.all([shop.listener(rui), shop.listener(ana)]);
  await Promise.all(listeners.map((listener) => listener.ready()));
  const token = await issued(shop);
  await rui.delete(`/whatsapp/${balcao}/token`);
  await settled(shop.store, ...listeners);
  const heard = listeners.map(({ frames }) => frames.filter(({ event }) => event === "whatsapp").map(({ whatsapp }) => (whatsapp as Connection).token));
  expect(heard).toEqual([[{ prefix: token.slice(0, 12), createdAt: expect.any(String) as Date, lastUsedAt: null }, null], []]);
  await issued(shop);
  expect(await shownToken(shop, "ana")).toBeUndefined();
  expect(JSON.stringify((await ana.get("/whatsapp")).body)).not.toContain("bal_");
  for (const refused of [await ana.post(`/whatsapp/${balcao}/token`), await ana.delete(`/whatsapp/${balcao}/token`)]) expect(refused).toMatchObject({ status: 403, body: { error: "ERR_NO_PERMISSION" } });
  for (const missing of [await rui.post("/whatsapp/99/token"), await rui.delete("/whatsapp/99/token")]) expect(missing).toMatchObject({ status: 404, body: { error: "ERR_NO_WAPP_FOUND" } });
});

test("without the plan none can be made, but one can still be revoked", async () => {
  const shop = await box();
  await issued(shop);
  shop.control.db.update(plans).set({ useExternalApi: false }).run();
  expect(await shop.as("rui").post(`/whatsapp/${balcao}/token`)).toMatchObject({ status: 403, body: { error: "ERR_NO_PERMISSION" } });
  expect(await shop.as("rui").delete(`/whatsapp/${balcao}/token`)).toMatchObject({ status: 200 });
  expect(kept(shop)).toEqual([]);
});
