import { expect } from "bun:test";
import type { Message } from "../messages/table.ts";
import { plans } from "../companies/table.ts";
import {
  atendimento,
  balcao,
  bia,
  box,
  caller,
  day,
  dot,
  encomendas,
  fabrica,
  idOf,
  minute,
  test,
  until,
  type Box,
} from "../../testing/world.ts";
import { deleteOld } from "./calls.ts";
import { apiRequests, type ApiCall, type SendAnswer } from "./table.ts";

/** A shop whose Balcão is linked, and a program with a token for it. */
async function opened(body: object = {}, connection = balcao) {
  const shop = await box();
  const phone = await shop.phone(connection);
  return { shop, phone, ...(await program(shop, body, connection)) };
}

async function program(shop: Box, body: object = {}, connection = balcao) {
  const { token, id } = (
    await shop.as("rui").post<{ token: string; id: number }>(`/whatsapp/${connection}/token`, body)
  ).body;
  const erp = caller(shop.url, token);
  return {
    token,
    tokenId: id,
    erp,
    send: (body: object, headers: Record<string, string> = {}) =>
      erp.call<SendAnswer & { error: string; fields?: object }>(
        "POST",
        "/messages/send",
        body,
        headers,
      ),
  };
}

const all = (shop: Box) =>
  shop.db.sqlite
    .query<{ body: string; ticketId: number }, []>(
      "SELECT body, ticketId FROM messages ORDER BY id",
    )
    .all();
const ticketOf = (shop: Box, id = 1) =>
  shop.db.sqlite
    .query<{ status: string; queueId: number | null; userId: number | null }, [number]>(
      "SELECT status, queueId, userId FROM tickets WHERE id = ?",
    )
    .get(id);

test("a message is queued, leaves on the token's connection, and its state can be asked for", async () => {
  const { shop, phone, erp, send } = await opened();
  const { status, body } = await send({ number: bia.number, body: "Seu pão saiu, {{name}}" });
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { mensagem: "Mensagem enviada", messageId: 1, messageIds: [1], status: "queued" },
  });
  await until(() => phone.got().length === 1);
  expect(phone.got()).toEqual(["Seu pão saiu, Bia"]);
  const state = await until(async () => {
    const answer = await erp.get<{ status: string }>(`/messages/${body.messageId}`);
    return answer.body.status !== "queued" && answer;
  });
  expect(state).toMatchObject({
    status: 200,
    body: {
      messageId: 1,
      status: expect.stringMatching(/sent|delivered|read/),
      reason: null,
      ticketId: 1,
    },
  });
  expect(ticketOf(shop)).toMatchObject({ status: "closed" });
});

test("a message that fails says why", async () => {
  const { erp, phone, send } = await opened();
  await phone.line().fault({ failNext: 1, reason: "463" });
  const { body } = await send({ number: bia.number, body: "Oi" });
  const state = await until(async () => {
    const answer = (
      await erp.get<{ status: string; reason: string }>(`/messages/${body.messageId}`)
    ).body;
    return answer.status === "failed" && answer;
  });
  expect(state.reason).toBeTruthy();
});

test("a number comes as a text with a mask or as a number; a new one becomes a contact", async () => {
  const { shop, send } = await opened();
  for (const number of ["+55 (11) 98888-0001", 5511988880001, "11988880001"])
    expect(await send({ number, body: "Oi" })).toMatchObject({ status: 200 });
  expect(await send({ number: "5511977770001", body: "Bom dia" })).toMatchObject({ status: 200 });
  expect(shop.db.sqlite.query("SELECT number FROM contacts ORDER BY id").all()).toEqual([
    { number: bia.number },
    { number: "5511977770001" },
  ]);
});

test("a group is written to by its id, once it is known", async () => {
  const { shop, send } = await opened();
  shop.contact({ isGroup: true, name: "Vizinhas" });
  shop.db.sqlite.run("UPDATE identifiers SET value = '120363025' WHERE type = 'group'");
  expect(await send({ number: "120363025@g.us", body: "Fornada às seis" })).toMatchObject({
    status: 200,
  });
  expect(all(shop).at(-1)).toMatchObject({ body: "Fornada às seis", ticketId: 1 });
  expect(await send({ number: "999@g.us", body: "Oi" })).toMatchObject({
    status: 422,
    body: { fields: { number: "invalid" } },
  });
});

