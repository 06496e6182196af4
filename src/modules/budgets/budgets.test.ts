import { expect } from "bun:test";
import { atendimento, bia, box, idOf, test } from "../../testing/world.ts";
import { bread, cake, cartOf, centro, home, juice, pays, sells } from "../../testing/bakery.ts";
import type { Budget } from "./table.ts";

async function shop() {
  const all = await box();
  return { ...all, ...sells(all.db), ana: all.as("ana"), rui: all.as("rui") };
}

test("Ana builds a budget, changes it, and deletes it", async () => {
  const { ana, events } = await shop();
  const { status, body } = await ana.post<Budget>(
    "/budgets",
    cartOf(
      [
        [bread, 10],
        [cake, 1],
      ],
      { typeRoute: "ENTREGA", contactAddressId: home, discount: "6.24", paymentId: pays.pix },
    ),
  );
  expect([status, body]).toMatchObject([
    201,
    {
      number: 1,
      contactId: bia.id,
      storeId: centro,
      userId: idOf.ana,
      typeRoute: "ENTREGA",
      channel: "WHATSAPP",
      subTotal: "62.40",
      discount: "6.24",
      freight: "12.00",
      increase: "0.00",
      total: "68.16",
      orderId: null,
      store: { name: "Centro" },
      user: { name: "Ana" },
      contact: { name: "Bia" },
      coupon: null,
      payments: {
        prepaid: "0.00",
        pending: "68.16",
        methods: [
          { id: pays.pix, name: "Pix", value: "68.16", changeFor: "0.00", installments: 1 },
        ],
      },
      orderItems: [
        {
          productId: bread,
          product: { name: "Pão francês" },
          amount: 10,
          unitary: "1.25",
          unitaryGross: "1.25",
          discount: "1.25",
          total: "11.25",
        },
        {
          productId: cake,
          amount: 1,
          unitary: "49.90",
          unitaryGross: "60.00",
          discount: "4.99",
          total: "44.91",
        },
      ],
    },
  ]);
  expect(body.pixCode).toContain("br.gov.bcb.pix0124contato@paoquente.com.br");
  expect(body.pixCode).toContain("540568.16");
  expect(body.pixCode).toContain("ORCAMENTO1");

  const changed = await ana.put<Budget>(`/budgets/${body.id}`, {
    ...body,
    paymentId: pays.cash,
    payments: undefined,
    changeFor: "100.00",
  });
  expect(changed).toMatchObject({
    status: 200,
    body: { number: 1, total: "68.16", changeFor: "100.00", pixCode: null },
  });
  expect((await ana.get(`/budgets/list?contactId=${bia.id}`)).body).toMatchObject({
    data: [{ id: body.id, orderItems: [{}, {}] }],
  });
  expect((await ana.get(`/budgets/${centro}/${body.id}`)).body).toMatchObject({ id: body.id });
  expect((await ana.get(`/budgets/9/${body.id}`)).status).toBe(404);
  expect((await ana.delete(`/budgets/${body.id}`)).status).toBe(200);
  expect((await ana.get(`/budgets/list?contactId=${bia.id}`)).body).toEqual({ data: [] } as never);
  expect((await ana.post<Budget>("/budgets", cartOf([[bread, 1]]))).body.number).toBe(2);
  expect(events.filter(({ event }) => event === "budget").map(({ action }) => action)).toEqual([
    "create",
    "update",
    "delete",
    "create",
  ]);
});

test("the server never believes a figure: a difference of more than a cent is answered with its own", async () => {
  const { ana, db } = await shop();
  const cart = cartOf([[cake, 2]], {
    subTotal: "99.80",
    freight: "0.00",
    discount: "0.00",
    total: "99.81",
  });
  expect((await ana.post("/budgets", cart)).status).toBe(201);
  // The promotion ends while the dialog is open.
  db.sqlite.run("UPDATE productStores SET promotionPrice = 0");
  expect(
    await ana.post("/budgets", {
      ...cart,
      orderItems: [{ productId: cake, amount: 2, unitary: "49.90" }],
    }),
  ).toMatchObject({
    status: 422,
    body: {
      error: "ERR_BUDGET_FIGURES",
      fields: { subTotal: "invalid", total: "invalid", "orderItems.0.unitary": "invalid" },
      details: {
        subTotal: "120.00",
        total: "120.00",
        orderItems: [{ unitary: "60.00" }],
        problems: [],
      },
    },
  });
  expect(db.sqlite.query("SELECT count(*) AS count FROM budgets").get()).toEqual({ count: 1 });
});

