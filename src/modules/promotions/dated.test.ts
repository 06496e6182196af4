import { expect } from "bun:test";
import { bread, cake, cartOf, centro, sells } from "../../testing/bakery.ts";
import { box, test } from "../../testing/world.ts";
import type { Budget } from "../budgets/table.ts";
import type { OfferedProduct } from "../products/table.ts";
import type { Promotion } from "./table.ts";

// The tests' clock stands at Friday, 2026-11-20.
const friday = 5;
const week = { startpromotionsAt: "2026-11-16", endpromotionsAt: "2026-11-22", storeId: null };

async function shop() {
  const world = await box();
  sells(world.db);
  const [ana, rui] = [world.as("ana"), world.as("rui")];
  const costs = async (productId: number = cake) =>
    (await ana.post<Budget>("/budgets", cartOf([[productId, 1]]))).body.orderItems[0]!;
  return { ...world, ana, rui, costs };
}

test("the quote takes the lowest price that holds today", async () => {
  const { rui, ana, costs } = await shop();
  const { body: promotion } = await rui.post<Promotion>("/promotions", {
    name: "Semana do bolo",
    ...week,
    items: [
      { productId: cake, price: "45.00" },
      { productId: bread, price: "2.00" },
    ],
  });
  expect(promotion).toMatchObject({
    weekdays: [],
    startTime: null,
    endTime: null,
    items: [
      { productId: cake, name: "Bolo de cenoura", price: "45.00" },
      { productId: bread, name: "Pão francês", price: "2.00" },
    ],
  });
  expect(await costs()).toMatchObject({ unitary: "45.00", unitaryGross: "60.00" });
  // A dearer promotion is none.
  expect(await costs(bread)).toMatchObject({ unitary: "1.25", unitaryGross: "1.25" });
  const { body } = await ana.get<{ products: OfferedProduct[] }>(
    `/products/list/full?storeId=${centro}&searchParam=bolo`,
  );
  expect(body.products).toMatchObject([
    {
      price: "45.00",
      promotionPrice: "49.90",
      promotions: [{ price: "45.00", endDate: "2026-11-22" }],
    },
  ]);
  const changed = async (change: object) => {
    expect((await rui.put(`/promotions/${promotion.id}`, change)).status).toBe(200);
    return (await costs()).unitary;
  };
  expect(await changed({ status: false })).toBe("49.90");
  expect(await changed({ status: true, weekdays: [friday] })).toBe("45.00");
  expect(await changed({ weekdays: [friday - 1] })).toBe("49.90");
  expect(await changed({ weekdays: [], startpromotionsAt: "2026-11-21" })).toBe("49.90");
  expect(await changed({ startpromotionsAt: "2026-11-20", endpromotionsAt: "2026-11-20" })).toBe(
    "45.00",
  );
  expect(await changed({ startTime: "00:00", endTime: "00:01" })).toBe("49.90");
  expect(await changed({ startTime: null, endTime: null, items: [] })).toBe("49.90");
});

test("a promotion of another store changes nothing here", async () => {
  const { rui, costs } = await shop();
  const { body: other } = await rui.post<{ id: number }>("/stores", { name: "Quiosque" });
  await rui.post("/promotions", {
    name: "Só no quiosque",
    ...week,
    storeId: other.id,
    items: [{ productId: cake, price: "45.00" }],
  });
  expect(await costs()).toMatchObject({ unitary: "49.90" });
});

test("what does not fit is refused at its field, and nothing of it is saved", async () => {
  const { rui } = await shop();
  const refused = async (more: object) =>
    (await rui.post<{ fields?: object }>("/promotions", { name: "Semana", ...week, ...more })).body
      .fields;
  expect(await refused({ items: [{ productId: 99, price: "1.00" }] })).toEqual({
    "items.0.productId": "invalid",
  });
  const twice = { productId: cake, price: "1.00" };
  expect(await refused({ items: [twice, twice] })).toEqual({ "items.1.productId": "taken" });
  expect(await refused({ items: [{ productId: cake, price: "0.00" }] })).toEqual({
    "items.0.price": "invalid",
  });
  expect(await refused({ startTime: "18:00", endTime: "18:00" })).toEqual({ endTime: "invalid" });
  expect(await refused({ weekdays: [7] })).toEqual({ "weekdays.0": "too_long" });
  expect((await rui.get<{ count: number }>("/promotions")).body.count).toBe(0);
});
