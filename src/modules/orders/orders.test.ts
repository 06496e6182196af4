import { expect } from "bun:test";
import { eq, sql } from "drizzle-orm";
import {
  atendimento,
  balcao,
  bia,
  box,
  day,
  encomendas,
  idOf,
  settled,
  test,
  until,
} from "../../testing/world.ts";
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
import { canSee } from "../../kit/db/audience.ts";
import { undoWindow } from "../../shared/limits.ts";
import { coupons } from "../coupons/table.ts";
import { messages, outbox } from "../messages/table.ts";
import { stockMovements } from "../stock/table.ts";
import type { Sale } from "../budgets/access.ts";
import { builtInRoles } from "../../shared/roles.ts";
import { ordersAudience, ordersVisibleTo } from "./sight.ts";
import type { Budget } from "../budgets/table.ts";
import * as users from "../users/users.ts";
import { list } from "./list.ts";
import { orders, type Order } from "./table.ts";

async function shop() {
  const all = await box();
  const { db } = all;
  const ana = all.as("ana");
  const offer = async (items: Parameters<typeof cartOf>[0], more: object = {}) =>
    (await ana.post<Budget>("/budgets", cartOf(items, more))).body;
  const sell = async (items: Parameters<typeof cartOf>[0], more: object = {}) =>
    (await ana.post<Order>(`/budgets/${(await offer(items, more)).id}/confirm`)).body;
  const movements = (productId: number) =>
    db
      .select({
        amount: stockMovements.amount,
        reason: stockMovements.reason,
        orderId: stockMovements.orderId,
      })
      .from(stockMovements)
      .where(eq(stockMovements.productId, productId))
      .all();
  const usesOf = (id: number) =>
    db.select({ uses: coupons.currentUsage }).from(coupons).where(eq(coupons.id, id)).get()!.uses;
  return { ...all, ...sells(db), ana, rui: all.as("rui"), offer, sell, movements, usesOf };
}

test("a confirmed budget becomes an order, and the same one when it is asked again", async () => {
  const { ana, offer, stockOf, movements, coupon, usesOf, events } = await shop();
  const { id: couponId } = coupon();
  const budget = await offer(
    [
      [cake, 2],
      [juice, 1],
    ],
    { typeRoute: "ENTREGA", contactAddressId: home, couponId },
  );
  const { status, body } = await ana.post<Order>(`/budgets/${budget.id}/confirm`);
  expect([status, body]).toMatchObject([
    200,
    {
      number: 1,
      budgetId: budget.id,
      contactId: bia.id,
      userId: idOf.ana,
      storeId: centro,
      channel: "WHATSAPP",
      typeRoute: "ENTREGA",
      emission: "2026-11-20T12:00:00.000Z",
      cancelledAt: null,
      subTotal: "107.80",
      discount: "10.78",
      freight: "12.00",
      total: "109.02",
      status: { name: "Pendente", code: 1, isCancelled: false },
      contact: { name: "Bia" },
      store: { name: "Centro" },
      user: { name: "Ana" },
      contactAddress: { address: "Avenida Paulista", number: "1578", city: "São Paulo" },
      coupon: { code: "PAO10" },
      payments: [{ value: "109.02", installments: 1, payment: { name: "Dinheiro" } }],
      orderItems: [
        {
          productId: cake,
          product: { name: "Bolo de cenoura" },
          amount: 2,
          unitary: "49.90",
          unitaryGross: "60.00",
          discount: "9.98",
          total: "89.82",
        },
        { productId: juice, amount: 1, total: "7.20" },
      ],
      budgetNumber: budget.number,
      history: [
        {
          statusId: states.pending,
          name: "Pendente",
          user: { name: "Ana" },
          told: false,
          at: "2026-11-20T12:00:00.000Z",
        },
      ],
    },
  ]);
  expect([stockOf(cake), stockOf(juice), usesOf(couponId)]).toEqual([18, 9, 1]);
  expect(movements(cake)).toEqual([{ amount: -2, reason: "sale", orderId: body.id }]);
  expect((await ana.post<Order>(`/budgets/${budget.id}/confirm`)).body).toEqual(body);
  expect([stockOf(cake), usesOf(couponId)]).toEqual([18, 1]);
  expect((await ana.get(`/budgets/list?contactId=${bia.id}`)).body).toEqual({ data: [] } as never);
  for (const [method, path] of [
    ["PUT", ""],
    ["DELETE", ""],
  ] as const)
    expect(
      await ana.call(
        method,
        `/budgets/${budget.id}${path}`,
        method === "PUT" ? cartOf([[bread, 1]]) : undefined,
      ),
    ).toMatchObject({
      status: 409,
      body: { error: "ERR_BUDGET_CLOSED", details: { orderId: body.id } },
    });
  expect(events.filter(({ event }) => event === "order").map(({ action }) => action)).toEqual([
    "create",
  ]);
});

test("one budget, confirmed ten times at once, is one order", async () => {
  const { ana, offer, stockOf } = await shop();
  const { id } = await offer([[juice, 4]]);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => ana.post<Order>(`/budgets/${id}/confirm`)),
  );
  expect([
    ...new Set(answers.map(({ status, body }) => `${status} ${body.id} ${body.number}`)),
  ]).toEqual(["200 1 1"]);
  expect(stockOf(juice)).toBe(6);
});

test("what an order refers to can't be deleted, and its product's page says where the pieces went", async () => {
  const { rui, sell, coupon, db } = await shop();
  const { id: couponId } = coupon();
  await sell([[cake, 1]], { couponId });
  for (const path of [
    `/stores/${centro}`,
    `/payments/${pays.cash}`,
    `/orderStatus/${states.pending}`,
  ])
    expect([path, (await rui.delete(path)).status]).toEqual([path, 409]);
  const { id } = db.sqlite.query("SELECT id FROM productStores WHERE productId = ?").get(cake) as {
    id: number;
  };
  expect((await rui.get(`/productStores/${id}/movements`)).body).toMatchObject({
    stockMovements: [{ amount: -1, stock: 19, reason: "sale", orderId: 1, user: { name: "Ana" } }],
  });
});