test("each thing that keeps a cart from being sold has its text at its field", async () => {
  const { ana, rui, db, coupon } = await shop();
  const refused = async (cart: object, by = ana) => {
    const { status, body } = await by.post("/budgets", cart);
    return [status, body.message, Object.keys(body.fields ?? {})];
  };
  const invalid = (message: string, ...fields: string[]) => [422, message, fields];
  expect(await refused(cartOf([[bread, 1]], { paymentId: undefined }))).toEqual(
    invalid("Selecione um metodo de pagamento", "paymentId"),
  );
  expect(await refused(cartOf([[bread, 8]], { discount: "1.01" }))).toEqual(
    invalid("Desconto inválido - Desconto máximo permitido é de 10%", "discount"),
  );
  expect(await refused(cartOf([[bread, 8]], { discount: "0.01" }), rui)).toEqual(
    invalid("Desconto não permitido", "discount"),
  );
  expect(await refused(cartOf([[bread, 8]], { changeFor: "9.99" }))).toEqual(
    invalid("Troco invalido - Troco deve ser maior do que o valor do pedido", "changeFor"),
  );
  expect(await refused(cartOf([[juice, 11]]))).toEqual(
    invalid("Estoque insuficiente", "orderItems.0.amount"),
  );
  expect(await refused(cartOf([[77, 1]]))).toEqual(
    invalid("Um dos produtos não está mais à venda", "orderItems.0.productId"),
  );
  expect(await refused(cartOf([[bread, 1]], { typeRoute: "ENTREGA" }))).toEqual(
    invalid("Selecione o endereço de entrega", "contactAddressId"),
  );
  expect(await refused(cartOf([]))).toEqual(invalid("Adicione algum item", "orderItems"));
  expect(await refused(cartOf([[bread, 1]], { storeId: 77 }))).toEqual(
    invalid("Selecione uma loja", "storeId"),
  );
  expect(await refused(cartOf([[bread, 40]], { paymentId: pays.credit, installments: 4 }))).toEqual(
    invalid("Este valor pode ser dividido em até 3 vezes", "installments"),
  );
  const { id } = coupon({ valueMin: "20.00" });
  expect(await refused(cartOf([[bread, 8]], { couponId: id }))).toEqual(
    invalid("O valor mínimo do pedido para este cupom é de R$ 20,00.", "couponId"),
  );
  const big = coupon({ code: "TUDO", type: "FIXED_DISCOUNT", value: "10.00" });
  expect(await refused(cartOf([[bread, 8]], { couponId: big.id }))).toEqual(
    invalid("O desconto do cupom é maior ou igual ao valor total do pedido.", "couponId"),
  );
  const old = coupon({ code: "VELHO", expirationDate: "2026-11-19" });
  expect(await refused(cartOf([[bread, 8]], { couponId: old.id }))).toEqual(
    invalid('Cupom "VELHO" inválido ou expirado.', "couponId"),
  );
  for (const amount of [-1, 1.5, 0.0001, 1e9, "dois"])
    expect(
      (await refused({ ...cartOf([]), orderItems: [{ productId: bread, amount }] }))[2],
    ).toEqual(["orderItems.0.amount"]);
  for (const discount of ["1.234,5", "-1", "1e9", "0.001"])
    expect((await refused(cartOf([[bread, 8]], { discount })))[2]).toEqual(["discount"]);
  db.sqlite.run("INSERT OR REPLACE INTO settings (key, value) VALUES ('deliveryFeeType', 'km')");
  db.sqlite.run("UPDATE contactAddresses SET latitude = NULL");
  expect(
    await refused(cartOf([[bread, 1]], { typeRoute: "ENTREGA", contactAddressId: home })),
  ).toEqual(
    invalid(
      "A taxa por distância precisa das coordenadas da loja e do endereço",
      "contactAddressId",
    ),
  );
  expect(db.sqlite.query("SELECT count(*) AS count FROM budgets").get()).toEqual({ count: 0 });
});