test("a message joins the ticket that goes on, and opens one only when it is asked to", async () => {
  const { shop, send } = await opened({}, fabrica);
  await send({ number: bia.number, body: "Aviso" });
  expect(ticketOf(shop)).toMatchObject({ status: "closed" });
  await send({ number: bia.number, body: "Pedido novo", queueId: encomendas });
  expect(ticketOf(shop, 2)).toMatchObject({ status: "pending", queueId: encomendas, userId: null });
  await send({ number: bia.number, body: "Outro aviso" });
  expect(all(shop).map(({ ticketId }) => ticketId)).toEqual([1, 2, 2]);
  await send({ number: bia.number, body: "Com o Caio", userId: String(idOf.caio) });
  expect(ticketOf(shop, 2)).toMatchObject({
    status: "open",
    queueId: encomendas,
    userId: idOf.caio,
  });
  // A contact who is being attended stays with their agent.
  await send({ number: bia.number, body: "Troca", queueId: atendimento, openTicket: true });
  expect(ticketOf(shop, 2)).toMatchObject({
    status: "open",
    queueId: encomendas,
    userId: idOf.caio,
  });
  expect(await send({ number: bia.number, body: "Oi", queueId: 99 })).toMatchObject({
    status: 422,
    body: { fields: { queueId: "invalid" } },
  });
  const other = shop.contact();
  expect(
    await send({ number: other.number, body: "Oi", userId: idOf.ana, queueId: encomendas }),
  ).toMatchObject({ status: 422, body: { fields: { userId: "invalid" } } });
});

test("a ticket is closed after the message with its farewell, and one that had ended says nothing more", async () => {
  const { shop, send } = await opened();
  shop.db.sqlite.run("UPDATE connections SET complationMessage = 'Até logo!'");
  const ticket = shop.ticket({ contactId: bia.id, status: "open", userId: idOf.ana });
  await send({ number: bia.number, body: "Pronto", closeTicket: true });
  expect(ticketOf(shop, ticket.id)).toMatchObject({ status: "closed", userId: idOf.ana });
  expect(all(shop).map(({ body }) => body)).toEqual([
    "Pronto",
    expect.stringContaining("Até logo!"),
  ]);
  await send({ number: bia.number, body: "Aviso", close: true });
  expect(
    all(shop)
      .map(({ body }) => body)
      .slice(2),
  ).toEqual(["Aviso"]);
});

test("files come by form, one message each, the text with the first", async () => {
  const { shop, erp } = await opened();
  const form = new FormData();
  for (const [name, value] of Object.entries({
    number: bia.number,
    body: "O cardápio",
    openTicket: "true",
    queueId: String(atendimento),
  }))
    form.append(name, value);
  for (const name of ["broa.png", "pão.png"])
    form.append("medias", new File([dot, name], name, { type: "image/png" }));
  const { status, body } = await erp.post<SendAnswer>("/messages/send", form);
  expect([status, body.messageIds]).toEqual([200, [1, 2]]);
  const { body: page } = await shop.as("rui").get<{ messages: Message[] }>("/messages/1");
  expect(
    page.messages.map((message) => [message.body, message.mediaName, message.mediaType]),
  ).toEqual([
    ["O cardápio", "broa.png", "image"],
    ["", "pão.png", "image"],
  ]);
});

test("a form says nothing chosen and yes as JSON does", async () => {
  const { erp, shop } = await opened();
  const form = new FormData();
  for (const [name, value] of Object.entries({
    number: bia.number,
    body: "Oi",
    openTicket: "1",
    queueId: "",
    userId: "0",
  }))
    form.append(name, value);
  expect(await erp.post("/messages/send", form)).toMatchObject({ status: 200 });
  expect(ticketOf(shop)).toMatchObject({ status: "pending", userId: null });
  const { send } = await program(shop);
  expect(await send({ number: bia.number, body: "Oi", queueId: 0, userId: false })).toMatchObject({
    status: 200,
  });
});

test("a file under another name that means the same is sent", async () => {
  const { erp, phone } = await opened();
  for (const name of ["medias[]", "media", "file"]) {
    const form = new FormData();
    form.append("number", bia.number);
    form.append(name, new File([dot], `${name}.png`, { type: "image/png" }));
    expect(await erp.post<SendAnswer>("/messages/send", form)).toMatchObject({
      status: 200,
      body: { messageIds: [expect.any(Number)] },
    });
  }
  await until(() => phone.got().length === 3);
});

