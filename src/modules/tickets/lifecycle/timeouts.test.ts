import { expect } from "bun:test";
import { asc, eq, sql } from "drizzle-orm";
import { insertTimestamps } from "../../../kit/db/table.ts";
import {
  atendimento,
  balcao,
  bia,
  day,
  encomendas,
  fabrica,
  hour,
  idOf,
  minute,
  second,
  test,
  world,
  type World,
} from "../../../testing/world.ts";
import { saveStatus } from "../../connections/status.ts";
import { connections } from "../../connections/table.ts";
import { usualWeek } from "../../hours/fields.ts";
import * as hours from "../../hours/hours.ts";
import { ias } from "../../ias/table.ts";
import { messages } from "../../messages/table.ts";
import { queueOptions } from "../../queues/table.ts";
import { ratingRequests } from "../../ratings/table.ts";
import * as settings from "../../settings/settings.ts";
import { closeInactive, transferWaiting } from "./timeouts.ts";
import { addTags } from "../notes/ticket-tags.ts";
import { accept, resolve } from "./move.ts";
import { reply } from "../messages/reply.ts";
import { ticketEvents, tickets } from "../table.ts";
import { loadTicket } from "../tickets.ts";

const bye = "Encerramos por aqui, Bia.";
const notice =
  "*Mensagem automática*:\nVocê foi transferido para o departamento *Encomendas*\naguarde, já vamos te atender!";

const connect = ({ db }: World, id: number, values: Partial<typeof connections.$inferInsert>) =>
  void db.update(connections).set(values).where(eq(connections.id, id)).run();
const botTexts = ({ db }: World): string[] =>
  db
    .select({ body: messages.body })
    .from(messages)
    .where(eq(messages.origin, "bot"))
    .orderBy(asc(messages.id))
    .all()
    .map(({ body }) => body);
/** How many tickets are closed after `pass` ms, in which the network takes all messages. */
const look = ({ db, clock, leaves }: World, pass = 0) => (
  leaves(),
  clock.pass(pass),
  closeInactive(db)
);

/** Ana answered Bia, in a company that closes tickets after an hour of inactivity. */
function shopWithTimeout() {
  const shop = world();
  settings.write(shop.db, "userRating", "enabled");
  for (const id of [balcao, fabrica])
    connect(shop, id, {
      expiresTicket: 60,
      expiresInactiveMessage: "Encerramos por aqui, {{name}}.",
      complationMessage: "Até logo!",
      ratingMessage: "Como fomos?",
    });
  shop.receives("Oi");
  const { id } = shop.ticketOf(bia.id)[0]!;
  accept(shop.db, shop.me("ana"), id);
  reply(shop.db, shop.me("ana"), id, { body: "Pois não?" });
  shop.leaves();
  return { ...shop, id };
}

test("an inactive customer is told that the ticket is closed, once, without a request to rate or a farewell", () => {
  const shop = shopWithTimeout();
  expect(look(shop, hour - 1)).toBe(0);
  shop.events.length = 0;
  expect(look(shop, 1)).toBe(1);
  expect(loadTicket(shop.db, shop.id)).toMatchObject({
    status: "closed",
    userId: idOf.ana,
    queueId: atendimento,
    unreadMessages: 0,
    chatbot: false,
    fromMe: true,
    lastMessage: "Pois não?",
  });
  expect(botTexts(shop)).toEqual([bye]);
  expect(shop.db.select().from(ratingRequests).all()).toEqual([]);
  expect(
    shop.events.map(({ event, action, payload }) => [
      event,
      action,
      (payload as { ticket?: { status: string } }).ticket?.status,
    ]),
  ).toEqual([
    ["appMessage", "create", "open"],
    ["ticket", "update", "closed"],
  ]);
  expect(shop.db.select().from(ticketEvents).all().at(-1)).toMatchObject({
    kind: "closed",
    detail: { cause: "inactivity" },
    status: "closed",
    byUserId: null,
  });
  expect([look(shop), look(shop, day)]).toEqual([0, 0]);
  expect(botTexts(shop)).toEqual([bye]);
});

