import { createHmac } from "node:crypto";
import { expect } from "bun:test";
import {
  afterwards,
  balcao,
  bia,
  box,
  day,
  dot,
  encomendas,
  test,
  until,
  type Box,
} from "../../testing/world.ts";
import { juice, sells } from "../../testing/bakery.ts";
import { saveRestriction } from "../connections/restriction.ts";
import { saveStatus } from "../connections/status.ts";
import { moveStock } from "../stock/stock.ts";
import { applyInboundReaction } from "../tickets/inbound/reaction.ts";
import { applyInboundDelete, applyInboundEdit } from "../tickets/messages/inbound-edit.ts";
import { addTags } from "../tickets/notes/ticket-tags.ts";
import { plans } from "../companies/table.ts";
import { acknowledge } from "../tickets/messages/acknowledge.ts";
import { attach } from "../tickets/messages/attach.ts";
import { reply } from "../tickets/messages/reply.ts";
import { accept, resolve } from "../tickets/lifecycle/move.ts";
import { transfer } from "../tickets/lifecycle/transfer.ts";
import { webhookEvents, webhookRetries } from "../../shared/webhooks.ts";
import { deleteOld } from "./deliver.ts";
import type { Delivery, Webhook } from "./table.ts";

type Posted = {
  id: string;
  version: number;
  event: string;
  at: string;
  company: { id: number; name: string };
  data: Record<string, Record<string, unknown>>;
};

/** A program that takes what it is posted. */
function receiver() {
  const got: Posted[] = [];
  const headers: Headers[] = [];
  const bodies: string[] = [];
  const answers: (() => Response | Promise<Response>)[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const body = await request.text();
      const answer = await answers.shift()?.();
      if (answer && !answer.ok) return answer;
      bodies.push(body);
      headers.push(request.headers);
      got.push(JSON.parse(body) as Posted);
      return answer ?? new Response("ok");
    },
  });
  afterwards(() => server.stop(true));
  return {
    url: `http://127.0.0.1:${server.port}/balcao`,
    got,
    headers,
    bodies,
    answers,
    events: () => got.map(({ event }) => event),
  };
}

async function listening(change: object = {}) {
  const shop = await box();
  const program = receiver();
  const rui = shop.as("rui");
  const made = await rui.post<Webhook & { secret: string }>("/webhooks", {
    name: "ERP",
    url: program.url,
    events: [...webhookEvents],
    ...change,
  });
  const settledEvents = async () => {
    await shop.webhookRunner.settled(shop.db);
    return program.events();
  };
  return { shop, program, rui, webhook: made.body, settledEvents };
}

const deliveries = async (shop: Box, id = 1) =>
  (await shop.as("rui").get<{ records: Delivery[] }>(`/webhooks/${id}/deliveries`)).body.records;

test("what happens to a ticket and its messages is told in its order, signed", async () => {
  const { shop, program, webhook, settledEvents } = await listening();
  const { db } = shop;
  shop.receives("Oi, tem broa?");
  await settledEvents();
  accept(db, shop.me("ana"), 1);
  const [sent] = reply(db, shop.me("ana"), 1, { body: "Tem sim" });
  const { providerId } = db.sqlite
    .query<{ providerId: string }, [number]>("SELECT providerId FROM messages WHERE id = ?")
    .get(sent!.id)!;
  for (const level of [1, 2, 3]) acknowledge(db, balcao, providerId, level);
  transfer(db, shop.me("ana"), 1, { queueId: encomendas });
  resolve(db, shop.me("rui"), 1, { silent: true });
  const events = await settledEvents();
  expect(events.filter((event) => !event.startsWith("contact"))).toEqual([
    "ticket.opened",
    "message.received",
    "ticket.moved",
    "message.sent",
    "message.delivered",
    "message.read",
    "ticket.moved",
    "ticket.closed",
  ]);
  const received = program.got.find(({ event }) => event === "message.received")!;
  expect(received).toMatchObject({
    version: 1,
    company: { id: 1, name: expect.stringContaining("Padaria") },
    data: {
      message: { body: "Oi, tem broa?", fromMe: false },
      contact: { id: bia.id, number: bia.number },
      ticket: { id: 1 },
    },
  });
  expect(program.got.find(({ event }) => event === "ticket.closed")!.data.before).toMatchObject({
    queueId: encomendas,
  });
  for (const [index, headers] of program.headers.entries()) {
    const signed = `sha256=${createHmac("sha256", webhook.secret)
      .update(`${headers.get("x-balcao-timestamp")}.${program.bodies[index]}`)
      .digest("hex")}`;
    expect([
      headers.get("x-balcao-signature"),
      headers.get("x-balcao-event"),
      headers.get("idempotency-key"),
    ]).toEqual([signed, program.got[index]!.event, program.got[index]!.id]);
  }
  expect(new Set(program.got.map(({ id }) => id)).size).toBe(program.got.length);
});

