import { expect } from "bun:test";
import { getTableColumns } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { z } from "zod";
import { bread, cartOf, pays, sells, states } from "../testing/bakery.ts";
import { balcao, bia, box, type Box, caller, day, fabrica, idOf, test } from "../testing/world.ts";
import { companyScopes, resourceScopes } from "../shared/api-tokens.ts";
import { budgets } from "../modules/budgets/table.ts";
import { campaigns } from "../modules/campaigns/table.ts";
import { connections } from "../modules/connections/table.ts";
import { contacts } from "../modules/contacts/table.ts";
import { apiTokens } from "../modules/api-tokens/table.ts";
import { messages } from "../modules/messages/table.ts";
import { optOuts } from "../modules/opt-outs/table.ts";
import { orderStatus } from "../modules/order-status/table.ts";
import { orders } from "../modules/orders/table.ts";
import { payments } from "../modules/payments/table.ts";
import { products } from "../modules/products/table.ts";
import { queues } from "../modules/queues/table.ts";
import { productStores } from "../modules/stock/table.ts";
import { tags } from "../modules/tags/table.ts";
import { tickets } from "../modules/tickets/table.ts";
import { users } from "../modules/users/table.ts";
import { webhookDeliveries, webhooks } from "../modules/webhooks/table.ts";
import { once } from "./once.ts";
import * as rows from "./rows.ts";

type Page = { data: { id: number; number?: string | null }[] };

const ownScopes = resourceScopes.filter((scope) => !companyScopes.includes(scope));

async function opened(body: object = {}) {
  const shop = await box();
  const rui = shop.as("rui");
  const { token } = (
    await rui.post<{ token: string }>("/api-tokens", {
      name: "ERP",
      scopes: resourceScopes,
      ...body,
    })
  ).body;
  return { shop, rui, erp: caller(shop.url, token) };
}

const count = (shop: Box, table: SQLiteTable) => shop.db.select().from(table).all().length;

const ofFabrica = { whatsappId: fabrica, scopes: ownScopes };

test("a token of one connection has no webhooks, which tell of all", async () => {
  const { shop, rui, erp } = await opened(ofFabrica);
  for (const [path, body] of [
    ["/api-tokens", { name: "ERP", scopes: ["webhooks:read"], whatsappId: fabrica }],
    [`/whatsapp/${fabrica}/token`, { scopes: ["webhooks:write"] }],
  ] as const)
    expect(await rui.post(path, body)).toMatchObject({
      status: 422,
      body: { fields: { scopes: "invalid" } },
    });
  // A token that is older than the rule.
  shop.control.update(apiTokens).set({ scopes: resourceScopes }).run();
  for (const refused of [
    await erp.get("/v1/webhooks"),
    await erp.get("/v1/webhooks/1/deliveries"),
    await erp.call("PUT", "/v1/webhooks/1", { active: false }),
    await erp.delete("/v1/webhooks/1"),
  ])
    expect(refused).toMatchObject({ status: 403, body: { error: "ERR_TOKEN_SCOPE" } });
});

test("a token of one connection erases, blocks and consents only for contacts of its own", async () => {
  const { shop, erp } = await opened(ofFabrica);
  const base = "/v1/contacts/1";
  const consent = () =>
    erp.call("PUT", `${base}/consent`, { optedOut: true, reason: "Pediu no site" });
  shop.ticket({ contactId: bia.id, whatsappId: fabrica });
  expect(await consent()).toMatchObject({ status: 200, body: { source: "api" } });
  const [optOut] = (await erp.get<Page>("/v1/opt-outs")).body.data;
  shop.ticket({ contactId: bia.id, whatsappId: balcao });
  for (const refused of [
    await consent(),
    await erp.call("PUT", `${base}/block`, { active: false }),
    await erp.delete(base),
    await erp.post("/v1/opt-outs", { number: bia.number }),
    await erp.post(`/v1/opt-outs/${optOut!.id}/back`, { reason: "Voltou" }),
  ])
    expect(refused).toMatchObject({ status: 403, body: { error: "ERR_NO_PERMISSION" } });
});

test("a token of one connection moves no order of another one's contact", async () => {
  const { shop, rui, erp } = await opened(ofFabrica);
  sells(shop.db);
  shop.ticket({ contactId: bia.id, whatsappId: balcao });
  const cart = cartOf([[bread, 4]], { userId: idOf.ana, paymentId: pays.cash });
  const order = (await rui.post<{ id: number }>("/orders", cart)).body;
  const move = () =>
    erp.call("PUT", `/v1/orders/${order.id}/status`, { statusId: states.delivered });
  expect(await move()).toMatchObject({ status: 404 });
  expect(await erp.post("/v1/orders", cart)).toMatchObject({ status: 404 });
  const own = shop.ticket({ contactId: bia.id, whatsappId: fabrica, status: "closed" });
  shop.db.update(orderStatus).set({ message: "Pedido entregue" }).run();
  expect(await move()).toMatchObject({ status: 200 });
  const sent = shop.db.select().from(messages).all();
  expect(sent.map(({ ticketId, body }) => [ticketId, body])).toEqual([[own.id, "Pedido entregue"]]);
});

