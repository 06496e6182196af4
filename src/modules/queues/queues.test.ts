import { expect } from "bun:test";
import { atendimento, box, encomendas, refusal, test, world } from "../../testing/world.ts";
import * as tickets from "../tickets/tickets.ts";
import { removeQueue } from "../options/options.ts";
import { create, findQueue, list, order, update } from "./queues.ts";
import type { Queue } from "./table.ts";

test("queues are listed in the order of the menu", () => {
  const { db } = world();
  create(db, { name: "Reclamações", color: "#b91c1c", orderQueue: 0 });
  update(db, atendimento, { orderQueue: 2 });
  expect(list(db).map(({ name }) => name)).toEqual(["Encomendas", "Reclamações", "Atendimento"]);
});

test("a name and a colour are unique", async () => {
  const { db } = world();
  expect(await refusal(() => create(db, { name: "Atendimento", color: "#123456" }))).toMatchObject({
    kind: "conflict",
    reason: "ERR_ALREADY_EXISTS",
    fields: { name: "taken" },
  });
  expect(await refusal(() => create(db, { name: "Outra", color: "#0f766e" }))).toEqual({
    kind: "conflict",
    reason: "ERR_QUEUE_COLOR_ALREADY_EXISTS",
    fields: { color: "taken" },
  });
  expect(await refusal(() => update(db, encomendas, { color: "#0f766e" }))).toMatchObject({
    reason: "ERR_QUEUE_COLOR_ALREADY_EXISTS",
  });
  expect(list(db)).toHaveLength(2);
});

test("names that differ only in case or accents are the same; duplicates from before can still be changed", async () => {
  const shop = world();
  const { db } = shop;
  const twin = {
    kind: "conflict",
    reason: "ERR_ALREADY_EXISTS",
    fields: { name: "taken" },
  } as const;
  const cakes = create(db, { name: "Pães e Bolos", color: "#123456" });
  for (const name of ["pães e bolos", "PAES E BOLOS", "Pa\u0303es e bolos"])
    expect([name, await refusal(() => create(db, { name, color: "#654321" }))]).toEqual([
      name,
      twin,
    ]);
  expect(await refusal(() => update(db, encomendas, { name: "paes e bolos" }))).toEqual(twin);
  expect(update(db, cakes.id, { name: "PÃES e bolos" })).toMatchObject({ name: "PÃES e bolos" });

  const old = shop.queue({ name: "ATENDIMENTO" });
  expect(update(db, old.id, { name: "ATENDIMENTO", greetingMessage: "Oi!" })).toMatchObject({
    greetingMessage: "Oi!",
  });
  expect(await refusal(() => update(db, old.id, { name: "atendimento" }))).toEqual(twin);
});

test("deleting a queue leaves its tickets without one", async () => {
  const shop = world();
  const { id } = shop.ticket();
  await removeQueue(shop.db, atendimento);
  expect(tickets.findTicket(shop.db, shop.me("lia"), id)).toMatchObject({
    queueId: null,
    queue: null,
    status: "pending",
  });
  expect(shop.me("ana").queueIds).toEqual([]);
  expect(shop.events).toMatchObject([
    { event: "queue", action: "delete", payload: { queueId: atendimento } },
  ]);
  for (const work of [
    () => findQueue(shop.db, atendimento),
    () => removeQueue(shop.db, atendimento),
    () => update(shop.db, atendimento, {}),
  ]) {
    expect(await refusal(work)).toEqual({ kind: "missing", reason: "ERR_NO_QUEUE_FOUND" });
  }
});

test("users of a deleted queue reload what they see", async () => {
  const shop = await box();
  const listener = await shop.listener(shop.as("ana"));
  await listener.ready();
  expect(await shop.as("rui").delete(`/queue/${atendimento}`)).toMatchObject({ status: 200 });
  await listener.receives(({ event }) => event === "reset");
});

test("a queue's name has at least two letters, and it has a colour", async () => {
  const shop = await box();
  expect(await shop.as("rui").post("/queue", { name: "X", color: "red" })).toMatchObject({
    status: 422,
    body: { error: "ERR_VALIDATION", fields: { name: "too_short", color: "invalid" } },
  });
  expect(await shop.as("rui").post("/queue", {})).toMatchObject({
    status: 422,
    body: { fields: { name: "required", color: "required" } },
  });
  expect(
    await shop.as("rui").post("/queue", { name: " Doces ", color: "#FF00FF", id: 77 }),
  ).toMatchObject({
    status: 201,
    body: { id: 3, name: "Doces", color: "#ff00ff", greetingMessage: "" },
  });
});

