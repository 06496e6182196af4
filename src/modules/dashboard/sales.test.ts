import { expect } from "bun:test";
import { bia, box, idOf, test } from "../../testing/world.ts";
import { bread, cake, cartOf, home, juice, pays, sells, states } from "../../testing/bakery.ts";
import type { Budget } from "../budgets/table.ts";
import { cellsOf } from "../../testing/sheets.ts";
import type { Order } from "../orders/table.ts";
import { forgottenQuery } from "./forgotten.ts";
import { categoriesQuery, couriersQuery, paymentsQuery } from "./sales.ts";
import { profitQuery, receivedOrdersQuery, soldOrdersQuery } from "./sold-orders.ts";
import type { CountedPage, Sales } from "./table.ts";

async function shop() {
  const all = await box();
  const made = { ...all, ...sells(all.db), ana: all.as("ana"), rui: all.as("rui") };
  const sell = async (items: Parameters<typeof cartOf>[0], more: object = {}, by = made.ana) => {
    const { id } = (await by.post<Budget>("/budgets", cartOf(items, more))).body;
    return (await by.post<Order>(`/budgets/${id}/confirm`)).body;
  };
  return { ...made, sell };
}

test("a sale at the counter to a contact is no budget that became an order", async () => {
  const { ana, rui } = await shop();
  const sale = { ...cartOf([[bread, 1]]), paymentId: pays.cash };
  for (const channel of ["COUNTER", "PHONE"])
    expect((await ana.post<Order>("/orders", { ...sale, channel })).status).toBe(201);
  await ana.post("/budgets", { ...cartOf([[bread, 1]]), channel: "PHONE" });
  expect((await rui.get("/dashboard/sales")).body).toMatchObject({
    totals: { orders: 2, budgets: 1, ordered: 0 },
  });
});

test("the dashboard says what was sold, by day, seller, store and product", async () => {
  const { ana, rui, sell, db } = await shop();
  await sell([[cake, 2]], { typeRoute: "ENTREGA", contactAddressId: home });
  await sell(
    [
      [bread, 8],
      [juice, 1],
    ],
    {},
    rui,
  );
  const cancelled = await sell([[juice, 5]]);
  const handed = { paymentId: pays.cash, value: "50.00" };
  const paid = await ana.post<Order>(`/orders/${cancelled.id}/receipts`, handed);
  await ana.post(`/orders/${cancelled.id}/receipts/${paid.body.receipts[0]!.id}/refund`, {
    value: "10.00",
    reason: "Desistiu",
  });
  await ana.put(`/orders/${cancelled.id}/status/${states.cancelled}`);
  await ana.post("/budgets", cartOf([[bread, 1]]));
  // A minute before midnight in São Paulo, on the day before.
  db.sqlite.run("UPDATE orders SET emission = ? WHERE number = 1", [
    Date.parse("2026-11-20T02:59:00Z"),
  ]);
  expect((await rui.get("/dashboard/sales?date_from=2026-11-19&date_to=2026-11-20")).body).toEqual({
    period: { from: "2026-11-19", to: "2026-11-20" },
    totals: {
      orders: 2,
      total: "129.80",
      averageTicket: "64.90",
      received: "0.00",
      owed: "129.80",
      // Each piece costs 0.50.
      profit: "112.30",
      margin: 95,
      budgets: 4,
      ordered: 3,
      forgotten: 0,
      forgottenTotal: "0.00",
    },
    before: {
      from: "2026-11-17",
      to: "2026-11-18",
      orders: 0,
      total: "0.00",
      averageTicket: "0.00",
    },
    hours: [
      { hour: 9, orders: 1, total: "18.00" },
      { hour: 23, orders: 1, total: "111.80" },
    ],
    days: [
      { date: "2026-11-19", orders: 1, total: "111.80" },
      { date: "2026-11-20", orders: 1, total: "18.00" },
    ],
    sellers: [
      { id: idOf.ana, name: "Ana", orders: 1, total: "111.80" },
      { id: idOf.rui, name: "Rui", orders: 1, total: "18.00" },
    ],
    stores: [{ id: 1, name: "Centro", orders: 2, total: "129.80" }],
    couriers: [],
    categories: [{ id: null, name: "", orders: 2, total: "117.80" }],
    payments: [{ id: pays.cash, name: "Dinheiro", orders: 1, total: "30.00" }],
    products: [
      { id: cake, name: "Bolo de cenoura", amount: 2, total: "99.80", unit: "un" },
      { id: bread, name: "Pão francês", amount: 8, total: "10.00", unit: "un" },
      { id: juice, name: "Suco de laranja", amount: 1, total: "8.00", unit: "un" },
    ],
  } as never);
  expect(
    (await rui.get("/dashboard/sales?date_from=2026-10-01&date_to=2026-10-02")).body,
  ).toMatchObject({
    totals: { orders: 0, total: "0.00", averageTicket: "0.00", budgets: 0, ordered: 0 },
    sellers: [],
  });
  expect((await ana.get("/dashboard/sales")).status).toBe(403);
});