test("a received file is told once it is there, with the path where a token gets it", async () => {
  const { shop, program, settledEvents } = await listening({
    events: ["message.received", "message.media"],
  });
  const file = await shop.db.files.keep(new Uint8Array(dot), "broa.png");
  const { id } = shop.receives("Olha a broa", { content: { kind: "image", body: "", file } })!;
  expect(await settledEvents()).toEqual(["message.received"]);
  expect(program.got[0]!.data.message).toMatchObject({ mediaUrl: null });
  attach(shop.db, id, file);
  expect(await settledEvents()).toEqual(["message.received", "message.media"]);
  expect(program.got[1]!.data).toMatchObject({
    messageId: id,
    url: `/api/messages/${id}/file`,
    mediaType: "image",
    mediaName: "broa.png",
    type: "image/png",
    ticket: { id: 1 },
    contact: { id: bia.id },
  });
  shop.receives("Gostou?");
  expect(await settledEvents()).toEqual(["message.received", "message.media", "message.received"]);
});

test("a program learns what the network forbids a connection, and that it lifted it", async () => {
  const { shop, program, settledEvents } = await listening({ events: ["connection.restricted"] });
  const until = shop.db.now() + 3_600_000;
  saveRestriction(shop.db, balcao, { kind: "quota", until, used: 80, of: 100 });
  saveRestriction(shop.db, balcao, null);
  expect(await settledEvents()).toEqual(["connection.restricted", "connection.restricted"]);
  expect(program.got.map(({ data }) => data as never)).toMatchObject([
    {
      connection: { id: balcao, name: "Balcão" },
      restriction: { kind: "quota", until: new Date(until).toISOString(), used: 80, of: 100 },
    },
    { connection: { id: balcao }, restriction: null },
  ]);
});

test("a program learns which ad a customer came from", async () => {
  const { shop, program, settledEvents } = await listening();
  const ad = {
    sourceId: "1202",
    sourceUrl: "https://fb.me/broa",
    title: "Broa por R$ 5",
    text: "Só hoje",
    clickId: "ARAk",
  };
  shop.receives("", { referral: { ...ad, thumbnail: Uint8Array.of(0xff, 0xd8, 0xff) } });
  shop.receives("Quero duas");
  await settledEvents();
  const data = (event: string) =>
    program.got.filter((one) => one.event === event).map(({ data }) => data as never);
  expect(data("ticket.opened")).toMatchObject([{ ticket: { referral: ad } }]);
  const referrals = data("message.received").map(
    ({ message }: { message: { referral: unknown } }) => message.referral,
  );
  expect(referrals).toEqual([ad, null]);
});

test("an event that can't be read is left out, and keeps no other from being told", async () => {
  const { shop, settledEvents } = await listening();
  const { sqlite } = shop.db;
  const before = (await settledEvents()).length;
  const bad = [
    ["ticket", { ticket: { id: 1, status: "open" } }],
    ["ticket", { ticket: { id: 1, status: {}, contact: {} } }],
    ["ticket", { ticket: 5 }],
    [
      "appMessage",
      {
        message: { fromMe: false, createdAt: "2026-11-24T12:00:00Z" },
        ticket: { id: 1, status: "open" },
      },
    ],
    ["contact", { contact: null }],
    ["order", { order: { id: 1 } }],
    ["payment", [null]],
  ] as const;
  for (const [event, payload] of bad)
    sqlite.run(
      'INSERT INTO events (event, action, payload, audience, createdAt) VALUES (?, \'create\', ?, \'{"sight":{"to":"everyone"}}\', ?)',
      [event, JSON.stringify(payload), shop.db.now()],
    );
  shop.receives("Oi, tem broa?");
  expect((await settledEvents()).slice(before)).toEqual(
    expect.arrayContaining(["ticket.opened", "message.received"]),
  );
});