test("after that a 3 is no rating: the ticket is reopened", () => {
  const shop = shopWithTimeout();
  look(shop, hour);
  shop.receives("3");
  expect(shop.ticketOf(bia.id)).toMatchObject([{ status: "pending", unreadMessages: 1 }]);
});

test("without a text or a time nothing is sent or closed", () => {
  const shop = shopWithTimeout();
  connect(shop, balcao, { expiresInactiveMessage: " " });
  expect(look(shop, hour)).toBe(1);
  expect([botTexts(shop), loadTicket(shop.db, shop.id).status]).toEqual([[], "closed"]);

  const ever = shopWithTimeout();
  connect(ever, balcao, { expiresTicket: 0 });
  expect(look(ever, 400 * day)).toBe(0);
});

test("BUG: the last message counts: tags, notes and reading delay nothing", () => {
  const shop = shopWithTimeout();
  const tag = shop.tag();
  shop.clock.pass(59 * minute);
  addTags(shop.db, shop.me("ana"), shop.id, tag.id);
  shop.db
    .update(tickets)
    .set({ updatedAt: new Date(shop.clock.now()) })
    .run();
  expect(look(shop, minute)).toBe(1);
});

test("only tickets whose last message is ours are closed: a waiting customer's is not", () => {
  const shop = shopWithTimeout();
  shop.receives("Quero uma broa");
  expect(look(shop, 10 * day)).toBe(0);
  shop.receives("Tem, sim", { ours: true });
  expect(look(shop, hour - second)).toBe(0);
  expect(look(shop, second)).toBe(1);
});

test("groups, pending and closed tickets stay as they are", () => {
  const shop = shopWithTimeout();
  connect(shop, balcao, { expiresBotTicket: 60 });
  shop.db.update(tickets).set({ isGroup: true }).where(eq(tickets.id, shop.id)).run();
  shop.ticket({ fromMe: true });
  shop.ticket({ fromMe: true, status: "closed" });
  shop.ticket({ fromMe: true, status: "open", whatsappId: null });
  expect(look(shop, 10 * day)).toBe(0);
});

test("nothing is closed within a minute of its connection coming up, nor while it is down", () => {
  const shop = shopWithTimeout();
  shop.clock.pass(2 * hour);
  saveStatus(shop.db, balcao, { status: "DISCONNECTED", qrcode: "" });
  expect(look(shop, hour)).toBe(0);
  saveStatus(shop.db, balcao, { status: "CONNECTED", qrcode: "" });
  expect(look(shop)).toBe(0);
  expect(look(shop, minute - 1)).toBe(0);
  // Messages that came meanwhile are stored by then.
  shop.receives("Ainda estou aqui!");
  expect(look(shop, 1)).toBe(0);
  expect(loadTicket(shop.db, shop.id)).toMatchObject({ status: "open", unreadMessages: 2 });
});

test("tickets that a bot asked something have their own time", () => {
  const shop = shopWithTimeout();
  connect(shop, fabrica, { expiresBotTicket: 10, expiresTicket: 60, greetingMessage: "Oi!" });
  for (const option of ["1", "2"])
    shop.db
      .insert(queueOptions)
      .values({ queueId: encomendas, option, title: option, ...insertTimestamps(shop.clock.now()) })
      .run();
  const write = (number: string, ...bodies: string[]) =>
    bodies.map(
      (body) => shop.receives(body, { on: fabrica, from: number, name: "Bia" })!.ticketId,
    )[0]!;
  const inMenu = write("5511900000001", "Oi");
  const inTree = write("5511900000002", "Oi", "2");
  const atLeaf = write("5511900000003", "Oi", "2", "1");
  const chosen = write("5511900000004", "Oi", "1");
  const spoken = write("5511900000005", "Oi");
  shop.receives("Já vou", { on: fabrica, from: "5511900000005", ours: true });
  expect(look(shop, 10 * minute - 1)).toBe(0);
  expect(look(shop, 1)).toBe(2);
  expect(
    [inMenu, inTree, atLeaf, chosen, spoken, shop.id].map((id) => loadTicket(shop.db, id).status),
  ).toEqual(["closed", "closed", "pending", "pending", "pending", "open"]);
  expect(botTexts(shop).filter((text) => text === bye)).toHaveLength(2);
  expect(loadTicket(shop.db, inTree)).toMatchObject({ chatbot: false, queueOptionId: null });
  expect(look(shop, 40 * day)).toBe(1);
  expect([atLeaf, chosen, spoken].map((id) => loadTicket(shop.db, id).status)).toEqual([
    "pending",
    "pending",
    "pending",
  ]);
});

