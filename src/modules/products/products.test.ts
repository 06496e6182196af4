import { expect, spyOn } from "bun:test";
import { box, dot, idOf, test, type Box } from "../../testing/world.ts";
import { media } from "../../kit/db/media.ts";
import type { OfferedProduct, Product } from "./table.ts";

const png = Buffer.from(dot).toString("base64");

async function bakery() {
  const shop = await box();
  const rui = shop.as("rui");
  const add = async (name: string, more: object = {}) =>
    (await rui.post<Product>("/products", { name, ...more })).body;
  const names = async (query: string) =>
    (await rui.get<{ products: Product[] }>(`/products?${query}`)).body.products.map(
      ({ name }) => name,
    );
  const pictures = () => shop.db.select().from(media).all().length;
  return { ...shop, rui, add, names, pictures };
}

test("products come ten to a page, by name, with as many ids as are found", async () => {
  const { rui, add } = await bakery();
  for (let number = 1; number <= 12; number++) await add(`Pão ${String(number).padStart(2, "0")}`);
  const page = async (query: string) =>
    (
      await rui.get<{ products: Product[]; count: number[]; hasMore: boolean }>(
        `/products/?${query}`,
      )
    ).body;
  const [first, second, third] = [
    await page(""),
    await page("pageNumber=2"),
    await page("searchParam=11"),
  ];
  expect([first.products.length, first.count.length, first.hasMore]).toEqual([10, 12, true]);
  expect([second.products.map(({ name }) => name), second.count.length, second.hasMore]).toEqual([
    ["Pão 11", "Pão 12"],
    12,
    false,
  ]);
  expect(third).toMatchObject({ products: [{ id: 11 }], count: [11], hasMore: false });
});

test("a product is found by any part of its name, code or EAN, with and without accents", async () => {
  const { add, names } = await bakery();
  await add("Pão francês", { code: "A-10/20", ean: "7891234567895" });
  await add("Bolo de maçã");
  const search = (typed: string) => names(`searchParam=${encodeURIComponent(typed)}`);
  for (const typed of [
    "pao fra",
    "PÃO",
    "francês",
    "ranc",
    "pã",
    "pa",
    "fr",
    "10",
    "a-",
    "a-10/20",
    "234567",
    "78",
    "7891234567895",
    "fra pao",
    "p",
  ])
    expect([typed, await search(typed)]).toEqual([typed, ["Pão francês"]]);
  for (const typed of ["bolo pao", "%", "_", '"', "zz", '"OR"', "NEAR(a b)"])
    expect([typed, await search(typed)]).toEqual([typed, []]);
});

test("a scanner finds a product by its EAN with and without leading zeros", async () => {
  const { rui, add, names, as } = await bakery();
  const { id: storeId } = (await rui.post<{ id: number }>("/stores", { name: "Matriz" })).body;
  for (const [name, ean] of [
    ["Chocolate", "70847009511"],
    ["Café", "0070847009535"],
  ] as const) {
    const { id: productId } = await add(name, { ean });
    await rui.post("/productStores", {
      productId,
      storeId,
      stock: 2,
      costPrice: "1",
      sellingPrice: "4",
    });
  }
  for (const [ean, name] of [
    ["070847009511", "Chocolate"],
    ["00070847009511", "Chocolate"],
    ["70847009511", "Chocolate"],
    ["70847009535", "Café"],
    ["070847009535", "Café"],
    ["0070847009535", "Café"],
  ] as const) {
    const { body } = await as("ana").get<{ products: OfferedProduct[] }>(
      `/products/list/full?storeId=${storeId}&searchParam=${ean}`,
    );
    expect([ean, body.products.map((one) => one.name), await names(`searchParam=${ean}`)]).toEqual([
      ean,
      [name],
      [name],
    ]);
  }
});

test("a product says its category, and a deleted one leaves its category free", async () => {
  const { rui, add } = await bakery();
  const {
    body: { id: categoryId },
  } = await rui.post<{ id: number }>("/categories", { name: "Pães" });
  const { id } = await add("Broa de milho", {
    categoryId,
    ean: "123",
    description: "Com erva-doce",
  });
  expect(await rui.get(`/products/${id}`)).toMatchObject({
    body: {
      category: "Pães",
      categoryName: "Pães",
      isActive: true,
      userId: idOf.rui,
      deletedAt: null,
    },
  });
  expect(await rui.delete(`/categories/${categoryId}`)).toMatchObject({
    status: 409,
    body: { error: "ERR_IN_USE", details: { products: 1 } },
  });
  expect(await rui.post("/products", { name: "Outra broa", ean: "123" })).toMatchObject({
    status: 409,
    body: { fields: { ean: "taken" } },
  });
  expect((await rui.delete(`/products/${id}`)).status).toBe(200);
  expect((await rui.post("/products", { name: "Outra broa", ean: "123" })).status).toBe(201);
  expect((await rui.delete(`/categories/${categoryId}`)).status).toBe(200);
});