test("a message that failed, contacts, orders and payments are told", async () => {
  const { shop, program, rui, settledEvents } = await listening();
  const ticket = shop.ticket({ contactId: bia.id, status: "open" });
  const [sent] = reply(shop.db, shop.me("ana"), ticket.id, { body: "Oi" });
  const { providerId } = shop.db.sqlite
    .query<{ providerId: string }, [number]>("SELECT providerId FROM messages WHERE id = ?")
    .get(sent!.id)!;
  acknowledge(shop.db, balcao, providerId, -1, { reason: "blocked" });
  await rui.put(`/contacts/${bia.id}`, { name: "Bia Souza" });
  shop.db.write((tx) =>
    tx.emit(
      "payment",
      "CONCLUIDA",
      { status: "CONCLUIDA", company: { id: 1, dueDate: "2026-12-20" } },
      { to: "everyone" },
    ),
  );
  const events = await settledEvents();
  expect(events).toEqual(
    expect.arrayContaining(["message.failed", "contact.updated", "payment.confirmed"]),
  );
  expect(program.got.find(({ event }) => event === "message.failed")!.data.message).toMatchObject({
    reason: "blocked",
    ack: -1,
  });
  await rui.delete(`/contacts/${bia.id}`);
  expect((await settledEvents()).at(-1)).toBe("contact.deleted");
});

test("only what was asked for is told, and only from when on it was", async () => {
  const { shop, rui, settledEvents } = await listening({
    events: ["ticket.closed", "ticket.opened"],
    active: false,
  });
  shop.receives("Antes");
  expect(await settledEvents()).toEqual([]);
  await rui.put("/webhooks/1", { active: true });
  resolve(shop.db, shop.me("rui"), 1, { silent: true });
  shop.receives("De novo");
  expect(await settledEvents()).toEqual(["ticket.closed", "ticket.opened"]);
  await rui.put("/webhooks/1", { active: false });
  shop.receives("Ninguém ouve", { from: "5511977770001", name: "Gil" });
  await settledEvents();
  await rui.put("/webhooks/1", { active: true });
  resolve(shop.db, shop.me("rui"), 2, { silent: true });
  expect(await settledEvents()).toEqual(["ticket.closed", "ticket.opened", "ticket.closed"]);
});

test("a company whose plan no longer has the API is told nothing, until it has it again", async () => {
  const { shop, settledEvents } = await listening({ events: ["message.received"] });
  shop.control.update(plans).set({ useExternalApi: false }).run();
  shop.receives("Ninguém ouve");
  expect(await settledEvents()).toEqual([]);
  shop.control.update(plans).set({ useExternalApi: true }).run();
  shop.receives("De volta");
  expect(await settledEvents()).toEqual(["message.received"]);
});

test("what is refused is tried again later, and what follows on the same ticket waits for it", async () => {
  const { shop, program, settledEvents } = await listening({ events: ["message.received"] });
  shop.receives("Um");
  await settledEvents();
  program.answers.push(
    () => new Response("", { status: 500 }),
    () => Response.redirect("http://127.0.0.1:1/", 302),
  );
  shop.receives("Dois");
  await settledEvents();
  shop.receives("Três");
  shop.receives("De outra pessoa", { from: "5511977770001", name: "Gil" });
  await settledEvents();
  const bodies = () => program.got.map(({ data }) => data.message!.body);
  expect(bodies()).toEqual(["Um"]);
  expect(
    (await deliveries(shop)).map(({ state, attempts, status }) => [state, attempts, status]),
  ).toEqual([
    ["waiting", 1, 302],
    ["waiting", 0, null],
    ["waiting", 1, 500],
    ["delivered", 1, 200],
  ]);
  shop.clock.pass(webhookRetries[0]!);
  await settledEvents();
  expect(bodies().slice(0, 1)).toEqual(["Um"]);
  expect(bodies().filter((body) => body !== "De outra pessoa")).toEqual(["Um", "Dois", "Três"]);
  expect(bodies().length).toBe(4);
});

