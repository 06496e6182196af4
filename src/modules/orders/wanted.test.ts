import { expect } from "bun:test";
import { eq } from "drizzle-orm";
import {
  bread,
  cake,
  cartOf,
  centro,
  home,
  juice,
  pays,
  sells,
  states,
} from "../../testing/bakery.ts";
import { bia, box, day, hour, minute, morning, second, test } from "../../testing/world.ts";
import { notifications } from "../notifications/table.ts";
import { usualWeek } from "../hours/fields.ts";
import { stores } from "../stores/table.ts";
import type { Budget } from "../budgets/table.ts";
import { orderData } from "./personal-data.ts";
import { remindOfWanted } from "./remind.ts";
import { orders, type Order } from "./table.ts";

async function shop() {
  const all = await box();
  sells(all.db);
  const ana = all.as("ana");
  const orderFor = (at: number, more: object = {}) =>
    ana.post<Order>(
      "/orders",
      cartOf([[bread, 1]], { wantedAt: new Date(at).toISOString(), ...more }),
    );
  const sets = (values: Partial<typeof stores.$inferInsert>) =>
    all.db.update(stores).set(values).where(eq(stores.id, centro)).run();
  return { ...all, ana, rui: all.as("rui"), orderFor, sets };
}

const refusedAt = (reason: string) => ({ status: 422, body: { fields: { wantedAt: reason } } });

test("an order is wanted at a time ahead, and a minute ago is still now", async () => {
  const { orderFor, ana } = await shop();
  const { body } = await orderFor(morning + day);
  expect(body).toMatchObject({ wantedAt: new Date(morning + day).toISOString() });
  expect((await orderFor(morning - minute)).status).toBe(201);
  expect(await orderFor(morning - minute - second)).toMatchObject(refusedAt("past"));
  const year = 366 * day;
  expect((await orderFor(morning + year)).status).toBe(201);
  expect(await orderFor(morning + year + second)).toMatchObject(refusedAt("far"));
  expect(await orderFor(Date.parse("9999-12-31T12:00:00Z"))).toMatchObject(refusedAt("far"));
  const soon = await ana.post<Order>("/orders", cartOf([[bread, 1]]));
  expect(soon.body.wantedAt).toBeNull();
});

test("the hours of the store count before the company's", async () => {
  const { orderFor, sets } = await shop();
  const sunday = Date.parse("2026-11-22T13:00:00Z");
  expect((await orderFor(sunday)).status).toBe(201);
  sets({ schedules: usualWeek });
  expect(await orderFor(sunday)).toMatchObject(refusedAt("closed"));
  const close = Date.parse("2026-11-23T21:00:00Z");
  expect((await orderFor(close - second)).status).toBe(201);
  expect(await orderFor(close)).toMatchObject(refusedAt("closed"));
});

test("a slot takes as many orders as the store says; a cancelled one leaves its place", async () => {
  const { orderFor, sets, ana } = await shop();
  sets({ slotLimit: 2, slotMinutes: 30 });
  const slot = morning + day;
  const first = (await orderFor(slot)).body;
  expect((await orderFor(slot + 30 * minute - second)).status).toBe(201);
  expect(await orderFor(slot + minute)).toMatchObject(refusedAt("full"));
  expect((await orderFor(slot + 30 * minute)).status).toBe(201);
  expect((await orderFor(slot - second)).status).toBe(201);
  const same = await ana.put<Order>(`/orders/${first.id}`, {
    wantedAt: new Date(slot + 2 * minute).toISOString(),
  });
  expect(same.status).toBe(200);
  await ana.put(`/orders/${first.id}/status/${states.cancelled}`);
  expect((await orderFor(slot)).status).toBe(201);
  // Its place was taken meanwhile.
  expect(await ana.put(`/orders/${first.id}/status/${states.pending}`)).toMatchObject(
    refusedAt("full"),
  );
});

test("a budget keeps its time, which is checked again when it becomes an order", async () => {
  const { ana, clock } = await shop();
  const wantedAt = new Date(morning + 5 * minute).toISOString();
  const budget = (await ana.post<Budget>("/budgets", cartOf([[bread, 1]], { wantedAt }))).body;
  expect(budget).toMatchObject({ wantedAt, courierId: null });
  clock.pass(7 * minute);
  const { id } = budget;
  expect((await ana.put(`/budgets/${id}`, cartOf([[bread, 2]]))).body).toMatchObject({ wantedAt });
  expect(await ana.post(`/budgets/${id}/confirm`)).toMatchObject(refusedAt("past"));
  await ana.put(`/budgets/${id}`, cartOf([[bread, 2]], { wantedAt: null }));
  expect((await ana.post(`/budgets/${id}/confirm`)).body).toMatchObject({ wantedAt: null });
});

