import { expect } from "bun:test";
import { bread, cake, centro, juice, sells } from "../../testing/bakery.ts";
import { insertTimestamps } from "../../kit/db/table.ts";
import { box, idOf, settled, test } from "../../testing/world.ts";
import type { Order } from "../orders/table.ts";
import type { ProductStore, StockMovement } from "../stock/table.ts";
import type { StockCount } from "../stock-counts/table.ts";
import { stores } from "../stores/table.ts";
import type { Role } from "../users/table.ts";
import type { Purchase } from "./table.ts";

// rules.md#purchases

type Item = { productId: number; amount: number; cost?: string; total?: string };

async function shop() {
  const all = await box();
  const sold = sells(all.db);
  const [ana, rui] = [all.as("ana"), all.as("rui")];
  const enter = (items: (Item & { sellingPrice?: string })[], more: object = {}) =>
    rui.post<Purchase>("/purchases", { storeId: centro, items, ...more });
  const entryOf = async (productId: number) =>
    (await rui.get<{ productStores: ProductStore[] }>(`/productStores/all/${productId}`)).body
      .productStores[0]!;
  const costOf = async (productId: number) => (await entryOf(productId)).costPrice;
  const movementsOf = async (productId: number, by = rui) => {
    const { id } = await entryOf(productId);
    return (
      await by.get<{ stockMovements: StockMovement[] }>(`/productStores/${id}/movements`)
    ).body.stockMovements.map(({ amount, stock, reason, note }) => [reason, amount, stock, note]);
  };
  const sell = (productId: number, amount: number) =>
    ana.post<Order>("/orders", {
      storeId: centro,
      typeRoute: "RETIRADA",
      paymentId: 1,
      orderItems: [{ productId, amount }],
    });
  return { ...all, ...sold, ana, rui, enter, entryOf, costOf, movementsOf, sell };
}

test("goods that come raise the stock, and the cost becomes the average", async () => {
  const { ana, rui, enter, costOf, stockOf, movementsOf } = await shop();
  // 10 juices at 0.50 and 10 at 2.00.
  const { status, body } = await enter(
    [
      { productId: juice, amount: 10, cost: "2.00" },
      { productId: cake, amount: 3, total: "100.00" },
    ],
    { supplier: "Hortifruti Sol", number: "NF 1234" },
  );
  expect([status, body]).toMatchObject([
    201,
    {
      supplier: "Hortifruti Sol",
      number: "NF 1234",
      total: "120.00",
      user: { name: "Rui" },
      store: { name: "Centro" },
      undoneAt: null,
      items: [
        { amount: 10, unit: "un", total: "20.00", costBefore: "0.50", costAfter: "1.25" },
        // 20 cakes at 0.50 and 3 for 100.00 are 110.00 for 23.
        { amount: 3, total: "100.00", costBefore: "0.50", costAfter: "4.78" },
      ],
    },
  ]);
  expect([stockOf(juice), await costOf(juice), await costOf(cake)]).toEqual([20, "1.25", "4.78"]);
  expect(await movementsOf(juice)).toEqual([["purchase", 10, 20, "Hortifruti Sol · NF 1234"]]);
  // An agent sees the movement, and not where the shop buys.
  expect(await movementsOf(juice, ana)).toEqual([["purchase", 10, 20, null]]);
  expect((await rui.get("/purchases?searchParam=hortifruti")).body).toMatchObject({
    purchases: [{ id: body.id, items: 2, total: "120.00" }],
    count: 1,
  });
  expect((await rui.get("/purchases?searchParam=padaria")).body).toMatchObject({ purchases: [] });
  expect((await rui.get<Purchase>(`/purchases/${body.id}`)).body).toEqual(body);
});

test("an empty stock takes the cost of the goods, and one product may come twice", async () => {
  const { enter, costOf, sell } = await shop();
  await sell(juice, 10);
  await enter([{ productId: juice, amount: 4, cost: "3.00" }]);
  expect(await costOf(juice)).toBe("3.00");
  const { body } = await enter([
    { productId: juice, amount: 4, cost: "1.00" },
    { productId: juice, amount: 8, cost: "4.00" },
  ]);
  expect(body.items.map(({ costBefore, costAfter }) => [costBefore, costAfter])).toEqual([
    ["3.00", "2.00"],
    ["2.00", "3.00"],
  ]);
});