test("a webhook that nobody answers for a day is turned off, with a notice; turned on again, a delivery is sent again", async () => {
  const { shop, program, settledEvents } = await listening({ events: ["message.received"] });
  const listener = await shop.listener(shop.as("rui"));
  await listener.ready();
  shop.receives("Oi");
  program.answers.push(
    ...Array.from(
      { length: webhookRetries.length + 1 },
      () => () => new Response("", { status: 503 }),
    ),
  );
  await settledEvents();
  for (const wait of webhookRetries) {
    shop.clock.pass(wait);
    await settledEvents();
  }
  expect(program.got).toEqual([]);
  await listener.receives(
    ({ event, record }) => event === "webhook" && (record as Webhook).offReason === "unreachable",
  );
  const rui = shop.as("rui");
  expect((await rui.get<Webhook[]>("/webhooks")).body).toMatchObject([
    { active: false, offReason: "unreachable", offAt: expect.any(String) },
  ]);
  expect(
    (await rui.get<{ records: { action: string }[] }>("/audit")).body.records.map(
      ({ action }) => action,
    ),
  ).toContain("webhookOff");
  expect(await rui.post("/webhooks/1/deliveries/1/replay")).toMatchObject({
    status: 409,
    body: { error: "ERR_WEBHOOK_OFF" },
  });
  expect(await rui.put("/webhooks/1", { active: true })).toMatchObject({
    body: { active: true, offReason: null, offAt: null, failures: 0 },
  });
  const [{ id, body } = { id: 0, body: "" }] = await deliveries(shop);
  expect(await rui.post(`/webhooks/1/deliveries/${id}/replay`)).toMatchObject({ status: 200 });
  await settledEvents();
  expect(program.bodies).toEqual([body]);
  program.answers.push(() => new Response("", { status: 410 }));
  shop.receives("De novo");
  await settledEvents();
  expect((await rui.get<Webhook[]>("/webhooks")).body).toMatchObject([
    { active: false, offReason: "gone" },
  ]);
});

test("an edit, a reaction and a deletion of a message are told each time", async () => {
  const { shop, program, settledEvents } = await listening({
    events: ["message.edited", "message.deleted", "message.reaction"],
  });
  const { db, clock } = shop;
  shop.receives("Oi", { id: "A1" });
  const from = { ids: [{ type: "phone" as const, value: bia.number }], name: bia.name };
  const done = { to: "A1", chat: from, from, at: clock.now() };
  for (const body of ["Olá", "Oi"]) applyInboundEdit(db, balcao, { ...done, body });
  for (const emoji of ["👍", "", "👍"]) applyInboundReaction(db, balcao, { ...done, emoji });
  applyInboundDelete(db, balcao, { ...done, byAdmin: false });
  expect(await settledEvents()).toEqual([
    ...["message.edited", "message.edited"],
    ...["message.reaction", "message.reaction", "message.reaction"],
    "message.deleted",
  ]);
  expect(program.got.map(({ data }) => data.reactions)).toMatchObject([
    ...[undefined, undefined, [{ emoji: "👍" }], [], [{ emoji: "👍" }], undefined],
  ]);
});

test("stock at its warning and a connection's state are told when they change", async () => {
  const { shop, program, settledEvents } = await listening({
    events: ["stock.low", "connection.updated"],
  });
  sells(shop.db);
  await settledEvents();
  program.got.length = 0;
  for (const amount of [-2, -4, -1, 6, -5])
    shop.db.write((tx) =>
      moveStock(tx, { productId: juice, storeId: 1, amount, reason: "correction" }),
    );
  for (const qrcode of ["", "a", "b"])
    saveStatus(shop.db, balcao, { status: "qrcode", qrcode, reason: undefined });
  const expected = ["connection.updated", "stock.low", "stock.low"];
  expect((await settledEvents()).toSorted()).toEqual(expected);
  const of = (name: string) => program.got.filter(({ event }) => event === name);
  expect(of("stock.low")).toMatchObject([
    { data: { product: { productId: juice, stock: 4, lowStock: 5 } } },
    { data: { product: { stock: 4 } } },
  ]);
  expect(of("connection.updated")).toMatchObject([
    { data: { connection: { id: balcao, status: "qrcode" } } },
  ]);
});

