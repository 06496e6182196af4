import { expect } from "bun:test";
import { box, refusal, settled, test, world, type World } from "../../testing/world.ts";
import * as products from "../products/products.ts";
import { stores } from "../stores/table.ts";
import { insertTimestamps } from "../../kit/db/table.ts";
import { correctStock, removeEntry, setEntry, setPrices } from "./prices.ts";
import { moveStock, movementsOf, stockOf } from "./stock.ts";
import type { ProductStore } from "./table.ts";

const prices = { costPrice: "0.40", sellingPrice: "1.00" };

async function bakery(shop: World = world()) {
  const { db, me } = shop;
  const rui = me("rui");
  const { id: storeId } = db.write((tx) =>
    tx
      .insert(stores)
      .values({ name: "Matriz", ...insertTimestamps(db.now()) })
      .returning()
      .get(),
  );
  const { id: productId } = await products.create(db, rui, { name: "Pão francês" });
  const here = { productId, storeId };
  const sell = (stock: number) =>
    setEntry(db, rui, { ...here, ...prices, stock }) as unknown as ProductStore;
  const move = (amount: number, more = {}) =>
    db.write((tx) =>
      moveStock(tx, {
        ...here,
        amount,
        reason: amount < 0 ? "sale" : "return",
        userId: rui.id,
        ...more,
      }),
    );
  const ledger = () =>
    movementsOf(db, rui, here, 1).stockMovements.map(({ reason, amount, stock, note, user }) => [
      reason,
      amount,
      stock,
      note,
      user?.name,
    ]);
  return { ...shop, rui, here, sell, move, ledger };
}

const brief = (rows: unknown[][]) => rows.map((row) => row.slice(0, 3));

test("each change of a stock is written down: why, who, and how many there were then", async () => {
  const { db, rui, here, sell, move, ledger } = await bakery();
  const { id, stock, product, store: place } = sell(10);
  expect([stock, product, place]).toEqual([
    10,
    { id: 1, name: "Pão francês" },
    { id: 1, name: "Matriz" },
  ]);
  move(-4, { orderId: 77 });
  move(1, { orderId: 77 });
  correctStock(db, rui, id, { amount: -2, note: "Queimaram" });
  correctStock(db, rui, id, { stock: 30, note: "Contagem de sexta" });
  expect(ledger()).toEqual([
    ["correction", 25, 30, "Contagem de sexta", "Rui"],
    ["correction", -2, 5, "Queimaram", "Rui"],
    ["return", 1, 7, null, "Rui"],
    ["sale", -4, 6, null, "Rui"],
    ["start", 10, 10, null, "Rui"],
  ]);
  expect(stockOf(db, here.productId, here.storeId)).toBe(30);
  correctStock(db, rui, id, { stock: 30, note: "Ainda trinta" });
  expect(ledger().length).toBe(5);
});

test("no stock goes below zero, and nothing is written when it would", async () => {
  const { db, rui, here, sell, move, ledger } = await bakery();
  const { id } = sell(3);
  const short = {
    kind: "conflict" as const,
    reason: "ERR_NOT_ENOUGH_STOCK",
    details: { items: [{ ...here, product: "Pão francês", amount: 4, stock: 3 }] },
  };
  expect(await refusal(() => move(-4))).toEqual(short);
  expect(await refusal(() => correctStock(db, rui, id, { amount: -4, note: "Sumiram" }))).toEqual(
    short,
  );
  // Of two moves in one transaction the second undoes the first.
  expect(
    await refusal(() =>
      db.write((tx) => {
        moveStock(tx, { ...here, amount: -2, reason: "sale" });
        moveStock(tx, { ...here, amount: -2, reason: "sale" });
      }),
    ),
  ).toMatchObject({ details: { items: [{ amount: 2, stock: 1 }] } });
  expect([stockOf(db, here.productId, here.storeId), ledger().length]).toEqual([3, 1]);
  move(-3);
  expect(await refusal(() => move(-1))).toMatchObject({ reason: "ERR_NOT_ENOUGH_STOCK" });
});