test("a purchase is undone once, by movements that take the goods out", async () => {
  const { rui, enter, costOf, stockOf, movementsOf } = await shop();
  const { id } = (
    await enter([
      { productId: juice, amount: 10, cost: "2.00" },
      { productId: juice, amount: 5, cost: "8.00" },
    ])
  ).body;
  const undone = await rui.post<Purchase>(`/purchases/${id}/undo`);
  expect(undone).toMatchObject({
    status: 200,
    body: { undoneBy: { name: "Rui" }, undoneAt: expect.any(String), total: "60.00" },
  });
  expect([stockOf(juice), await costOf(juice)]).toEqual([10, "0.50"]);
  expect(await movementsOf(juice)).toEqual([
    ["purchaseUndone", -10, 10, null],
    ["purchaseUndone", -5, 20, null],
    ["purchase", 5, 25, null],
    ["purchase", 10, 20, null],
  ]);
  expect(await rui.post(`/purchases/${id}/undo`)).toMatchObject({
    status: 409,
    body: { error: "ERR_PURCHASE_UNDONE" },
  });
  expect(await rui.post("/purchases/99/undo")).toMatchObject({ status: 404 });
});

test("a purchase that is undone after another takes its own cost with it", async () => {
  const { rui, enter, costOf } = await shop();
  const first = (await enter([{ productId: juice, amount: 10, cost: "20.00" }])).body;
  await enter([{ productId: juice, amount: 20, cost: "1.00" }]);
  // 10 at 0.50, 10 at 20.00 and 20 at 1.00 are 5.63 each, with half a cent up.
  expect(await costOf(juice)).toBe("5.63");
  await rui.post(`/purchases/${first.id}/undo`);
  expect(await costOf(juice)).toBe("0.84");
});

test("goods that were sold since keep their purchase from being undone", async () => {
  const { rui, enter, sell, stockOf } = await shop();
  const { id } = (
    await enter([
      { productId: bread, amount: 5, cost: "0.40" },
      { productId: juice, amount: 5, cost: "2.00" },
    ])
  ).body;
  await sell(juice, 11);
  expect(await rui.post(`/purchases/${id}/undo`)).toMatchObject({
    status: 409,
    body: {
      error: "ERR_NOT_ENOUGH_STOCK",
      details: { items: [{ product: "Suco de laranja", amount: 5, stock: 4 }] },
    },
  });
  // Nothing is half undone.
  expect([stockOf(bread), (await rui.get<Purchase>(`/purchases/${id}`)).body.undoneAt]).toEqual([
    1005,
    null,
  ]);
});

test("a store begins to sell with a purchase that names the price", async () => {
  const { rui, enter, entryOf } = await shop();
  const { id } = (await rui.post<{ id: number }>("/products", { name: "Queijo", unit: "kg" })).body;
  const cheese = { productId: id, amount: 1.25, total: "40.00" };
  expect(await enter([cheese])).toMatchObject({
    status: 422,
    body: { fields: { "items.0.sellingPrice": "required" } },
  });
  expect(await enter([{ ...cheese, sellingPrice: "59.90" }])).toMatchObject({
    status: 201,
    body: { items: [{ amount: 1.25, unit: "kg", costBefore: "0.00", costAfter: "32.00" }] },
  });
  expect(await entryOf(id)).toMatchObject({ stock: 1.25, sellingPrice: "59.90" });
});