test("a short form of a colour is the same colour", async () => {
  const rui = (await box()).as("rui");
  expect((await rui.post("/queue", { name: "Limão", color: "#0A0" })).body).toMatchObject({
    color: "#00aa00",
  });
  expect((await rui.post("/queue", { name: "Verde", color: "#00aa00" })).body).toMatchObject({
    error: "ERR_QUEUE_COLOR_ALREADY_EXISTS",
  });
  expect((await rui.post("/queue", { name: "Azul", color: "azul" })).body).toMatchObject({
    fields: { color: "invalid" },
  });
});

test("queues are put into an order, those not named come last, and so does a new one", async () => {
  const shop = world();
  const { id } = create(shop.db, { name: "Doces", color: "#ff00ff" });
  expect(list(shop.db).map(({ name }) => name)).toEqual(["Atendimento", "Encomendas", "Doces"]);
  shop.events.length = 0;
  expect(
    order(shop.db, { ids: [encomendas, id] }).map(({ name, orderQueue }) => [name, orderQueue]),
  ).toEqual([
    ["Encomendas", 1],
    ["Doces", 2],
    ["Atendimento", 3],
  ]);
  expect(
    shop.events.map(({ event, action, payload }) => [
      event,
      action,
      (payload as { queue: Queue }).queue.orderQueue,
    ]),
  ).toEqual([
    ["queue", "update", 1],
    ["queue", "update", 2],
    ["queue", "update", 3],
  ]);
  expect(create(shop.db, { name: "Bolos", color: "#00ff00" })).toMatchObject({ orderQueue: 4 });
  expect(await refusal(() => order(shop.db, { ids: [99, encomendas] }))).toMatchObject({
    kind: "invalid",
    fields: { ids: "invalid" },
  });
  expect(
    await (await box(shop)).as("rui").put("/queue/order", { ids: [atendimento] }),
  ).toMatchObject({
    status: 200,
    body: [{ id: atendimento, orderQueue: 1 }, { id: encomendas }, { id }, { name: "Bolos" }],
  });
});

test("a new queue has the usual hours unless it says otherwise", async () => {
  const rui = (await box()).as("rui");
  const { id, schedules } = (await rui.post<Queue>("/queue", { name: "Doces", color: "#ff00ff" }))
    .body;
  expect(
    schedules.map(({ weekdayEn, startTime, endTime }) => `${weekdayEn} ${startTime}-${endTime}`),
  ).toEqual([
    "monday 08:00-18:00",
    "tuesday 08:00-18:00",
    "wednesday 08:00-18:00",
    "thursday 08:00-18:00",
    "friday 08:00-18:00",
    "saturday 08:00-12:00",
    "sunday 00:00-00:00",
  ]);
  const late = schedules.map((day) => ({
    ...day,
    startTime: "22:00",
    endTime: "02:00",
    startTime2: "",
    endTime2: "",
  }));
  expect(
    await rui.put(`/queue/${id}`, { schedules: late, outOfHoursMessage: "Fechado" }),
  ).toMatchObject({ status: 200, body: { schedules: late, outOfHoursMessage: "Fechado" } });
  expect(await rui.put(`/queue/${id}`, { schedules: late.slice(1) })).toMatchObject({
    status: 422,
    body: { fields: { schedules: "too_short" } },
  });
  expect(
    await rui.put(`/queue/${id}`, { schedules: late.with(3, { ...late[3]!, startTime: "24:00" }) }),
  ).toMatchObject({ status: 422, body: { fields: { "schedules.3.startTime": "invalid" } } });
});

test("a queue has an integration or an AI, not both, and it must exist", async () => {
  const shop = world();
  const [integration, ia] = [shop.integration(), shop.ia()];
  expect(update(shop.db, atendimento, { integrationId: integration.id })).toMatchObject({
    integrationId: integration.id,
    promptId: null,
  });
  expect(await refusal(() => update(shop.db, atendimento, { promptId: ia.id }))).toMatchObject({
    kind: "invalid",
    fields: { integrationId: "invalid", promptId: "invalid" },
  });
  expect(update(shop.db, atendimento, { promptId: ia.id, integrationId: null })).toMatchObject({
    integrationId: null,
    promptId: ia.id,
  });
  expect(
    await refusal(() => update(shop.db, encomendas, { promptId: 99, integrationId: 98 })),
  ).toEqual({
    kind: "invalid",
    reason: "ERR_NOT_FOUND_REFERENCE",
    fields: { promptId: "invalid", integrationId: "invalid" },
  });
  expect(
    await refusal(() => create(shop.db, { name: "Doces", color: "#ff00ff", promptId: 99 })),
  ).toMatchObject({ kind: "invalid", fields: { promptId: "invalid" } });
});
