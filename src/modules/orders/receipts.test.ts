import { expect } from "bun:test";
import { bread, cake, cartOf, juice, pays, sells, states } from "../../testing/bakery.ts";
import { dice, pick } from "../../testing/bench/words.ts";
import { bia, box, test, type Caller } from "../../testing/world.ts";
import type { Order, Receipt } from "./table.ts";

async function shop() {
  const all = await box();
  sells(all.db);
  const ana = all.as("ana");
  /** An order of 8.00 for each juice. */
  const sell = async (juices = 1, more: object = {}) =>
    (await ana.post<Order>("/orders", cartOf([[juice, juices]], more))).body;
  const receive = (id: number, body: object, by: Caller = ana) =>
    by.post<Order>(`/orders/${id}/receipts`, body);
  const refund = (id: number, receiptId: number, body: object, by: Caller = ana) =>
    by.post<Order>(`/orders/${id}/receipts/${receiptId}/refund`, body);
  const read = async (id: number) => (await ana.get<Order>(`/orders/${id}`)).body;
  return { ...all, ana, rui: all.as("rui"), sell, receive, refund, read };
}

const sumsOf = ({ received, owed, paymentState, credit }: Order) => [
  received,
  owed,
  paymentState,
  credit,
];

test("an order is unpaid, then paid in part by Pix, then paid in cash with change", async () => {
  const { sell, receive, events } = await shop();
  const order = await sell(3);
  expect([...sumsOf(order), order.receipts]).toEqual(["0.00", "24.00", "unpaid", "0.00", []]);
  const part = await receive(order.id, { paymentId: pays.pix, value: "10.00", note: "sinal" });
  expect([part.status, ...sumsOf(part.body)]).toEqual([201, "10.00", "14.00", "partial", "0.00"]);
  events.length = 0;
  const { body: paid } = await receive(order.id, { paymentId: pays.cash, value: 20 });
  expect(sumsOf(paid)).toEqual(["24.00", "0.00", "paid", "0.00"]);
  expect(paid.receipts).toMatchObject([
    { value: "10.00", change: "0.00", note: "sinal", payment: { name: "Pix" }, tillId: null },
    { value: "14.00", change: "6.00", payment: { name: "Dinheiro" }, user: { name: "Ana" } },
  ]);
  expect(paid.history.slice(1)).toMatchObject([
    { changes: ["received"], receiptId: paid.receipts[0]!.id, user: { name: "Ana" } },
    { changes: ["received"], receiptId: paid.receipts[1]!.id },
  ]);
  expect(events).toMatchObject([
    { event: "order", action: "update", payload: { order: { paymentState: "paid" } } },
  ]);
});

test("money of an order stands in its conversation too", async () => {
  const shopOfBia = await shop();
  const { sell, receive, refund, db } = shopOfBia;
  const { ticketId } = shopOfBia.receives("Quero um suco", { from: bia.number })!;
  const { id } = await sell(1, { ticketId });
  const { receipts } = (await receive(id, { paymentId: pays.pix, value: "8.00" })).body;
  await refund(id, receipts[0]!.id, { value: "3.00", reason: "Suco quente" });
  const events = db.sqlite
    .query<{ detail: string }, [number]>(
      "SELECT detail FROM ticketEvents WHERE kind = 'payment' AND ticketId = ? ORDER BY id",
    )
    .all(ticketId);
  expect(events.map(({ detail }) => JSON.parse(detail) as unknown)).toEqual([
    { order: { id, number: 1, total: "8.00" } },
    { order: { id, number: 1, total: "-3.00" } },
  ]);
});

test("one cent below, exactly, and one cent above what is owed", async () => {
  const { sell, receive } = await shop();
  const after = async (value: string, paymentId: number) => {
    const { id } = await sell(1);
    return sumsOf((await receive(id, { paymentId, value })).body);
  };
  expect(await after("7.99", pays.debit)).toEqual(["7.99", "0.01", "partial", "0.00"]);
  expect(await after("8.00", pays.debit)).toEqual(["8.00", "0.00", "paid", "0.00"]);
  expect(await after("8.01", pays.cash)).toEqual(["8.00", "0.00", "paid", "0.00"]);
  expect(await after("8.01", pays.debit)).toEqual(["8.01", "0.00", "paid", "0.01"]);
});