test("customers who were told that the company is closed wait for it to open", () => {
  const shop = shopWithTimeout();
  connect(shop, fabrica, {
    expiresBotTicket: 10,
    greetingMessage: "Oi!",
    outOfHoursMessage: "Fechado.",
  });
  settings.write(shop.db, "scheduleType", "company");
  hours.write(shop.db, { schedules: usualWeek });
  for (const option of ["1", "2"])
    shop.db
      .insert(queueOptions)
      .values({ queueId: encomendas, option, title: option, ...insertTimestamps(shop.clock.now()) })
      .run();
  const [inMenu, inTree] = [
    { on: fabrica, from: "5511977770002", name: "Dani" },
    { on: fabrica, from: "5511977770003", name: "Eva" },
  ];
  for (const who of [inMenu, inTree]) shop.receives("Oi", who);
  shop.receives("2", inTree);
  shop.clock.set("2026-11-20T23:00:00Z");
  const waiting = [inMenu, inTree].map((who) => shop.receives("Tem alguém?", who)!.ticketId);
  look(shop, 2 * day);
  look(shop, day);
  expect(waiting.map((id) => loadTicket(shop.db, id).status)).toEqual(["pending", "pending"]);
  // On Monday she writes, and then no more.
  shop.clock.set("2026-11-23T12:00:00Z");
  shop.receives("Oi?", inTree);
  expect(look(shop, 10 * minute)).toBe(1);
  expect(waiting.map((id) => loadTicket(shop.db, id).status)).toEqual(["pending", "closed"]);
});

test("closing a bot's ticket cancels what its AI was still to be asked", () => {
  const shop = shopWithTimeout();
  const mel = shop.db
    .insert(ias)
    .values({
      type: 3,
      name: "Mel",
      model: "m",
      prompt: "Atenda.",
      ...insertTimestamps(shop.clock.now()),
    })
    .returning()
    .get().id;
  connect(shop, fabrica, { promptId: mel, expiresBotTicket: 10 });
  const { ticketId } = shop.receives("Oi", { on: fabrica })!;
  expect(look(shop, hour)).toBe(1); // Ana's
  shop.db.update(tickets).set({ fromMe: true }).where(eq(tickets.id, ticketId)).run();
  expect(look(shop)).toBe(1);
  expect(shop.db.sqlite.query("SELECT count(*) AS jobs FROM jobs").get()).toEqual({ jobs: 0 });
  expect(loadTicket(shop.db, ticketId)).toMatchObject({
    status: "closed",
    chatbot: false,
    promptId: null,
  });
});

test("a ticket that waits too long without a queue gets the connection's, and waits there for people", () => {
  const shop = world();
  connect(shop, fabrica, {
    greetingMessage: "Oi!",
    timeToTransfer: 5,
    transferQueueId: encomendas,
  });
  shop.db
    .insert(queueOptions)
    .values({
      queueId: encomendas,
      option: "1",
      title: "Bolos",
      ...insertTimestamps(shop.clock.now()),
    })
    .run();
  const { ticketId } = shop.receives("Oi", { on: fabrica })!;
  shop.clock.pass(5 * minute - 1);
  expect(transferWaiting(shop.db)).toBe(0);
  shop.events.length = 0;
  shop.clock.pass(1);
  expect(transferWaiting(shop.db)).toBe(1);
  expect(loadTicket(shop.db, ticketId)).toMatchObject({
    status: "pending",
    queueId: encomendas,
    userId: null,
    chatbot: false,
    unreadMessages: 1,
  });
  expect(shop.events).toMatchObject([
    { event: "ticket", action: "update", audience: { queueId: encomendas, waiting: true } },
  ]);
  expect(transferWaiting(shop.db)).toBe(0);

  shop.receives("1", { on: fabrica });
  expect(botTexts(shop)).toEqual(["Oi!\n\n*[ 1 ]* - Atendimento\n*[ 2 ]* - Encomendas"]);
  expect(loadTicket(shop.db, ticketId)).toMatchObject({ queueId: encomendas, chatbot: false });
});

