import { expect } from "bun:test";
import {
  atendimento,
  balcao,
  box,
  encomendas,
  fabrica,
  idOf,
  refusal,
  settled,
  test,
  world,
} from "../../testing/world.ts";
import { findMessage } from "../messages/messages.ts";
import { reply } from "../tickets/messages/reply.ts";
import * as tickets from "../tickets/tickets.ts";
import { connectionBody } from "./body.ts";
import { connectionFor, create, find, list, remove, update } from "./connections.ts";
import { saveStatus, saveSetAside } from "./status.ts";
import type { Connection } from "./table.ts";

const defaults = (connections: Connection[]) =>
  connections.filter(({ isDefault }) => isDefault).map(({ id }) => id);

test("the first connection is the default, and there is always one", async () => {
  const { db } = world();
  const { id } = create(db, {
    name: "Loja 2",
    provider: "practice",
    queueIds: [encomendas, encomendas],
  });
  expect(find(db, id)).toMatchObject({
    isDefault: false,
    status: "OPENING",
    queueIds: [encomendas],
    reopenMinutes: 120,
  });
  expect(defaults(list(db))).toEqual([balcao]);

  update(db, id, { isDefault: true });
  expect(defaults(list(db))).toEqual([id]);
  expect(await refusal(() => update(db, id, { isDefault: false }))).toEqual({
    kind: "conflict",
    reason: "ERR_NO_OTHER_WHATSAPP",
  });

  remove(db, id);
  expect(defaults(list(db))).toEqual([balcao]);
  remove(db, balcao);
  remove(db, fabrica);
  expect(create(db, { name: "Recomeço", provider: "practice" })).toMatchObject({
    isDefault: true,
  });
});

test("deleting a connection leaves its tickets and messages", () => {
  const shop = world();
  const ticket = shop.ticket();
  shop.message({ ticketId: ticket.id });
  remove(shop.db, balcao);
  expect(tickets.findTicket(shop.db, shop.me("ana"), ticket.id)).toMatchObject({
    whatsappId: null,
    whatsapp: null,
  });
  expect(connectionFor(shop.db, 2).id).toBe(fabrica);
});

test("messages waiting on a deleted connection have failed", () => {
  const shop = world();
  const ticket = shop.ticket({ status: "open", userId: idOf.ana });
  const [message] = reply(shop.db, shop.me("ana"), ticket.id, { body: "Até já" });
  remove(shop.db, balcao);
  expect(findMessage(shop.db, message!.id)).toMatchObject({
    ack: -1,
    reason: "ERR_NO_WAPP_FOUND",
    body: "Até já",
  });
});

test("a name is unique, and a refused change changes nothing", async () => {
  const { db } = world();
  expect(
    await refusal(() => create(db, { name: "Balcão", provider: "practice", isDefault: true })),
  ).toMatchObject({ kind: "conflict", fields: { name: "taken" } });
  expect(defaults(list(db))).toEqual([balcao]);
  expect(await refusal(() => update(db, fabrica, { queueIds: [99] }))).toMatchObject({
    kind: "invalid",
  });
  expect(find(db, fabrica).queueIds).toEqual([atendimento, encomendas]);
});

test("only those who may link a phone see the QR code", async () => {
  const shop = await box();
  const [rui, ana] = [shop.as("rui"), shop.as("ana")];
  const [his, hers] = await Promise.all([shop.listener(rui), shop.listener(ana)]);
  await Promise.all([his.ready(), hers.ready()]);

  const { status, body } = await rui.post<Connection>("/whatsapp", {
    name: "Loja 2",
    provider: "practice",
    queueIds: [atendimento],
  });
  expect(status).toBe(201);
  expect(body.status).toBe("qrcode");
  expect(body.qrcode).toStartWith("balcao-practice:");
  await settled(shop.db, his, hers);
  expect(
    his.frames.some(
      ({ event, session }) =>
        event === "whatsappSession" && (session as Connection).qrcode === body.qrcode,
    ),
  ).toBe(true);
  expect(JSON.stringify(hers.frames)).not.toContain("balcao-practice:");
  expect(hers.frames.some(({ event }) => event === "whatsapp")).toBe(true);

  for (const path of ["/whatsapp", `/whatsapp/${body.id}`]) {
    expect(JSON.stringify((await rui.get(path)).body)).toContain(body.qrcode);
    expect(JSON.stringify((await ana.get(path)).body)).not.toContain(body.qrcode);
  }
});