test("a deleted product is nowhere, but its row and the movements of its stock stay", async () => {
  const { rui, add, names, db } = await bakery();
  const [{ id: storeId }, { id: productId }] = [
    (await rui.post<{ id: number }>("/stores", { name: "Matriz" })).body,
    await add("Pão francês"),
  ];
  const price = { productId, storeId, stock: 5, costPrice: "0.4", sellingPrice: "1" };
  await rui.post("/productStores", price);
  expect(await rui.delete(`/products/${productId}`)).toMatchObject({ status: 200, body: {} });
  for (const answer of [
    await rui.get(`/products/${productId}`),
    await rui.put(`/products/${productId}`, { name: "Pão" }),
    await rui.delete(`/products/${productId}`),
    await rui.get(`/productStores/all/${productId}`),
  ])
    expect(answer.status).toBe(404);
  expect([
    await names(""),
    (await rui.get("/products/list")).body,
    (await rui.get(`/products/list/full?storeId=${storeId}`)).body,
  ]).toEqual([[], [], { products: [], hasMore: false }] as never);
  expect(await rui.post("/productStores", price)).toMatchObject({
    status: 422,
    body: { fields: { productId: "invalid" } },
  });
  expect(
    db.sqlite
      .query(
        "SELECT name, stock / 1000 AS stock FROM products JOIN stockMovements ON productId = products.id",
      )
      .all(),
  ).toEqual([{ name: "Pão francês", stock: 5 }]);
});

test("a budget is offered what its store sells now, at today's price", async () => {
  const { rui, add, as } = await bakery();
  const [here, there] = await Promise.all(
    ["Matriz", "Filial"].map(
      async (name) => (await rui.post<{ id: number }>("/stores", { name })).body.id,
    ),
  );
  for (const [name, sellingPrice, promotionPrice, more] of [
    ["Broa", "4", "3.5", {}],
    ["Cuca", "9", "", {}],
    ["Rosca", "7", "0", { isActive: false }],
  ] as const) {
    const { id: productId } = await add(name, more);
    await rui.post("/productStores", {
      productId,
      storeId: here,
      stock: 2,
      costPrice: "1",
      sellingPrice,
      promotionPrice,
    });
  }
  await add("Sem preço");
  const offered = async (query: string) =>
    (
      await as("ana").get<{ products: OfferedProduct[]; hasMore: boolean }>(
        `/products/list/full?${query}`,
      )
    ).body;
  const { products } = await offered(`storeId=${here}`);
  expect(
    products.map(({ name, price, sellingPrice, promotionPrice, stock }) => [
      name,
      price,
      sellingPrice,
      promotionPrice,
      stock,
    ]),
  ).toEqual([
    ["Broa", "3.50", "4.00", "3.50", 2],
    ["Cuca", "9.00", "9.00", "0.00", 2],
  ]);
  // Budgets do not show the cost price.
  expect(JSON.stringify(products)).not.toContain("costPrice");
  expect(await offered(`storeId=${here}&pageSize=1`)).toMatchObject({
    products: [{ name: "Broa" }],
    hasMore: true,
  });
  expect(await offered(`storeId=${here}&pageSize=1&pageNumber=2`)).toMatchObject({
    products: [{ name: "Cuca" }],
    hasMore: false,
  });
  expect(await offered(`storeId=${here}&searchParam=cu`)).toMatchObject({
    products: [{ name: "Cuca" }],
  });
  expect(await offered(`storeId=${there}`)).toEqual({ products: [], hasMore: false });
  expect(await rui.get("/products/list/full")).toMatchObject({
    status: 422,
    body: { fields: { storeId: "invalid" } },
  });
});