test("a change of time and courier is in the history; a final order keeps its time", async () => {
  const { ana, rui, orderFor } = await shop();
  const beto = (await rui.post<{ id: number }>("/couriers", { name: "Beto" })).body;
  const { id } = (await orderFor(morning + day)).body;
  const later = new Date(morning + 2 * day).toISOString();
  const { body } = await ana.put<Order>(`/orders/${id}`, { wantedAt: later, courierId: beto.id });
  expect(body).toMatchObject({ wantedAt: later, courier: { name: "Beto" } });
  expect(body.history.at(-1)).toMatchObject({
    changes: ["wantedAt", "courier"],
    courierBefore: null,
    courierAfter: { name: "Beto" },
  });
  const nando = (await rui.post<{ id: number }>("/couriers", { name: "Nando" })).body;
  const other = (await ana.put<Order>(`/orders/${id}`, { courierId: nando.id })).body;
  expect(other.history.at(-1)).toMatchObject({
    changes: ["courier"],
    courierBefore: { name: "Beto" },
    courierAfter: { name: "Nando" },
  });
  expect(await ana.put(`/orders/${id}`, { courierId: 99 })).toMatchObject({
    status: 422,
    body: { fields: { courierId: "invalid" } },
  });
  await ana.put(`/orders/${id}/status/${states.delivered}`);
  expect(await ana.put(`/orders/${id}`, { wantedAt: null })).toMatchObject({
    body: { error: "ERR_ORDER_FINAL" },
  });
});

test("the team is reminded once, the preparation time before", async () => {
  const { db, clock, orderFor, sets, events } = await shop();
  sets({ prepMinutes: 45 });
  const { id } = (await orderFor(morning + 2 * hour)).body;
  const rung = () => db.select().from(orders).where(eq(orders.id, id)).get()!.remindedAt;
  const notices = () =>
    db.select().from(notifications).where(eq(notifications.orderId, id)).all().length;
  clock.pass(75 * minute - second);
  remindOfWanted(db);
  expect([rung(), notices()]).toEqual([null, 0]);
  clock.pass(second);
  events.length = 0;
  for (let tick = 0; tick < 3; tick++) remindOfWanted(db);
  expect([rung(), notices()]).toEqual([new Date(clock.now()), 1]);
  expect(events.filter(({ event }) => event === "order")).toHaveLength(1);
});

test("the board of a day has what is wanted on it, and with open also what is unfinished", async () => {
  const { ana, orderFor } = await shop();
  const ahead = (await orderFor(morning + 3 * day)).body;
  const done = (await orderFor(morning)).body;
  await ana.put(`/orders/${done.id}/status/${states.delivered}`);
  const idsOf = async (query: string) =>
    (await ana.get<{ orders: Order[] }>(`/orders/list?${query}`)).body.orders.map(({ id }) => id);
  expect(await idsOf("startDate=2026-11-23&endDate=2026-11-23")).toEqual([ahead.id]);
  expect(await idsOf("startDate=2026-11-21&endDate=2026-11-21")).toEqual([]);
  expect(await idsOf("startDate=2026-11-21&endDate=2026-11-21&open=true")).toEqual([ahead.id]);
});

test("the days ahead are counted, and the list shows one of them, the first due first", async () => {
  const { ana, orderFor } = await shop();
  const late = (await orderFor(morning + 3 * day + hour)).body;
  const early = (await orderFor(morning + 3 * day)).body;
  const next = (await orderFor(Date.parse("2026-11-24T03:00:00Z"))).body;
  await orderFor(morning + day);
  const gone = (await orderFor(morning + 3 * day)).body;
  await ana.put(`/orders/${gone.id}/status/${states.cancelled}`);
  await ana.post<Order>("/orders", cartOf([[bread, 1]]));
  const price = early.total;
  expect((await ana.get<object>("/orders/coming")).body).toEqual({
    days: [
      { day: "2026-11-21", count: 1, total: price },
      { day: "2026-11-23", count: 2, total: (2 * Number(price)).toFixed(2) },
      { day: "2026-11-24", count: 1, total: price },
    ],
  });
  const idsOn = async (wantedDay: string) =>
    (
      await ana.get<{ orders: Order[]; count: number }>(`/orders?wantedDay=${wantedDay}`)
    ).body.orders.map(({ id }) => id);
  expect(await idsOn("2026-11-23")).toEqual([early.id, late.id]);
  expect(await idsOn("2026-11-24")).toEqual([next.id]);
  expect(await idsOn("2026-11-25")).toEqual([]);
});