test("a session is started, shows another code, and is ended", async () => {
  const shop = await box();
  const rui = shop.as("rui");
  const { id, qrcode } = (
    await rui.post<Connection>("/whatsapp", { name: "Loja 2", provider: "practice" })
  ).body;
  expect(await rui.post(`/practice/${id}/scan`)).toMatchObject({
    status: 200,
    body: { status: "CONNECTED", qrcode: "" },
  });
  expect(await rui.post(`/whatsappsession/${id}`)).toMatchObject({
    status: 200,
    body: { status: "CONNECTED" },
  });
  const again = await rui.put<Connection>(`/whatsappsession/${id}`);
  expect(again.body.status).toBe("qrcode");
  expect(again.body.qrcode).not.toBe(qrcode);
  expect(await rui.delete(`/whatsappsession/${id}`)).toMatchObject({
    status: 200,
    body: { status: "DISCONNECTED" },
  });
  expect(await rui.delete(`/whatsapp/${id}`)).toMatchObject({ status: 200 });
  expect(await rui.get(`/whatsapp/${id}`)).toMatchObject({
    status: 404,
    body: { error: "ERR_NO_WAPP_FOUND" },
  });
});

test("the channel's status becomes the connection's; those who may link a phone get more, outside of the events", () => {
  const { db, events, clock } = world();
  const qrUntil = clock.now() + 60_000;
  expect(
    saveStatus(db, balcao, { status: "qrcode", qrcode: "secret-code", qrUntil, retries: 2 }),
  ).toEqual({
    id: balcao,
    status: "qrcode",
    qrcode: "secret-code",
    qrUntil: new Date(qrUntil),
    retries: 2,
    updatedAt: new Date(clock.now()),
    name: "Balcão",
    reason: null,
  });
  expect(find(db, balcao)).toMatchObject({
    status: "qrcode",
    qrcode: "secret-code",
    retries: 2,
  });
  saveStatus(db, balcao, { status: "DISCONNECTED", qrcode: "", reason: "qrExpired" });
  expect(find(db, balcao)).toMatchObject({
    status: "DISCONNECTED",
    qrcode: "",
    retries: 2,
    reason: "qrExpired",
  });
  saveStatus(db, balcao, { status: "CONNECTED", qrcode: "", number: "5511999990001" });
  expect(find(db, balcao)).toMatchObject({
    status: "CONNECTED",
    retries: 0,
    reason: null,
    number: "5511999990001",
  });

  expect(events.map(({ event, action }) => `${event} ${action}`)).toEqual(
    Array(3).fill("whatsapp update"),
  );
  expect(JSON.stringify(db.sqlite.query("SELECT * FROM events").all())).not.toContain(
    "secret-code",
  );
  const before = events.length;
  expect(saveStatus(db, 99, { status: "CONNECTED", qrcode: "" })).toBeUndefined();
  expect(events).toHaveLength(before);
});

test("a connection is on WhatsApp unless its form says otherwise", () => {
  expect(connectionBody.parse({ name: "Loja" }).provider).toBe("beta");
  const { db } = world();
  expect(update(db, balcao, connectionBody.partial().parse({ name: "Loja" }))).toMatchObject({
    name: "Loja",
    provider: "practice",
  });
});

test("only those who may link a phone get a pairing code", async () => {
  const shop = await box();
  const rui = shop.as("rui");
  const { id } = (await rui.post<Connection>("/whatsapp", { name: "Loja 2", provider: "practice" }))
    .body;
  expect(
    await rui.post(`/whatsappsession/${id}/code`, { number: "+55 (11) 99999-0001" }),
  ).toMatchObject({ status: 200, body: { code: expect.stringMatching(/^[0-9A-Z]{8}$/) } });
  expect(await rui.post(`/whatsappsession/${id}/code`, { number: "123" })).toMatchObject({
    status: 422,
    body: { fields: { number: "invalid" } },
  });
  expect(
    await rui.post(`/whatsappsession/${balcao}/code`, { number: "5511999990001" }),
  ).toMatchObject({ status: 409, body: { error: "ERR_WAPP_DISCONNECTED" } });
  expect(await rui.post("/whatsappsession/99/code", { number: "5511999990001" })).toMatchObject({
    status: 404,
    body: { error: "ERR_NO_WAPP_FOUND" },
  });
  expect(
    await shop.as("ana").post(`/whatsappsession/${id}/code`, { number: "5511999990001" }),
  ).toMatchObject({ status: 403 });
});

test("all connections of the company are restarted, and no other's", async () => {
  const shop = await box();
  await shop.phone();
  await shop.connectionManager.start(1, fabrica);
  const unlinked = shop.connectionManager.channel(1, fabrica);
  expect(await shop.as("ana").post("/whatsapp-restart/")).toMatchObject({ status: 403 });
  const before = shop.connectionManager.channel(1, balcao);
  expect(await shop.as("rui").post<Connection[]>("/whatsapp-restart/")).toMatchObject({
    status: 200,
    body: [
      { id: balcao, status: "CONNECTED" },
      { id: fabrica, status: "qrcode" },
    ],
  });
  expect(shop.connectionManager.channel(1, balcao)).not.toBe(before);
  expect(shop.connectionManager.channel(1, fabrica)).toBe(unlinked!);
  expect(shop.connectionManager.channel(2, balcao)).toBeUndefined();
});