test("fifty confirm the last ten at once: ten orders, forty refusals that name the item, and no stock", async () => {
  const { ana, offer, stockOf, movements, db } = await shop();
  const budgets: Budget[] = [];
  for (let count = 0; count < 50; count++) budgets.push(await offer([[juice, 1]]));
  const answers = await Promise.all(
    budgets.map(({ id }) => ana.post<Order & { error?: string }>(`/budgets/${id}/confirm`)),
  );
  const refused = answers.filter(({ status }) => status === 409);
  expect([
    answers.filter(({ status }) => status === 200).length,
    refused.length,
    stockOf(juice),
  ]).toEqual([10, 40, 0]);
  expect(refused[0]!.body).toMatchObject({
    error: "ERR_NOT_ENOUGH_STOCK",
    details: {
      items: [
        { productId: juice, storeId: centro, product: "Suco de laranja", amount: 1, stock: 0 },
      ],
    },
  });
  expect(movements(juice)).toHaveLength(10);
  expect(
    db.sqlite.query("SELECT count(*) AS count, max(number) AS last FROM orders").get(),
  ).toEqual({ count: 10, last: 10 });
  expect(
    db.sqlite.query("SELECT count(*) AS open FROM budgets WHERE closedAt IS NULL").get(),
  ).toEqual({ open: 40 });
});

test("a coupon for one use, in flight fifty times, is used once", async () => {
  const { ana, offer, coupon, usesOf, stockOf } = await shop();
  const { id: couponId } = coupon({ maxUsage: 1 });
  const budgets: Budget[] = [];
  for (let count = 0; count < 50; count++) budgets.push(await offer([[bread, 8]], { couponId }));
  const answers = await Promise.all(budgets.map(({ id }) => ana.post(`/budgets/${id}/confirm`)));
  expect([
    answers.filter(({ status }) => status === 200).length,
    answers.filter(({ status, body }) => status === 409 && body.error === "ERR_COUPON_INVALID")
      .length,
  ]).toEqual([1, 49]);
  expect([usesOf(couponId), stockOf(bread)]).toEqual([1, 992]);
});

test("what is short is named as a whole, and nothing moves", async () => {
  const { ana, offer, stockOf, db } = await shop();
  const { id } = await offer([
    [bread, 10],
    [cake, 5],
    [cake, 5],
    [juice, 10],
  ]);
  db.sqlite.run("UPDATE productStores SET stock = 9000 WHERE productId IN (2, 3)");
  expect((await ana.post(`/budgets/${id}/confirm`)).body).toMatchObject({
    details: {
      items: [
        { productId: cake, amount: 10, stock: 9 },
        { productId: juice, amount: 10, stock: 9 },
      ],
    },
  });
  db.sqlite.run("UPDATE productStores SET stock = 100000");
  db.sqlite.run("UPDATE products SET deletedAt = 1 WHERE id = 2");
  expect((await ana.post(`/budgets/${id}/confirm`)).body).toMatchObject({
    details: { items: [{ productId: cake, product: "Bolo de cenoura", amount: 10, stock: 0 }] },
  });
  expect(stockOf(bread)).toBe(100);
});

test("the shop may ask for the customer's CPF", async () => {
  const { ana, offer, db } = await shop();
  db.sqlite.run(
    "INSERT INTO settings (key, value) VALUES ('customerDocumentRequiredForOrders', 'enabled')",
  );
  const { id } = await offer([[bread, 1]]);
  const confirmed = () => ana.post(`/budgets/${id}/confirm`);
  expect(await confirmed()).toMatchObject({
    status: 422,
    body: { error: "ERR_DOCUMENT_REQUIRED", fields: { extraInfo: "required" } },
  });
  await ana.put(`/contacts/${bia.id}`, { extraInfo: [{ name: "cpf", value: "529.982.247-24" }] });
  expect(await confirmed()).toMatchObject({
    status: 422,
    body: { fields: { extraInfo: "invalid" } },
  });
  await ana.put(`/contacts/${bia.id}`, { extraInfo: [{ name: "CPF", value: "529.982.247-25" }] });
  expect(await confirmed()).toMatchObject({ status: 200 });
});

test("a cancelled order gives back stock and coupon once, and takes them again when it goes on", async () => {
  const { ana, rui, sell, stockOf, coupon, usesOf, movements, db } = await shop();
  const { id: couponId } = coupon({ maxUsage: 1 });
  const { id } = await sell([[juice, 6]], { couponId });
  const move = (state: number) => ana.put<Order>(`/orders/${id}/status/${state}`);
  const now = () => [stockOf(juice), usesOf(couponId)];
  expect(now()).toEqual([4, 1]);
  expect((await move(states.cancelled)).body).toMatchObject({
    status: { name: "Cancelado" },
    cancelledAt: "2026-11-20T12:00:00.000Z",
  });
  expect(now()).toEqual([10, 0]);
  await move(states.cancelled);
  expect(now()).toEqual([10, 0]);
  expect((await move(states.preparing)).body).toMatchObject({ cancelledAt: null });
  expect(now()).toEqual([4, 1]);
  await move(states.cancelled);
  db.sqlite.run("UPDATE productStores SET stock = 5000 WHERE productId = 3");
  expect(await move(states.pending)).toMatchObject({
    status: 409,
    body: { error: "ERR_NOT_ENOUGH_STOCK", details: { items: [{ amount: 6, stock: 5 }] } },
  });
  const { body } = await ana.get<Order>(`/orders/${id}`);
  expect(body.history.map(({ name }) => name)).toEqual([
    "Pendente",
    "Cancelado",
    "Em preparo",
    "Cancelado",
  ]);
  expect(movements(juice).map(({ amount, reason }) => `${reason} ${amount}`)).toEqual([
    "sale -6",
    "return 6",
    "sale -6",
    "return 6",
  ]);
  expect((await ana.put(`/orders/${id}/status/77`)).status).toBe(404);
  // Deleting what was cancelled gives nothing back.
  expect((await rui.delete(`/orders/${id}`)).status).toBe(200);
  expect(now()).toEqual([5, 0]);
});