test("bad amounts and methods are refused at their field, and a paid order takes nothing more", async () => {
  const { ana, sell, receive, rui } = await shop();
  const { id } = await sell(1);
  for (const [body, field] of [
    [{ paymentId: pays.cash, value: "0.00" }, "value"],
    [{ paymentId: pays.cash, value: "-1.00" }, "value"],
    [{ paymentId: pays.cash, value: "0.001" }, "value"],
    [{ paymentId: 99, value: "1.00" }, "paymentId"],
    [{ value: "1.00" }, "paymentId"],
    [{ credit: true, value: "0.01" }, "value"],
  ] as const)
    expect(await receive(id, body)).toMatchObject({
      status: 422,
      body: { fields: { [field]: expect.any(String) } },
    });
  await receive(id, { paymentId: pays.pix, value: "8.00" });
  const nothing = { status: 409, body: { error: "ERR_NOTHING_OWED" } };
  expect(await receive(id, { paymentId: pays.pix, value: "0.01" })).toMatchObject(nothing);
  const cancelled = await sell(1);
  await ana.put(`/orders/${cancelled.id}/status/${states.cancelled}`);
  expect(await receive(cancelled.id, { paymentId: pays.cash, value: "8.00" })).toMatchObject(
    nothing,
  );
  expect((await receive(999, { paymentId: pays.cash, value: "1.00" })).status).toBe(404);
  expect((await rui.delete(`/orders/${id}`)).body).toMatchObject({
    error: "ERR_ORDER_HAS_RECEIPTS",
  });
});

