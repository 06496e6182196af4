import { expect } from "bun:test";
import { bread, cake, cartOf, centro, juice, sells, states } from "../../testing/bakery.ts";
import { box, test } from "../../testing/world.ts";
import type { Order } from "../orders/table.ts";
import type { OfferedProduct, Product } from "./table.ts";

/** The bakery, with a breakfast of four breads and two juices. */
async function shop() {
  const world = await box();
  const { stockOf } = sells(world.db);
  const [ana, rui] = [world.as("ana"), world.as("rui")];
  const { body: kit } = await rui.post<Product>("/products", {
    name: "Café da manhã",
    kitItems: [
      { productId: bread, amount: 4 },
      { productId: juice, amount: 2 },
    ],
  });
  const priced = await rui.post("/productStores", {
    productId: kit.id,
    storeId: centro,
    costPrice: "10.00",
    sellingPrice: "25.00",
  });
  expect(priced).toMatchObject({ status: 201, body: { stock: 5 } });
  const stocks = () => [stockOf(bread), stockOf(juice)];
  return { ...world, ana, rui, kit, stocks };
}

test("a kit is sold at its price, and takes its parts from the stock", async () => {
  const { ana, rui, kit, stocks } = await shop();
  expect(kit.kitItems).toEqual([
    { productId: bread, name: "Pão francês", unit: "un", amount: 4 },
    { productId: juice, name: "Suco de laranja", unit: "un", amount: 2 },
  ]);
  expect((await ana.get<Product>(`/products/${bread}`)).body.kitItems).toEqual([]);
  const offer = async () =>
    (
      await ana.get<{ products: OfferedProduct[] }>(
        `/products/list/full?storeId=${centro}&searchParam=manh`,
      )
    ).body.products[0];
  expect(await offer()).toMatchObject({ price: "25.00", stock: 5 });
  const { body: order } = await ana.post<Order>(
    "/orders",
    cartOf([
      [kit.id, 2],
      [juice, 1],
    ]),
  );
  expect(order).toMatchObject({
    total: "58.00",
    orderItems: [{ kit: kit.kitItems }, { kit: null }],
  });
  expect(stocks()).toEqual([992, 5]);
  expect(await offer()).toMatchObject({ stock: 2 });
  // A sold kit stays as it was, though the kit is made of others now.
  await rui.put(`/products/${kit.id}`, { kitItems: [{ productId: bread, amount: 10 }] });
  await ana.put(`/orders/${order.id}`, { orderItems: [{ productId: kit.id, amount: 1 }] });
  expect(stocks()).toEqual([996, 8]);
  await ana.put(`/orders/${order.id}/status/${states.cancelled}`);
  expect(stocks()).toEqual([1000, 10]);
});

test("a kit is short where one of its parts is", async () => {
  const { ana, kit, stocks } = await shop();
  expect(
    await ana.post(
      "/orders",
      cartOf([
        [juice, 1],
        [kit.id, 5],
      ]),
    ),
  ).toMatchObject({
    status: 422,
    body: {
      fields: { "orderItems.1.amount": "invalid" },
      details: { problems: [{ code: "stock", line: 1, limit: 4 }] },
    },
  });
  const { body: budget } = await ana.post<{ id: number }>("/budgets", cartOf([[kit.id, 5]]));
  await ana.post("/orders", cartOf([[juice, 1]]));
  expect(await ana.post(`/budgets/${budget.id}/confirm`)).toMatchObject({
    status: 409,
    body: { details: { items: [{ productId: juice, amount: 10, stock: 9 }] } },
  });
  expect(stocks()).toEqual([1000, 9]);
});

test("what can't be a kit is refused at its field", async () => {
  const { rui, kit, db } = await shop();
  const refused = async (id: number, body: object) =>
    (await rui.put<{ fields?: object }>(`/products/${id}`, body)).body.fields;
  const { body: basket } = await rui.post<Product>("/products", { name: "Cesta" });
  const made = (productId: number, amount = 1) => ({ kitItems: [{ productId, amount }] });
  expect(await refused(basket.id, made(kit.id))).toEqual({ "kitItems.0.productId": "invalid" });
  expect(await refused(basket.id, made(basket.id))).toEqual({ "kitItems.0.productId": "invalid" });
  expect(await refused(basket.id, made(99))).toEqual({ "kitItems.0.productId": "invalid" });
  expect(await refused(basket.id, made(bread, 0.5))).toEqual({ "kitItems.0.amount": "invalid" });
  expect(await refused(bread, made(cake))).toEqual({ kitItems: "invalid" });
  expect(await refused(kit.id, { unit: "kg" })).toEqual({ unit: "invalid" });
  const { id } = db.sqlite
    .query<{ id: number }, [number]>("SELECT id FROM productStores WHERE productId = ?")
    .get(kit.id)!;
  expect(
    await rui.post(`/productStores/${id}/stock`, { stock: 3, note: "Contagem" }),
  ).toMatchObject({
    status: 422,
    body: { fields: { stock: "invalid" } },
  });
});