test("a deleted order gives back stock and coupon; its number and its budget are not used again", async () => {
  const { ana, rui, sell, stockOf, coupon, usesOf, db, events } = await shop();
  const { id: couponId } = coupon();
  const { id, budgetId } = await sell(
    [
      [juice, 6],
      [bread, 8],
    ],
    { couponId },
  );
  expect((await rui.delete(`/orders/${id}`)).status).toBe(200);
  expect([stockOf(juice), stockOf(bread), usesOf(couponId)]).toEqual([10, 1000, 0]);
  expect((await ana.get(`/orders/${id}`)).status).toBe(404);
  expect(await ana.post(`/budgets/${budgetId}/confirm`)).toMatchObject({
    status: 409,
    body: { error: "ERR_BUDGET_CLOSED" },
  });
  expect((await sell([[bread, 1]])).number).toBe(2);
  expect(events.filter(({ event }) => event === "order").map(({ action }) => action)).toEqual([
    "create",
    "delete",
    "create",
  ]);
  expect(
    db.sqlite.query("SELECT subject, details FROM audit WHERE action = 'orderDeleted'").get(),
  ).toEqual({ subject: `order ${id}`, details: '{"number":1,"total":"52.20"}' });
});

test("only admins delete an order, and the audit says for what reason", async () => {
  const { ana, rui, sell, stockOf, db } = await shop();
  const { id } = await sell([[juice, 6]]);
  const remove = (by: typeof ana, reason: string) =>
    by.delete(`/orders/${id}?reason=${encodeURIComponent(reason)}`);
  expect(await remove(ana, "Engano")).toMatchObject({
    status: 403,
    body: { error: "ERR_NO_PERMISSION" },
  });
  expect((await ana.delete(`/orders/${id}`)).status).toBe(403);
  expect(await remove(rui, "a".repeat(256))).toMatchObject({
    status: 422,
    body: { fields: { reason: "too_long" } },
  });
  expect(stockOf(juice)).toBe(4);
  expect((await remove(rui, "  Pedido de teste ")).status).toBe(200);
  expect(stockOf(juice)).toBe(10);
  expect(
    db.sqlite.query("SELECT userId, details FROM audit WHERE action = 'orderDeleted'").get(),
  ).toEqual({
    userId: idOf.rui,
    details: '{"number":1,"total":"48.00","reason":"Pedido de teste"}',
  });
});

test("each change of an order stands in its history: what, who, when, and the total before and after", async () => {
  const { ana, rui, sell, db, clock, coupon } = await shop();
  const { id } = await sell([[juice, 5]]);
  const change = async (body: object, by = ana) => {
    clock.pass(1000);
    return (await by.put<Order>(`/orders/${id}`, body)).body;
  };
  const pieces = (amount: number) => ({ orderItems: [{ productId: juice, amount }] });
  await change({ notes: "Sem gelo" }, rui);
  await change({ ...pieces(4), discount: "2.00" });
  await change({ paymentId: pays.pix });
  await change({ typeRoute: "ENTREGA", contactAddressId: home });
  // A form that sends back what it read changes nothing, and neither does another order of lines.
  await change({ ...(await ana.get<Order>(`/orders/${id}`)).body });
  const { history } = await change(
    { notes: "", userId: idOf.rui, statusId: states.preparing },
    rui,
  );
  const brief = history.map(({ name, user, changes, totalBefore, totalAfter, at }) => [
    changes ? changes.join() : name,
    user?.name,
    totalBefore,
    totalAfter,
    String(at).slice(17, 19),
  ]);
  expect(brief).toEqual([
    ["Pendente", "Ana", null, null, "00"],
    ["notes", "Rui", "40.00", "40.00", "01"],
    ["items,discount", "Ana", "40.00", "30.00", "02"],
    ["payment", "Ana", "30.00", "30.00", "03"],
    ["address", "Ana", "30.00", "39.00", "04"],
    ["notes,seller", "Rui", "39.00", "39.00", "06"],
    ["Em preparo", "Rui", null, null, "06"],
  ]);
  // A coupon that is taken off is a change of the discount.
  const { id: couponId } = coupon();
  const sold = await sell([[bread, 8]], { couponId });
  expect(
    (await ana.put<Order>(`/orders/${sold.id}`, { couponId: null })).body.history.at(-1),
  ).toMatchObject({ changes: ["discount"], totalBefore: "9.00", totalAfter: "10.00" });
  // A change by another user in between does not prevent the undo of a status.
  db.sqlite.run("UPDATE orderStatus SET message = 'Cancelado' WHERE id = ?", [states.cancelled]);
  const moved = await ana.put<Order>(`/orders/${sold.id}/status/${states.cancelled}`, {
    undo: true,
  });
  await rui.put(`/orders/${sold.id}`, { notes: "Ligar" });
  expect(
    await ana.post<Order>(`/orders/${sold.id}/undo`, { changeId: moved.body.history.at(-1)!.id }),
  ).toMatchObject({ status: 200, body: { statusId: states.pending } });
  expect(db.select().from(outbox).all()).toEqual([]);
});

test("a cancellation that is taken back restores its coupon's use, though the coupon has ended since", async () => {
  const { ana, sell, coupon, usesOf, db } = await shop();
  const { id: couponId } = coupon({ maxUsage: 1 });
  const { id } = await sell([[juice, 6]], { couponId });
  const cancel = async () =>
    (
      await ana.put<Order>(`/orders/${id}/status/${states.cancelled}`, { undo: true })
    ).body.history.at(-1)!.id;
  const endings = [
    "UPDATE coupons SET expirationDate = '2026-11-19'",
    "UPDATE coupons SET isActive = 0",
    "UPDATE coupons SET currentUsage = 1",
  ];
  for (const [index, ending] of endings.entries()) {
    const changeId = await cancel();
    expect(usesOf(couponId)).toBe(0);
    db.sqlite.run(ending);
    expect((await ana.post(`/orders/${id}/undo`, { changeId })).status).toBe(200);
    expect(usesOf(couponId)).toBe(index === 2 ? 2 : 1);
  }
  await cancel();
  expect((await ana.put(`/orders/${id}/status/${states.preparing}`)).status).toBe(200);
  // No new order has it.
  expect((await ana.post("/orders", cartOf([[bread, 8]], { couponId }))).status).toBe(422);
});