test("the highest discount is that of whoever raises it, and only an admin names another seller", async () => {
  const { ana, rui, as, ticket } = await shop();
  ticket({ contactId: bia.id, queueId: atendimento, status: "pending" });
  const cart = cartOf([[bread, 8]], { discount: "1.00" });
  const refused = (message: string) => ({
    status: 422,
    body: { message, fields: { discount: "invalid" } },
  });
  for (const userId of [idOf.rui, idOf.ana])
    expect(await rui.post("/budgets", { ...cart, userId })).toMatchObject(
      refused("Desconto não permitido"),
    );
  expect(await ana.post("/budgets", { ...cart, userId: idOf.rui })).toMatchObject({
    status: 422,
    body: { fields: { userId: "invalid" } },
  });
  const { status, body } = await ana.post<Budget>("/budgets", cart);
  expect([status, body]).toMatchObject([201, { discount: "1.00", user: { name: "Ana" } }]);
  const lia = as("lia");
  const change = (more: object, by = lia) =>
    by.put<Budget>(`/budgets/${body.id}`, { ...cart, ...more });
  // Another agent of the customer may edit the budget: it stays Ana's, with the discount that she
  // gave.
  expect(await change({ userId: idOf.ana })).toMatchObject({
    status: 200,
    body: { user: { name: "Ana" }, discount: "1.00" },
  });
  expect(await change({ discount: "1.01" })).toMatchObject(refused("Desconto não permitido"));
  expect(await change({ discount: "1.01" }, ana)).toMatchObject(
    refused("Desconto inválido - Desconto máximo permitido é de 10%"),
  );
  const items = (amount: number) => ({ orderItems: [{ productId: bread, amount }] });
  expect(await change(items(7))).toMatchObject(refused("Desconto não permitido"));
  expect(await change(items(9))).toMatchObject({ status: 200, body: { discount: "1.00" } });
  // The saved share is smaller now.
  expect(await change(items(8))).toMatchObject(refused("Desconto não permitido"));
  expect(await change({ ...items(9), discount: "0.99" })).toMatchObject({ status: 200 });
  expect(await change({ ...items(9), discount: "1.00" })).toMatchObject(
    refused("Desconto não permitido"),
  );
});

test("freight goes by distance where the shop says so, and a coupon may take it away", async () => {
  const { ana, db, coupon } = await shop();
  const { id } = coupon({ type: "FREE_SHIPPING", value: "0.00" });
  db.sqlite.run("INSERT OR REPLACE INTO settings (key, value) VALUES ('deliveryFeeType', 'km')");
  const brought = cartOf([[bread, 4]], { typeRoute: "ENTREGA", contactAddressId: home });
  expect((await ana.post("/budgets", brought)).body).toMatchObject({
    subTotal: "5.00",
    freight: "12.00",
    total: "17.00",
  });
  expect((await ana.post("/budgets", { ...brought, couponId: id })).body).toMatchObject({
    freight: "0.00",
    total: "5.00",
    coupon: { code: "PAO10" },
  });
});

test("instalments and change are kept only where the payment knows them", async () => {
  const { ana } = await shop();
  const paid = async (more: object) =>
    (await ana.post<Budget>("/budgets", cartOf([[cake, 2]], more))).body;
  expect(
    await paid({ paymentId: pays.credit, installments: 3, changeFor: "200.00" }),
  ).toMatchObject({ installments: 3, changeFor: "0.00" });
  expect(await paid({ paymentId: pays.debit, installments: 3 })).toMatchObject({ installments: 1 });
  expect(
    await paid({
      paymentId: undefined,
      payments: {
        prepaid: "0.00",
        pending: "99.80",
        methods: [
          { id: pays.cash, name: "Dinheiro", value: "99.80", changeFor: "150.00", installments: 1 },
        ],
      },
    }),
  ).toMatchObject({ paymentId: pays.cash, changeFor: "150.00" });
});

test("users see what they sold and what was sold to whom they attend, admins see all", async () => {
  const { as, ana, rui, ticket, contact, db } = await shop();
  const other = contact();
  const { id } = (await rui.post<Budget>("/budgets", cartOf([[bread, 1]], { contactId: other.id })))
    .body;
  const [caio, lia] = [as("caio"), as("lia")];
  const seenBy = async (who: typeof ana) => [
    (await who.get(`/budgets/${centro}/${id}`)).status,
    ((await who.get<{ data: unknown[] }>(`/budgets/list?contactId=${other.id}`)).body.data ?? [])
      .length,
  ];
  expect([await seenBy(rui), await seenBy(ana), await seenBy(caio)]).toEqual([
    [200, 1],
    [404, 0],
    [404, 0],
  ]);
  ticket({ contactId: other.id, queueId: atendimento, status: "open", userId: idOf.ana });
  expect([await seenBy(ana), await seenBy(caio), await seenBy(lia)]).toEqual([
    [200, 1],
    [404, 0],
    [404, 0],
  ]);
  expect(
    (await caio.put(`/budgets/${id}`, cartOf([[bread, 2]], { contactId: other.id }))).status,
  ).toBe(404);
  expect((await caio.delete(`/budgets/${id}`)).status).toBe(404);
  expect((await caio.post(`/budgets/${id}/confirm`)).status).toBe(404);
  db.sqlite.run("UPDATE budgets SET userId = 3");
  expect(await seenBy(caio)).toEqual([200, 1]);
});

test("without the plan's flag nobody sells", async () => {
  const { ana, control } = await shop();
  control.sqlite.run("UPDATE plans SET useSales = 0");
  for (const path of [`/budgets/list?contactId=${bia.id}`, "/orders", "/orders/list"])
    expect([path, (await ana.get(path)).status]).toEqual([path, 403]);
  expect((await ana.post("/budgets", cartOf([[bread, 1]]))).status).toBe(403);
});