test("wrong lines are refused at their field, and nothing is saved", async () => {
  const { rui, enter, db } = await shop();
  const good = { productId: juice, amount: 1, cost: "1.00" };
  const kit = (
    await rui.post<{ id: number }>("/products", {
      name: "Cesta",
      kitItems: [{ productId: bread, amount: 2 }],
    })
  ).body.id;
  for (const [wrong, field] of [
    [{ amount: 0.5 }, "amount"],
    [{ amount: 0 }, "amount"],
    [{ amount: -1 }, "amount"],
    [{ amount: 0.0001 }, "amount"],
    [{ amount: 1_000_000 }, "amount"],
    [{ productId: 99 }, "productId"],
    [{ productId: kit }, "productId"],
    [{ cost: "0.00" }, "cost"],
    [{ cost: undefined }, "cost"],
    [{ total: "1.00" }, "cost"],
    [{ amount: 999_999, cost: "9999999.99" }, "cost"],
  ] as const)
    expect([wrong, await enter([good, { ...good, ...wrong }])]).toMatchObject([
      wrong,
      { status: 422, body: { fields: { [`items.1.${field}`]: expect.any(String) } } },
    ]);
  expect(await enter([])).toMatchObject({ status: 422 });
  expect(await enter([good], { storeId: 9 })).toMatchObject({
    status: 422,
    body: { fields: { storeId: "invalid" } },
  });
  expect(
    db.sqlite
      .query("SELECT (SELECT count(*) FROM purchases) + (SELECT count(*) FROM stockMovements) AS n")
      .get(),
  ).toEqual({ n: 0 });
});

test("purchases are for those who see costs, also live", async () => {
  const { as, listener, ana, enter, db } = await shop();
  const [seller, owner] = [await listener(as("ana")), await listener(as("rui"))];
  await Promise.all([seller.ready(), owner.ready()]);
  await enter([{ productId: juice, amount: 1, cost: "1.00" }]);
  await settled(db, seller, owner);
  const seenBy = ({ frames }: typeof seller) =>
    frames.filter(({ event }) => event === "purchase").length;
  expect([seenBy(seller), seenBy(owner)]).toEqual([0, 1]);
  expect((await ana.get("/purchases")).status).toBe(403);
});

test("a stock goes up to 9,999,999 and no further, which its line says", async () => {
  const { enter, stockOf } = await shop();
  const most = Array.from({ length: 10 }, () => ({
    productId: juice,
    amount: 999_998,
    cost: "1.00",
  }));
  // The store has ten juices.
  await enter([...most, { productId: juice, amount: 9, cost: "1.00" }]);
  expect(stockOf(juice)).toBe(9_999_999);
  expect(await enter([{ productId: juice, amount: 1, cost: "1.00" }])).toMatchObject({
    status: 422,
    body: { fields: { "items.0.amount": "too_much" } },
  });
  expect(stockOf(juice)).toBe(9_999_999);
});

test("a role for some stores buys, counts and prices in these alone", async () => {
  const { db, ana, rui, enter, entryOf } = await shop();
  const other = db.write(
    (tx) =>
      tx
        .insert(stores)
        .values({ name: "Norte", ...insertTimestamps(tx.now()) })
        .returning()
        .get().id,
  );
  const permissions = ["productStores.write"];
  const { body } = await rui.post<Role>("/roles", {
    name: "Norte",
    permissions,
    storeIds: [other],
  });
  await rui.put(`/users/${idOf.ana}`, { roleId: body.id });
  const items = [{ productId: juice, amount: 1, cost: "1.00", sellingPrice: "8.00" }];
  const here = (await enter(items)).body;
  const { id: entryId } = await entryOf(juice);
  const count = (await rui.post<StockCount>("/stock-counts", { storeId: centro })).body;
  const counts = `/stock-counts/${count.id}`;
  for (const refused of [
    ana.post("/purchases", { storeId: centro, items }),
    ana.get(`/purchases/${here.id}`),
    ana.post(`/purchases/${here.id}/undo`),
    ana.post("/stock-counts", { storeId: centro }),
    ana.get(counts),
    ana.post(`${counts}/lines`, { productId: juice, amount: 1 }),
    ana.delete(`${counts}/lines/${juice}`),
    ana.post(`${counts}/close`),
    ana.delete(counts),
    ana.put(`/productStores/${entryId}`, { sellingPrice: "9.00" }),
    ana.post(`/productStores/${entryId}/stock`, { stock: 3, note: "Conta" }),
    ana.delete(`/productStores/${entryId}`),
  ])
    expect((await refused).status).toBe(403);
  expect((await ana.post("/purchases", { storeId: other, items })).status).toBe(201);
  expect((await ana.post("/stock-counts", { storeId: other })).status).toBe(201);
  expect((await ana.get("/purchases")).body).toMatchObject({ count: 1 });
  expect((await ana.get("/stock-counts")).body).toMatchObject({ count: 1 });
});