test("an order may change until it is settled: what was sold keeps its price", async () => {
  const { ana, sell, stockOf, db } = await shop();
  const order = await sell(
    [
      [cake, 2],
      [bread, 8],
    ],
    { discount: "5.00" },
  );
  db.sqlite.run("UPDATE productStores SET promotionPrice = 0, sellingPrice = sellingPrice * 2");
  const change = (body: object) => ana.put<Order>(`/orders/${order.id}`, body);
  // A form sends back all that it read.
  expect((await change({ ...order, notes: "Sem açúcar" })).body).toMatchObject({
    notes: "Sem açúcar",
    total: order.total,
  });
  expect(
    (
      await change({
        orderItems: [
          { productId: cake, amount: 3 },
          { productId: juice, amount: 1 },
        ],
      })
    ).body,
  ).toMatchObject({
    subTotal: "235.80",
    discount: "5.00",
    total: "230.80",
    orderItems: [
      { productId: cake, amount: 2, unitary: "49.90" },
      { productId: cake, amount: 1, unitary: "120.00" },
      { productId: juice, unitary: "16.00", product: { name: "Suco de laranja" } },
    ],
  });
  expect([stockOf(cake), stockOf(bread), stockOf(juice)]).toEqual([17, 1000, 9]);
  expect(
    (
      await change({
        typeRoute: "ENTREGA",
        contactAddressId: home,
        paymentId: pays.credit,
        installments: 2,
      })
    ).body,
  ).toMatchObject({
    freight: "12.00",
    total: "242.80",
    contactAddress: { number: "1578" },
    payments: [{ installments: 2, payment: { name: "Cartão de crédito" } }],
  });
  expect(await change({ orderItems: [{ productId: cake, amount: 21 }] })).toMatchObject({
    status: 422,
    body: {
      error: "ERR_BUDGET_PROBLEMS",
      details: { problems: [{ code: "stock", line: 0, limit: 20 }] },
    },
  });
  expect(await change({ discount: "100.00" })).toMatchObject({
    status: 422,
    body: { fields: { discount: "invalid" } },
  });
  expect((await change({ statusId: states.delivered })).body).toMatchObject({
    status: { code: 4 },
    history: [{}, {}, {}, {}, { name: "Entregue" }],
  });
  expect(await change({ orderItems: [{ productId: cake, amount: 1 }] })).toMatchObject({
    status: 409,
    body: { error: "ERR_ORDER_FINAL" },
  });
  expect((await change({ notes: "Entregue ao porteiro" })).status).toBe(200);
});

test("a discount stays within the limit of who changes the items, against the new subtotal", async () => {
  const { ana, rui, sell, db } = await shop();
  db.sqlite.run("UPDATE productStores SET sellingPrice = 600 WHERE productId = ?", [juice]);
  const { id } = await sell([[juice, 10]], { discount: "6.00" });
  const pieces = (amount: number, more: object = {}, by = ana) =>
    by.put<Order>(`/orders/${id}`, { orderItems: [{ productId: juice, amount }], ...more });
  const refused = (message: string) => ({
    status: 422,
    body: { message, error: "ERR_BUDGET_PROBLEMS", fields: { discount: "invalid" } },
  });
  const tooMuch = refused("Desconto inválido - Desconto máximo permitido é de 10%");
  expect(await pieces(1)).toMatchObject(tooMuch);
  expect(await pieces(9)).toMatchObject(tooMuch);
  expect(
    await ana.post(`/orders/${id}/preview`, { orderItems: [{ productId: juice, amount: 9 }] }),
  ).toMatchObject(tooMuch);
  expect(await pieces(9, { discount: "5.41" })).toMatchObject(tooMuch);
  expect(await pieces(1, { discount: "6.01" })).toMatchObject(tooMuch);
  expect((await pieces(9, { discount: "5.40" })).body).toMatchObject({ total: "48.60" });
  // With more pieces the discount is a smaller part, which needs no permission; nor does a smaller
  // discount.
  expect((await pieces(10, {}, rui)).body).toMatchObject({ discount: "5.40", total: "54.60" });
  expect((await pieces(10, { discount: "5.00" }, rui)).body).toMatchObject({ total: "55.00" });
  expect(await pieces(10, { discount: "5.01" }, rui)).toMatchObject(
    refused("Desconto não permitido"),
  );
  expect(await pieces(9, {}, rui)).toMatchObject(refused("Desconto não permitido"));
  expect((await pieces(10, { discount: "6.00" })).body).toMatchObject({ total: "54.00" });
});

test("a promised price covers the promised pieces, and those added at today's price go first", async () => {
  const { ana, sell, stockOf, db } = await shop();
  const price = (cents: number) =>
    db.sqlite.run(
      "UPDATE productStores SET sellingPrice = ?, promotionPrice = 0 WHERE productId = ?",
      [cents, cake],
    );
  db.sqlite.run(
    "UPDATE productStores SET promotionPrice = 1000, stock = 100000 WHERE productId = ?",
    [cake],
  );
  const { id } = await sell([[cake, 1]]);
  price(2500);
  const lines = async (orderItems: object[]) => {
    const { body } = await ana.put<Order>(`/orders/${id}`, { orderItems });
    const cakesIn = body.orderItems.filter(({ productId }) => productId === cake);
    expect(stockOf(cake)).toBe(100 - cakesIn.reduce((sum, { amount }) => sum + amount, 0));
    return [body.total, ...body.orderItems.map(({ amount, unitary }) => `${amount} x ${unitary}`)];
  };
  const cakes = (amount: number) => [{ productId: cake, amount }];
  expect(await lines(cakes(50))).toEqual(["1235.00", "1 x 10.00", "49 x 25.00"]);
  // The two lines as they were read, with one more piece; then added pieces go, then promised ones.
  expect(
    await lines([
      { productId: cake, amount: 1, unitary: "10.00" },
      { productId: cake, amount: 50, unitary: "25.00" },
    ]),
  ).toEqual(["1260.00", "1 x 10.00", "50 x 25.00"]);
  expect(await lines(cakes(2))).toEqual(["35.00", "1 x 10.00", "1 x 25.00"]);
  price(3000);
  expect(await lines(cakes(3))).toEqual(["65.00", "1 x 10.00", "1 x 25.00", "1 x 30.00"]);
  expect(await lines([{ productId: cake, amount: 1 }, ...cakes(1)])).toEqual([
    "35.00",
    "1 x 10.00",
    "1 x 25.00",
  ]);
  expect(await lines(cakes(1))).toEqual(["10.00", "1 x 10.00"]);
  // A price that a screen sends for one piece is refused when added pieces have another; stock
  // counts both lines.
  expect(
    await ana.put(`/orders/${id}`, {
      orderItems: [{ productId: cake, amount: 2, unitary: "10.00" }],
    }),
  ).toMatchObject({
    status: 422,
    body: { error: "ERR_BUDGET_FIGURES", details: { orderItems: [{}, { unitary: "30.00" }] } },
  });
  expect(await ana.put(`/orders/${id}`, { orderItems: cakes(101) })).toMatchObject({
    status: 422,
    body: {
      fields: { "orderItems.0.amount": "invalid" },
      details: { problems: [{ code: "stock", line: 0, limit: 100 }] },
    },
  });
  // No pieces can be added of a product that is no longer sold; the promised piece stays.
  db.sqlite.run("UPDATE products SET isActive = 0 WHERE id = ?", [cake]);
  expect(await ana.put(`/orders/${id}`, { orderItems: cakes(2) })).toMatchObject({
    status: 422,
    body: { fields: { "orderItems.0.productId": "invalid" } },
  });
  expect(await lines([...cakes(1), { productId: bread, amount: 1 }])).toEqual([
    "11.25",
    "1 x 10.00",
    "1 x 1.25",
  ]);
});