test("the orders of a period are exported as a spreadsheet, and it is noted", async () => {
  const { rui, sell, url, db, ana } = await shop();
  await sell([[cake, 2]], { discount: "9.98" });
  await sell([[bread, 8]]);
  const answer = await fetch(`${url}/api/dashboard/sales/export`, {
    headers: { authorization: `Bearer ${await rui.token}` },
  });
  expect([answer.status, answer.headers.get("content-disposition")]).toEqual([
    200,
    "attachment; filename*=UTF-8''vendas-2026-11-01-2026-11-20.xlsx",
  ]);
  const cells = cellsOf(new Uint8Array(await answer.arrayBuffer()));
  expect(cells.map((row) => row.map(({ v }) => v))).toEqual([
    [
      "Número",
      "Data",
      "Status",
      "Cliente",
      "Vendedor",
      "Loja",
      "Pagamento",
      "Entrega",
      "Subtotal",
      "Desconto",
      "Frete",
      "Total",
      "Recebido",
      "A receber",
      "Canal",
      "Entregador",
      "Para quando",
    ],
    [
      1,
      46346.375,
      "Pendente",
      "Bia",
      "Ana",
      "Centro",
      "Dinheiro",
      "RETIRADA",
      99.8,
      9.98,
      0,
      89.82,
      0,
      89.82,
      "WhatsApp",
    ],
    [
      2,
      46346.375,
      "Pendente",
      "Bia",
      "Ana",
      "Centro",
      "Dinheiro",
      "RETIRADA",
      10,
      0,
      0,
      10,
      0,
      10,
      "WhatsApp",
    ],
  ]);
  // A spreadsheet adds up cells of type number alone, and shows a date where the format is one.
  expect([1, 8, 11].map((column) => cells[1]![column]).map((cell) => [cell?.t, cell?.w])).toEqual([
    ["n", "20/11/2026 09:00"],
    ["n", "99.80"],
    ["n", "89.82"],
  ]);
  expect(
    db.sqlite.query("SELECT count(*) AS count FROM audit WHERE action = 'salesExported'").get(),
  ).toEqual({ count: 1 });
  expect((await ana.get("/dashboard/sales/export")).status).toBe(403);
});

test("a contact's panel has their budgets, orders and what they spent, as far as one may see them", async () => {
  const { as, ana, sell } = await shop();
  await sell([[cake, 2]]);
  const { id } = await sell([[bread, 8]]);
  await ana.put(`/orders/${id}/status/${states.cancelled}`);
  await ana.post("/budgets", cartOf([[bread, 4]]));
  expect((await ana.get(`/contacts/${bia.id}/sales`)).body).toMatchObject({
    budgets: [{ number: 3, total: "5.00" }],
    orders: [{ number: 2 }, { number: 1 }],
    count: 1,
    spent: "99.80",
  });
  expect((await as("caio").get(`/contacts/${bia.id}/sales`)).body).toEqual({
    budgets: [],
    orders: [],
    count: 0,
    spent: "0.00",
  } as never);
  expect((await ana.get("/contacts/77/sales")).status).toBe(404);
});