test("a part or a field that is not read is refused by its name, and nothing is sent", async () => {
  const { shop, erp, send } = await opened();
  const unknown = (name: string) => ({
    status: 400,
    body: { error: "ERR_UNKNOWN_FIELD", fields: { [name]: "unknown" } },
  });
  for (const name of ["arquivo", "medias2"]) {
    const form = new FormData();
    form.append("number", bia.number);
    form.append("body", "O cardápio");
    form.append(name, new File([dot], "broa.png", { type: "image/png" }));
    expect(await erp.post("/messages/send", form)).toMatchObject(unknown(name));
  }
  for (const name of ["mediaUrl", "fromMe", "read", "price", "companyId"])
    expect(await send({ number: bia.number, body: "Oi", [name]: "1" })).toMatchObject(
      unknown(name),
    );
  expect(all(shop)).toEqual([]);
});

test("a program fetches the file of any message of its connection, once it is there", async () => {
  const { shop, erp, token } = await opened({ scopes: ["read"] });
  const other = await program(shop, {}, fabrica);
  const writer = await program(shop, { scopes: ["send"] });
  const file = await shop.db.files.keep(new Uint8Array(dot), "broa.png");
  const { id } = shop.receives("Olha a broa", { file })!;
  const { id: text } = shop.receives("Gostou?")!;
  const fetched = await fetch(`${shop.url}/api/messages/${id}/file`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(fetched.status).toBe(200);
  expect(fetched.headers.get("content-type")).toBe("image/png");
  expect(fetched.headers.get("content-disposition")).toContain("broa.png");
  expect(Buffer.from(await fetched.arrayBuffer())).toEqual(Buffer.from(dot));
  expect(await erp.get(`/messages/${text}/file`)).toMatchObject({ status: 404 });
  expect(await other.erp.get(`/messages/${id}/file`)).toMatchObject({ status: 404 });
  expect(await writer.erp.get(`/messages/${id}/file`)).toMatchObject({ status: 403 });
  expect(await shop.as("rui").get(`/messages/${id}/file`)).toMatchObject({ status: 401 });
  shop.db.sqlite.run("UPDATE media SET sha256 = ''");
  expect(await erp.get(`/messages/${id}/file`)).toMatchObject({
    status: 409,
    body: { error: "ERR_FILE_NOT_HERE" },
  });
  shop.db.sqlite.run("UPDATE messages SET isDeleted = 1");
  expect(await erp.get(`/messages/${id}/file`)).toMatchObject({ status: 404 });
});

test("what is missing or wrong is said in the words that programs of this field know", async () => {
  const { shop, send, erp, token } = await opened();
  expect(await send({ body: "Oi" })).toMatchObject({
    status: 400,
    body: { error: "O número é obrigatório" },
  });
  expect(await send({ number: bia.number })).toMatchObject({
    status: 422,
    body: { fields: { body: "required" } },
  });
  expect(await send({ number: "12", body: "Oi" })).toMatchObject({
    status: 422,
    body: { fields: { number: "invalid" } },
  });
  expect(await send({ number: bia.number, body: "Oi", texto: "?" })).toMatchObject({
    status: 400,
    body: { error: "ERR_UNKNOWN_FIELD" },
  });
  shop.db.sqlite.run("UPDATE contacts SET active = 0");
  expect(await send({ number: bia.number, body: "Oi" })).toMatchObject({
    status: 409,
    body: { error: "ERR_CONTACT_BLOCKED" },
  });
  for (const wrong of ["", "bal_x", `${token}x`, await shop.as("rui").token])
    expect(
      await caller(shop.url, wrong).post("/messages/send", { number: bia.number, body: "Oi" }),
    ).toMatchObject({ status: 401, body: { error: "Acesso não permitido" } });
  expect(await erp.get("/messages/1")).toMatchObject({ status: 404 });
  shop.control.update(plans).set({ useExternalApi: false }).run();
  expect(await send({ number: bia.number, body: "Oi" })).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining("não tem permissão para usar a API Externa") },
  });
  expect(all(shop)).toEqual([]);
});

