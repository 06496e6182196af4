import { expect } from "bun:test";
import { box, settled, test } from "../../testing/world.ts";
import type { Payment, PaymentDetail } from "./table.ts";

async function shop() {
  const here = await box();
  const rui = here.as("rui");
  const pay = async (name: string, typePaymentId: number) =>
    (await rui.post<Payment>("/payments", { name, typePaymentId })).body;
  const [cash, card] = [await pay("Dinheiro", 1), await pay("Crédito", 3)];
  const rule = (minimumValue: string, installments: number, paymentId = card.id) =>
    rui.post<PaymentDetail>("/paymentDetails", { paymentId, minimumValue, installments });
  return { ...here, rui, cash, card, rule };
}

test("a way of paying says of which type it is, and from which value on it has how many instalments", async () => {
  const { rui, card, rule } = await shop();
  await rule("300.00", 6);
  expect(await rule("100", 3)).toMatchObject({
    status: 201,
    body: { paymentId: card.id, minimumValue: "100.00", installments: 3 },
  });
  expect(await rui.get(`/payments/${card.id}`)).toMatchObject({
    body: {
      code: null,
      typePayment: { id: 3, code: "CC", change: false, installments: true },
      paymentDetails: [
        { minimumValue: "100.00", installments: 3 },
        { minimumValue: "300.00", installments: 6 },
      ],
    },
  });
  expect(
    (
      await rui.get<{ paymentDetails: PaymentDetail[] }>(`/paymentDetails/all/${card.id}`)
    ).body.paymentDetails.map(({ installments }) => installments),
  ).toEqual([3, 6]);
  expect((await rui.get("/typePayments/list")).body).toMatchObject([
    { code: "DH", change: true },
    { code: "PX" },
    { code: "CC", installments: true },
    { code: "CD" },
  ]);
  expect([
    (await rui.get("/typePayments/3")).body.code,
    (await rui.get("/typePayments/5")).status,
  ]).toEqual(["CC", 404] as never);
});

test("instalments are for ways of paying that know them, and one rule begins at a value", async () => {
  const { rui, cash, rule } = await shop();
  expect(await rule("100", 3, cash.id)).toMatchObject({
    status: 422,
    body: { fields: { paymentId: "invalid" } },
  });
  expect(await rule("100", 3, 99)).toMatchObject({
    status: 422,
    body: { fields: { paymentId: "invalid" } },
  });
  const {
    body: { id },
  } = await rule("100", 3);
  expect(await rule("100", 4)).toMatchObject({
    status: 409,
    body: { error: "ERR_ALREADY_EXISTS" },
  });
  for (const [minimumValue, installments, field] of [
    ["-1", 3, "minimumValue"],
    ["1.234,5", 3, "minimumValue"],
    ["200", 0, "installments"],
    ["200", 1.5, "installments"],
    ["200", 100, "installments"],
  ] as const)
    expect(await rule(minimumValue, installments)).toMatchObject({
      status: 422,
      body: { fields: { [field]: expect.any(String) } },
    });
  expect(
    await rui.put(`/paymentDetails/${id}`, {
      paymentDetailId: id,
      minimumValue: "150.5",
      installments: 5,
    }),
  ).toMatchObject({ body: { minimumValue: "150.50", installments: 5 } });
  expect([
    (await rui.delete(`/paymentDetails/${id}`)).status,
    (await rui.get(`/paymentDetails/${id}`)).status,
    (await rui.delete(`/paymentDetails/${id}`)).status,
  ]).toEqual([200, 404, 404]);
});

test("only a credit card is paid in instalments: not cash, Pix or a debit card", async () => {
  const { rui, rule } = await shop();
  const answers = [];
  for (const typePaymentId of [1, 2, 3, 4]) {
    const { body } = await rui.post<Payment>("/payments", {
      name: `Tipo ${typePaymentId}`,
      typePaymentId,
    });
    answers.push([body.typePayment.code, (await rule("100", 3, body.id)).status]);
  }
  expect(answers).toEqual([
    ["DH", 422],
    ["PX", 422],
    ["CC", 201],
    ["CD", 422],
  ]);
});

test("whoever has the ways of paying open sees their instalments change", async () => {
  const { as, listener, db, card, rule, rui } = await shop();
  const ana = await listener(as("ana"));
  await ana.ready();
  const {
    body: { id },
  } = await rule("100", 3);
  await rui.delete(`/paymentDetails/${id}`);
  await settled(db, ana);
  const received = ana.frames
    .filter(({ event }) => event === "paymentMethod")
    .map(({ paymentMethod }) => paymentMethod as Payment);
  expect(received.map((row) => [row.id, row.paymentDetails.length])).toEqual([
    [card.id, 1],
    [card.id, 0],
  ]);
});
