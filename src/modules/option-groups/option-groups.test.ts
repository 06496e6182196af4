import { expect } from "bun:test";
import { bread, cake, cartOf, sells } from "../../testing/bakery.ts";
import { box, test } from "../../testing/world.ts";
import type { Budget } from "../budgets/table.ts";
import type { Order } from "../orders/table.ts";
import type { Product } from "../products/table.ts";
import type { OptionGroup } from "./table.ts";

/** The bakery, whose cake comes in two sizes and with up to two extras. */
async function shop() {
  const world = await box();
  const { stockOf } = sells(world.db);
  const [ana, rui] = [world.as("ana"), world.as("rui")];
  const { body: size } = await rui.post<OptionGroup>("/option-groups", {
    name: "Tamanho",
    min: 1,
    max: 1,
    options: [
      { name: "Pequeno", price: "40.00", priceMode: "replace" },
      { name: "Grande", price: "90.00", priceMode: "replace" },
    ],
  });
  const { body: extras } = await rui.post<OptionGroup>("/option-groups", {
    name: "Adicionais",
    max: 2,
    options: [{ name: "Nozes", price: "3.50" }, { name: "Velas" }],
  });
  const { body: product } = await rui.put<Product>(`/products/${cake}`, {
    optionGroupIds: [size.id, extras.id],
  });
  const [small, large] = size.options.map(({ id }) => id) as [number, number];
  const [nuts] = extras.options.map(({ id }) => id) as [number];
  const order = (options: object[] | undefined, more: object = {}) => ({
    ...cartOf([]),
    orderItems: [{ productId: cake, amount: 1, options, ...more }],
  });
  return { ...world, ana, rui, stockOf, size, extras, product, small, large, nuts, order };
}

test("a group has the usual five calls, and its products name it", async () => {
  const { rui, size, extras, product } = await shop();
  expect(size).toMatchObject({
    name: "Tamanho",
    min: 1,
    max: 1,
    options: [
      { name: "Pequeno", price: "40.00", priceMode: "replace" },
      { name: "Grande", price: "90.00", priceMode: "replace" },
    ],
  });
  expect(extras).toMatchObject({ min: 0, options: [{}, { price: "0.00", priceMode: "add" }] });
  expect(product).toMatchObject({
    optionGroupIds: [size.id, extras.id],
    optionGroups: [{ id: size.id, name: "Tamanho", options: size.options }, { id: extras.id }],
  });
  expect((await rui.get("/option-groups")).body).toMatchObject({
    optionGroups: [{ name: "Adicionais" }, { name: "Tamanho" }],
    hasMore: false,
  });
  expect((await rui.get(`/option-groups/${size.id}`)).body).toMatchObject({ name: "Tamanho" });
  expect(
    await rui.post("/option-groups", { name: "tamanho", options: [{ name: "P" }] }),
  ).toMatchObject({
    status: 409,
    body: { fields: { name: "taken" } },
  });
  expect(await rui.put(`/option-groups/${size.id}`, { min: 2 })).toMatchObject({
    status: 422,
    body: { fields: { max: "invalid" } },
  });
  expect((await rui.delete(`/option-groups/${size.id}`)).status).toBe(409);
  expect(await rui.put(`/products/${bread}`, { optionGroupIds: [99] })).toMatchObject({
    status: 422,
    body: { fields: { optionGroupIds: "invalid" } },
  });
  await rui.put(`/products/${cake}`, { optionGroupIds: [] });
  expect((await rui.delete(`/option-groups/${size.id}`)).status).toBe(200);
});

test("options and the wish go from the budget into the order, at their price", async () => {
  const { ana, large, nuts, order } = await shop();
  const { body: budget } = await ana.post<Budget>(
    "/budgets",
    order(
      [
        { optionId: large, amount: 1 },
        { optionId: nuts, amount: 2 },
      ],
      { note: "Escrever: Maria" },
    ),
  );
  const item = {
    unitary: "97.00",
    unitaryGross: "97.00",
    total: "97.00",
    note: "Escrever: Maria",
    options: [
      { optionId: large, amount: 1, name: "Grande", price: "90.00", priceMode: "replace" },
      { optionId: nuts, amount: 2, name: "Nozes", price: "3.50", priceMode: "add" },
    ],
  };
  expect(budget).toMatchObject({ total: "97.00", orderItems: [item] });
  // The form sends back all that it read.
  expect((await ana.put(`/budgets/${budget.id}`, { ...budget, userId: undefined })).status).toBe(
    200,
  );
  const { body: sold } = await ana.post<Order>(`/budgets/${budget.id}/confirm`);
  expect(sold.orderItems).toMatchObject([item]);
});

test("each wrong choice has its text at its field", async () => {
  const { ana, rui, size, small, large, nuts, order } = await shop();
  const refused = async (options: object[] | undefined) =>
    (await ana.post<{ fields: object }>("/budgets", order(options))).body.fields;
  expect(await refused(undefined)).toEqual({ "orderItems.0.options": "required" });
  expect(await refused([{ optionId: small }, { optionId: large }])).toEqual({
    "orderItems.0.options": "invalid",
  });
  expect(await refused([{ optionId: small }, { optionId: nuts, amount: 3 }])).toEqual({
    "orderItems.0.options": "invalid",
  });
  // The shop deletes the option while it is in the cart.
  await rui.put(`/option-groups/${size.id}`, { options: [{ ...size.options[0] }] });
  expect(
    await ana.post("/budgets", order([{ optionId: small }, { optionId: large }])),
  ).toMatchObject({
    status: 422,
    body: {
      message: "Uma das opções escolhidas não existe mais",
      fields: { "orderItems.0.options.1.optionId": "invalid" },
    },
  });
});

test("an order keeps what was promised, though its option is gone or dearer", async () => {
  const { ana, rui, size, small, large, order, stockOf } = await shop();
  const { body: sold } = await ana.post<Order>(
    "/orders",
    order([{ optionId: large }], { note: "Sem açúcar" }),
  );
  await rui.put(`/option-groups/${size.id}`, { options: [{ ...size.options[0], price: "45.00" }] });
  const change = (items: object[]) => ana.put<Order>(`/orders/${sold.id}`, { orderItems: items });
  // A program of before the options says only how many.
  const { body: plain } = await change([
    { productId: cake, amount: 1 },
    { productId: bread, amount: 2 },
  ]);
  expect(plain.orderItems).toMatchObject([
    { unitary: "90.00", options: [{ name: "Grande" }], note: "Sem açúcar" },
    { productId: bread },
  ]);
  const { body: other } = await change([
    { productId: cake, amount: 1, options: [{ optionId: large }], note: "Com açúcar" },
    { productId: cake, amount: 1, options: [{ optionId: small }] },
  ]);
  expect(other.orderItems).toMatchObject([
    { unitary: "90.00", options: [{ name: "Grande" }], note: "Com açúcar" },
    { unitary: "45.00", options: [{ name: "Pequeno" }] },
  ]);
  expect(stockOf(cake)).toBe(18);
  expect(
    await change([{ productId: cake, amount: 2, options: [{ optionId: large }] }]),
  ).toMatchObject({
    status: 422,
    body: { fields: { "orderItems.0.options.0.optionId": "invalid" } },
  });
});