test("an order may be another customer's and another seller's, and what it will cost is told before", async () => {
  const { ana, rui, sell, contact, ticket, stockOf } = await shop();
  const other = contact({ name: "Davi" });
  const theirs = ticket({
    contactId: other.id,
    queueId: atendimento,
    status: "open",
    userId: idOf.ana,
  });
  const order = await sell([[bread, 8]], { typeRoute: "ENTREGA", contactAddressId: home });
  const changes = { orderItems: [{ productId: bread, amount: 40 }], discount: "5.00" };
  expect(await ana.post(`/orders/${order.id}/preview`, changes)).toMatchObject({
    status: 200,
    body: { subTotal: "50.00", freight: "9.00", discount: "5.00", total: "54.00" },
  });
  expect(
    await ana.post(`/orders/${order.id}/preview`, { ...changes, discount: "5.01" }),
  ).toMatchObject({ status: 422, body: { error: "ERR_BUDGET_PROBLEMS" } });
  expect([stockOf(bread), (await ana.get<Order>(`/orders/${order.id}`)).body.total]).toEqual([
    992,
    "19.00",
  ]);
  expect(await ana.put(`/orders/${order.id}`, { contactId: other.id })).toMatchObject({
    status: 422,
    body: { fields: { contactAddressId: "invalid" } },
  });
  expect(
    (await ana.put<Order>(`/orders/${order.id}`, { contactId: other.id, typeRoute: "RETIRADA" }))
      .body,
  ).toMatchObject({
    contact: { name: "Davi" },
    ticketId: theirs.id,
    contactAddress: null,
    total: "10.00",
  });
  expect(await ana.put(`/orders/${order.id}`, { userId: idOf.rui })).toMatchObject({
    status: 422,
    body: { fields: { userId: "invalid" } },
  });
  expect((await rui.put<Order>(`/orders/${order.id}`, { userId: idOf.rui })).body).toMatchObject({
    user: { id: idOf.rui },
    total: "10.00",
  });
});

test("a coupon stays with its order, for other items too, until it is taken off", async () => {
  const { ana, sell, coupon, usesOf, db } = await shop();
  const { id: couponId } = coupon({ valueMin: "20.00" });
  const free = coupon({ code: "FRETE", type: "FREE_SHIPPING", value: "0.00" });
  const order = await sell([[cake, 2]], { couponId });
  db.sqlite.run("UPDATE coupons SET expirationDate = '2026-11-19'");
  const change = (body: object, id = order.id) => ana.put<Order>(`/orders/${id}`, body);
  expect((await change({ orderItems: [{ productId: cake, amount: 1 }] })).body).toMatchObject({
    subTotal: "49.90",
    discount: "4.99",
    total: "44.91",
    coupon: { code: "PAO10" },
  });
  expect(await change({ orderItems: [{ productId: bread, amount: 4 }] })).toMatchObject({
    status: 422,
    body: { fields: { couponId: "invalid" } },
  });
  expect(
    (await change({ orderItems: [{ productId: bread, amount: 4 }], couponId: null })).body,
  ).toMatchObject({ discount: "0.00", total: "5.00", coupon: null });
  expect(usesOf(couponId)).toBe(0);
  db.sqlite.run("UPDATE coupons SET expirationDate = '2026-11-30'");
  const sent = await sell([[bread, 4]], {
    typeRoute: "ENTREGA",
    contactAddressId: home,
    couponId: free.id,
  });
  expect(sent.total).toBe("5.00");
  expect((await change({ couponId: null }, sent.id)).body).toMatchObject({
    freight: "9.00",
    total: "14.00",
  });
});

test("the customer is told of a status that has a text, once", async () => {
  const { as, ana, sell, ticket, db, phone, contact } = await shop();
  const bell = await phone();
  db.sqlite.run(
    "UPDATE orderStatus SET message = 'Oi, {{firstName}}! Seu pedido {{order}} de {{order_total}} está {{order_status}}, {{order_wanted}}.\n{{order_items}}' WHERE id = 2",
  );
  const open = ticket({ contactId: bia.id, status: "open" });
  const { id } = await sell([
    [cake, 1],
    [bread, 2],
  ]);
  const move = (state: number) => ana.put<Order>(`/orders/${id}/status/${state}`);
  expect((await move(states.preparing)).body.history.at(-1)).toMatchObject({ told: true });
  await until(() => bell.got().length > 0);
  await move(states.pending);
  expect((await move(states.preparing)).body.history.at(-1)).toMatchObject({ told: false });
  expect(
    (await ana.get<{ messages: { body: string }[] }>(`/messages/${open.id}`)).body.messages.map(
      ({ body }) => body,
    ),
  ).toEqual([
    "Oi, Bia! Seu pedido 1 de R$ 52,40 está Em preparo, assim que possível.\n1x Bolo de cenoura\n2x Pão francês",
  ]);
  // A blocked contact is not notified.
  db.sqlite.run("UPDATE contacts SET active = 0 WHERE id = ?", [bia.id]);
  expect(
    (
      await ana.put<Order>(`/orders/${(await sell([[bread, 1]])).id}/status/${states.preparing}`)
    ).body.history.at(-1),
  ).toMatchObject({ told: false });
  // A contact who never wrote gets the text on the default connection, and no ticket opens.
  const other = contact();
  const sold = await sell([[bread, 1]], { contactId: other.id });
  expect(
    (await ana.put<Order>(`/orders/${sold.id}/status/${states.preparing}`)).body.history.at(-1),
  ).toMatchObject({ told: true });
  expect((await as("rui").get("/tickets?status=open&showAll=true")).body).toMatchObject({
    count: 1,
  });
  await until(() => bell.got(other.number).length === 1);
});

