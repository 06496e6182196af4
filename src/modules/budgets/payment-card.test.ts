import { expect } from "bun:test";
import { cardAmounts } from "../../shared/payment-card.ts";
import { bread, cake, cartOf, home, pays, sells, states } from "../../testing/bakery.ts";
import { cloudShop } from "../../testing/cloud-shop.ts";
import { orderDetails, orderStatus } from "../../testing/graph-server/order-bodies.ts";
import { minute, test, until } from "../../testing/world.ts";
import type { Order } from "../orders/table.ts";
import { interactiveBody } from "../../channel/cloud/encode-content.ts";
import type { Budget } from "./table.ts";

/** Numbers that are the same in each run. */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % below;
  };
}

const text = (cents: number) => (cents / 100).toFixed(2);

test("a card adds up to the cent for any budget, as the network checks", () => {
  const next = numbers(34);
  for (let run = 0; run < 500; run += 1) {
    const orderItems = Array.from({ length: next(6) }, (_, index) => ({
      productId: index + 1,
      product: { name: "Bolo de cenoura ".repeat(1 + next(6)) },
      amount: 1 + next(900) / 1000,
      unit: "kg" as const,
      total: text(next(50_000)),
      discount: text(next(500)),
    }));
    const total = 1 + next(300_000);
    const amounts = cardAmounts({ orderItems, freight: text(next(3000)), total: text(total) });
    expect(amounts.total).toBe(total);
    const pix = { code: "0002", merchant: "Padaria", key: "a@b.com", keyType: "EMAIL" as const };
    const card = { budgetId: 1, reference: "B1-x", pix, ...amounts };
    const body = interactiveBody({ type: "payment", text: "Oi", card }) as {
      interactive: { action: object };
    };
    expect(orderDetails.safeParse(body.interactive.action).error?.issues).toBeUndefined();
  }
});

test("a budget goes as a charge, and its order's states follow it", async () => {
  const { shop, graph, number, rows, id } = await cloudShop();
  sells(shop.db);
  const bia = graph.customer("Bia", "5511988880001");
  await graph.acts.says(bia, number, "Quero um bolo");
  const ana = shop.as("ana");
  const [ticket] = rows<{ id: number }>("SELECT id FROM tickets WHERE whatsappId = ?", id);
  await ana.put(`/tickets/${ticket!.id}`, { status: "open", userId: 2 });
  const budgetOf = async (paymentId: number) => {
    const cart = cartOf(
      [
        [bread, 10],
        [cake, 1],
      ],
      { typeRoute: "ENTREGA", contactAddressId: home, discount: "6.24", paymentId },
    );
    return (await ana.post<Budget>("/budgets", cart)).body;
  };
  const charge = (budgetId: number, body = "Seu pedido") =>
    ana.post(`/messages/${ticket!.id}`, { body, payment: { budgetId } });
  const inCash = await budgetOf(pays.cash);
  expect(await charge(inCash.id)).toMatchObject({
    status: 422,
    body: { fields: { "payment.budgetId": "invalid" } },
  });
  const budget = await budgetOf(pays.pix);
  expect((await charge(budget.id)).status).toBe(201);
  const [sent] = await until(() => bia.received.length === 1 && bia.received);
  expect(sent!.payload).toMatchObject({
    type: "order_details",
    action: {
      parameters: {
        total_amount: { value: 6816, offset: 100 },
        order: {
          subtotal: { value: 6240 },
          shipping: { value: 1200 },
          discount: { value: 624 },
          tax: { value: 0 },
        },
      },
    },
  });
  await graph.webhooks.settled();
  await shop.as("rui").put(`/orderStatus/${states.cancelled}`, { message: "Foi cancelado" });
  const { body: order } = await ana.post<Order>(`/budgets/${budget.id}/confirm`);
  await ana.put(`/orders/${order.id}/status/${states.cancelled}`);
  shop.clock.pass(minute);
  await shop.connectionManager.start(1, id);
  const [, told] = await until(() => bia.received.length === 2 && bia.received);
  expect(told!.payload).toMatchObject({ type: "order_status" });
  const { action } = told!.payload as { action: object };
  expect(orderStatus.parse(action).parameters.order.status).toBe("canceled");
});
