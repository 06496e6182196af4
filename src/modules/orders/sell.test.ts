import { expect } from "bun:test";
import { bread, cake, cartOf, home, juice, pays, sells, states } from "../../testing/bakery.ts";
import { bia, box, test } from "../../testing/world.ts";
import { budgets } from "../budgets/table.ts";
import { orders, type Order } from "./table.ts";

async function shop() {
  const all = await box();
  const { stockOf } = sells(all.db);
  const ana = all.as("ana");
  const sell = (items: Parameters<typeof cartOf>[0], more: object = {}) =>
    ana.post<Order>("/orders", cartOf(items, { contactId: undefined, ...more }));
  const orderCount = () => all.db.select().from(orders).all().length;
  return { ...all, ana, rui: all.as("rui"), stockOf, sell, orderCount };
}

const cash = (value: string, more: object = {}) => ({ paymentId: pays.cash, value, ...more });

test("a sale at the counter is paid with change and handed over in one go", async () => {
  const { sell, db, stockOf, events } = await shop();
  events.length = 0;
  const { status, body } = await sell(
    [
      [bread, 4],
      [juice, 1],
    ],
    { paymentId: undefined, receipts: [cash("20.00")], handedOver: true },
  );
  expect([status, body]).toMatchObject([
    201,
    {
      channel: "COUNTER",
      contact: null,
      budgetId: null,
      total: "13.00",
      received: "13.00",
      owed: "0.00",
      paymentState: "paid",
      statusId: states.delivered,
      receipts: [{ value: "13.00", change: "7.00" }],
    },
  ]);
  expect(stockOf(juice)).toBe(9);
  expect(db.select().from(budgets).all()).toEqual([]);
  expect(events.filter(({ event }) => event === "order")).toMatchObject([
    { action: "create" },
    { action: "update", payload: { order: { paymentState: "paid" } } },
  ]);
});

test("two methods pay a sale; above what is owed comes change and never credit", async () => {
  const { sell } = await shop();
  const { body } = await sell([[juice, 2]], {
    receipts: [
      { paymentId: pays.pix, value: "10.00" },
      { paymentId: pays.debit, value: "6.01" },
    ],
  });
  expect(body).toMatchObject({ received: "16.00", credit: "0.00", paymentState: "paid" });
  expect(body.receipts.map(({ value, change }) => [value, change])).toEqual([
    ["10.00", "0.00"],
    ["6.00", "0.01"],
  ]);
});

test("a sale whose money is refused is not saved", async () => {
  const { sell, orderCount, stockOf } = await shop();
  const twice = await sell([[juice, 1]], { receipts: [cash("8.00"), cash("1.00")] });
  expect(twice).toMatchObject({ status: 409, body: { error: "ERR_NOTHING_OWED" } });
  const method = await sell([[juice, 1]], { receipts: [{ paymentId: 99, value: "8.00" }] });
  expect(method).toMatchObject({ status: 422, body: { fields: { paymentId: "invalid" } } });
  const short = await sell([[juice, 11]], { receipts: [cash("88.00")] });
  expect(short).toMatchObject({
    status: 422,
    body: { fields: { "orderItems.0.amount": "invalid" } },
  });
  expect(await sell([[juice, 1]], { paymentId: undefined })).toMatchObject({
    status: 422,
    body: { fields: { paymentId: "required" } },
  });
  expect([orderCount(), stockOf(juice)]).toEqual([0, 10]);
});

test("cash needs the open till of its seller, and joins it", async () => {
  const { sell, ana, rui, orderCount } = await shop();
  await rui.post("/tills", { storeId: 1, openingAmount: "0.00" });
  const refused = await sell([[juice, 1]], { receipts: [cash("8.00")] });
  expect([refused.status, refused.body, orderCount()]).toMatchObject([
    409,
    { error: "ERR_NO_TILL" },
    0,
  ]);
  const till = (await ana.post<{ id: number }>("/tills", { storeId: 1, openingAmount: "50.00" }))
    .body;
  const { body } = await sell([[juice, 1]], { receipts: [cash("8.00")] });
  expect(body.receipts).toMatchObject([{ tillId: till.id }]);
});

test("a sale that comes again is the same sale, also ten times at once", async () => {
  const { sell, rui, orderCount, stockOf } = await shop();
  const more = { clientId: "venda-1", receipts: [cash("8.00")] };
  const answers = await Promise.all(Array.from({ length: 10 }, () => sell([[juice, 1]], more)));
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.number}`))).toEqual(
    new Set(["201 1"]),
  );
  expect([orderCount(), stockOf(juice), answers[9]!.body.received]).toEqual([1, 9, "8.00"]);
  const others = await rui.post("/orders", cartOf([[juice, 1]], { clientId: "venda-1" }));
  expect(others).toMatchObject({ status: 409, body: { fields: { clientId: "taken" } } });
  // Another cart under the same key is no repetition.
  expect(await sell([[juice, 2]], more)).toMatchObject({
    status: 409,
    body: { fields: { clientId: "taken" } },
  });
  expect([orderCount(), stockOf(juice)]).toEqual([1, 9]);
});

test("the channel says how a sale came; without a contact it never came by WhatsApp", async () => {
  const { sell, ana } = await shop();
  const channelOf = async (more: object) => (await sell([[bread, 1]], more)).body.channel;
  expect(await channelOf({ channel: "WHATSAPP" })).toBe("COUNTER");
  expect(await channelOf({ channel: "WINDOW" })).toBe("WINDOW");
  expect(await channelOf({ contactId: bia.id })).toBe("WHATSAPP");
  expect(await channelOf({ contactId: bia.id, channel: "PHONE" })).toBe("PHONE");
  expect((await sell([[bread, 1]], { channel: "FAX" })).status).toBe(422);
  const budget = await ana.post<{ id: number }>(
    "/budgets",
    cartOf([[bread, 1]], { channel: "PHONE" }),
  );
  expect(budget.body).toMatchObject({ channel: "PHONE" });
  const order = await ana.post(`/budgets/${budget.body.id}/confirm`);
  expect(order.body).toMatchObject({ channel: "PHONE" });
});

test("nothing is delivered to nobody, and a contact can be added later", async () => {
  const { sell, ana } = await shop();
  const delivery = { typeRoute: "ENTREGA", contactAddressId: home };
  expect(await sell([[cake, 1]], delivery)).toMatchObject({
    status: 422,
    body: { fields: { contactId: "required" } },
  });
  const { body: order } = await sell([[cake, 1]]);
  const more = { orderItems: [{ productId: cake, amount: 2 }] };
  expect((await ana.put(`/orders/${order.id}`, more)).body).toMatchObject({ total: "99.80" });
  const named = await ana.put<Order>(`/orders/${order.id}`, { contactId: bia.id, ...delivery });
  expect(named.body).toMatchObject({ contact: { name: "Bia" }, typeRoute: "ENTREGA" });
});

test("a seller sees an own sale without a contact; a colleague does not", async () => {
  const { sell, ana, as } = await shop();
  const { body } = await sell([[bread, 1]]);
  expect((await ana.get(`/orders/${body.id}`)).status).toBe(200);
  expect((await as("caio").get(`/orders/${body.id}`)).status).toBe(404);
});
