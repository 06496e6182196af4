import { expect } from "bun:test";
import { bread, cake, centro, juice, sells } from "../../testing/bakery.ts";
import { box, settled, test } from "../../testing/world.ts";
import type { Order } from "../orders/table.ts";
import type { StockCount, StockCountLine } from "./table.ts";

// rules.md#stock-counts

async function shop() {
  const all = await box();
  const sold = sells(all.db);
  const [ana, rui] = [all.as("ana"), all.as("rui")];
  const begin = async (more: object = {}) => {
    const { body } = await rui.post<StockCount>("/stock-counts", { storeId: centro, ...more });
    const path = `/stock-counts/${body.id}`;
    const count = (productId: number, amount: number, more: object = {}) =>
      rui.post<StockCountLine>(`${path}/lines`, { productId, amount, ...more });
    const read = async () => (await rui.get<StockCount>(path)).body;
    const close = () => rui.post<StockCount>(`${path}/close`);
    return { id: body.id, path, body, count, read, close };
  };
  const sell = (productId: number, amount: number) =>
    ana.post<Order>("/orders", {
      storeId: centro,
      typeRoute: "RETIRADA",
      paymentId: 1,
      orderItems: [{ productId, amount }],
    });
  const movements = () =>
    all.db.sqlite
      .query(
        "SELECT productId, amount / 1000 AS amount, stock / 1000 AS stock FROM stockMovements WHERE reason = 'count' ORDER BY id",
      )
      .values();
  return { ...all, ...sold, ana, rui, begin, sell, movements };
}

test("a count shows differences with their value at cost, and closing writes them", async () => {
  const { rui, begin, stockOf, movements } = await shop();
  const { body, count, read, close, id } = await begin();
  expect(body).toMatchObject({
    store: { name: "Centro" },
    user: { name: "Rui" },
    category: null,
    closedAt: null,
    counted: 0,
    value: null,
  });
  expect(body.lines.map(({ name, counted, stock }) => [name, counted, stock])).toEqual([
    ["Bolo de cenoura", null, null],
    ["Pão francês", null, null],
    ["Suco de laranja", null, null],
  ]);
  expect((await count(juice, 7)).body).toMatchObject({
    counted: 7,
    stock: 10,
    difference: -3,
    value: "-1.50",
    user: "Rui",
  });
  await count(bread, 1004);
  await count(bread, 1002);
  expect(await read()).toMatchObject({ counted: 2, differing: 2 });
  const closed = (await close()).body;
  expect(closed).toMatchObject({
    closedBy: { name: "Rui" },
    counted: 2,
    differing: 2,
    // Two loaves more and three juices less, at 0.50.
    value: "-0.50",
    lines: [
      { name: "Pão francês", difference: 2, value: "1.00" },
      { name: "Suco de laranja", difference: -3, value: "-1.50" },
    ],
  });
  expect([stockOf(juice), stockOf(bread), stockOf(cake)]).toEqual([7, 1002, 20]);
  expect(movements()).toEqual([
    [juice, -3, 7],
    [bread, 2, 1002],
  ]);
  expect((await rui.get("/stock-counts")).body).toMatchObject({
    "stock-counts": [{ id, value: "-0.50", counted: 2 }],
    count: 1,
  });
});

test("sales during the count are taken into account", async () => {
  const { begin, sell, stockOf, movements } = await shop();
  const { count, close } = await begin();
  await sell(juice, 1);
  // Nine are there, and nine are counted; two are sold afterwards.
  expect((await count(juice, 9)).body).toMatchObject({ stock: 9, difference: 0 });
  // Twenty cakes should be there, and eighteen are; three are sold afterwards.
  await count(cake, 18);
  await sell(juice, 2);
  await sell(cake, 3);
  await close();
  expect([stockOf(juice), stockOf(cake), movements()]).toEqual([7, 15, [[cake, -2, 15]]]);
});

test("no more goes out than there is", async () => {
  const { begin, sell, stockOf } = await shop();
  const { count, close } = await begin();
  await count(juice, 0);
  await sell(juice, 4);
  const { body } = await close();
  expect(stockOf(juice)).toBe(0);
  expect(body.lines).toMatchObject([{ counted: 0, stock: 10, difference: -6, value: "-3.00" }]);
});

test("goods in two places are added, and a line can be cleared", async () => {
  const { rui, begin } = await shop();
  const { count, path } = await begin();
  await count(juice, 4);
  expect((await count(juice, 6, { isMore: true })).body).toMatchObject({
    counted: 10,
    difference: 0,
  });
  expect((await rui.delete<StockCountLine>(`${path}/lines/${juice}`)).body).toMatchObject({
    counted: null,
    difference: null,
  });
  expect((await count(juice, 2, { isMore: true })).body).toMatchObject({ counted: 2 });
});

