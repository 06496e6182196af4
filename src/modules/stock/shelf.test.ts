import { expect } from "bun:test";
import { eq } from "drizzle-orm";
import { bread, cake, centro, juice, sells } from "../../testing/bakery.ts";
import { cellsOf } from "../../testing/sheets.ts";
import { box, idOf, test, type Caller } from "../../testing/world.ts";
import type { Role } from "../users/table.ts";
import { lowStocksQuery } from "./low-stock.ts";
import { productStores, type LowStock, type ShelfProduct } from "./table.ts";

// rules.md#low-stock

async function shop() {
  const all = await box();
  const sold = sells(all.db);
  const [ana, rui] = [all.as("ana"), all.as("rui")];
  const shelf = async (query: string, by: Caller = rui) =>
    (await by.get<{ products: ShelfProduct[] }>(`/products?storeId=${centro}&${query}`)).body
      .products;
  const named = async (query: string) => (await shelf(query)).map(({ name }) => name);
  /** Sells as many juices as leave this stock. */
  const leave = async (stock: number) => {
    await ana.post("/orders", {
      storeId: centro,
      typeRoute: "RETIRADA",
      paymentId: 1,
      orderItems: [{ productId: juice, amount: sold.stockOf(juice) - stock }],
    });
  };
  const low = async (by: Caller = rui) =>
    (await by.get<{ productStores: LowStock[] }>("/productStores/low")).body.productStores;
  return { ...all, ...sold, ana, rui, shelf, named, leave, low };
}

test("the list of products has the price and the stock of a store", async () => {
  const { rui, shelf } = await shop();
  await rui.post("/products", { name: "Torta" });
  const rows = await shelf("");
  expect(rows.map(({ name, entry }) => [name, entry])).toMatchObject([
    [
      "Bolo de cenoura",
      { stock: 20, lowStock: 5, sellingPrice: "60.00", price: "49.90", costPrice: "0.50" },
    ],
    ["Pão francês", { stock: 1000, sellingPrice: "1.25", price: "1.25" }],
    ["Suco de laranja", { stock: 10 }],
    ["Torta", null],
  ]);
  // A client that names no store reads what it always did.
  const { body } = await rui.get<{ products: object[]; count: number[] }>("/products");
  expect(body.products[0]).not.toHaveProperty("entry");
  expect(body.count).toHaveLength(4);
});

test("a product is low at its mark, and not one above it", async () => {
  const { rui, named, leave, low } = await shop();
  await leave(6);
  expect([await named("part=low"), await low()]).toEqual([[], []]);
  await leave(5);
  expect(await named("part=low")).toEqual(["Suco de laranja"]);
  expect(await low()).toMatchObject([
    { name: "Suco de laranja", store: "Centro", stock: 5, lowStock: 5, missing: 0 },
  ]);
  await leave(2);
  expect(await low()).toMatchObject([{ stock: 2, missing: 3 }]);
  await rui.put(`/products/${juice}`, { isActive: false });
  expect([await named("part=low"), await low(), await named("part=off")]).toEqual([
    [],
    [],
    ["Suco de laranja"],
  ]);
});

test("a stock that never moved is not low", async () => {
  const { db, named } = await shop();
  db.write((tx) => {
    tx.update(productStores).set({ stock: 0 }).where(eq(productStores.productId, cake)).run();
  });
  expect(await named("part=low")).toEqual([]);
});

test("products without a price, and the counts of all parts", async () => {
  const { rui, named, leave } = await shop();
  const { id: category } = (await rui.post<{ id: number }>("/categories", { name: "Doces" })).body;
  await rui.post("/products", { name: "Torta", categoryId: category });
  await rui.put(`/products/${bread}`, { isActive: false });
  await leave(1);
  expect(await named("part=unpriced")).toEqual(["Torta"]);
  expect(await named(`categoryId=${category}`)).toEqual(["Torta"]);
  expect(await named("part=low&searchParam=torta")).toEqual([]);
  const counts = async (query: string) => (await rui.get(`/products/counts?${query}`)).body;
  expect(await counts(`storeId=${centro}`)).toEqual({
    all: 4,
    low: 1,
    unpriced: 1,
    off: 1,
  } as never);
  expect(await counts(`categoryId=${category}`)).toMatchObject({ all: 1, low: 0, unpriced: 1 });
});

test("the list of what runs out is exported with numbers, cost and the last supplier", async () => {
  const { rui, url, leave } = await shop();
  await rui.post("/purchases", {
    storeId: centro,
    supplier: "Pomar",
    items: [{ productId: juice, amount: 10, cost: "0.50" }],
  });
  await leave(2);
  const answer = await fetch(`${url}/api/productStores/low/export?storeId=${centro}`, {
    headers: { authorization: `Bearer ${await rui.token}` },
  });
  expect(answer.headers.get("content-disposition")).toContain("estoque-baixo-2026-11-20.xlsx");
  const [, row] = cellsOf(new Uint8Array(await answer.arrayBuffer()));
  expect(Array.from(row!, (cell) => cell?.v ?? "")).toEqual([
    "Centro",
    "",
    "Suco de laranja",
    "",
    "",
    "un",
    2,
    5,
    3,
    0.5,
    "Pomar",
  ]);
  expect([6, 7, 8, 9].map((column) => row![column]?.t)).toEqual(["n", "n", "n", "n"]);
});

test("kitchen and counter see prices and stocks, and no costs, whatever their profile", async () => {
  const { as, rui, url, leave, shelf, low } = await shop();
  await leave(1);
  const { records } = (await rui.get<{ records: Role[] }>("/roles")).body;
  for (const builtIn of ["kitchen", "counter"]) {
    const roleId = records.find((role) => role.builtIn === builtIn)!.id;
    expect((await rui.put(`/users/${idOf.ana}`, { roleId, profile: "admin" })).status).toBe(200);
    const ana = as("ana");
    const [, , ofJuice] = await shelf("", ana);
    expect(ofJuice!.entry).toMatchObject({ stock: 1, sellingPrice: "8.00", costPrice: null });
    expect(await low(ana)).toMatchObject([{ stock: 1, costPrice: null, supplier: null }]);
    const entries = await ana.get<{ productStores: object[] }>(`/productStores/all/${juice}`);
    expect(entries.body.productStores[0]).not.toHaveProperty("costPrice");
    for (const path of ["/purchases", "/stock-counts", "/productStores/low/export"])
      expect([builtIn, path, (await ana.get(path)).status]).toEqual([builtIn, path, 403]);
  }
  const { id: roleId } = (
    await rui.post<Role>("/roles", { name: "Cadastro", permissions: ["products.write"] })
  ).body;
  await rui.put(`/users/${idOf.ana}`, { roleId });
  const answer = await fetch(`${url}/api/products/export`, {
    headers: { authorization: `Bearer ${await as("ana").token}` },
  });
  const cells = cellsOf(new Uint8Array(await answer.arrayBuffer()));
  expect(cells.map((row) => [row[8]?.v ?? "", row[10]?.v])).toEqual([
    ["Preço de custo", "Preço de venda"],
    ["", 1.25],
    ["", 60],
    ["", 8],
  ]);
});

test("low products are found by their index", async () => {
  const { db } = await shop();
  const plan = db.sqlite
    .query<{ detail: string }, [null]>(`EXPLAIN QUERY PLAN ${lowStocksQuery}`)
    .all(null)
    .map(({ detail }) => detail);
  expect(plan.filter((step) => /SCAN s$|SCAN m|SCAN p$/.test(step))).toEqual([]);
});
