import { expect } from "bun:test";
import { centro, cartOf, juice, pays, sells } from "../../testing/bakery.ts";
import { box, idOf, test, type Caller } from "../../testing/world.ts";
import type { Order } from "../orders/table.ts";
import type { ListedTill, Till } from "./table.ts";

async function shop() {
  const all = await box();
  sells(all.db);
  const [ana, rui, lia] = [all.as("ana"), all.as("rui"), all.as("lia")];
  const open = (openingAmount = "150.00", by: Caller = ana) =>
    by.post<Till>("/tills", { storeId: centro, openingAmount });
  const pay = async (paymentId: number, value: string, by: Caller = ana) => {
    const { body } = await by.post<Order>("/orders", cartOf([[juice, 1]]));
    return by.post<Order>(`/orders/${body.id}/receipts`, { paymentId, value });
  };
  const close = (id: number, counted: object[], more: object = {}, by: Caller = ana) =>
    by.post<Till>(`/tills/${id}/close`, { counted, ...more });
  return { ...all, ana, rui, lia, open, pay, close };
}

test("a till is opened, takes money, is counted, and says by how much it differs", async () => {
  const { ana, open, pay, close, clock } = await shop();
  const { status, body: till } = await open();
  expect([status, till]).toMatchObject([
    201,
    { openingAmount: "150.00", user: { name: "Ana" }, store: { name: "Centro" }, closedAt: null },
  ]);
  const path = `/tills/${till.id}`;
  expect((await pay(pays.cash, "10.00")).body.receipts[0]).toMatchObject({
    tillId: till.id,
    change: "2.00",
  });
  await pay(pays.debit, "8.00");
  const order = (await pay(pays.pix, "8.00")).body;
  await ana.post(`/orders/${order.id}/receipts/${order.receipts[0]!.id}/refund`, {
    value: "1.50",
    reason: "Suco quente",
  });
  await ana.post(`${path}/movements`, { kind: "out", value: "80.00", reason: "Cofre" });
  await ana.post(`${path}/movements`, { kind: "in", value: "5.00", reason: "Troco" });
  const { body: read } = await ana.get<Till>(path);
  expect(read).toMatchObject({
    orders: 3,
    taken: "22.50",
    difference: null,
    movements: [
      { kind: "out", value: "80.00", reason: "Cofre", user: { name: "Ana" } },
      { kind: "in", value: "5.00" },
    ],
    sums: [
      { name: "Dinheiro", isDrawer: true, expected: "83.00", counted: null },
      { name: "Pix", expected: "6.50" },
      { name: "Cartão de débito", expected: "8.00" },
    ],
    differences: [],
  });
  clock.pass(60_000);
  const counted = [
    { paymentId: pays.cash, value: "82.99" },
    { paymentId: pays.pix, value: "6.50" },
    { paymentId: pays.debit, value: "8.01" },
  ];
  const closed = await close(till.id, counted, { reason: "Moeda caída", rest: "50.00" });
  expect([closed.status, closed.body]).toMatchObject([
    200,
    {
      closedBy: { name: "Ana" },
      reason: "Moeda caída",
      rest: "50.00",
      difference: "0.00",
      differences: [
        { paymentId: pays.cash, expected: "83.00", counted: "82.99", difference: "-0.01" },
        { paymentId: pays.debit, expected: "8.00", counted: "8.01", difference: "0.01" },
      ],
    },
  ]);
  expect((await ana.get("/tills/counter")).body).toMatchObject({
    tills: [],
    isUsed: true,
    rests: [{ storeId: centro, rest: "50.00", user: { name: "Ana" } }],
  });
});

test("cash needs an open till once the company has one; other money does not", async () => {
  const { open, pay, close, rui } = await shop();
  expect((await pay(pays.cash, "8.00")).body.receipts[0]).toMatchObject({ tillId: null });
  const { id } = (await open()).body;
  const cash = (await pay(pays.cash, "8.00")).body;
  await close(id, []);
  const refused = { status: 409, body: { error: "ERR_NO_TILL" } };
  expect(await pay(pays.cash, "8.00")).toMatchObject(refused);
  expect(await pay(pays.cash, "8.00", rui)).toMatchObject(refused);
  expect((await pay(pays.pix, "8.00")).body.receipts[0]).toMatchObject({ tillId: null });
  expect(
    await rui.post(`/orders/${cash.id}/receipts/${cash.receipts[0]!.id}/refund`, {
      value: "8.00",
      reason: "Desistiu",
    }),
  ).toMatchObject(refused);
});