test("of fifty who take one of the last ten at once, ten get it", async () => {
  const shop = await box();
  const { here, sell, ledger } = await bakery(shop);
  const { id } = sell(10);
  const rui = shop.as("rui");
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      rui.post(`/productStores/${id}/stock`, { amount: -1, note: "Levado" }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    ...Array<number>(10).fill(200),
    ...Array<number>(40).fill(409),
  ]);
  expect(stockOf(shop.db, here.productId, here.storeId)).toBe(0);
  expect(ledger().map(([, amount, stock]) => [amount, stock])).toEqual([
    ...Array.from({ length: 10 }, (_, index) => [-1, index]),
    [10, 10],
  ]);
});

test("a product is put into a store once: the same again changes prices, and a stock that differs is a correction", async () => {
  const { db, rui, here, sell, ledger } = await bakery();
  const { id } = sell(10);
  expect(
    setEntry(db, rui, {
      ...here,
      costPrice: "0.50",
      sellingPrice: "1.20",
      promotionPrice: "0.99",
      lowStock: 20,
      stock: 12,
    }),
  ).toMatchObject({
    id,
    stock: 12,
    costPrice: "0.50",
    sellingPrice: "1.20",
    promotionPrice: "0.99",
    lowStock: 20,
  });
  expect(setEntry(db, rui, { ...here, ...prices })).toMatchObject({
    id,
    stock: 12,
    sellingPrice: "1.00",
    promotionPrice: "0.99",
  });
  expect(setPrices(db, rui, id, { promotionPrice: "0.00" })).toMatchObject({
    stock: 12,
    promotionPrice: "0.00",
  });
  expect(brief(ledger())).toEqual([
    ["correction", 2, 12],
    ["start", 10, 10],
  ]);
});

test("a promotion price above the selling price is refused, whichever of them changes", async () => {
  const { db, rui, here, sell } = await bakery();
  const { id } = sell(10);
  const entry = (sellingPrice: string, promotionPrice?: string) => () =>
    setEntry(db, rui, { ...here, costPrice: "0.40", sellingPrice, promotionPrice });
  const refused = { kind: "invalid" as const, fields: { promotionPrice: "invalid" } };
  expect(await refusal(entry("1.00", "1.01"))).toMatchObject(refused);
  expect(entry("1.00", "1.00")()).toMatchObject({ promotionPrice: "1.00" });
  expect(await refusal(() => setPrices(db, rui, id, { promotionPrice: "1.01" }))).toMatchObject(
    refused,
  );
  expect(await refusal(() => setPrices(db, rui, id, { sellingPrice: "0.99" }))).toMatchObject(
    refused,
  );
  expect(await refusal(entry("0.99"))).toMatchObject(refused);
  expect(setPrices(db, rui, id, { sellingPrice: "0.99", promotionPrice: "0.99" })).toMatchObject({
    sellingPrice: "0.99",
    promotionPrice: "0.99",
  });
  expect(setPrices(db, rui, id, { promotionPrice: "0.98" })).toMatchObject({
    promotionPrice: "0.98",
  });
});

test("stock, cost and selling price are wanted, and more than nothing", async () => {
  const { db, rui, here, sell } = await bakery();
  const refused = (values: object) =>
    refusal(() => setEntry(db, rui, { ...here, ...prices, stock: 1, ...values }));
  const required = (...names: string[]) => ({
    kind: "invalid" as const,
    reason: "ERR_VALIDATION",
    fields: Object.fromEntries(names.map((name) => [name, "required"])),
  });
  expect(await refused({ stock: 0, costPrice: "0.00", sellingPrice: "0.00" })).toEqual(
    required("stock", "costPrice", "sellingPrice"),
  );
  expect(await refused({ stock: undefined })).toEqual(required("stock"));
  expect(await refused({ storeId: 99 })).toMatchObject({ fields: { storeId: "invalid" } });
  expect(await refused({ productId: 99 })).toMatchObject({ fields: { productId: "invalid" } });
  const { id } = sell(1);
  expect(await refusal(() => setPrices(db, rui, id, { sellingPrice: "0.00" }))).toEqual(
    required("sellingPrice"),
  );
});