test("a webhook may be told of some queues, connections and tags alone", async () => {
  const { shop, rui, program, settledEvents } = await listening({
    events: ["message.received"],
    queueIds: [encomendas],
  });
  shop.receives("Oi");
  expect(await settledEvents()).toEqual([]);
  shop.db.sqlite.run("UPDATE tickets SET queueId = ?", [encomendas]);
  shop.receives("Ainda aí?");
  expect(await settledEvents()).toEqual(["message.received"]);
  const tag = shop.tag();
  expect(await rui.put("/webhooks/1", { tagIds: [tag.id] })).toMatchObject({
    status: 200,
    body: { queueIds: [encomendas], whatsappIds: [], tagIds: [tag.id] },
  });
  shop.receives("Oi?");
  expect(await settledEvents()).toEqual(["message.received"]);
  addTags(shop.db, shop.me("rui"), 1, tag.id);
  shop.receives("Alô");
  expect(await settledEvents()).toEqual(["message.received", "message.received"]);
  expect(program.got.at(-1)).toMatchObject({ data: { message: { body: "Alô" } } });
});

test("an address inside the box's own network is refused, unless the operator allows it", async () => {
  const { shop, rui } = await listening({ events: ["message.received"] });
  const inside = ["http://10.0.0.1/x", "http://192.168.0.1/", "http://[::1]/"];
  for (const url of [...inside, "http://169.254.169.254/latest", "http://[::ffff:10.0.0.1]/"]) {
    const refused = { status: 422, body: { fields: { url: "unreachable" } } };
    const body = { name: "Dentro", url, events: ["message.received"] };
    expect(await rui.post("/webhooks", body)).toMatchObject(refused);
    expect(await rui.put("/webhooks/1", { url })).toMatchObject(refused);
  }
  // An import may bring one along, and a name may lead inside later.
  shop.db.sqlite.run("UPDATE webhooks SET url = 'http://10.0.0.1/x'");
  shop.receives("Oi");
  await shop.webhookRunner.settled(shop.db);
  expect((await deliveries(shop))[0]).toMatchObject({
    state: "waiting",
    attempts: 1,
    error: "refused",
    status: null,
  });
  for (const url of ["", "ftp://x.com", "http://a:b@x.com", "x"])
    expect(
      await rui.post("/webhooks", { name: "Outro", url, events: ["message.received"] }),
    ).toMatchObject({ status: 422, body: { fields: { url: expect.any(String) } } });
});

test("a receiver that never answers holds up nobody else, nor the shop", async () => {
  const { shop, program, rui } = await listening({ events: ["message.received"] });
  const slow = receiver();
  const held = Promise.withResolvers<void>();
  slow.answers.push(
    ...Array.from({ length: 40 }, () => () => held.promise.then(() => new Response("ok"))),
  );
  await rui.post("/webhooks", { name: "Lento", url: slow.url, events: ["message.received"] });
  for (let person = 0; person < 20; person++)
    shop.receives("Oi", { from: `551197777${String(1000 + person)}`, name: `Cliente ${person}` });
  shop.webhookRunner.runDue(shop.db);
  await until(() => program.got.length === 20);
  expect(slow.got).toEqual([]);
  expect(await rui.get("/tickets")).toMatchObject({ status: 200, body: { count: 20 } });
  held.resolve();
  await until(() => slow.got.length === 20);
});

test("another host gets another secret, told once, and no redirection gets any", async () => {
  const { shop, rui, program, webhook, settledEvents } = await listening({
    events: ["message.received"],
  });
  const elsewhere = receiver();
  const signedWith = (by: typeof program, index: number, secret: string) =>
    by.headers[index]!.get("x-balcao-signature") ===
    `sha256=${createHmac("sha256", secret)
      .update(`${by.headers[index]!.get("x-balcao-timestamp")}.${by.bodies[index]}`)
      .digest("hex")}`;
  expect(await rui.put("/webhooks/1", { url: "http://127.0.0.1:1\r\nHost: evil/" })).toMatchObject({
    status: 422,
    body: { fields: { url: "invalid" } },
  });
  // The same host, under another path.
  const same = await rui.put<Partial<{ secret: string }>>("/webhooks/1", {
    url: `${program.url}/mais`,
  });
  expect(same.body).not.toHaveProperty("secret");

  program.answers.push(() => Response.redirect(elsewhere.url, 307));
  shop.receives("Um");
  await settledEvents();
  expect(elsewhere.got).toEqual([]);

  const moved = await rui.put<{ secret: string }>("/webhooks/1", { url: elsewhere.url });
  expect(moved.body.secret).toMatch(/^whsec_[\w-]{43}$/);
  expect(moved.body.secret).not.toBe(webhook.secret);
  shop.clock.pass(webhookRetries[0]!);
  await settledEvents();
  expect(elsewhere.got).toHaveLength(1);
  expect(signedWith(elsewhere, 0, moved.body.secret)).toBe(true);
  expect(signedWith(elsewhere, 0, webhook.secret)).toBe(false);
  expect(JSON.stringify(shop.events.map(({ frame }) => frame))).not.toContain("whsec_");
});

