import { expect } from "bun:test";
import { atendimento, balcao, box, encomendas, fabrica, idOf, refusal, settled, test, world } from "../../testing/world.ts";
import { one } from "../messages/messages.ts";
import { reply } from "../tickets/reply.ts";
import { find as findTicket } from "../tickets/tickets.ts";
import { chosen, create, find, list, remove, update } from "./connections.ts";
import type { Connection } from "./table.ts";

const defaults = (connections: Connection[]) => connections.filter(({ isDefault }) => isDefault).map(({ id }) => id);

test("the first connection is the default, and there is always one", async () => {
  const { store } = world();
  const { id } = create(store, { name: "Loja 2", provider: "practice", queueIds: [encomendas, encomendas] });
  expect(find(store, id)).toMatchObject({ isDefault: false, status: "OPENING", queueIds: [encomendas], reopenMinutes: 120 });
  expect(defaults(list(store))).toEqual([balcao]);

  update(store, id, { isDefault: true });
  expect(defaults(list(store))).toEqual([id]);
  expect(await refusal(() => update(store, id, { isDefault: false }))).toEqual({ kind: "conflict", reason: "ERR_NO_DEF_WAPP_FOUND" });

  remove(store, id);
  expect(defaults(list(store))).toEqual([balcao]);
  remove(store, balcao);
  remove(store, fabrica);
  expect(create(store, { name: "Recomeço", provider: "practice" })).toMatchObject({ isDefault: true });
});

test("a connection that goes leaves its tickets and messages", () => {
  const shop = world();
  const ticket = shop.ticket();
  shop.message({ ticketId: ticket.id });
  remove(shop.store, balcao);
  expect(findTicket(shop.store, shop.me("ana"), ticket.id)).toMatchObject({ whatsappId: null, whatsapp: null });
  expect(chosen(shop.store, 2).id).toBe(fabrica);
});

test("what still waited on a connection that goes has failed", () => {
  const shop = world();
  const ticket = shop.ticket({ status: "open", userId: idOf.ana });
  const [message] = reply(shop.store, shop.me("ana"), ticket.id, { body: "Até já" });
  remove(shop.store, balcao);
  expect(one(shop.store, message!.id)).toMatchObject({ ack: -1, reason: "ERR_NO_WAPP_FOUND", body: "Até já" });
});

test("a name is taken once, and nothing is changed by a refusal", async () => {
  const { store } = world();
  expect(await refusal(() => create(store, { name: "Balcão", provider: "practice", isDefault: true }))).toMatchObject({ kind: "conflict", fields: { name: "taken" } });
  expect(defaults(list(store))).toEqual([balcao]);
  expect(await refusal(() => update(store, fabrica, { queueIds: [99] }))).toMatchObject({ kind: "invalid" });
  expect(find(store, fabrica).queueIds).toEqual([atendimento, encomendas]);
});

test("a QR code is for who may link a phone", async () => {
  const shop = await box();
  const [rui, ana] = [shop.as("rui"), shop.as("ana")];
  const [his, hers] = await Promise.all([shop.ear(rui), shop.ear(ana)]);
  await Promise.all([his.ready(), hers.ready()]);

  const { status, body } = await rui.post<Connection>("/whatsapp", { name: "Loja 2", provider: "practice", queueIds: [atendimento] });
  expect(status).toBe(201);
  expect(body.status).toBe("qrcode");
  expect(body.qrcode).toStartWith("balcao-practice:");
  await settled(shop.store, his, hers);
  expect(his.frames.some(({ event, session }) => event === "whatsappSession" && (session as Connection).qrcode === body.qrcode)).toBe(true);
  expect(JSON.stringify(hers.frames)).not.toContain("balcao-practice:");
  expect(hers.frames.some(({ event }) => event === "whatsapp")).toBe(true);

  for (const path of ["/whatsapp", `/whatsapp/${body.id}`]) {
    expect(JSON.stringify((await rui.get(path)).body)).toContain(body.qrcode);
    expect(JSON.stringify((await ana.get(path)).body)).not.toContain(body.qrcode);
  }
});

test("a session comes up, shows another code, and is given up", async () => {
  const shop = await box();
  const rui = shop.as("rui");
  const { id, qrcode } = (await rui.post<Connection>("/whatsapp", { name: "Loja 2", provider: "practice" })).body;
  expect(await rui.post(`/practice/${id}/scan`)).toMatchObject({ status: 200, body: { status: "CONNECTED", qrcode: "" } });
  expect(await rui.post(`/whatsappsession/${id}`)).toMatchObject({ status: 200, body: { status: "CONNECTED" } });
  const again = await rui.put<Connection>(`/whatsappsession/${id}`);
  expect(again.body.status).toBe("qrcode");
  expect(again.body.qrcode).not.toBe(qrcode);
  expect(await rui.delete(`/whatsappsession/${id}`)).toMatchObject({ status: 200, body: { status: "DISCONNECTED" } });
  expect(await rui.delete(`/whatsapp/${id}`)).toMatchObject({ status: 200 });
  expect(await rui.get(`/whatsapp/${id}`)).toMatchObject({ status: 404, body: { error: "ERR_NO_WAPP_FOUND" } });
});