test("who moves an order on screen can take the customer's message back while it waits, and it leaves once otherwise", async () => {
  const { ana, rui, sell, ticket, db, phone, clock, stockOf, connectionManager } = await shop();
  const bell = await phone();
  db.sqlite.run(
    "UPDATE orderStatus SET message = 'Seu pedido está: {{order_status}}' WHERE id <> 1",
  );
  const { id: ticketId } = ticket({ contactId: bia.id, status: "open" });
  const { id } = await sell([[juice, 6]]);
  const move = async (state: number) =>
    (await ana.put<Order>(`/orders/${id}/status/${state}`, { undo: true })).body;
  const bodies = async () =>
    (await ana.get<{ messages: { body: string }[] }>(`/messages/${ticketId}`)).body.messages.map(
      ({ body }) => body,
    );
  const undo = (moved: Order, who = ana) =>
    who.post<Order>(`/orders/${id}/undo`, { changeId: moved.history.at(-1)!.id });
  const cancelled = await move(states.cancelled);
  expect([cancelled.history.at(-1)!.told, stockOf(juice), await bodies()]).toEqual([
    true,
    10,
    ["Seu pedido está: Cancelado"],
  ]);
  expect((await undo(cancelled, rui)).body).toMatchObject({ error: "ERR_MESSAGE_LEFT" });
  expect((await undo(cancelled)).body).toMatchObject({
    statusId: states.pending,
    cancelledAt: null,
    history: [
      { told: false },
      { name: "Cancelado", told: false },
      { name: "Pendente", told: false },
    ],
  });
  expect([stockOf(juice), await bodies()]).toEqual([4, []]);
  expect((await undo(cancelled)).status).toBe(409);
  // A change that notifies nobody can be undone too, by the user who made it last.
  db.sqlite.run("UPDATE orderStatus SET message = ''");
  const silent = await move(states.cancelled);
  expect([silent.history.at(-1)!.told, (await undo(silent, rui)).status, stockOf(juice)]).toEqual([
    false,
    409,
    10,
  ]);
  expect([(await undo(silent)).body.statusId, stockOf(juice)]).toEqual([states.pending, 4]);
  db.sqlite.run(
    "UPDATE orderStatus SET message = 'Seu pedido está: {{order_status}}' WHERE id <> 1",
  );
  // Moved on by hand before the text left: the customer gets no text about the lane in between.
  await move(states.cancelled);
  const preparing = await move(states.preparing);
  expect(await bodies()).toEqual(["Seu pedido está: Em preparo"]);
  expect(db.select().from(outbox).all()).toMatchObject([
    { dueAt: clock.now() + undoWindow.action },
  ]);
  clock.pass(undoWindow.action);
  expect(await undo(preparing)).toMatchObject({ status: 409, body: { error: "ERR_MESSAGE_LEFT" } });
  // The sender's timer does not see the changed clock: it looks when the connection comes up.
  await connectionManager.start(1, balcao);
  await until(() => bell.got().length > 0);
  expect((await move(states.preparing)).history).toHaveLength(7);
  expect((await move(states.pending)).statusId).toBe(states.pending);
  expect((await move(states.preparing)).history.at(-1)).toMatchObject({ told: false });
  // The text of a deleted order does not leave either.
  await move(states.cancelled);
  await rui.delete(`/orders/${id}`);
  expect(db.select().from(outbox).all()).toEqual([]);
  expect(bell.got()).toEqual(["Seu pedido está: Em preparo"]);
});

test("whoever writes to the customer, or closes their ticket, while the text waits takes nothing of it away, and nobody takes its key", async () => {
  const { ana, sell, ticket, db, phone, clock } = await shop();
  const bell = await phone();
  db.sqlite.run(
    "UPDATE orderStatus SET message = 'Seu pedido está: {{order_status}}' WHERE id <> 1",
  );
  const { id: ticketId } = ticket({ contactId: bia.id, status: "open", userId: idOf.ana });
  const { id } = await sell([[juice, 1]]);
  expect(
    await ana.post(`/messages/${ticketId}`, {
      body: "Oi",
      clientId: `order:${id}:${states.cancelled}`,
    }),
  ).toMatchObject({ status: 422, body: { fields: { clientId: "invalid" } } });
  await ana.put(`/orders/${id}/status/${states.preparing}`, { undo: true });
  await ana.post(`/messages/${ticketId}`, { body: "Já vai!" });
  await bell.write("Obrigada");
  await ana.put(`/tickets/${ticketId}`, { status: "closed", silent: true });
  expect(
    db
      .select({ body: messages.body })
      .from(outbox)
      .innerJoin(messages, eq(messages.id, outbox.messageId))
      .where(eq(outbox.dueAt, clock.now() + undoWindow.action))
      .all(),
  ).toEqual([{ body: "Seu pedido está: Em preparo" }]);
});

test("orders are listed by number and name, the board by status and days, to whom they are shown", async () => {
  const { as, ana, rui, sell, db, contact, ticket } = await shop();
  const caio = as("caio");
  const other = contact({ name: "Davi" });
  await sell([[bread, 1]]);
  await sell([[bread, 2]], { contactId: other.id });
  db.run(sql`UPDATE orders SET emission = emission - ${day} WHERE number = 1`);
  const numbers = async (path: string, who = ana) =>
    (await who.get<{ orders: Order[] }>(path)).body.orders.map(({ number }) => number);
  expect(await numbers("/orders")).toEqual([2, 1]);
  expect(await numbers("/orders?searchParam=davi")).toEqual([2]);
  expect(await numbers("/orders?searchParam=1")).toEqual([1]);
  expect(await numbers("/orders?searchParam=%25")).toEqual([]);
  expect(await numbers("/orders/list")).toEqual([2]);
  expect(await numbers("/orders/list?startDate=2026-11-19&endDate=2026-11-19")).toEqual([1]);
  expect(await numbers("/orders/list?startDate=2026-11-19&endDate=2026-11-20")).toEqual([2, 1]);
  expect(await numbers("/orders/list?statusCode=1")).toEqual([2, 1]);
  expect(await numbers("/orders/list?statusCode=2")).toEqual([]);
  expect((await ana.get("/orders")).body).toMatchObject({ count: 2, hasMore: false });
  expect([
    await numbers("/orders", caio),
    await numbers("/orders/list?statusCode=1", caio),
    await numbers("/orders", rui),
  ]).toEqual([[], [], [2, 1]]);
  ticket({ contactId: other.id, queueId: 2, status: "pending" });
  expect([
    await numbers("/orders", caio),
    await numbers("/orders/list?statusCode=1", caio),
  ]).toEqual([[2], [2]]);
});