test("what a budget is offered is read in the order of names, and only what few products have is looked up and sorted", async () => {
  const { rui, db, as } = await bakery();
  db.sqlite.run(
    "WITH RECURSIVE n (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM n WHERE number < 600) INSERT INTO products (name, createdAt, updatedAt) SELECT 'Bolo comum ' || number, 0, 0 FROM n",
  );
  const { id: storeId } = (await rui.post<{ id: number }>("/stores", { name: "Matriz" })).body;
  const prepare = spyOn(db.sqlite, "prepare");
  for (const text of ["", "b", "bolo", "bolo c", "comum 599"])
    await as("ana").get(
      `/products/list/full?storeId=${storeId}&searchParam=${encodeURIComponent(text)}`,
    );
  const queries = [...new Set(prepare.mock.calls.map(([query]) => query))].filter((query) =>
    query.includes("cross join"),
  );
  prepare.mockRestore();
  expect(queries).toHaveLength(5);
  const plans = queries.map((query) =>
    (db.sqlite.query(`EXPLAIN QUERY PLAN ${query}`).all() as { detail: string }[])
      .map(({ detail }) => detail)
      .join("\n"),
  );
  for (const plan of plans.slice(0, 4)) {
    expect(plan).toContain("products USING INDEX products_name");
    expect(plan).not.toContain("FOR ORDER BY");
  }
  expect(plans[4]).toContain("SEARCH products USING INTEGER PRIMARY KEY");
});

test("a picture comes as base64 or by form, and the old one goes", async () => {
  const { rui, add, pictures, url } = await bakery();
  const { id, mediaPath } = await add("Broa", { media: `data:image/png;base64,${png}` });
  expect([pictures(), (await fetch(url + mediaPath)).headers.get("content-type")]).toEqual([
    1,
    "image/png",
  ]);
  expect(await rui.put(`/products/${id}`, { media: png })).toMatchObject({
    status: 200,
    body: { mediaName: "imagem.png" },
  });
  expect(await rui.put(`/products/${id}`, { name: "Broa de milho", media: null })).toMatchObject({
    body: { name: "Broa de milho", mediaName: "imagem.png" },
  });
  expect(pictures()).toBe(1);
  const form = new FormData();
  form.append("file", new File([dot], "broa.png", { type: "image/png" }));
  expect(await rui.post(`/products/${id}/media-upload`, form)).toMatchObject({
    body: { mediaName: "broa.png" },
  });
  expect(await rui.delete(`/products/${id}/media-upload`)).toMatchObject({
    body: { mediaPath: null },
  });
  expect(pictures()).toBe(0);
});

test("what is no picture is refused at its field, and nothing is stored", async () => {
  const { rui, names, pictures } = await bakery();
  const word = (text: string) => Buffer.from(text).toString("base64");
  const html = `data:image/png;base64,${word("<html>")}`;
  // Begins like a PNG, but is not one.
  const hollow = Buffer.concat([Buffer.from(dot).subarray(0, 8), Buffer.from("nada")]).toString(
    "base64",
  );
  for (const bad of [
    html,
    word("<svg/>"),
    "não é base64",
    hollow,
    `${png.slice(0, 40)}*${png.slice(40)}`,
    `${png.slice(0, 40)}==${png.slice(40)}`,
    `data:image/svg+xml;base64,${png}`,
    "/media/1/2/3",
  ]) {
    expect([bad, await rui.post("/products", { name: "Broa", media: bad })]).toMatchObject([
      bad,
      { status: 422, body: { fields: { media: "invalid" } } },
    ]);
  }
  expect([await names(""), pictures()]).toEqual([[], 0]);
});

test("a picture as base64 may be of ten megabytes, and no more", async () => {
  const { rui, names } = await bakery();
  const padded = (bytes: number) =>
    Buffer.concat([Buffer.from(dot), Buffer.alloc(bytes - dot.length)]).toString("base64");
  const megabytes = 1024 * 1024;
  expect(
    (await rui.post("/products", { name: "Broa", media: padded(10 * megabytes) })).status,
  ).toBe(201);
  expect(
    await rui.post("/products", { name: "Cuca", media: padded(10 * megabytes + 1) }),
  ).toMatchObject({ status: 422, body: { fields: { media: "too_long" } } });
  expect(
    (await rui.post("/products", { name: "Rosca", media: padded(12 * megabytes) })).status,
  ).toBe(413);
  expect(await names("")).toEqual(["Broa"]);
});

test("only admins write products", async () => {
  const shop: Box = await box();
  const ana = shop.as("ana");
  expect([
    (await ana.post("/products", { name: "Broa" })).status,
    (await ana.get("/products")).status,
  ]).toEqual([403, 200]);
  shop.control.sqlite.run("UPDATE plans SET useSales = 0");
  for (const path of [
    "/products",
    "/products/list/full?storeId=1",
    "/productStores/all/1",
    "/stores",
    "/delivery-fee/list?storeId=1",
    "/coupons/list",
    "/paymentDetails/all/1",
  ])
    expect([path, (await shop.as("rui").get(path)).status]).toEqual([path, 403]);
});