test("a token does what its scopes say, on its connection, and opens no other route", async () => {
  const { shop, erp } = await opened({ scopes: ["read"] });
  const writer = await program(shop, { scopes: ["send"] });
  const other = await program(shop, {}, fabrica);
  expect(await erp.post("/messages/send", { number: bia.number, body: "Oi" })).toMatchObject({
    status: 403,
    body: { error: "Acesso não permitido" },
  });
  const { body } = await writer.send({ number: bia.number, body: "Oi" });
  expect(await writer.erp.get(`/messages/${body.messageId}`)).toMatchObject({ status: 403 });
  expect(await erp.get(`/messages/${body.messageId}`)).toMatchObject({ status: 200 });
  expect(await other.erp.get(`/messages/${body.messageId}`)).toMatchObject({ status: 404 });
  const agents = shop.message({ ticketId: 1, fromMe: true, origin: "agent" });
  expect(await erp.get(`/messages/${agents.id}`)).toMatchObject({ status: 404 });
  for (const path of ["/tickets", "/contacts", "/messages/1/search", "/auth/me", "/api-tokens"])
    expect([path, (await writer.erp.get(path)).status]).toEqual([path, 403]);
  await shop.as("rui").delete(`/api-tokens/${writer.tokenId}`);
  expect(await writer.send({ number: bia.number, body: "Oi" })).toMatchObject({ status: 401 });
});

test("who asks too often is told when to come back", async () => {
  const { shop, send } = await opened({ perMinute: 2 });
  const ask = async () => {
    const { status, headers } = await send({ number: bia.number, body: "Oi" });
    return [status, headers.get("retry-after")];
  };
  expect([await ask(), await ask(), await ask()]).toEqual([
    [200, null],
    [200, null],
    [429, "30"],
  ]);
  shop.clock.pass(minute / 2);
  expect([await ask(), await ask()]).toEqual([
    [200, null],
    [429, "30"],
  ]);
});

test("a key is one message: asked again it is answered the same, and with other words it is refused", async () => {
  const { shop, send, tokenId } = await opened();
  const again = (body: string, key = "pedido-1042") =>
    send({ number: bia.number, body }, { "idempotency-key": key });
  const answers = await Promise.all(Array.from({ length: 8 }, () => again("Saiu")));
  expect(answers.map(({ status, body }) => [status, body.messageId])).toEqual(
    answers.map(() => [200, 1]),
  );
  expect(await again("Outra coisa")).toMatchObject({
    status: 409,
    body: { error: "ERR_IDEMPOTENCY_KEY" },
  });
  expect(await again("Saiu", "x".repeat(300))).toMatchObject({ status: 422 });
  const other = await program(shop);
  expect(
    await other.send(
      { number: bia.number, body: "Outro sistema" },
      { "idempotency-key": "pedido-1042" },
    ),
  ).toMatchObject({ status: 200, body: { messageId: 2 } });
  // A refused request keeps no key.
  expect(await send({ body: "Sem número" }, { "idempotency-key": "novo" })).toMatchObject({
    status: 400,
  });
  expect(await again("Com número", "novo")).toMatchObject({ status: 200 });
  shop.clock.pass(2 * day);
  deleteOld(shop.db);
  expect(await again("Saiu")).toMatchObject({ status: 200, body: { messageId: 1 } });
  expect(all(shop).length).toBe(3);
  shop.clock.pass(30 * day);
  deleteOld(shop.db);
  expect(
    shop.db
      .select()
      .from(apiRequests)
      .all()
      .filter((call) => call.tokenId === tokenId),
  ).toEqual([]);
});

test("the requests are shown to admins, with what came of them", async () => {
  const { shop, send } = await opened({ name: "ERP" });
  await send({ number: bia.number, body: "Oi" });
  await send({ body: "Oi" });
  await send({ number: "x", body: 7 });
  const { body } = await shop
    .as("rui")
    .get<{ records: ApiCall[]; count: number }>("/messages-api/calls");
  expect(
    body.records.map(({ tokenName, status, error, messageId }) => [
      tokenName,
      status,
      error,
      messageId,
    ]),
  ).toEqual([
    ["ERP", 422, "ERR_VALIDATION", null],
    ["ERP", 400, "O número é obrigatório", null],
    ["ERP", 200, null, 1],
  ]);
  expect(body.count).toBe(3);
  expect(await shop.as("ana").get("/messages-api/calls")).toMatchObject({ status: 403 });
});