test("the customer is told if the company tells of transfers", () => {
  const shop = world();
  settings.write(shop.db, "sendMsgTransfTicket", "enabled");
  connect(shop, fabrica, { timeToTransfer: 5, transferQueueId: encomendas });
  shop.db.update(connections).set({ greetingMessage: "" }).run();
  shop.receives("Oi", { on: fabrica });
  shop.clock.pass(5 * minute);
  transferWaiting(shop.db);
  shop.clock.pass(day);
  transferWaiting(shop.db);
  expect(botTexts(shop).filter((text) => text === notice)).toEqual([notice]);
});

test("out of hours the customer is not told that someone will answer soon", () => {
  const shop = world();
  settings.write(shop.db, "sendMsgTransfTicket", "enabled");
  settings.write(shop.db, "scheduleType", "company");
  hours.write(shop.db, { schedules: usualWeek });
  connect(shop, fabrica, {
    timeToTransfer: 5,
    transferQueueId: encomendas,
    greetingMessage: "Oi!",
    outOfHoursMessage: "Fechado.",
  });
  shop.clock.set("2026-11-20T23:00:00Z");
  const { ticketId } = shop.receives("Oi", { on: fabrica })!;
  shop.clock.pass(5 * minute);
  expect(transferWaiting(shop.db)).toBe(1);
  expect(loadTicket(shop.db, ticketId)).toMatchObject({ queueId: encomendas, status: "pending" });
  expect(botTexts(shop)).toEqual([
    "Fechado.",
    "Oi!\n\n*[ 1 ]* - Atendimento\n*[ 2 ]* - Encomendas",
  ]);
});

test("only tickets without a queue are moved, by their last message and their own connection's time", () => {
  const shop = world();
  connect(shop, fabrica, { timeToTransfer: 5, transferQueueId: encomendas });
  const at = (values: object) => shop.ticket({ whatsappId: fabrica, queueId: null, ...values });
  const still = [
    at({ queueId: atendimento }),
    at({ status: "open" }),
    at({ status: "closed" }),
    at({ isGroup: true, contactId: shop.contact({ isGroup: true }).id }),
    at({ whatsappId: balcao }),
    at({ lastMessageAt: new Date(shop.clock.now() + minute) }),
  ];
  const waits = at({});
  shop.clock.pass(5 * minute);
  expect(transferWaiting(shop.db)).toBe(1);
  expect(loadTicket(shop.db, waits.id).queueId).toBe(encomendas);
  expect(still.map(({ id, queueId }) => loadTicket(shop.db, id).queueId === queueId)).toEqual([
    true,
    true,
    true,
    true,
    true,
    true,
  ]);

  connect(shop, fabrica, { transferQueueId: null });
  shop.clock.pass(day);
  expect(transferWaiting(shop.db)).toBe(0);
});

test("a clock that is put back closes nothing, one put forward closes each once", () => {
  const shop = shopWithTimeout();
  connect(shop, fabrica, {
    timeToTransfer: 5,
    transferQueueId: encomendas,
    greetingMessage: "Oi!",
  });
  shop.receives("Oi", { on: fabrica });
  expect(look(shop, -3 * day)).toBe(0);
  expect(transferWaiting(shop.db)).toBe(0);
  saveStatus(shop.db, balcao, { status: "CONNECTED", qrcode: "" });
  expect(look(shop, hour)).toBe(0);
  expect(look(shop, 30 * day)).toBe(1);
  expect(transferWaiting(shop.db)).toBe(1);
  expect(look(shop, -30 * day)).toBe(0);
  expect(look(shop, 60 * day)).toBe(0);
  expect(botTexts(shop).filter((text) => text === bye)).toEqual([bye]);
});