test("admins make webhooks; the secret is told once; a test is sent", async () => {
  const { shop, program, rui, webhook, settledEvents } = await listening();
  expect(webhook.secret).toMatch(/^whsec_[\w-]{43}$/);
  expect(JSON.stringify((await rui.get("/webhooks")).body)).not.toContain("whsec_");
  const { body } = await rui.post<{ secret: string }>("/webhooks/1/secret");
  expect(body.secret).not.toBe(webhook.secret);
  expect(
    JSON.stringify([
      shop.db.sqlite.query("SELECT * FROM events").all(),
      shop.db.sqlite.query("SELECT * FROM audit").all(),
    ]),
  ).not.toContain("whsec_");
  expect(await rui.post("/webhooks/1/test")).toMatchObject({ status: 200 });
  await settledEvents();
  expect(program.got).toMatchObject([
    { event: "webhook.test", data: { webhook: { id: 1, name: "ERP" } } },
  ]);
  expect(
    await rui.post("/webhooks", { name: "erp", url: program.url, events: ["order.created"] }),
  ).toMatchObject({ status: 409 });
  expect(
    await rui.post("/webhooks", { name: "Vazio", url: program.url, events: [] }),
  ).toMatchObject({ status: 422, body: { fields: { events: expect.any(String) } } });
  for (let made = 1; made < 10; made++)
    await rui.post("/webhooks", {
      name: `ERP ${made}`,
      url: program.url,
      events: ["order.created"],
    });
  expect(
    await rui.post("/webhooks", { name: "Mais um", url: program.url, events: ["order.created"] }),
  ).toMatchObject({ status: 409, body: { error: "ERR_TOO_MANY_WEBHOOKS" } });
  const ana = shop.as("ana");
  for (const refused of [
    await ana.get("/webhooks"),
    await ana.post("/webhooks"),
    await ana.get("/webhooks/1/deliveries"),
  ])
    expect(refused).toMatchObject({ status: 403, body: { error: "ERR_NO_PERMISSION" } });
  for (const missing of [
    await rui.put("/webhooks/99", { active: false }),
    await rui.delete("/webhooks/99"),
    await rui.get("/webhooks/99/deliveries"),
    await rui.post("/webhooks/1/deliveries/99/replay"),
  ])
    expect(missing).toMatchObject({ status: 404 });
  expect(await rui.delete("/webhooks/1")).toMatchObject({ status: 200 });
  expect(await deliveries(shop, 2)).toEqual([]);
});

test("what was told of a contact is forgotten with them, and everything after two weeks", async () => {
  const { shop, rui, settledEvents } = await listening();
  shop.receives("Meu segredo");
  await settledEvents();
  const stored = () =>
    JSON.stringify(shop.db.sqlite.query("SELECT body FROM webhookDeliveries").all());
  expect(stored()).toContain("Meu segredo");
  await rui.delete(`/contacts/${bia.id}/erase`);
  expect(stored()).not.toContain("Meu segredo");
  shop.receives("Oi", { from: "5511977770001", name: "Gil" });
  await settledEvents();
  shop.clock.pass(15 * day);
  deleteOld(shop.db);
  expect(stored()).toBe("[]");
});

test("deliveries that a kill interrupted are made and sent once more, under the same id", async () => {
  const { shop, program, settledEvents } = await listening({ events: ["message.received"] });
  shop.receives("Um");
  // As after a kill between the post and what is noted of it.
  await settledEvents();
  shop.db.sqlite.run("UPDATE webhookDeliveries SET state = 'waiting', attempts = 0");
  await settledEvents();
  expect(program.got.map(({ id }) => id)).toEqual([program.got[0]!.id, program.got[0]!.id]);
  // As after a kill before the deliveries of an event were made.
  shop.db.sqlite.run("UPDATE webhookCursor SET seq = 0");
  await settledEvents();
  expect(program.got.length).toBe(2);
});
