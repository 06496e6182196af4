import { expect } from "bun:test";
import { cartOf, centro, juice, pays, sells, states } from "../../testing/bakery.ts";
import { dice, pick } from "../../testing/bench/words.ts";
import { efiAccount, efiStand } from "../../testing/efi.ts";
import { box, hour, minute, second, test } from "../../testing/world.ts";
import type { PixAccount } from "../pix-accounts/table.ts";
import type { Order } from "./table.ts";

type Charge = { txid: string; code: string; value: string; expiresAt: string };

/** A shop whose store has an account, and juices at 8.00. */
async function shop() {
  const all = await box();
  sells(all.db);
  all.db.sqlite.run("UPDATE productStores SET stock = 1000000");
  const efi = efiStand(all.clock.now);
  // Each call has a session of its own: a token lasts for a quarter of an hour.
  const [ana, rui] = [() => all.as("ana"), () => all.as("rui")];
  const { pixKey, clientId, clientSecret, certificate } = efiAccount;
  const account = { pixKey, efiUrl: efi.url, clientId, clientSecret, certificate };
  const putAccount = (body: object = account, by = rui()) =>
    by.put<PixAccount>(`/pix-accounts/${centro}`, body);
  expect((await putAccount()).status).toBe(200);
  const sell = async (juices = 1) =>
    (await ana().post<Order>("/orders", cartOf([[juice, juices]]))).body;
  const charge = (id: number) => ana().post<Charge>(`/orders/${id}/pix`);
  const read = async (id: number) => (await ana().get<Order>(`/orders/${id}`)).body;
  const notice = (body: object, company = 1) =>
    all.stranger.call("POST", `/pix-accounts/notices/${company}/pix`, body);
  const checksOf = (txid: string) => efi.requests.filter((line) => line === `GET /v2/cob/${txid}`);
  /** Lets the jobs that are due later run. */
  const later = async (ms: number) => {
    all.clock.pass(ms);
    all.jobRunner.runAllDue();
    await all.jobRunner.idle();
  };
  return {
    ...all,
    efi,
    ana,
    rui,
    account,
    putAccount,
    sell,
    charge,
    read,
    notice,
    checksOf,
    later,
    [Symbol.dispose]: () => void efi.stop(),
  };
}

test("an order of a store with an account gets a charge of what it owes, and turns to paid by itself", async () => {
  using all = await shop();
  const { sell, charge, read, efi, later, events } = all;
  const { id, number } = await sell(3);
  expect((await read(id)).pixGateway).toBe(true);
  await all.ana().post(`/orders/${id}/receipts`, { paymentId: pays.cash, value: "4.00" });
  const { status, body } = await charge(id);
  expect([status, body.value]).toEqual([201, "20.00"]);
  expect(efi.charges.get(body.txid)).toMatchObject({
    valor: { original: "20.00" },
    solicitacaoPagador: `#Pedido:${number}`,
    calendario: { expiracao: 86_400 },
  });
  // A second click shows the same charge.
  expect((await charge(id)).body).toEqual(body);
  await later(29 * second);
  expect(all.checksOf(body.txid)).toHaveLength(0);
  await later(second);
  expect(all.checksOf(body.txid)).toHaveLength(1);
  const paid = efi.pay(body.txid);
  events.length = 0;
  await later(30 * second);
  const order = await read(id);
  expect([order.paymentState, order.received, order.owed]).toEqual(["paid", "24.00", "0.00"]);
  expect(order.receipts[1]).toMatchObject({
    value: "20.00",
    change: "0.00",
    payment: { name: "Pix" },
    note: paid.endToEndId,
    user: null,
    byGateway: true,
    tillId: null,
  });
  expect(events).toMatchObject([
    { event: "order", action: "update", payload: { order: { paymentState: "paid" } } },
  ]);
  // The charge is over: nobody asks about it any more.
  await later(hour);
  expect(all.checksOf(body.txid)).toHaveLength(2);
  expect(await charge(id)).toMatchObject({ status: 409, body: { error: "ERR_NOTHING_OWED" } });
  expect(efi.wrong).toEqual([]);
});

test("fifty notices, doubled, in any order and forged, book each payment of ten orders once", async () => {
  using all = await shop();
  const { sell, charge, read, efi, notice, later } = all;
  const ids = [];
  for (let count = 0; count < 10; count++) ids.push((await sell(1 + count)).id);
  const charges = await Promise.all(ids.map(async (id) => (await charge(id)).body));
  // Seven of the ten are paid. The others are only said to be.
  const payments = charges.slice(0, 7).map(({ txid }) => efi.pay(txid));
  const forged = charges
    .slice(7)
    .map(({ txid, value }) => ({ txid, valor: value, endToEndId: `E${txid}` }));
  const next = dice(7);
  for (let count = 0; count < 50; count++) {
    const which = pick(next, [...payments, ...forged]);
    expect(await notice({ pix: [which, which] })).toMatchObject({ status: 200 });
    if (count % 10 === 0) await later(second);
  }
  await later(minute);
  for (const [index, id] of ids.entries()) {
    const { receipts, paymentState, total } = await read(id);
    expect([index, paymentState, receipts.map(({ value }) => value)]).toEqual(
      index < 7 ? [index, "paid", [total]] : [index, "unpaid", []],
    );
  }
});

test("a receipt of a user never counts as the gateway's", async () => {
  using all = await shop();
  const { id } = await all.sell();
  const path = `/orders/${id}/receipts`;
  const receive = (clientId: string) =>
    all.ana().post<Order>(path, { paymentId: pays.pix, value: "1.00", clientId });
  expect(await receive("pix E1")).toMatchObject({
    status: 422,
    body: { fields: { clientId: "invalid" } },
  });
  expect(await receive("PIX E1")).toMatchObject({
    status: 201,
    body: { receipts: [{ byGateway: false, user: { name: "Ana" } }] },
  });
});

