import { expect } from "bun:test";
import { bread, cartOf, home, juice, pays, sells } from "../../testing/bakery.ts";
import { bia, box, test } from "../../testing/world.ts";
import type { Order } from "./table.ts";

async function shop() {
  const all = await box();
  const { stockOf } = sells(all.db);
  const ana = all.as("ana");
  const onAccount = async (more: object = {}) =>
    ana.post<Order>(
      "/orders",
      cartOf([[juice, 2]], { paymentId: undefined, payLater: true, ...more }),
    );
  return { ...all, ana, rui: all.as("rui"), stockOf, onAccount };
}

const named = { contactId: bia.id, channel: "COUNTER" };

test("a sale that its contact pays later owes all of it and names no method", async () => {
  const { ana, onAccount } = await shop();
  const { status, body: order } = await onAccount({ ...named, handedOver: true });
  expect([status, order]).toMatchObject([
    201,
    {
      paymentId: null,
      received: "0.00",
      owed: "16.00",
      paymentState: "unpaid",
      payments: [{ value: "16.00", payment: { id: null, name: "Fiado" } }],
      receipts: [],
    },
  ]);
  const { orders } = (await ana.get<{ orders: Order[] }>("/orders")).body;
  expect(orders).toMatchObject([{ id: order.id, payments: [{ payment: { name: "Fiado" } }] }]);
  const paid = await ana.post<Order>(`/orders/${order.id}/receipts`, {
    paymentId: pays.debit,
    value: "16.00",
  });
  expect(paid.body).toMatchObject({ paymentState: "paid", paymentId: null, owed: "0.00" });
});

test("a part is paid at once, and the rest later", async () => {
  const { onAccount } = await shop();
  const receipts = [{ paymentId: pays.pix, value: "6.00" }];
  const { body } = await onAccount({ ...named, receipts });
  expect(body).toMatchObject({
    paymentId: null,
    received: "6.00",
    owed: "10.00",
    paymentState: "partial",
  });
});

test("nobody's sale is paid later, and without `payLater` a method is required", async () => {
  const { onAccount, stockOf } = await shop();
  expect(await onAccount({ contactId: undefined })).toMatchObject({
    status: 422,
    body: { fields: { contactId: "required" } },
  });
  expect(await onAccount({ ...named, payLater: false })).toMatchObject({
    status: 422,
    body: { fields: { paymentId: "required" } },
  });
  expect(stockOf(juice)).toBe(10);
});

test("the order changes without a method, and gets one that is named", async () => {
  const { ana, onAccount } = await shop();
  const { id } = (await onAccount(named)).body;
  const more = [
    { productId: juice, amount: 2 },
    { productId: bread, amount: 4 },
  ];
  const changed = (await ana.put<Order>(`/orders/${id}`, { orderItems: more })).body;
  expect(changed).toMatchObject({ paymentId: null, total: "21.00" });
  const agreed = (await ana.put<Order>(`/orders/${id}`, { paymentId: pays.cash })).body;
  expect(agreed.payments).toMatchObject([{ payment: { name: "Dinheiro" } }]);
});

test("a courier brings no money for it, so that settling receives nothing", async () => {
  const { ana, rui, onAccount } = await shop();
  const beto = (await rui.post<{ id: number }>("/couriers", { name: "Beto" })).body;
  const delivery = { typeRoute: "ENTREGA", contactAddressId: home, courierId: beto.id };
  const { id } = (await onAccount({ ...named, ...delivery })).body;
  expect((await ana.get(`/couriers/${beto.id}/load`)).body).toMatchObject({
    orders: [{ id }],
    cash: "0.00",
  });
  const settled = await ana.post(`/couriers/${beto.id}/settle`, { orderIds: [id] });
  expect(settled.body).toMatchObject({ orders: [{ id, received: "0.00" }] });
});