test("a second close of one count is a conflict, and so is a line after it", async () => {
  const { rui, begin, movements } = await shop();
  const { count, close, path } = await begin();
  await count(juice, 7);
  const answers = await Promise.all([close(), close()]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(movements()).toHaveLength(1);
  for (const late of [
    await close(),
    await count(juice, 1),
    await rui.delete(path),
    await rui.delete(`${path}/lines/${juice}`),
  ])
    expect(late).toMatchObject({ status: 409, body: { error: "ERR_COUNT_CLOSED" } });
});

test("one count at a time goes on in a store, and an open one may be thrown away", async () => {
  const { rui, begin, stockOf } = await shop();
  const { path, count } = await begin();
  await count(juice, 1);
  expect(await rui.post("/stock-counts", { storeId: centro })).toMatchObject({
    status: 409,
    body: { error: "ERR_COUNT_OPEN" },
  });
  expect(await rui.delete(path)).toMatchObject({ status: 200 });
  expect([(await rui.get(path)).status, stockOf(juice)]).toEqual([404, 10]);
  expect((await begin()).body.counted).toBe(0);
});

test("a count of a category has its products alone, and keeps its name", async () => {
  const { rui, begin } = await shop();
  const { id } = (await rui.post<{ id: number }>("/categories", { name: "Bebidas" })).body;
  await rui.put(`/products/${juice}`, { categoryId: id });
  const { body, count, close } = await begin({ categoryId: id });
  expect([body.category, body.lines.map(({ name }) => name)]).toEqual([
    "Bebidas",
    ["Suco de laranja"],
  ]);
  expect(await count(bread, 1)).toMatchObject({
    status: 422,
    body: { fields: { productId: "invalid" } },
  });
  await close();
  await rui.put(`/products/${juice}`, { categoryId: null });
  expect((await rui.delete(`/categories/${id}`)).status).toBe(200);
  expect((await rui.get(`/stock-counts/${body.id}`)).body).toMatchObject({
    category: "Bebidas",
    categoryId: null,
  });
});

test("wrong lines and beginnings are refused at their field", async () => {
  const { rui, begin } = await shop();
  const kit = await rui.post<{ id: number }>("/products", {
    name: "Cesta",
    kitItems: [{ productId: bread, amount: 2 }],
  });
  const { count } = await begin();
  for (const [productId, amount, field] of [
    [juice, 0.5, "amount"],
    [juice, -1, "amount"],
    [juice, 10_000_000, "amount"],
    [kit.body.id, 1, "productId"],
    [99, 1, "productId"],
  ] as const)
    expect([amount, await count(productId, amount)]).toMatchObject([
      amount,
      { status: 422, body: { fields: { [field]: expect.any(String) } } },
    ]);
  expect(await rui.post("/stock-counts", { storeId: 9 })).toMatchObject({
    status: 422,
    body: { fields: { storeId: "invalid" } },
  });
  expect(await rui.post("/stock-counts", { storeId: centro, categoryId: 9 })).toMatchObject({
    status: 422,
    body: { fields: { categoryId: "invalid" } },
  });
});

test("counts are for those who see costs, and each line goes live to them", async () => {
  const { as, listener, ana, begin, db } = await shop();
  const [seller, owner] = [await listener(as("ana")), await listener(as("rui"))];
  await Promise.all([seller.ready(), owner.ready()]);
  const { count, path } = await begin();
  await count(juice, 7);
  await settled(db, seller, owner);
  const seenBy = ({ frames }: typeof seller) =>
    frames.flatMap((frame) => (frame.event === "stockCount" ? [frame] : []));
  expect(seenBy(seller)).toEqual([]);
  expect(seenBy(owner)).toMatchObject([
    { action: "create" },
    { action: "update", line: { productId: juice, counted: 7 }, stockCount: { counted: 1 } },
  ]);
  expect([(await ana.get("/stock-counts")).status, (await ana.get(path)).status]).toEqual([
    403, 403,
  ]);
});

test("a product is counted up to 9,999,999, and a count never closes above it", async () => {
  const { db, begin, stockOf } = await shop();
  db.sqlite.exec("UPDATE productStores SET costPrice = 999999999");
  const { count, close } = await begin();
  await count(juice, 9_999_990);
  expect((await count(juice, 9, { isMore: true })).body).toMatchObject({ counted: 9_999_999 });
  expect(await count(juice, 1, { isMore: true })).toMatchObject({
    status: 422,
    body: { fields: { amount: "too_much" } },
  });
  expect((await close()).status).toBe(200);
  expect(stockOf(juice)).toBe(9_999_999);
  const next = await begin();
  await next.count(juice, 0);
  expect((await next.close()).status).toBe(200);
  expect(stockOf(juice)).toBe(0);
});