test("a request that comes again books once, also ten times at once; another content is refused", async () => {
  const { sell, receive, read } = await shop();
  const { id } = await sell(2);
  const body = { paymentId: pays.cash, value: "10.00", clientId: "a1" };
  const answers = await Promise.all(Array.from({ length: 10 }, () => receive(id, body)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(sumsOf(await read(id))).toEqual(["10.00", "6.00", "partial", "0.00"]);
  expect(await receive(id, { ...body, value: "6.00" })).toMatchObject({
    status: 409,
    body: { fields: { clientId: "taken" } },
  });
  const rest = { paymentId: pays.pix, value: "6.00" };
  const [one, two] = await Promise.all([receive(id, rest), receive(id, rest)]);
  expect([one.status, two.status].toSorted((a, b) => a - b)).toEqual([201, 409]);
});

test("a receipt is refunded in parts up to what is left of it, with a reason, and the audit has it", async () => {
  const { db, sell, receive, refund } = await shop();
  const { id } = await sell(1);
  const { body } = await receive(id, { paymentId: pays.debit, value: "8.00" });
  const receiptId = body.receipts[0]!.id;
  const part = await refund(id, receiptId, { value: "3.00", reason: "Suco quente" });
  expect([part.status, ...sumsOf(part.body)]).toEqual([201, "5.00", "3.00", "partial", "0.00"]);
  expect(part.body.receipts[1]).toMatchObject({
    value: "-3.00",
    refundOf: receiptId,
    note: "Suco quente",
    paymentId: pays.debit,
  });
  expect(await refund(id, receiptId, { value: "5.01", reason: "Suco quente" })).toMatchObject({
    status: 422,
    body: { fields: { value: "invalid" } },
  });
  const whole = await refund(id, receiptId, { value: "5.00", reason: "Suco quente" });
  expect(sumsOf(whole.body)).toEqual(["0.00", "8.00", "refunded", "0.00"]);
  for (const value of ["0.01", "0.00"])
    expect((await refund(id, receiptId, { value, reason: "De novo" })).status).toBe(422);
  const refundId = whole.body.receipts.at(-1)!.id;
  expect((await refund(id, refundId, { value: "1.00", reason: "De novo" })).status).toBe(404);
  expect(
    db.sqlite
      .query("SELECT subject, details FROM audit WHERE action = 'orderRefunded' ORDER BY id")
      .all(),
  ).toMatchObject([
    {
      subject: `order ${id}`,
      details: '{"number":1,"value":"3.00","method":"Cartão de débito","reason":"Suco quente"}',
    },
    {},
  ]);
});

test("a user refunds their own receipt on its day alone; an admin refunds any", async () => {
  const { clock, rui, sell, receive, refund, as } = await shop();
  const { id } = await sell(2);
  const byRui = (await receive(id, { paymentId: pays.pix, value: "1.00" }, rui)).body;
  const body = { value: "0.50", reason: "Engano" };
  const ofRui = byRui.receipts[0]!.id;
  expect((await refund(id, ofRui, body)).status).toBe(403);
  const ofAna = (await receive(id, { paymentId: pays.pix, value: "1.00" })).body.receipts[1]!.id;
  // Until midnight in São Paulo, which is 3:00 UTC.
  clock.set("2026-11-21T02:59:59Z");
  expect((await refund(id, ofAna, body, as("ana"))).status).toBe(201);
  clock.set("2026-11-21T03:00:00Z");
  expect((await refund(id, ofAna, body, as("ana"))).status).toBe(403);
  expect((await refund(id, ofAna, body, as("rui"))).status).toBe(201);
});

test("a cancelled order's money can be refunded, or pays the contact's next order", async () => {
  const { ana, rui, sell, receive, refund, read } = await shop();
  const [first, second] = [await sell(2), await sell(1)];
  const paid = (await receive(first.id, { paymentId: pays.pix, value: "16.00" })).body;
  await ana.put(`/orders/${first.id}/status/${states.cancelled}`);
  expect(sumsOf(await read(first.id))).toEqual(["16.00", "0.00", "paid", "16.00"]);
  expect(
    (await refund(first.id, paid.receipts[0]!.id, { value: "6.00", reason: "Desistiu" })).status,
  ).toBe(201);
  expect((await receive(second.id, { credit: true, value: "8.01" })).status).toBe(422);
  const credited = { credit: true, value: "8.00", clientId: "c1" };
  expect(sumsOf((await receive(second.id, credited)).body)).toEqual([
    "8.00",
    "0.00",
    "paid",
    "2.00",
  ]);
  expect((await receive(second.id, credited)).status).toBe(201);
  expect(sumsOf(await read(first.id))).toEqual(["2.00", "0.00", "paid", "2.00"]);
  const { receipts } = await read(second.id);
  expect(receipts).toMatchObject([{ value: "8.00", isCredit: true, paymentId: pays.pix }]);
  // Someone else may have received it: only admins give credit back.
  const back = { value: "8.00", reason: "Desistiu" };
  expect((await refund(second.id, receipts[0]!.id, back)).status).toBe(403);
  expect((await refund(second.id, receipts[0]!.id, back, rui)).status).toBe(201);
});

test("an order from before receipts has no state until money comes for it", async () => {
  const { db, ana, sell, receive, read } = await shop();
  const { id } = await sell(1);
  db.sqlite.run("UPDATE orders SET received = NULL");
  expect(sumsOf(await read(id))).toEqual(["0.00", "0.00", null, "0.00"]);
  for (const state of ["unpaid", "partial", "paid", "refunded"])
    expect((await ana.get(`/orders?paymentState=${state}`)).body).toMatchObject({ count: 0 });
  const { body } = await receive(id, { paymentId: pays.cash, value: "3.00" });
  expect(sumsOf(body)).toEqual(["3.00", "5.00", "partial", "0.00"]);
});

test("orders are listed by their payment state, as the state says of each", async () => {
  const { ana, rui, clock, receive, refund, as } = await shop();
  const roll = dice(5);
  const ids: number[] = [];
  for (let count = 0; count < 40; count++) {
    const items = pick(roll, [[[bread, 8]], [[cake, 1]], [[bread, 1]]]) as [number, number][];
    const { body } = await as("ana").post<Order>("/orders", cartOf(items));
    ids.push(body.id);
    let last: Receipt | undefined;
    for (const part of pick(roll, [[], [0.5], [1], [0.5, 0.5], [2]]))
      last = (
        await receive(
          body.id,
          { paymentId: pick(roll, [1, 2, 3]), value: (Number(body.total) * part).toFixed(2) },
          as("ana"),
        )
      ).body.receipts?.at(-1);
    if (last && roll() < 0.4)
      await refund(body.id, last.id, { value: last.value, reason: "Troca" }, as("ana"));
    if (roll() < 0.2) await as("ana").put(`/orders/${body.id}/status/${states.cancelled}`);
    clock.pass(1000);
  }
  // The rules again, from the receipts alone.
  const expected = new Map<string, number[]>();
  for (const id of ids) {
    const order = (await rui.get<Order>(`/orders/${id}`)).body;
    const cents = order.receipts.map(({ value }) => Math.round(Number(value) * 100));
    const came = cents.reduce((sum, each) => sum + each, 0);
    const due = order.cancelledAt ? 0 : Math.round(Number(order.total) * 100);
    const state =
      came === 0
        ? cents.length > 0
          ? "refunded"
          : order.cancelledAt
            ? null
            : "unpaid"
        : came >= due
          ? "paid"
          : "partial";
    expect([id, order.paymentState, order.received, order.owed]).toEqual([
      id,
      state,
      (came / 100).toFixed(2),
      (Math.max(0, due - came) / 100).toFixed(2),
    ]);
    expected.set(String(state), [...(expected.get(String(state)) ?? []), id]);
  }
  for (const state of ["unpaid", "partial", "paid", "refunded"]) {
    expect(expected.get(state)!.length).toBeGreaterThan(0);
    for (const by of [rui, ana]) {
      const { body } = await by.get<{ orders: Order[]; count: number }>(
        `/orders?paymentState=${state}&searchParam=&pageNumber=1`,
      );
      expect(body.count).toBe(expected.get(state)!.length);
      expect(body.orders.map(({ id }) => id)).toEqual(
        expected.get(state)!.toReversed().slice(0, 20),
      );
    }
  }
  expect((await ana.get("/orders?paymentState=late")).status).toBe(422);
});

test("the notes of a receipt go with an erased contact, and the sums stay", async () => {
  const { rui, db, sell, receive } = await shop();
  const { id } = await sell(1);
  await receive(id, { paymentId: pays.pix, value: "8.00", note: "Pix da irmã, Lúcia" });
  const { body } = await rui.get(`/contacts/${bia.id}/export`);
  expect(JSON.stringify(body)).toContain("Pix da irmã, Lúcia");
  expect((await rui.delete(`/contacts/${bia.id}/erase`)).status).toBe(200);
  expect(db.sqlite.query("SELECT note, value FROM receipts").all()).toEqual([
    { note: "", value: 800 },
  ]);
});
