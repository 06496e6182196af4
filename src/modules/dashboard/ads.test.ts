import { expect } from "bun:test";
import { bread, cartOf, sells, states } from "../../testing/bakery.ts";
import { bia, box, test } from "../../testing/world.ts";
import type { Budget } from "../budgets/table.ts";
import type { Order } from "../orders/table.ts";
import type { Ads } from "./table.ts";

const day = 86_400_000;
const ad = (sourceId: string, title: string) => ({
  sourceId,
  sourceUrl: "",
  title,
  text: "",
  clickId: "",
});

async function shop() {
  const all = await box();
  const made = { ...all, ...sells(all.db), ana: all.as("ana"), rui: all.as("rui") };
  const order = async () => {
    const { id } = (await made.ana.post<Budget>("/budgets", cartOf([[bread, 8]]))).body;
    return (await made.ana.post<Order>(`/budgets/${id}/confirm`)).body;
  };
  const at = (id: number, emission: number) =>
    made.db.sqlite.run("UPDATE orders SET emission = ? WHERE id = ?", [emission, id]);
  const report = async () => (await made.rui.get<Ads>("/dashboard/ads?days=90")).body;
  return { ...made, order, at, report };
}

test("the dashboard says which ad brought whom, and what it sold", async () => {
  const { receives, order, at, report, db, ana } = await shop();
  expect((await report()).ads).toEqual([]);
  receives("", { referral: ad("1", "Broa"), id: "A1" });
  receives("", { referral: ad("1", "Broa"), from: "5511977770002", name: "Dani" });
  const clicked = db.now();
  expect((await order()).total).toBe("10.00");
  const [late, same] = [await order(), await order()];
  at(late.id, clicked + 30 * day);
  at(same.id, clicked + 30 * day - 1);
  const cancelled = await order();
  await ana.put(`/orders/${cancelled.id}/status/${states.cancelled}`);
  const before = await order();
  at(before.id, clicked - 1);
  const { ads, totals } = await report();
  expect(totals).toEqual({ clicks: 2, customers: 2, orders: 2, total: "20.00" });
  expect(ads).toMatchObject([
    {
      sourceId: "1",
      title: "Broa",
      customers: 2,
      orders: 2,
      total: "20.00",
      people: [
        { contactId: bia.id, name: "Bia", orders: 2, total: "20.00" },
        { name: "Dani", orders: 0, total: "0.00" },
      ],
    },
  ]);
  expect((await ana.get("/dashboard/ads")).status).toBe(403);
});

test("an order counts for the last ad that its customer came from", async () => {
  const { receives, order, report, clock } = await shop();
  receives("", { referral: ad("1", "Broa") });
  clock.pass(60_000);
  receives("Oi", { referral: ad("2", "Bolo") });
  await order();
  expect((await report()).ads.map(({ title, total }) => [title, total])).toEqual([
    ["Bolo", "10.00"],
    ["Broa", "0.00"],
  ]);
});