test("the customer reads when an order is wanted, and a map of where they get it", async () => {
  const { ana, db, phone, ticket, orderFor, sets } = await shop();
  await phone();
  db.sqlite.run(
    "UPDATE orderStatus SET message = '{{order_wanted}}, {{order_total}}: {{order_map}}' WHERE id = 2",
  );
  sets({ latitude: -23.55, longitude: -46.63 });
  const open = ticket({ contactId: bia.id, status: "open" });
  const at = morning + day;
  const fetched = (await orderFor(at, { contactId: bia.id })).body;
  const brought = (
    await orderFor(at, { contactId: bia.id, typeRoute: "ENTREGA", contactAddressId: home })
  ).body;
  for (const { id } of [fetched, brought])
    await ana.put(`/orders/${id}/status/${states.preparing}`);
  const { messages } = (await ana.get<{ messages: { body: string }[] }>(`/messages/${open.id}`))
    .body;
  const map = "https://www.google.com/maps/search/?api=1&query=";
  const when = "sábado, 21/11, às 09:00";
  expect(messages.map(({ body }) => body)).toEqual([
    `${when}, R$ ${fetched.total.replace(".", ",")}: ${map}-23.55%2C-46.63`,
    `${when}, R$ ${brought.total.replace(".", ",")}: ${map}-23.5614%2C-46.6459`,
  ]);
});

test("a person's export names the wanted time and the courier", async () => {
  const { ana, rui, db, orderFor } = await shop();
  const beto = (await rui.post<{ id: number }>("/couriers", { name: "Beto" })).body;
  const at = new Date(morning + day);
  const { id } = (await orderFor(at.getTime(), { contactId: bia.id })).body;
  await ana.put(`/orders/${id}`, { courierId: beto.id });
  const read = orderData[0]!.export;
  const person = { id: bia.id, names: [], email: "", identifiers: [], ticketIds: [] };
  expect(typeof read === "string" ? read : read.read(db, person)).toMatchObject([
    { wantedAt: at, courier: "Beto" },
  ]);
});

test("a courier's load says which cash they carry, and settling receives it in one go", async () => {
  const { ana, rui } = await shop();
  const beto = (await rui.post<{ id: number }>("/couriers", { name: "Beto" })).body;
  const brings = async (more: object) =>
    (
      await ana.post<Order>(
        "/orders",
        cartOf([[juice, 1]], {
          typeRoute: "ENTREGA",
          contactAddressId: home,
          courierId: beto.id,
          ...more,
        }),
      )
    ).body;
  const cash = await brings({ changeFor: "20.00" });
  const pix = await brings({ paymentId: pays.pix });
  const load = async () =>
    (await ana.get<{ orders: Order[]; cash: string; change: string }>(`/couriers/${beto.id}/load`))
      .body;
  expect(cash.total).toBe("17.00");
  expect(await load()).toMatchObject({ cash: "17.00", change: "3.00" });
  expect((await load()).orders.map(({ id }) => id)).toEqual([cash.id, pix.id]);
  const stranger = (await ana.post<Order>("/orders", cartOf([[cake, 1]]))).body;
  const settle = (orderIds: number[]) => ana.post(`/couriers/${beto.id}/settle`, { orderIds });
  expect((await settle([cash.id, stranger.id])).status).toBe(409);
  expect((await load()).cash).toBe("17.00");
  expect((await settle([cash.id, pix.id])).status).toBe(200);
  for (const { id } of [cash, pix]) await ana.put(`/orders/${id}/status/${states.delivered}`);
  expect(await load()).toMatchObject({ orders: [], cash: "0.00" });
  expect((await settle([cash.id])).status).toBe(200);
});

test("a fee by district asks for a district that the store brings to", async () => {
  const { ana, rui } = await shop();
  await rui.put("/settings/deliveryFeeType", { value: "neighborhood" });
  const delivered = () =>
    ana.post<Order>(
      "/orders",
      cartOf([[juice, 1]], { typeRoute: "ENTREGA", contactAddressId: home }),
    );
  expect((await delivered()).body).toMatchObject({ freight: "0.00" });
  await rui.post("/delivery-fee", { storeId: centro, neighborhood: "Sé", deliveryFee: "4.00" });
  expect(await delivered()).toMatchObject({
    status: 422,
    body: { fields: { contactAddressId: "invalid" }, message: "A loja não entrega neste bairro" },
  });
  await rui.post("/delivery-fee", {
    storeId: centro,
    neighborhood: "bela vista",
    deliveryFee: "6.00",
  });
  expect((await delivered()).body).toMatchObject({ freight: "6.00" });
});
