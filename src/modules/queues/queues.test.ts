import { expect } from "bun:test";
import { atendimento, box, encomendas, refusal, test, world } from "../../testing/world.ts";
import { find as findTicket } from "../tickets/tickets.ts";
import { create, find, list, remove, update } from "./queues.ts";

test("queues stand in the order of the menu", () => {
  const { store } = world();
  create(store, { name: "Reclamações", color: "#b91c1c", orderQueue: 0 });
  update(store, atendimento, { orderQueue: 2 });
  expect(list(store).map(({ name }) => name)).toEqual(["Encomendas", "Reclamações", "Atendimento"]);
});

test("a name and a colour are taken once", async () => {
  const { store } = world();
  expect(await refusal(() => create(store, { name: "Atendimento", color: "#123456" }))).toMatchObject({ kind: "conflict", reason: "ERR_ALREADY_EXISTS", fields: { name: "taken" } });
  expect(await refusal(() => create(store, { name: "Outra", color: "#0f766e" }))).toEqual({ kind: "conflict", reason: "ERR_QUEUE_COLOR_ALREADY_EXISTS", fields: { color: "taken" } });
  expect(await refusal(() => update(store, encomendas, { color: "#0f766e" }))).toMatchObject({ reason: "ERR_QUEUE_COLOR_ALREADY_EXISTS" });
  expect(list(store)).toHaveLength(2);
});

test("a queue that goes leaves its tickets without one", async () => {
  const shop = world();
  const { id } = shop.ticket();
  remove(shop.store, atendimento);
  expect(findTicket(shop.store, shop.me("lia"), id)).toMatchObject({ queueId: null, queue: null, status: "pending" });
  expect(shop.me("ana").queueIds).toEqual([]);
  expect(shop.told).toMatchObject([{ event: "queue", action: "delete", payload: { queueId: atendimento } }]);
  for (const work of [() => find(shop.store, atendimento), () => remove(shop.store, atendimento), () => update(shop.store, atendimento, {})]) {
    expect(await refusal(work)).toEqual({ kind: "missing", reason: "ERR_NO_QUEUE_FOUND" });
  }
});

test("who served a queue that goes loads the house anew", async () => {
  const shop = await box();
  const ear = await shop.ear(shop.as("ana"));
  await ear.ready();
  expect(await shop.as("rui").delete(`/queue/${atendimento}`)).toMatchObject({ status: 200 });
  await ear.hears(({ event }) => event === "reset");
});

test("a queue has a name of two letters and a colour", async () => {
  const shop = await box();
  expect(await shop.as("rui").post("/queue", { name: "X", color: "red" })).toMatchObject({ status: 422, body: { error: "ERR_VALIDATION", fields: { name: "too_short", color: "invalid" } } });
  expect(await shop.as("rui").post("/queue", {})).toMatchObject({ status: 422, body: { fields: { name: "required", color: "required" } } });
  expect(await shop.as("rui").post("/queue", { name: " Doces ", color: "#FF00FF", id: 77 })).toMatchObject({ status: 201, body: { id: 3, name: "Doces", color: "#ff00ff", greetingMessage: "" } });
});

test("a colour's short form is the colour", async () => {
  const rui = (await box()).as("rui");
  expect((await rui.post("/queue", { name: "Limão", color: "#0A0" })).body).toMatchObject({ color: "#00aa00" });
  expect((await rui.post("/queue", { name: "Verde", color: "#00aa00" })).body).toMatchObject({ error: "ERR_QUEUE_COLOR_ALREADY_EXISTS" });
  expect((await rui.post("/queue", { name: "Azul", color: "azul" })).body).toMatchObject({ fields: { color: "invalid" } });
});