test("what is not sold in a store any more goes out of its stock, and what comes back to it is not counted", async () => {
  const { db, rui, here, sell, move, ledger } = await bakery();
  const { id } = sell(8);
  removeEntry(db, rui, id);
  expect(brief(ledger())).toEqual([
    ["correction", -8, 0],
    ["start", 8, 8],
  ]);
  move(2);
  expect(await refusal(() => move(-1))).toMatchObject({ details: { items: [{ stock: 0 }] } });
  expect([stockOf(db, here.productId, here.storeId), ledger().length]).toEqual([0, 2]);
  expect(sell(5)).toMatchObject({ stock: 5 });
  expect(brief(ledger())[0]).toEqual(["start", 5, 5]);
});

test("everyone sees a stock change at once", async () => {
  const shop = await box();
  const { sell, move } = await bakery(shop);
  const ana = await shop.listener(shop.as("ana"));
  await ana.ready();
  sell(3);
  move(-1);
  await settled(shop.db, ana);
  expect(
    ana.frames
      .filter(({ event }) => event === "productStore")
      .map(({ action, productStore }) => [action, (productStore as ProductStore).stock]),
  ).toEqual([
    ["create", 0],
    ["update", 3],
    ["update", 2],
  ]);
});

test("what a product costs the shop is told to admins alone", async () => {
  const shop = await box();
  const { here, sell } = await bakery(shop);
  const [ana, rui] = [await shop.listener(shop.as("ana")), await shop.listener(shop.as("rui"))];
  await Promise.all([ana.ready(), rui.ready()]);
  const { id } = sell(3);
  await shop.as("rui").put(`/productStores/${id}`, { costPrice: "0.75" });
  await settled(shop.db, ana, rui);
  const costs = (one: typeof ana) =>
    one.frames.flatMap(({ event, productStore }) =>
      event === "productStore" ? [(productStore as ProductStore).costPrice] : [],
    );
  expect(costs(ana)).toEqual([undefined, undefined, undefined] as never);
  expect(costs(rui).at(-1)).toBe("0.75");
  const read = async (who: "ana" | "rui") =>
    (
      await shop
        .as(who)
        .get<{ productStores: ProductStore[] }>(`/productStores/all/${here.productId}`)
    ).body.productStores[0];
  expect([await read("ana"), await read("rui")]).toMatchObject([
    { sellingPrice: expect.any(String) },
    { costPrice: "0.75" },
  ]);
  expect(await read("ana")).not.toHaveProperty("costPrice");
});

test("amounts come as decimals, not as people write them", async () => {
  const shop = await box();
  const { here, sell } = await bakery(shop);
  const { id } = sell(3);
  const rui = shop.as("rui");
  for (const sellingPrice of ["1.234,5", "-1", -1, "1e9", 1e9, "1.005", "R$ 1", "", null, "NaN"])
    expect([sellingPrice, await rui.put(`/productStores/${id}`, { sellingPrice })]).toMatchObject([
      sellingPrice,
      {
        status: 422,
        body: { fields: { sellingPrice: sellingPrice === null ? "required" : "invalid" } },
      },
    ]);
  for (const [sellingPrice, stored] of [
    ["1234.50", "1234.50"],
    [1234.5, "1234.50"],
    ["0.01", "0.01"],
  ])
    expect(await rui.put(`/productStores/${id}`, { sellingPrice })).toMatchObject({
      status: 200,
      body: { sellingPrice: stored },
    });
  for (const stock of [1.5, -1, "três", 1e12])
    expect(await rui.post("/productStores", { ...here, ...prices, stock })).toMatchObject({
      status: 422,
      body: { fields: { stock: expect.any(String) } },
    });
});