test("a connection with several queues needs a greeting, which introduces the menu", async () => {
  const shop = world();
  const { db } = shop;
  const refused = {
    kind: "invalid",
    reason: "ERR_WAPP_GREETING_REQUIRED",
    fields: { greetingMessage: "required" },
  } as const;
  const queueIds = [atendimento, encomendas];
  expect(
    await refusal(() => create(db, { name: "Loja 2", provider: "practice", queueIds })),
  ).toEqual(refused);
  expect(
    await refusal(() =>
      create(db, { name: "Loja 2", provider: "practice", queueIds, greetingMessage: " " }),
    ),
  ).toEqual(refused);
  expect(list(db)).toHaveLength(2);
  const { id } = create(db, {
    name: "Loja 2",
    provider: "practice",
    queueIds,
    greetingMessage: "Olá!",
  });
  expect(await refusal(() => update(db, id, { greetingMessage: "" }))).toEqual(refused);
  expect(update(db, id, { greetingMessage: "", queueIds: [encomendas, encomendas] })).toMatchObject(
    { greetingMessage: "", queueIds: [encomendas] },
  );
  expect(await refusal(() => update(db, balcao, { queueIds }))).toEqual(refused);
  expect(find(db, balcao).queueIds).toEqual([atendimento]);
});

test("closing by inactivity needs a text, and moving needs a queue", async () => {
  const { db } = world();
  for (const change of [{ expiresTicket: 10 }, { expiresBotTicket: 10 }])
    expect(await refusal(() => update(db, balcao, change))).toMatchObject({
      kind: "invalid",
      reason: "ERR_VALIDATION",
      fields: { expiresInactiveMessage: "required" },
    });
  expect(
    update(db, balcao, { expiresTicket: 10, expiresInactiveMessage: "Até mais!" }),
  ).toMatchObject({ expiresTicket: 10 });
  expect(await refusal(() => update(db, balcao, { expiresInactiveMessage: "" }))).toMatchObject({
    fields: { expiresInactiveMessage: "required" },
  });
  expect(await refusal(() => update(db, balcao, { timeToTransfer: 5 }))).toMatchObject({
    fields: { transferQueueId: "required" },
  });
  expect(
    await refusal(() => update(db, balcao, { timeToTransfer: 5, transferQueueId: 99 })),
  ).toEqual({
    kind: "invalid",
    reason: "ERR_NOT_FOUND_REFERENCE",
    fields: { transferQueueId: "invalid" },
  });
  expect(update(db, balcao, { timeToTransfer: 5, transferQueueId: encomendas })).toMatchObject({
    timeToTransfer: 5,
    transferQueueId: encomendas,
  });
});

test("a connection's default queue is one of its queues, and is removed with it", async () => {
  const shop = await box();
  const { db } = shop;
  expect(await refusal(() => update(db, balcao, { defaultQueueId: encomendas }))).toMatchObject({
    kind: "invalid",
    fields: { defaultQueueId: "invalid" },
  });
  expect(
    await refusal(() =>
      create(db, { name: "Loja 2", provider: "practice", defaultQueueId: atendimento }),
    ),
  ).toMatchObject({ fields: { defaultQueueId: "invalid" } });
  const several = {
    queueIds: [atendimento, encomendas],
    greetingMessage: "Oi!",
    defaultQueueId: encomendas,
  };
  expect(update(db, balcao, several)).toMatchObject({ defaultQueueId: encomendas });
  expect(update(db, balcao, { name: "Loja" })).toMatchObject({ defaultQueueId: encomendas });
  expect(update(db, balcao, { queueIds: [atendimento] })).toMatchObject({
    defaultQueueId: null,
  });
  update(db, balcao, several);
  expect(await shop.as("rui").delete(`/queue/${encomendas}`)).toMatchObject({ status: 200 });
  expect(find(db, balcao)).toMatchObject({ queueIds: [atendimento], defaultQueueId: null });
});