test("a person has one open till in a store, and a till is closed once", async () => {
  const { ana, rui, open, close } = await shop();
  const answers = await Promise.all([open(), open()]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  const { id } = answers.find(({ status }) => status === 201)!.body;
  expect((await open("0.00", rui)).status).toBe(201);
  const closings = await Promise.all([close(id, []), close(id, [], {}, rui)]);
  expect(closings.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(closings.find(({ status }) => status === 409)!.body).toMatchObject({
    error: "ERR_TILL_CLOSED",
  });
  expect(
    await ana.post(`/tills/${id}/movements`, { kind: "in", value: "1.00", reason: "Troco" }),
  ).toMatchObject({ status: 409, body: { error: "ERR_TILL_CLOSED" } });
});

test("only admins reopen a till, with a reason, and the audit keeps its difference", async () => {
  const { ana, rui, db, open, close } = await shop();
  const { id } = (await open()).body;
  const body = { reason: "Nota contada duas vezes" };
  expect(await rui.post(`/tills/${id}/reopen`, body)).toMatchObject({
    status: 409,
    body: { error: "ERR_TILL_OPEN" },
  });
  await close(id, [{ paymentId: pays.cash, value: "140.00" }]);
  expect((await ana.post(`/tills/${id}/reopen`, body)).status).toBe(403);
  expect((await rui.post(`/tills/${id}/reopen`, { reason: "" })).status).toBe(422);
  expect(await rui.post<Till>(`/tills/${id}/reopen`, body)).toMatchObject({
    status: 200,
    body: { closedAt: null, difference: null, differences: [] },
  });
  expect(
    db.sqlite.query("SELECT subject, details FROM audit WHERE action = 'tillReopened'").get(),
  ).toMatchObject({
    subject: `till ${id} Centro`,
    details: expect.stringContaining('"difference":"-10.00"'),
  });
  await close(id, [{ paymentId: pays.cash, value: "150.00" }]);
  await open();
  expect((await rui.post(`/tills/${id}/reopen`, body)).status).toBe(409);
});

test("a user sees their own tills, an admin all of them, and opens one for someone else", async () => {
  const { ana, rui, lia, open, events } = await shop();
  const { id } = (await open()).body;
  const forLia = await rui.post<Till>("/tills", {
    storeId: centro,
    openingAmount: 0,
    userId: idOf.lia,
  });
  expect(forLia.body).toMatchObject({ user: { name: "Lia" } });
  const seen = async (by: Caller) =>
    (await by.get<{ tills: ListedTill[] }>(`/tills?storeId=${centro}`)).body.tills.map(
      (till) => till.id,
    );
  expect([await seen(ana), await seen(lia), await seen(rui)]).toEqual([
    [id],
    [forLia.body.id],
    [forLia.body.id, id],
  ]);
  expect((await lia.get(`/tills/${id}`)).status).toBe(404);
  expect((await lia.post(`/tills/${id}/close`, { counted: [] })).status).toBe(404);
  expect(
    await ana.post("/tills", { storeId: centro, openingAmount: 0, userId: idOf.lia }),
  ).toMatchObject({ status: 422, body: { fields: { userId: "invalid" } } });
  expect(await ana.post("/tills", { storeId: 99, openingAmount: 0 })).toMatchObject({
    status: 422,
    body: { fields: { storeId: "invalid" } },
  });
  expect(events.filter(({ event }) => event === "till")).toMatchObject([
    { audience: { of: [{ to: "admins" }, { to: "user", userId: idOf.ana }] } },
    { audience: { of: [{ to: "admins" }, { to: "user", userId: idOf.lia }] } },
  ]);
});

test("bad counts and movements are refused at their field, and nothing is half saved", async () => {
  const { ana, open, close } = await shop();
  const { id } = (await open()).body;
  for (const [body, field] of [
    [{ kind: "in", value: "0.00", reason: "Troco" }, "value"],
    [{ kind: "lost", value: "1.00", reason: "Troco" }, "kind"],
    [{ kind: "out", value: "1.00", reason: "" }, "reason"],
  ] as const)
    expect(await ana.post(`/tills/${id}/movements`, body)).toMatchObject({
      status: 422,
      body: { fields: { [field]: expect.any(String) } },
    });
  const twice = { paymentId: pays.cash, value: "1.00" };
  expect(await close(id, [twice, twice])).toMatchObject({
    status: 422,
    body: { fields: { counted: "invalid" } },
  });
  expect((await close(id, [{ paymentId: 99, value: "1.00" }])).status).toBe(422);
  expect((await ana.get<Till>(`/tills/${id}`)).body).toMatchObject({
    closedAt: null,
    movements: [],
  });
});

test("a method of which more went back than came is counted below zero", async () => {
  const { ana, rui, open, pay, close } = await shop();
  const { receipts, id } = (await pay(pays.pix, "8.00", rui)).body;
  const till = (await open("0.00", rui)).body;
  await rui.post(`/orders/${id}/receipts/${receipts[0]!.id}/refund`, {
    value: "8.00",
    reason: "Suco quente",
  });
  const counted = [{ paymentId: pays.pix, value: "-8.00" }];
  expect((await close(till.id, counted, {}, rui)).body).toMatchObject({
    taken: "-8.00",
    difference: "0.00",
    differences: [],
  });
  expect((await ana.get("/tills")).body).toMatchObject({ count: 0 });
});
