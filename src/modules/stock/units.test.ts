import { Database } from "bun:sqlite";
import { expect } from "bun:test";
import { bread, cake, cartOf, centro, sells } from "../../testing/bakery.ts";
import { box, test } from "../../testing/world.ts";
import { migrate, migrationsFor } from "../../kit/db/migrate.ts";
import type { Budget } from "../budgets/table.ts";
import type { Order } from "../orders/table.ts";
import type { Product } from "../products/table.ts";
import type { ProductStore } from "./table.ts";

/** The bakery, with cheese at 39.90 a kilogram. */
async function dairy(stock = 2.5) {
  const shop = await box();
  const { stockOf } = sells(shop.db);
  const [ana, rui] = [shop.as("ana"), shop.as("rui")];
  const { body: cheese } = await rui.post<Product>("/products", { name: "Queijo", unit: "kg" });
  const { body: entry } = await rui.post<ProductStore>("/productStores", {
    productId: cheese.id,
    storeId: centro,
    stock,
    costPrice: "20.00",
    sellingPrice: "39.90",
  });
  return { ...shop, ana, rui, stockOf, cheese: cheese.id, entry };
}

test("cheese is weighed from the budget to the stock's ledger, exact to the gram", async () => {
  const { ana, cheese, stockOf, entry } = await dairy();
  expect(entry).toMatchObject({ stock: 2.5, unit: "kg", lowStock: 5 });
  const { body: budget } = await ana.post<Budget>(
    "/budgets",
    cartOf([
      [cheese, 0.35],
      [bread, 3],
    ]),
  );
  expect(budget).toMatchObject({
    subTotal: "17.72",
    orderItems: [
      { amount: 0.35, unit: "kg", unitary: "39.90", total: "13.97" },
      { amount: 3, unit: "un", unitary: "1.25", total: "3.75" },
    ],
  });
  const { body: order } = await ana.post<Order>(`/budgets/${budget.id}/confirm`);
  expect(order.orderItems).toMatchObject([
    { amount: 0.35, unit: "kg" },
    { amount: 3, unit: "un" },
  ]);
  expect(stockOf(cheese)).toBe(2.15);
  // Three thirds of what floating point adds up to 0.30000000000000004.
  for (const amount of [0.1, 0.2]) await ana.post("/orders", cartOf([[cheese, amount]]));
  expect(stockOf(cheese)).toBe(1.85);
  await ana.put(`/orders/${order.id}`, { orderItems: [{ productId: cheese, amount: 0.349 }] });
  expect(stockOf(cheese)).toBe(1.851);
  const { body } = await ana.get<{ stockMovements: { amount: number; stock: number }[] }>(
    `/productStores/${entry.id}/movements`,
  );
  expect(body.stockMovements.map(({ amount, stock }) => [amount, stock])).toEqual([
    [0.001, 1.851],
    [-0.2, 1.85],
    [-0.1, 2.05],
    [-0.35, 2.15],
    [2.5, 2.5],
  ]);
});

test("the last gram is sold, and one more is refused", async () => {
  const { ana, cheese, stockOf } = await dairy(0.3);
  expect(
    await ana.post(
      "/budgets",
      cartOf([
        [cheese, 0.1],
        [cheese, 0.201],
      ]),
    ),
  ).toMatchObject({
    status: 422,
    body: {
      fields: { "orderItems.1.amount": "invalid" },
      details: { problems: [{ code: "stock", line: 1, limit: 0.2 }] },
    },
  });
  expect(
    (
      await ana.post(
        "/orders",
        cartOf([
          [cheese, 0.1],
          [cheese, 0.2],
        ]),
      )
    ).status,
  ).toBe(201);
  expect(stockOf(cheese)).toBe(0);
});

test("half a piece and a tenth of a gram are refused at their field", async () => {
  const { ana, rui, cheese, entry } = await dairy();
  const refused = { status: 422, body: { fields: { "orderItems.0.amount": "invalid" } } };
  expect(await ana.post("/budgets", cartOf([[bread, 0.5]]))).toMatchObject(refused);
  expect(await ana.post("/budgets", cartOf([[cheese, 0.0001]]))).toMatchObject(refused);
  expect((await ana.post("/budgets", cartOf([[cheese, 0.001]]))).status).toBe(201);
  const stock = (id: number, body: object) => rui.post(`/productStores/${id}/stock`, body);
  const note = "Contagem";
  expect(await stock(1, { stock: 1.5, note })).toMatchObject({
    status: 422,
    body: { fields: { stock: "invalid" } },
  });
  expect(await stock(1, { amount: 0.5, note })).toMatchObject({
    status: 422,
    body: { fields: { amount: "invalid" } },
  });
  expect(await rui.put("/productStores/1", { lowStock: 0.5 })).toMatchObject({
    status: 422,
    body: { fields: { lowStock: "invalid" } },
  });
  expect((await stock(entry.id, { stock: 0.0001, note })).status).toBe(422);
  expect(await stock(entry.id, { stock: 1.234, note })).toMatchObject({ body: { stock: 1.234 } });
  expect(await rui.put(`/productStores/${entry.id}`, { lowStock: 0.5 })).toMatchObject({
    body: { lowStock: 0.5 },
  });
});

