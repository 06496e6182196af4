import { expect } from "bun:test";
import { bread, cake, cartOf, centro, home, pays, sells, states } from "../bakery.ts";
import { bia, box, idOf, test } from "../world.ts";

/**
 * A shop with an order of Bia's (budget 1) and an open budget of hers (budget 2), both sold by Ana.
 */
async function furnished() {
  const shop = await box();
  const { coupon } = sells(shop.db);
  coupon();
  const ana = shop.as("ana");
  await ana.post(
    "/budgets",
    cartOf([[cake, 1]], { typeRoute: "ENTREGA", contactAddressId: home, paymentId: pays.pix }),
  );
  await ana.post("/budgets/1/confirm");
  await ana.post("/budgets", cartOf([[bread, 8]], { paymentId: pays.pix }));
  return shop;
}

/** A budget as a form of the contract sends it: amounts as numbers or texts, and all fields. */
const sent = {
  number: null,
  contactId: bia.id,
  storeId: centro,
  userId: idOf.ana,
  typeRoute: "ENTREGA",
  channel: "WHATSAPP",
  contactAddressId: home,
  paymentId: pays.credit,
  couponId: 1,
  companyId: 1,
  freight: 12,
  discount: "6.24",
  increase: 0,
  subTotal: "62.40",
  total: 68.16,
  payments: {
    prepaid: 0,
    pending: 68.16,
    methods: [
      { id: pays.credit, name: "Cartão de crédito", value: 68.16, changeFor: 0, installments: 2 },
    ],
  },
  orderItems: [
    {
      productId: bread,
      amount: 10,
      unitary: 1.25,
      unitaryGross: 1.25,
      discount: 1.25,
      total: 11.25,
    },
    { productId: cake, amount: 1, unitary: 49.9, unitaryGross: 49.9, discount: 4.99, total: 44.91 },
  ],
};

const budget = {
  id: 2,
  number: 2,
  contactId: bia.id,
  storeId: centro,
  userId: idOf.ana,
  typeRoute: "RETIRADA",
  channel: "WHATSAPP",
  contactAddressId: null,
  couponId: null,
  subTotal: "10.00",
  freight: "0.00",
  discount: "0.00",
  increase: "0.00",
  total: "10.00",
  store: {
    name: "Centro",
    address: null,
    number: null,
    neighborhood: null,
    city: "São Paulo",
    state: "SP",
  },
  user: { name: "Ana" },
  payments: {
    prepaid: "0.00",
    pending: "10.00",
    methods: [{ id: pays.pix, name: "Pix", value: "10.00", changeFor: "0.00", installments: 1 }],
  },
  orderItems: [
    {
      productId: bread,
      amount: 8,
      unitary: "1.25",
      unitaryGross: "1.25",
      discount: "0.00",
      total: "10.00",
    },
  ],
  pixCode: expect.stringMatching(/^000201.*6304[0-9A-F]{4}$/),
};
const saved = {
  subTotal: "62.40",
  discount: "6.24",
  freight: "12.00",
  total: "68.16",
  couponId: 1,
  installments: 2,
  contactAddressId: home,
  typeRoute: "ENTREGA",
};
const order = {
  id: 1,
  number: 1,
  statusId: states.pending,
  status: { name: "Pendente", color: "#a16207", code: 1 },
  emission: "2026-11-20T12:00:00.000Z",
  channel: "WHATSAPP",
  typeRoute: "ENTREGA",
  subTotal: "49.90",
  freight: "9.00",
  discount: "0.00",
  increase: "0.00",
  total: "58.90",
  contactAddressId: home,
  paymentId: pays.pix,
  contactId: bia.id,
  storeId: centro,
  userId: idOf.ana,
  user: { name: "Ana" },
  store: { name: "Centro" },
  contact: { name: "Bia" },
  contactAddress: { address: "Avenida Paulista" },
  payments: [{ value: "58.90", installments: 1, payment: { name: "Pix" } }],
  orderItems: [
    {
      productId: cake,
      product: { name: "Bolo de cenoura" },
      amount: 1,
      unitary: "49.90",
      total: "49.90",
    },
  ],
};

/** The calls of clients, with the bodies that they send and the fields that they read. */
const calls: [call: string, answer: unknown, body?: object][] = [
  [`GET /budgets/list?contactId=${bia.id}`, { data: [budget] }],
  ["GET /budgets/1/2", budget],
  ["POST /budgets", { id: 3, number: 3, ...saved }, sent],
  ["PUT /budgets/2", { id: 2, number: 2, ...saved }, { ...sent, number: 2 }],
  ["DELETE /budgets/2", {}],
  ["POST /budgets/2/confirm", { id: 2, number: 2, budgetId: 2, total: "10.00" }],
  ["GET /orders/?searchParam=bia&pageNumber=1", { orders: [order], hasMore: false, count: 1 }],
  ["GET /orders/list?statusCode=1", { orders: [order] }],
  ["GET /orders/list?startDate=2026-11-20&endDate=2026-11-20", { orders: [order] }],
  ["GET /orders/1", { ...order, history: [{ name: "Pendente", user: { name: "Ana" } }] }],
  [
    "POST /orders",
    { number: 2, ...saved, statusId: states.pending },
    { ...sent, statusId: states.pending, emission: "2026-11-20T12:00:00.000Z" },
  ],
  [
    "PUT /orders/1",
    { ...order, notes: "Sem velas", statusId: states.preparing, status: { code: 2 } },
    { ...order, status: { name: "Pendente" }, notes: "Sem velas", statusId: states.preparing },
  ],
  [
    `PUT /orders/1/status/${states.onTheWay}`,
    { ...order, statusId: states.onTheWay, status: { name: "Saiu para entrega", code: 3 } },
  ],
];

test("each call of budgets and orders answers what its clients read", async () => {
  for (const who of ["ana", "rui"] as const) {
    for (const [call, answer, body] of calls) {
      const [method, path] = call.split(" ") as [string, string];
      const reply = await (await furnished()).as(who).call(method, path, body);
      const isNew = method === "POST" && !path.endsWith("/confirm");
      expect({ who, call, status: reply.status, body: reply.body }).toMatchObject({
        who,
        call,
        status: isNew ? 201 : 200,
        body: answer as object,
      });
    }
  }
}, 60_000);

test("an order is deleted by an admin alone", async () => {
  const shop = await furnished();
  expect(await shop.as("ana").delete("/orders/1?reason=Engano")).toMatchObject({
    status: 403,
    body: { error: "ERR_NO_PERMISSION" },
  });
  expect(await shop.as("rui").delete("/orders/1?reason=Engano")).toMatchObject({ status: 200 });
});

test("who neither sold it nor attends its customer finds nothing", async () => {
  const caio = (await furnished()).as("caio");
  for (const [call, , body] of calls) {
    const [method, path] = call.split(" ") as [string, string];
    if (/^GET \/(orders\/(\?|list)|budgets\/list)/.test(call))
      expect([call, Object.values((await caio.get<object>(path)).body)[0]]).toEqual([call, []]);
    else if (!/^POST \/(budgets|orders)$/.test(call))
      expect([call, (await caio.call(method, path, body)).status]).toEqual([call, 404]);
  }
});