test("a notice makes the box ask at once, and again only five seconds later", async () => {
  using all = await shop();
  const { txid } = (await all.charge((await all.sell()).id)).body;
  const pix = [{ txid }];
  await all.notice({ pix });
  await all.later(0);
  expect(all.checksOf(txid)).toHaveLength(1);
  await all.notice({ pix });
  await all.later(5 * second - 1);
  expect(all.checksOf(txid)).toHaveLength(1);
  await all.later(1);
  expect(all.checksOf(txid)).toHaveLength(2);
  // Neither another company's notice nor one of a company that does not exist changes anything.
  for (const company of [2, 77]) expect((await all.notice({ pix }, company)).status).toBe(200);
  await all.later(6 * second);
  expect(all.checksOf(txid)).toHaveLength(2);
});

test("an order that changes gets another charge, and what is paid above it is a credit", async () => {
  using all = await shop();
  const { sell, charge, read, efi, later } = all;
  const { id } = await sell(2);
  const first = (await charge(id)).body;
  await all.ana().post(`/orders/${id}/receipts`, { paymentId: pays.cash, value: "6.00" });
  const second = (await charge(id)).body;
  expect([first.value, second.value]).toEqual(["16.00", "10.00"]);
  // The customer pays both.
  efi.pay(first.txid);
  efi.pay(second.txid);
  await later(minute);
  const { received, owed, credit, paymentState } = await read(id);
  expect([received, owed, credit, paymentState]).toEqual(["32.00", "0.00", "16.00", "paid"]);
});

test("money that comes for a cancelled order is kept as credit", async () => {
  using all = await shop();
  const { id } = await all.sell();
  const { txid } = (await all.charge(id)).body;
  expect(await all.rui().delete(`/orders/${id}`)).toMatchObject({
    status: 409,
    body: { error: "ERR_ORDER_HAS_PIX" },
  });
  await all.ana().put(`/orders/${id}/status/${states.cancelled}`);
  all.efi.pay(txid);
  await all.later(minute);
  expect(await all.read(id)).toMatchObject({ received: "8.00", owed: "0.00", credit: "8.00" });
});

test("a gateway that does not answer is asked later, and a charge that expired unpaid is let go", async () => {
  using all = await shop();
  const { efi, later } = all;
  const { id } = await all.sell();
  efi.state.failing = 1;
  expect(await all.charge(id)).toMatchObject({ status: 503, body: { error: "ERR_GATEWAY" } });
  const { txid } = (await all.charge(id)).body;
  efi.state.failing = 2;
  await later(30 * second);
  await later(30 * second);
  expect(all.checksOf(txid)).toHaveLength(0);
  await later(minute);
  expect(all.checksOf(txid)).toHaveLength(1);
  // A day and a quarter of an hour after it was made.
  await later(24 * hour + 13 * minute);
  expect(all.checksOf(txid)).toHaveLength(2);
  expect(all.db.sqlite.query("SELECT isOver FROM pixCharges").get()).toEqual({ isOver: 0 });
  await later(30 * minute);
  expect(all.db.sqlite.query("SELECT isOver FROM pixCharges").get()).toEqual({ isOver: 1 });
  await later(48 * hour);
  expect(all.checksOf(txid)).toHaveLength(3);
  expect((await all.rui().delete(`/orders/${id}`)).status).toBe(200);
});

test("a charge whose account was removed is let go, and its order may be deleted", async () => {
  using all = await shop();
  const { id } = await all.sell();
  const { txid } = (await all.charge(id)).body;
  await all.rui().delete(`/pix-accounts/${centro}`);
  await all.later(30 * second);
  expect(all.checksOf(txid)).toHaveLength(0);
  expect((await all.rui().delete(`/orders/${id}`)).status).toBe(200);
});

test("an account's secrets are never shown, and go to no other address", async () => {
  using all = await shop();
  const { rui, ana, putAccount, account } = all;
  const { body } = await rui().get(`/pix-accounts/${centro}`);
  expect(body).toMatchObject({ account: { hasClientSecret: true, hasCertificate: true } });
  const secret = efiAccount.clientSecret;
  expect(JSON.stringify(body)).not.toContain(secret);
  expect(await putAccount({ ...account, efiUrl: "http://outra.example.com" })).toMatchObject({
    status: 422,
    body: { fields: { efiUrl: "insecure" } },
  });
  expect(await putAccount({ efiUrl: "https://outra.example.com" })).toMatchObject({
    status: 422,
    body: { fields: { clientSecret: "again", certificate: "again" } },
  });
  expect(await putAccount({ clientId: "outro" })).toMatchObject({ status: 200 });
  expect(await putAccount(account, ana())).toMatchObject({ status: 403 });
  expect(await putAccount({ certificate: "nada" })).toMatchObject({
    status: 422,
    body: { fields: { certificate: "invalid" } },
  });
  expect(await rui().put("/pix-accounts/99", account)).toMatchObject({ status: 404 });
  const audit = all.db.sqlite.query("SELECT details FROM audit WHERE action LIKE 'pix%'").all();
  expect(JSON.stringify(audit)).not.toContain(secret);
  await rui().delete(`/pix-accounts/${centro}`);
  expect(await rui().get(`/pix-accounts/${centro}`)).toMatchObject({ body: { account: null } });
  expect(await putAccount({ clientId: "um" })).toMatchObject({
    status: 422,
    body: { fields: { clientSecret: "required", efiUrl: "required" } },
  });
  const { id } = await all.sell();
  expect(await all.charge(id)).toMatchObject({
    status: 409,
    body: { error: "ERR_NO_PIX_ACCOUNT" },
  });
});