test("an amount of 0 removes the item, and the last one leaves an empty cart", async () => {
  const { ana, stockOf } = await dairy();
  const two = cartOf([
    [bread, 4],
    [cake, 0],
  ]);
  const { body: budget } = await ana.post<Budget>("/budgets", two);
  expect(budget.orderItems).toMatchObject([{ productId: bread, amount: 4 }]);
  expect(await ana.put(`/budgets/${budget.id}`, cartOf([[bread, 0]]))).toMatchObject({
    status: 422,
    body: { fields: { orderItems: "invalid" }, details: { problems: [{ code: "noItems" }] } },
  });
  const { body: order } = await ana.post<Order>(
    "/orders",
    cartOf([
      [bread, 4],
      [cake, 1],
    ]),
  );
  const items = [
    { productId: bread, amount: 4 },
    { productId: cake, amount: 0 },
  ];
  const { body: changed } = await ana.put<Order>(`/orders/${order.id}`, { orderItems: items });
  expect(changed.orderItems).toMatchObject([{ productId: bread, amount: 4 }]);
  expect(stockOf(cake)).toBe(20);
});

test("a product goes back to pieces once nothing of it is broken", async () => {
  const { rui, ana, cheese, entry } = await dairy(2.5);
  const toPieces = () => rui.put(`/products/${cheese}`, { unit: "un" });
  const refused = { status: 422, body: { fields: { unit: "invalid" } } };
  expect(await toPieces()).toMatchObject(refused);
  await rui.post(`/productStores/${entry.id}/stock`, { stock: 3, note: "Contagem" });
  const { body: budget } = await ana.post<Budget>("/budgets", cartOf([[cheese, 0.5]]));
  expect(await toPieces()).toMatchObject(refused);
  await ana.delete(`/budgets/${budget.id}`);
  expect(await toPieces()).toMatchObject({ status: 200, body: { unit: "un" } });
  expect(await rui.put(`/products/${cheese}`, { unit: "dúzia" })).toMatchObject(refused);
});

test("the whole numbers of an earlier version are the same amounts afterwards", () => {
  const sqlite = new Database(":memory:");
  const all = migrationsFor("company");
  const units = all.findIndex(({ name }) => name.endsWith("_units.sql"));
  migrate(sqlite, all.slice(0, units));
  sqlite.run("INSERT INTO products (name, createdAt, updatedAt) VALUES ('Pão', 1, 1)");
  sqlite.run("INSERT INTO stores (name, createdAt, updatedAt) VALUES ('Centro', 1, 1)");
  sqlite.run(
    "INSERT INTO productStores (productId, storeId, stock, lowStock, costPrice, sellingPrice, createdAt, updatedAt) VALUES (1, 1, 97, 8, 1, 2, 1, 1)",
  );
  sqlite.run(
    "INSERT INTO stockMovements (productId, storeId, amount, stock, reason, createdAt) VALUES (1, 1, -3, 97, 'sale', 1)",
  );
  migrate(sqlite, all);
  expect(sqlite.query("SELECT stock, lowStock FROM productStores").values()).toEqual([
    [97_000, 8000],
  ]);
  expect(sqlite.query("SELECT amount, stock FROM stockMovements").values()).toEqual([
    [-3000, 97_000],
  ]);
  expect(sqlite.query("SELECT unit FROM products").values()).toEqual([["un"]]);
  sqlite.run("INSERT INTO stores (name, createdAt, updatedAt) VALUES ('Sul', 1, 1)");
  sqlite.run(
    "INSERT INTO productStores (productId, storeId, costPrice, sellingPrice, createdAt, updatedAt) VALUES (1, 2, 1, 2, 1, 1)",
  );
  expect(sqlite.query("SELECT id, lowStock FROM productStores WHERE storeId = 2").values()).toEqual(
    [[2, 5000]],
  );
});

test("a scale's label finds its product and amount; another shop's is told as such", async () => {
  const { rui, ana, cheese } = await dairy();
  await rui.put(`/products/${cheese}`, { code: "123" });
  const scan = async (ean: string) =>
    (await ana.get<object>(`/products/list/full?storeId=${centro}&searchParam=${ean}`)).body;
  expect(await scan("2001230003500")).toMatchObject({ products: [] });
  await rui.put("/settings/scaleLabels", { value: "weight5" });
  expect(await scan("2001230003500")).toMatchObject({
    products: [{ id: cheese }],
    scaleLabel: { code: "00123", amount: 0.35 },
  });
  await rui.put("/settings/scaleLabels", { value: "price5" });
  // 3.50 at 39.90 a kilogram.
  expect(await scan("2001230003500")).toMatchObject({ scaleLabel: { amount: 0.088 } });
  await rui.put(`/products/${bread}`, { code: "123" });
  await rui.put(`/products/${cheese}`, { code: "124" });
  // Bread is sold by the piece, at 1.25.
  expect(await scan("2001230003500")).toMatchObject({
    products: [{ id: bread }],
    scaleLabel: { amount: null },
  });
  await rui.put(`/products/${bread}`, { code: "125" });
  expect(await scan("2001230003500")).toEqual({
    products: [],
    hasMore: false,
    scaleLabel: { code: "00123", amount: null },
  });
});