test("a board of more orders than it is given at once says so, and goes on where it ended", async () => {
  const { rui, sell, db } = await shop();
  const { id } = await sell([[bread, 1]]);
  const columns =
    "statusId, emission, contactId, storeId, userId, typeRoute, paymentId, subTotal, freight, discount, total, createdAt, updatedAt";
  db.sqlite.run(
    `WITH RECURSIVE n (number) AS (SELECT 2 UNION ALL SELECT number + 1 FROM n WHERE number < 1203) INSERT INTO orders (number, ${columns}) SELECT n.number, ${columns} FROM n JOIN orders ON id = ?`,
    [id],
  );
  const read = async (path: string) => {
    const { orders, hasMore } = (await rui.get<{ orders: Order[]; hasMore: boolean }>(path)).body;
    return [orders.length, orders[0]?.number, orders.at(-1)?.number, hasMore];
  };
  expect(await read("/orders/list")).toEqual([1000, 1203, 204, true]);
  expect(await read("/orders/list?beforeId=204")).toEqual([203, 203, 1, false]);
  expect(await read("/orders/list?statusCode=1&beforeId=3")).toEqual([2, 2, 1, false]);
});

test("an order is told live to whom it is shown, and to nobody else", async () => {
  const { as, sell, listener, db, ana, rui: admin, ticket } = await shop();
  ticket({ contactId: bia.id, queueId: atendimento, status: "open", userId: idOf.ana });
  const [lia, caio, rui] = await Promise.all(
    ["lia", "caio", "rui"].map((name) => listener(as(name as "lia"))),
  );
  await Promise.all([lia, caio, rui].map((one) => one!.ready()));
  const { id } = await sell([[bread, 1]]);
  await ana.put(`/orders/${id}/status/${states.preparing}`);
  await admin.delete(`/orders/${id}`);
  await settled(db, lia!, caio!, rui!);
  const actions = (one: typeof lia) =>
    one!.frames.filter(({ event }) => event === "order").map(({ action }) => action);
  expect([actions(rui), actions(lia), actions(caio)]).toEqual([
    ["create", "update", "delete"],
    [],
    [],
  ]);
});

test("what a user's list counts follows what is sold, and the tickets by which they see customers", async () => {
  const { as, ana, rui, sell, ticket, db } = await shop();
  const [caio, lia] = [as("caio"), as("lia")];
  const count = async (one: typeof ana) =>
    (await one.get<{ orders: Order[]; count: number }>("/orders")).body.count;
  const counts = async () => [await count(ana), await count(caio), await count(lia)];
  expect(await counts()).toEqual([0, 0, 0]);
  const { id } = await sell([[bread, 1]]);
  await sell([[bread, 2]]);
  expect(await counts()).toEqual([2, 0, 0]);
  const waiting = ticket({ contactId: bia.id, queueId: encomendas, status: "pending" });
  expect(await counts()).toEqual([2, 2, 2]);
  await caio.put(`/tickets/${waiting.id}`, { status: "open" });
  expect(await counts()).toEqual([2, 2, 0]);
  await rui.put(`/orders/${id}`, { userId: idOf.lia });
  expect(await counts()).toEqual([1, 2, 1]);
  // His ticket waits again.
  await rui.put(`/users/${idOf.caio}`, { queueIds: [atendimento] });
  expect(await counts()).toEqual([1, 0, 2]);
  expect(() =>
    db.write((tx) => {
      tx.delete(orders).run();
      expect(
        list(db, users.meOf(db, idOf.ana, false)!, { searchParam: "", pageNumber: 1 }).read().count,
      ).toBe(0);
      throw new Error("not after all");
    }),
  ).toThrow("not after all");
  await rui.delete(`/orders/${id}`);
  expect(await counts()).toEqual([1, 0, 1]);
  // There are too many changes to check them one by one.
  db.sqlite.run(
    "WITH RECURSIVE n (number) AS (SELECT 100 UNION ALL SELECT number + 1 FROM n WHERE number < 1599) INSERT INTO orders (number, statusId, emission, storeId, userId, typeRoute, paymentId, subTotal, freight, discount, total, createdAt, updatedAt) SELECT number, 1, 0, 1, 2, 'RETIRADA', 1, 0, 0, 0, 0, 0, 0 FROM n",
  );
  expect(await counts()).toEqual([1501, 0, 1]);
});

test("an order can be made at once, without a budget that anyone saw", async () => {
  const { ana, stockOf } = await shop();
  expect(await ana.post("/orders", { ...cartOf([[juice, 2]]), notes: "Balcão" })).toMatchObject({
    status: 201,
    body: { number: 1, total: "16.00", notes: "Balcão" },
  });
  expect(await ana.post("/orders", cartOf([[juice, 9]]))).toMatchObject({ status: 422 });
  expect(stockOf(juice)).toBe(8);
  expect((await ana.get(`/budgets/list?contactId=${bia.id}`)).body).toEqual({ data: [] } as never);
});

test("orders outlive who sold them, who bought them and how products are called", async () => {
  const { rui, sell, db } = await shop();
  const { id } = await sell([[cake, 1]], { typeRoute: "ENTREGA", contactAddressId: home });
  db.run(sql`UPDATE products SET name = 'Bolo', deletedAt = 1 WHERE id = ${cake}`);
  expect((await rui.delete(`/contacts/${bia.id}/erase`)).status).toBe(200);
  expect((await rui.get(`/orders/${id}`)).body).toMatchObject({
    contactAddress: null,
    total: "58.90",
    orderItems: [{ product: { name: "Bolo de cenoura" } }],
  });
  await rui.delete(`/users/${idOf.ana}`);
  expect((await rui.get("/orders")).body).toMatchObject({ count: 1, orders: [{ user: null }] });
});