test("an erased person's opt-out is listed without a number, and stays", async () => {
  const { erp } = await opened();
  const { id } = (await erp.post<{ id: number }>("/v1/opt-outs", { number: bia.number })).body;
  await erp.delete("/v1/contacts/1");
  const list = await erp.get<Page>("/v1/opt-outs");
  expect(list).toMatchObject({ status: 200, body: { data: [{ id, number: null }] } });
  expect(await erp.post(`/v1/opt-outs/${id}/back`, { reason: "Voltou" })).toMatchObject({
    status: 404,
  });
});

test("each column that may be null may be null in its row", () => {
  const tables: [z.ZodObject, SQLiteTable][] = [
    [rows.budgetRow, budgets],
    [rows.campaignRow, campaigns],
    [rows.connectionRow, connections],
    [rows.contactRow, contacts],
    [rows.deliveryRow, webhookDeliveries],
    [rows.listedOrderRow, orders],
    [rows.messageRow, messages],
    [rows.optOutRow, optOuts],
    [rows.paymentRow, payments],
    [rows.priceRow, productStores],
    [rows.productRow, products],
    [rows.queueRow, queues],
    [rows.tagRow, tags],
    [rows.ticketRow, tickets],
    [rows.userRow, users],
    [rows.webhookRow, webhooks],
  ];
  const refused = tables.flatMap(([row, table]) =>
    Object.entries(getTableColumns(table)).flatMap(([name, { notNull }]) => {
      const field = row.shape[name] as z.ZodType | undefined;
      return field && !notNull && !field.safeParse(null).success ? [name] : [];
    }),
  );
  // An order that is older than receipts is answered with what it was paid.
  expect(refused).toEqual(["received"]);
});

const program = { id: 1, name: "ERP", connectionId: null, scopes: [], perMinute: 1 };
const failing = () => {
  throw new Error("no answer");
};
const thrown = (work: Promise<unknown>) => work.catch((error: unknown) => error);

test("a change whose answer fails is undone, and its key is free", async () => {
  const { shop } = await opened();
  const work = () => ({ tag: shop.tag() });
  const before = count(shop, tags);
  const answer = (shape: (result: unknown) => unknown) =>
    once(shop.db, program, "chave", {}, { work, shape });
  expect(await thrown(answer(failing))).toMatchObject({ message: "no answer" });
  expect(count(shop, tags)).toBe(before);
  expect(await answer(() => ({ ok: true }))).toEqual({ ok: true });
  expect(await answer(failing)).toEqual({ ok: true });
  expect(count(shop, tags)).toBe(before + 1);
});

test("a change that waits and whose answer fails does not happen twice", async () => {
  const { shop } = await opened();
  let done = 0;
  const answer = () =>
    once(shop.db, program, "chave", {}, { work: async () => done++, shape: failing, waits: true });
  expect(await thrown(answer())).toMatchObject({ message: "no answer" });
  expect(await thrown(answer())).toMatchObject({ reason: "ERR_ANSWER_LOST" });
  expect(done).toBe(1);
});

test("long keys of batches are not mixed up", async () => {
  const { shop, erp } = await opened();
  const send = (key: string) =>
    erp.call(
      "POST",
      "/v1/messages/batch",
      { messages: [{ number: bia.number, body: "Bom dia" }] },
      { "idempotency-key": key },
    );
  const long = "k".repeat(240);
  await send(`${long}1`);
  await send(`${long}2`);
  await send(`${long}2`);
  expect(count(shop, messages)).toBe(2);
});

test("a message names one receiver, and leaves within a year", async () => {
  const { shop, erp } = await opened();
  const ticket = shop.ticket({ contactId: bia.id, whatsappId: balcao });
  const other = shop.contact({ name: "Caio", number: "5511955550001" });
  const body = "Oi";
  const sendAt = (days: number) => new Date(shop.clock.now() + days * day).toISOString();
  for (const [field, values] of [
    ["number", { ticketId: ticket.id, number: bia.number }],
    ["contactId", { ticketId: ticket.id, contactId: other.id }],
    ["whatsappId", { ticketId: ticket.id, whatsappId: fabrica }],
    ["number", { contactId: other.id, number: bia.number }],
    ["sendAt", { number: bia.number, sendAt: sendAt(367) }],
  ] as const)
    expect(await erp.post("/v1/messages", { body, ...values })).toMatchObject({
      status: 422,
      body: { fields: { [field]: "invalid" } },
    });
  expect(count(shop, messages)).toBe(0);
  for (const values of [{ number: bia.number, sendAt: sendAt(366) }, { ticketId: ticket.id }])
    expect(await erp.post("/v1/messages", { body, ...values })).toMatchObject({ status: 200 });
});

test("a message of another connection is as unknown as one that is not there", async () => {
  const { shop, erp } = await opened(ofFabrica);
  const { id } = shop.receives("Oi")!;
  const {
    body: { requestId: _, ...body },
    status,
  } = await erp.get("/v1/messages/999");
  expect(await erp.get(`/v1/messages/${id}`)).toMatchObject({ status, body });
  expect(await erp.call("PUT", `/v1/messages/${id}/reaction`, { emoji: "👍" })).toMatchObject({
    status,
    body,
  });
});