test("101 inactive tickets are closed in several runs, each once; so are 101 moved", () => {
  const shop = shopWithTimeout();
  resolve(shop.db, shop.me("ana"), shop.id, { silent: true });
  connect(shop, fabrica, { timeToTransfer: 5, transferQueueId: encomendas });
  for (let index = 0; index < 101; index++) {
    shop.ticket({ status: "open", fromMe: true });
    shop.ticket({ whatsappId: fabrica, queueId: null });
  }
  shop.clock.pass(hour);
  expect(Array.from({ length: 4 }, () => closeInactive(shop.db))).toEqual([50, 50, 1, 0]);
  expect(Array.from({ length: 4 }, () => transferWaiting(shop.db))).toEqual([50, 50, 1, 0]);
  const twice = shop.db.sqlite
    .query(
      "SELECT ticketId FROM messages WHERE origin = 'bot' GROUP BY ticketId HAVING count(*) > 1",
    )
    .all();
  expect([botTexts(shop).length, twice]).toEqual([101, []]);
  expect(
    shop.db
      .select({ queueId: tickets.queueId, count: sql<number>`count(*)` })
      .from(tickets)
      .where(eq(tickets.whatsappId, fabrica))
      .groupBy(tickets.queueId)
      .all(),
  ).toEqual([{ queueId: encomendas, count: 101 }]);
});

test("a ticket that can't be closed does not stop the others", () => {
  const shop = shopWithTimeout();
  const others = [
    shop.ticket({ status: "open", fromMe: true }),
    shop.ticket({ status: "open", fromMe: true }),
  ];
  shop.db.sqlite.run(
    `CREATE TEMP TRIGGER broken BEFORE UPDATE ON tickets WHEN new.id = ${shop.id} BEGIN SELECT raise(ABORT, 'broken'); END`,
  );
  look(shop, hour);
  look(shop);
  expect(others.map(({ id }) => loadTicket(shop.db, id).status)).toEqual(["closed", "closed"]);
  expect(loadTicket(shop.db, shop.id).status).toBe("open");
});

test("a run reads a connection's active tickets, not all of them", () => {
  const shop = shopWithTimeout();
  connect(shop, fabrica, { timeToTransfer: 5, transferQueueId: encomendas, expiresBotTicket: 5 });
  shop.db.sqlite.run(`
    INSERT INTO tickets (uuid, status, contactId, whatsappId, queueId, lastMessageAt, fromMe, createdAt, updatedAt)
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) SELECT 'u' || i, 'closed', 1, 1 + i % 2, 1, 0, 1, 0, 0 FROM n`);
  const queries: string[] = [];
  const { sqlite } = shop.db;
  const prepare = sqlite.prepare.bind(sqlite);
  sqlite.prepare = ((text: string, ...more: []) => (
    queries.push(text),
    prepare(text, ...more)
  )) as typeof sqlite.prepare;
  closeInactive(shop.db);
  transferWaiting(shop.db);
  const looks = queries.filter(
    (query) =>
      query.startsWith("select") && query.includes("lastMessageAt") && query.includes("limit"),
  );
  expect(looks).toHaveLength(3);
  for (const stage of ["", "ANALYZE"]) {
    if (stage) sqlite.run(stage);
    const plans = looks.map((query) =>
      (sqlite.query(`EXPLAIN QUERY PLAN ${query}`).all() as { detail: string }[]).map(
        ({ detail }) => detail,
      ),
    );
    expect(
      plans.map((plan) =>
        plan
          .filter((detail) => detail.includes("tickets"))
          .map((detail) => detail.replace("COVERING ", "")),
      ),
    ).toEqual(
      looks.map(() => [
        "SEARCH tickets USING INDEX tickets_quiet (whatsappId=? AND status=? AND lastMessageAt<?)",
      ]),
    );
  }
  const began = performance.now();
  for (let round = 0; round < 50; round++)
    expect(closeInactive(shop.db) + transferWaiting(shop.db)).toBe(0);
  expect(performance.now() - began).toBeLessThan(1000);
});