test("sales are grouped by courier and by category, by an index", async () => {
  const { rui, sell, db } = await shop();
  const { id: category } = (await rui.post<{ id: number }>("/categories", { name: "Bolos" })).body;
  await rui.put(`/products/${cake}`, { categoryId: category });
  const { id: courierId } = (await rui.post<{ id: number }>("/couriers", { name: "Téo" })).body;
  const { id } = await sell(
    [
      [cake, 1],
      [juice, 1],
    ],
    {
      typeRoute: "ENTREGA",
      contactAddressId: home,
    },
  );
  await sell([[juice, 2]]);
  expect((await rui.put(`/orders/${id}`, { courierId })).status).toBe(200);
  const { couriers, categories } = (await rui.get<Sales>("/dashboard/sales?days=1")).body;
  expect(couriers).toMatchObject([{ id: courierId, name: "Téo", orders: 1 }]);
  expect(categories).toEqual([
    { id: category, name: "Bolos", orders: 1, total: "49.90" },
    { id: null, name: "", orders: 2, total: "24.00" },
  ]);
  for (const query of [couriersQuery, categoriesQuery, paymentsQuery]) {
    const plan = db.sqlite.query(`EXPLAIN QUERY PLAN ${query}`).all() as { detail: string }[];
    expect(plan.filter(({ detail }) => detail.startsWith("SCAN"))).toEqual([]);
  }
});

// rules.md#forgotten-budgets
test("an open budget is forgotten after a day, until its customer orders or a month is over", async () => {
  const { as, ana, sell, clock, db } = await shop();
  await ana.post("/budgets", cartOf([[cake, 1]]));
  const read = async () => {
    // A session ends meanwhile.
    const rui = as("rui");
    const { body } = await rui.get<CountedPage>("/dashboard/counted?of=forgotten");
    const { totals } = (await rui.get<Sales>("/dashboard/sales?days=1")).body;
    expect([totals.forgotten, body.count]).toEqual([body.records.length, body.records.length]);
    return body.records.map(({ name, user, total }) => [name, user, total]);
  };
  clock.pass(day - 1000);
  expect(await read()).toEqual([]);
  clock.pass(2000);
  expect(await read()).toEqual([["Bia", "Ana", "49.90"]]);
  const { id } = await sell([[bread, 8]], {}, as("ana"));
  expect(await read()).toEqual([]);
  await as("ana").put(`/orders/${id}/status/${states.cancelled}`);
  expect(await read()).toHaveLength(1);
  clock.pass(29 * day);
  expect(await read()).toEqual([]);
  const plan = db.sqlite.query(`EXPLAIN QUERY PLAN ${forgottenQuery}`).all() as {
    detail: string;
  }[];
  expect(plan.filter(({ detail }) => detail.startsWith("SCAN"))).toEqual([]);
});

const day = 86_400_000;

test("each figure of the sales opens its orders", async () => {
  const { ana, rui, sell, db, clock } = await shop();
  const paid = await sell([[cake, 2]]);
  const owing = await sell([[bread, 8]], {}, rui);
  await sell([[juice, 1]]);
  await ana.post(`/orders/${paid.id}/receipts`, { paymentId: pays.pix, value: "99.80" });
  await rui.post(`/orders/${owing.id}/receipts`, { paymentId: pays.cash, value: "9.99" });
  const { id: categoryId } = (await rui.post<{ id: number }>("/categories", { name: "Bolos" }))
    .body;
  await rui.put(`/products/${cake}`, { categoryId });
  // A figure counts up to now.
  clock.set("2026-11-20T12:00:01Z");
  const listed = async (query: string) => {
    const { body } = await rui.get<CountedPage>(`/dashboard/counted?days=1&of=${query}`);
    return body.records.map(({ orderId, total }) => [orderId, total]);
  };
  expect(await listed("sales&storeId=1")).toHaveLength(3);
  expect(await listed("sales&storeId=2")).toEqual([]);
  expect(await listed("sales&courierId=0")).toHaveLength(3);
  expect(await listed(`sales&productId=${bread}`)).toEqual([[owing.id, "10.00"]]);
  expect(await listed(`sales&categoryId=${categoryId}`)).toEqual([[paid.id, "99.80"]]);
  expect(await listed("sales&categoryId=0")).toHaveLength(2);
  // One cent is still to come.
  expect((await listed("owed")).map(([id]) => id)).toEqual([3, owing.id]);
  expect(await listed(`received&paymentId=${pays.pix}`)).toEqual([[paid.id, "99.80"]]);
  expect(await listed("received")).toHaveLength(2);
  const plan = (query: string) =>
    db.sqlite
      .query<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${query}`)
      .all()
      .map(({ detail }) => detail)
      .filter((detail) => detail.startsWith("SCAN"));
  for (const query of [soldOrdersQuery, receivedOrdersQuery, profitQuery])
    expect(plan(query)).toEqual([]);
});
