import { expect } from "bun:test";
import { bread, cartOf, pays, sells, states } from "../testing/bakery.ts";
import {
  atendimento,
  balcao,
  bia,
  box,
  caller,
  encomendas,
  fabrica,
  idOf,
  minute,
  test,
  until,
} from "../testing/world.ts";
import { companyScopes, resourceScopes } from "../shared/api-tokens.ts";

type Row = { id: number; [name: string]: unknown };
type Page = { data: Row[]; next: string | null };

const ofFabrica = {
  whatsappId: fabrica,
  scopes: resourceScopes.filter((scope) => !companyScopes.includes(scope)),
};

/** A shop, and a program with a token for these scopes. */
async function opened(body: object = {}) {
  const shop = await box();
  const { token } = (
    await shop
      .as("rui")
      .post<{ token: string }>("/api-tokens", { name: "ERP", scopes: resourceScopes, ...body })
  ).body;
  const erp = caller(shop.url, token);
  const raw = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${shop.url}/api/v1${path}`, {
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
  return { shop, token, erp, raw };
}

test("a token says what it is, and how often it may still ask", async () => {
  const { raw } = await opened({ perMinute: 2 });
  const answer = await raw("/me");
  expect(await answer.json()).toMatchObject({
    token: { name: "ERP", whatsappId: null, perMinute: 2 },
    company: { id: 1, timezone: "America/Sao_Paulo" },
  });
  expect(answer.headers.get("x-ratelimit-limit")).toBe("2");
  expect(answer.headers.get("x-ratelimit-remaining")).toBe("1");
  await raw("/me");
  const busy = await raw("/me");
  expect([busy.status, busy.headers.get("retry-after")]).toEqual([429, "30"]);
  expect(busy.headers.get("x-ratelimit-remaining")).toBe("0");
});

test("each scope opens its own resource, and errors have a code and a page", async () => {
  const { erp, shop } = await opened({ scopes: ["tickets:read"] });
  expect(await erp.get("/v1/tickets")).toMatchObject({
    status: 200,
    body: { data: [], next: null },
  });
  const ticket = shop.ticket();
  for (const refused of [
    await erp.get("/v1/contacts"),
    await erp.post(`/v1/tickets/${ticket.id}/close`, {}),
    await erp.get(`/v1/tickets/${ticket.id}/messages`),
  ])
    expect(refused).toMatchObject({
      status: 403,
      body: { error: "ERR_TOKEN_SCOPE", docs: "/api-reference#ERR_TOKEN_SCOPE" },
    });
  expect(await caller(shop.url, "bal_nobody").get("/v1/me")).toMatchObject({
    status: 401,
    body: { error: "ERR_API_TOKEN" },
  });
  expect(await erp.get("/v1/tickets?queueID=1")).toMatchObject({
    status: 400,
    body: { error: "ERR_UNKNOWN_FIELD", fields: { queueID: "unknown" } },
  });
  expect(await erp.get("/v1/tickets?cursor=x")).toMatchObject({
    status: 422,
    body: { error: "ERR_VALIDATION", fields: { cursor: "invalid" } },
  });
});

test("a list by change shows each row, also those that change while it is read", async () => {
  const { shop, erp } = await opened();
  const made = Array.from({ length: 5 }, () => {
    shop.clock.pass(minute);
    return shop.ticket().id;
  });
  const first = (await erp.get<Page>("/v1/tickets?limit=2")).body;
  expect(first.data.map(({ id }) => id)).toEqual(made.slice(0, 2));
  shop.clock.pass(minute);
  await erp.post(`/v1/tickets/${made[0]}/transfer`, { queueId: encomendas });
  const read: number[] = [];
  for (let next = first.next; next !== null;) {
    const { body } = await erp.get<Page>(`/v1/tickets?limit=2&cursor=${next}`);
    read.push(...body.data.map(({ id }) => id));
    next = body.next;
  }
  expect(read).toEqual([...made.slice(2), made[0]!]);
  const since = (await erp.get<Page>(`/v1/tickets/${made[0]}`)).body as unknown as {
    updatedAt: string;
  };
  const changed = await erp.get<Page>(`/v1/tickets?updatedSince=${since.updatedAt}`);
  expect(changed.body.data.map(({ id }) => id)).toEqual([made[0]!]);
});

test("a list that did not change is answered 304", async () => {
  const { shop, raw } = await opened();
  shop.ticket();
  const etag = (await raw("/tickets")).headers.get("etag")!;
  expect((await raw("/tickets", { "if-none-match": etag })).status).toBe(304);
  shop.ticket();
  expect((await raw("/tickets", { "if-none-match": etag })).status).toBe(200);
});

test("a program works on tickets: filters, notes, transfer, tags, close", async () => {
  const { shop, erp } = await opened();
  const { id } = shop.receives("Oi")!;
  const ticket = (await erp.get<Page>(`/v1/tickets?status=pending&contact=${bia.number}`)).body
    .data[0]!;
  expect(ticket).toMatchObject({ contact: { name: bia.name }, whatsappId: balcao });
  const messages = (await erp.get<Page>(`/v1/tickets/${ticket.id}/messages`)).body;
  expect(messages.data).toMatchObject([{ id, body: "Oi", fromMe: false, status: "received" }]);
  const base = `/v1/tickets/${ticket.id}`;
  expect(await erp.post(`${base}/notes`, { note: "Veio do site" })).toMatchObject({
    status: 201,
    body: { note: "Veio do site", user: null },
  });
  expect((await erp.get<Page>(`${base}/notes`)).body.data).toHaveLength(1);
  expect(
    await erp.post(`${base}/transfer`, { queueId: atendimento, userId: idOf.ana }),
  ).toMatchObject({
    status: 200,
    body: { status: "open", userId: idOf.ana, queueId: atendimento },
  });
  expect(await erp.call("PUT", `${base}/tags`, { tags: [{ name: "Encomenda" }] })).toMatchObject({
    status: 200,
    body: { tags: [{ name: "Encomenda" }] },
  });
  expect(await erp.post(`${base}/close`, { silent: true })).toMatchObject({
    status: 200,
    body: { status: "closed", userId: idOf.ana },
  });
});

test("a token of one connection sees that one alone", async () => {
  const { shop, erp } = await opened(ofFabrica);
  const own = shop.ticket({ whatsappId: fabrica });
  const other = shop.ticket({ whatsappId: balcao });
  expect((await erp.get<Page>("/v1/tickets")).body.data.map(({ id }) => id)).toEqual([own.id]);
  expect(await erp.get(`/v1/tickets/${other.id}`)).toMatchObject({ status: 404 });
  expect(await erp.post(`/v1/tickets/${other.id}/close`, {})).toMatchObject({ status: 404 });
  expect((await erp.get<Page>("/v1/connections")).body.data.map(({ id }) => id)).toEqual([fabrica]);
  expect(
    await erp.post("/v1/messages", { number: bia.number, body: "Oi", whatsappId: balcao }),
  ).toMatchObject({ status: 422, body: { fields: { whatsappId: "invalid" } } });
});

test("a repeated write with its key happens once", async () => {
  const { shop, erp } = await opened();
  const body = { name: "Nova cliente", number: "5511977770001" };
  const create = (values: object) =>
    erp.call<Row>("POST", "/v1/contacts", values, { "idempotency-key": "pedido-7" });
  const first = await create(body);
  expect(first).toMatchObject({ status: 201, body: { name: "Nova cliente" } });
  expect((await create(body)).body).toEqual(first.body);
  expect(await create({ ...body, name: "Outra" })).toMatchObject({
    status: 409,
    body: { error: "ERR_IDEMPOTENCY_KEY" },
  });
  expect(shop.db.sqlite.query("SELECT count(*) AS n FROM contacts").get()).toEqual({ n: 2 });
});

test("a program keeps contacts, their consent, and erases them", async () => {
  const { shop, erp } = await opened();
  const id = 1;
  expect(await erp.call("PUT", `/v1/contacts/${id}`, { email: "bia@example.com" })).toMatchObject({
    status: 200,
    body: { email: "bia@example.com", identifiers: [{ type: "phone", value: bia.number }] },
  });
  expect((await erp.get<Page>("/v1/contacts?email=BIA@example.com")).body.data).toHaveLength(1);
  expect((await erp.get<Page>(`/v1/contacts?number=${bia.number}`)).body.data).toHaveLength(1);
  const consent = (optedOut: boolean) =>
    erp.call("PUT", `/v1/contacts/${id}/consent`, { optedOut, reason: "Pediu no site" });
  expect(await consent(true)).toMatchObject({ status: 200, body: { optedOut: true } });
  expect((await erp.get<Page>("/v1/opt-outs")).body.data).toHaveLength(1);
  expect(await consent(false)).toMatchObject({ status: 200, body: { optedOut: false } });
  expect(await erp.delete(`/v1/contacts/${id}`)).toMatchObject({ status: 200, body: {} });
  expect((await erp.get<Page>("/v1/contacts")).body.data).toEqual([]);
  const { body } = await shop
    .as("rui")
    .get<{ records: { userName: string }[] }>("/audit?action=contactErased");
  expect(body.records).toMatchObject([{ userName: "ERP" }]);
});

test("messages leave as text, place and contact, and answer an earlier one", async () => {
  const { shop, erp } = await opened();
  const phone = await shop.phone(balcao);
  const { id } = shop.receives("Vocês entregam?")!;
  const other = shop.contact({ name: "Caio", number: "5511955550001" });
  const sent = await erp.post<{ messageIds: number[]; ticketId: number }>("/v1/messages", {
    number: bia.number,
    body: "Sim",
    quotedMsgId: id,
    place: { latitude: -23.5, longitude: -46.6, name: "Padaria" },
    contactIds: [other.id],
  });
  expect(sent).toMatchObject({ status: 200, body: { status: "queued" } });
  expect(sent.body.messageIds).toHaveLength(3);
  await until(() => phone.got().length === 3);
  expect(await erp.get(`/v1/messages/${sent.body.messageIds[0]}`)).toMatchObject({
    status: 200,
    body: { body: "Sim", quotedMsgId: id, fromMe: true },
  });
  expect(await erp.get(`/v1/messages/${sent.body.messageIds[1]}`)).toMatchObject({
    body: { mediaType: "locationMessage", place: { name: "Padaria" } },
  });
});

test("a batch answers row by row, and a scheduled message waits", async () => {
  const { shop, erp } = await opened();
  const batch = () =>
    erp.call(
      "POST",
      "/v1/messages/batch",
      {
        messages: [
          { number: bia.number, body: "Bom dia" },
          { number: "1", body: "Oi" },
        ],
      },
      { "idempotency-key": "lote-1" },
    );
  const first = await batch();
  expect(first).toMatchObject({
    status: 200,
    body: { results: [{ ok: true }, { ok: false, error: "ERR_VALIDATION" }] },
  });
  expect((await batch()).body).toEqual(first.body);
  expect(shop.db.sqlite.query("SELECT count(*) AS n FROM messages").get()).toEqual({ n: 1 });
  const sendAt = new Date(shop.clock.now() + 60 * minute).toISOString();
  expect(
    await erp.post("/v1/messages", { number: bia.number, body: "Amanhã tem pão", sendAt }),
  ).toMatchObject({ status: 200, body: { status: "scheduled", messageId: null } });
});

test("a program reads and writes products, prices, budgets and orders", async () => {
  const { shop, erp } = await opened();
  sells(shop.db);
  const list = async (path: string) => (await erp.get<Page>(`/v1/${path}`)).body.data;
  for (const path of ["products", "prices", "payments", "queues", "users", "tags", "connections"])
    expect(await erp.get(`/v1/${path}`)).toMatchObject({ status: 200 });
  const made = await erp.post<Row>("/v1/products", { name: "Pão de queijo", code: "PQ" });
  expect(made).toMatchObject({ status: 201, body: { code: "PQ", unit: "un" } });
  expect(await list("products?code=PQ")).toHaveLength(1);
  const price = await erp.post<Row>("/v1/prices", {
    productId: made.body.id,
    storeId: 1,
    costPrice: "2.10",
    sellingPrice: "4.50",
    promotionPrice: "0.00",
    stock: 40,
  });
  expect(price).toMatchObject({ status: 201, body: { stock: 40, sellingPrice: "4.50" } });
  expect(
    await erp.call("PUT", `/v1/prices/${price.body.id}/stock`, { stock: 38, note: "Contagem" }),
  ).toMatchObject({ status: 200, body: { stock: 38 } });
  const cart = cartOf([[bread, 4]], { userId: idOf.ana, paymentId: pays.cash });
  const budget = await erp.post<Row>("/v1/budgets", cart);
  expect(budget).toMatchObject({ status: 201, body: { user: { id: idOf.ana } } });
  expect(await list("budgets?state=open")).toHaveLength(1);
  expect(await erp.post(`/v1/budgets/${budget.body.id}/confirm`)).toMatchObject({ status: 200 });
  const order = await erp.post<Row>("/v1/orders", cart);
  expect(order).toMatchObject({ status: 201, body: { paymentState: "unpaid" } });
  expect(await list("orders")).toHaveLength(2);
  expect(await erp.get(`/v1/orders/${order.body.id}`)).toMatchObject({ status: 200 });
  expect(
    await erp.post(`/v1/orders/${order.body.id}/receipts`, { paymentId: pays.pix, value: "2.00" }),
  ).toMatchObject({ status: 201, body: { received: "2.00", receipts: [{ value: "2.00" }] } });
  expect(
    await erp.call("PUT", `/v1/orders/${order.body.id}/status`, { statusId: states.delivered }),
  ).toMatchObject({ status: 200 });
});

test("a program manages webhooks; an address inside the network is refused", async () => {
  const { erp } = await opened();
  const hook = { name: "ERP", url: "https://93.184.215.14/balcao", events: ["message.received"] };
  const made = await erp.post<Row>("/v1/webhooks", hook);
  expect(made).toMatchObject({ status: 201, body: { secret: expect.stringMatching(/^whsec_/) } });
  const base = `/v1/webhooks/${made.body.id}`;
  expect(await erp.post(`${base}/test`)).toMatchObject({ status: 200 });
  const sent = (await erp.get<Page>(`${base}/deliveries`)).body.data;
  expect(sent).toMatchObject([{ event: "webhook.test" }]);
  expect(await erp.post(`${base}/deliveries/${sent[0]!.id}/replay`)).toMatchObject({ status: 200 });
  expect((await erp.get<Page>("/v1/webhooks")).body.data[0]).not.toHaveProperty("secret");
  expect(
    await erp.post("/v1/webhooks", { ...hook, name: "Loja", url: "http://10.0.0.7/x" }),
  ).toMatchObject({ status: 422, body: { fields: { url: "unreachable" } } });
  expect(await erp.delete(base)).toMatchObject({ status: 200 });
});