test("tickets without a queue are shown or hidden again when their connection's queues change", async () => {
  const shop = await box();
  const caio = shop.as("caio");
  const ticket = shop.ticket({ queueId: null, whatsappId: balcao });
  const waiting = async () =>
    (await caio.get<{ tickets: { id: number }[] }>("/tickets?status=pending")).body.tickets.map(
      ({ id }) => id,
    );
  const since = shop.db.seq();
  const listeners = [await shop.listener(caio), await shop.listener(shop.as("lia"))] as const;
  for (const listener of listeners) await listener.ready();
  expect(await waiting()).toEqual([]);
  const serve = (queueIds: number[]) =>
    shop.as("rui").put(`/whatsapp/${balcao}`, { queueIds, greetingMessage: "Oi!" });

  await serve([atendimento, encomendas]);
  await listeners[0].receives(({ event }) => event === "reset");
  expect(await waiting()).toEqual([ticket.id]);
  shop.db.write(
    (tx) =>
      void tickets.change(tx, tickets.loadTicket(shop.db, ticket.id), { lastMessage: "Alô?" }),
  );
  await listeners[0].receives(({ event }) => event === "ticket");

  await serve([atendimento]);
  expect(await waiting()).toEqual([]);
  await settled(shop.db, ...listeners);
  expect(
    listeners.map(({ frames }) => frames.filter(({ event }) => event === "reset").length),
  ).toEqual([2, 0]);
  const away = [
    await shop.listener(caio, since),
    await shop.listener(shop.as("lia"), since),
  ] as const;
  for (const listener of away) await listener.ready();
  await settled(shop.db, ...away);
  expect(away.map(({ frames }) => frames.some(({ event }) => event === "reset"))).toEqual([
    true,
    false,
  ]);
});

test("a connection has an integration or an AI, not both, and what it refers to must exist", async () => {
  const shop = world();
  const [integration, ia] = [shop.integration(), shop.ia()];
  expect(update(shop.db, balcao, { promptId: ia.id })).toMatchObject({ promptId: ia.id });
  expect(
    await refusal(() => update(shop.db, balcao, { integrationId: integration.id })),
  ).toMatchObject({ kind: "invalid", fields: { integrationId: "invalid", promptId: "invalid" } });
  expect(update(shop.db, balcao, { integrationId: integration.id, promptId: null })).toMatchObject({
    integrationId: integration.id,
    promptId: null,
  });
  expect(
    await refusal(() =>
      create(shop.db, { name: "Loja 2", provider: "practice", integrationId: 99, promptId: 98 }),
    ),
  ).toMatchObject({ fields: { integrationId: "invalid", promptId: "invalid" } });
  expect(await refusal(() => update(shop.db, balcao, { queueIds: [99] }))).toMatchObject({
    kind: "invalid",
    fields: { queueIds: "invalid" },
  });
});

test("a connection's numbers have limits", async () => {
  const rui = (await box()).as("rui");
  const refused = async (body: object) => (await rui.put(`/whatsapp/${balcao}`, body)).body.fields;
  for (const field of ["expiresTicket", "expiresBotTicket", "timeUseBotQueues", "timeToTransfer"])
    expect([
      await refused({ [field]: 525_601 }),
      await refused({ [field]: -1 }),
      await refused({ [field]: 1.5 }),
    ]).toEqual([{ [field]: "too_long" }, { [field]: "too_short" }, { [field]: "invalid" }]);
  for (const field of [
    "greetingMessage",
    "outOfHoursMessage",
    "ratingMessage",
    "complationMessage",
  ])
    expect(await refused({ [field]: "x".repeat(2001) })).toEqual({ [field]: "too_long" });
  expect(await refused({ expiresInactiveMessage: "x".repeat(251) })).toEqual({
    expiresInactiveMessage: "too_long",
  });
  expect(await refused({ maxUseBotQueues: 101 })).toEqual({ maxUseBotQueues: "too_long" });
  for (const phoneTest of ["+5511988880001", "1234567890123", "abc"])
    expect(await refused({ phoneTest })).toEqual({ phoneTest: "invalid" });
  const body = {
    phoneTest: "11988880001",
    maxUseBotQueues: 0,
    timeUseBotQueues: 525_600,
    outOfHoursMessage: "Fechado",
    ratingMessage: "Gostou?",
  };
  expect(await rui.put(`/whatsapp/${balcao}`, body)).toMatchObject({ status: 200, body });
  expect(await rui.put(`/whatsapp/${balcao}`, { phoneTest: "" })).toMatchObject({
    status: 200,
    body: { phoneTest: "" },
  });
});

test("received messages that could not be handed over are shown once, and admins try them again", async () => {
  const { db, events, ...shop } = world();
  for (const count of [0, 2, 2, 0]) saveSetAside(db, balcao, count);
  saveSetAside(db, 99, 1);
  expect(
    events.map(({ payload }) => (payload as { whatsapp: Connection }).whatsapp.setAside),
  ).toEqual([2, 0]);

  const { as } = await box({ db, events, ...shop });
  await as("rui").post(`/whatsappsession/${balcao}`);
  for (const [who, status] of [
    ["rui", 200],
    ["ana", 403],
  ] as const) {
    const me = as(who);
    expect([
      (await me.get(`/whatsappsession/${balcao}/set-aside`)).status,
      (await me.post(`/whatsappsession/${balcao}/set-aside`)).status,
    ]).toEqual([status, status]);
  }
});