test("a contact's sales go with them: merged, exported, erased, deleted", async () => {
  const { events, rui, ana, sell, offer, contact, db, url } = await shop();
  const twin = contact({ name: "Bia Silva" });
  const sold = await sell([[bread, 8]], { contactId: twin.id });
  const open = await offer([[bread, 4]], { contactId: twin.id });
  await sell([[cake, 1]], { typeRoute: "ENTREGA", contactAddressId: home });
  expect(
    (await rui.post("/contacts/merge", { winnerId: bia.id, loserIds: [twin.id] })).status,
  ).toBe(200);
  expect((await rui.get(`/contacts/${bia.id}/sales`)).body).toMatchObject({
    budgets: [{ id: open.id }],
    orders: [{ number: 2 }, { id: sold.id }],
    count: 2,
    spent: "68.90",
  });
  await ana.put(`/orders/${sold.id}`, { notes: "Campainha da Bia" });
  expect((await rui.get(`/contacts/${bia.id}/export`)).body).toMatchObject({
    orders: [
      { number: 1, total: "10.00", notes: "Campainha da Bia" },
      { number: 2, contactAddress: { address: "Avenida Paulista" } },
    ],
  });
  const page = await fetch(`${url}/api/contacts/${bia.id}/export?format=html`, {
    headers: { authorization: `Bearer ${await rui.token}` },
  }).then((answer) => answer.text());
  expect(page).toContain("Campainha da Bia");
  expect((await rui.delete(`/contacts/${bia.id}/erase`)).status).toBe(200);
  expect(
    db.sqlite
      .query(
        "SELECT count(*) AS orders, sum(total) AS total, count(contactAddress) AS places, max(notes) AS notes FROM orders",
      )
      .get(),
  ).toEqual({ orders: 2, total: 6890, places: 0, notes: "" });
  expect(
    db.sqlite.query("SELECT count(*) AS open FROM budgets WHERE closedAt IS NULL").get(),
  ).toEqual({ open: 0 });

  const gone = contact();
  const order = await sell([[bread, 1]], { contactId: gone.id });
  expect((await rui.delete(`/contacts/${gone.id}`)).status).toBe(200);
  const { body: left } = await rui.get<Order>(`/orders/${order.id}`);
  expect(left).toMatchObject({ contact: null, contactId: null, budgetId: null, total: "1.25" });
  expect(
    (JSON.parse(events.findLast(({ event }) => event === "order")!.frame) as { order: unknown })
      .order,
  ).toEqual(left);
});

test("lists and live events show a sale to the same people", async () => {
  const { db, user, ticket, contact, me } = await shop();
  db.sqlite.run(
    "INSERT OR IGNORE INTO stores (id, name, createdAt, updatedAt) VALUES (2, 'Outra', 0, 0)",
  );
  const write = ({ contactId, userId }: Sale) => {
    const storeId = ((contactId ?? 0) % 2) + 1;
    db.sqlite.run(
      "INSERT INTO orders (number, statusId, emission, contactId, storeId, userId, typeRoute, paymentId, subTotal, freight, discount, total, createdAt, updatedAt) VALUES ((SELECT count(*) FROM orders), 1, 0, ?, ?, ?, 'RETIRADA', 1, 0, 0, 0, 0, 0, 0)",
      [contactId, storeId, userId],
    );
  };
  const places = [
    { queueId: atendimento, whatsappId: 1 },
    { queueId: 2, whatsappId: 2 },
    { queueId: null, whatsappId: 1 },
  ];
  const holders = [null, idOf.ana, idOf.caio, idOf.lia];
  for (const place of places)
    for (const status of ["pending", "open", "closed"] as const)
      for (const userId of holders)
        for (const seller of holders) {
          const { id } = contact();
          ticket({ contactId: id, status, userId, ...place });
          write({ contactId: id, userId: seller });
        }
  for (const userId of holders) write({ contactId: null, userId });
  const { id: nina } = user({ allTicket: true, queueIds: [2] });
  const agree = (after: string) => {
    for (const person of [
      ...(["rui", "ana", "caio", "lia"] as const).map((name) => me(name)),
      users.meOf(db, nina, false)!,
      { ...me("caio"), role: { permissions: builtInRoles.kitchen.permissions, storeIds: [2] } },
    ]) {
      const listed = db
        .select({ id: orders.id })
        .from(orders)
        .where(ordersVisibleTo(person))
        .orderBy(orders.id)
        .all()
        .map(({ id }) => id);
      const orderIds = db
        .select()
        .from(orders)
        .orderBy(orders.id)
        .all()
        .filter((sale) => canSee(person, ordersAudience(db, sale)))
        .map(({ id }) => id);
      expect({ after, person: person.id, listed }).toEqual({
        after,
        person: person.id,
        listed: orderIds,
      });
      const pages = Array.from({ length: Math.ceil(orderIds.length / 20) }, (_, index) =>
        list(db, person, { searchParam: "", pageNumber: index + 1 }).read(),
      );
      expect({
        after,
        person: person.id,
        listed: pages.flatMap((page) => page.orders.map(({ id }) => id)).toReversed(),
      }).toEqual({ after, person: person.id, listed: orderIds });
      expect([
        ...new Set(pages.map(({ count }) => count)),
        pages.filter(({ hasMore }) => hasMore).length,
      ]).toEqual([orderIds.length, pages.length - 1]);
    }
  };
  agree("");
  const changes = [
    "UPDATE tickets SET status = 'closed' WHERE id % 4 = 0",
    "UPDATE tickets SET userId = 2 + id % 3 WHERE id % 5 = 0",
    "UPDATE tickets SET queueId = iif(queueId IS NULL, 2, NULL) WHERE id % 3 = 0",
    "UPDATE tickets SET whatsappId = 3 - whatsappId WHERE id % 2 = 0",
    "UPDATE tickets SET contactId = contactId - 1 WHERE status = 'closed'",
    "DELETE FROM tickets WHERE id % 7 = 0",
    "UPDATE orders SET userId = 2 + id % 3 WHERE id % 6 = 0",
    "UPDATE orders SET contactId = contactId - 2 WHERE id % 5 = 0",
    "UPDATE orders SET contactId = NULL WHERE id % 9 = 0",
    "UPDATE orders SET storeId = 3 - storeId WHERE id % 7 = 0",
    "DELETE FROM orders WHERE id % 8 = 0",
  ];
  for (const change of changes) {
    db.sqlite.run(change);
    agree(change);
  }
});
