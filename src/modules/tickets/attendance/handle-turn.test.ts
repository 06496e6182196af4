import { expect } from "bun:test";
import { asc, eq } from "drizzle-orm";
import { canSee } from "../../../kit/db/audience.ts";
import { voiceNote } from "../../../kit/process/confined/voice.ts";
import { insertTimestamps } from "../../../kit/db/table.ts";
import { addMedia } from "../../../kit/db/media.ts";
import {
  atendimento,
  balcao,
  bia,
  box,
  day,
  dot,
  encomendas,
  fabrica,
  hour,
  idOf,
  minute,
  morning,
  second,
  settled,
  test,
  world,
  type Name,
  type World,
} from "../../../testing/world.ts";
import { connectionQueues, connections } from "../../connections/table.ts";
import { contacts } from "../../contacts/table.ts";
import { usualWeek } from "../../hours/fields.ts";
import * as hours from "../../hours/hours.ts";
import { ias } from "../../ias/table.ts";
import { integrations } from "../../integrations/table.ts";
import { messages, outbox, type Message } from "../../messages/table.ts";
import { queueOptions, queues } from "../../queues/table.ts";
import * as settings from "../../settings/settings.ts";
import type { BotTurn } from "./apply-effects.ts";
import { accept, returnToQueue, reopen, resolve } from "../lifecycle/move.ts";
import { undo } from "../lifecycle/undo-move.ts";
import { sendAsBot } from "../messages/send-as-bot.ts";
import { attendances, ticketEvents, type Ticket } from "../table.ts";
import { loadTicket } from "../tickets.ts";
import { transfer } from "../lifecycle/transfer.ts";

const menu = "Oi!\n\n*[ 1 ]* - Atendimento\n*[ 2 ]* - Encomendas";
const invalid = "Opção inválida, por favor, escolha uma opção válida.";
const root = "Bom apetite!\n\n*[ 1 ]* - Bolos\n*[ 2 ]* - Pães\n*[ # ]* - Menu inicial";
const cakes =
  "Qual bolo?\n\n*[ 1 ]* - Cenoura\n*[ 2 ]* - Chocolate\n*[ 0 ]* - Menu anterior\n*[ # ]* - Menu inicial";

type Changes<Table extends { $inferInsert: object }> = Partial<Table["$inferInsert"]>;
const connect = ({ db }: World, id: number, values: Changes<typeof connections>) =>
  void db.update(connections).set(values).where(eq(connections.id, id)).run();
const queue = ({ db }: World, id: number, values: Changes<typeof queues>) =>
  void db.update(queues).set(values).where(eq(queues.id, id)).run();
const plant = (
  { db }: World,
  queueId: number,
  parentId: number | null,
  option: string,
  title: string,
  message = "",
  mediaId: number | null = null,
) =>
  db
    .insert(queueOptions)
    .values({
      queueId,
      parentId,
      option,
      title,
      message,
      mediaId,
      ...insertTimestamps(db.now()),
    })
    .returning()
    .get().id;

const integration = ({ db }: World, name = "Fluxo") =>
  db
    .insert(integrations)
    .values({
      type: "webhook",
      name,
      urlN8N: "http://127.0.0.1:1/",
      secret: "s",
      ...insertTimestamps(db.now()),
    })
    .returning()
    .get().id;
const ai = ({ db }: World, name = "Mel") =>
  db
    .insert(ias)
    .values({ type: 3, name, model: "m", prompt: "Atenda.", ...insertTimestamps(db.now()) })
    .returning()
    .get().id;

/** A bakery whose connection Fábrica has a menu, and whose queue Encomendas has options. */
function bakery() {
  const shop = world();
  connect(shop, fabrica, { greetingMessage: "Oi!" });
  queue(shop, encomendas, { greetingMessage: "Bom apetite!" });
  const bolos = plant(shop, encomendas, null, "1", "Bolos", "Qual bolo?");
  plant(shop, encomendas, null, "2", "Pães", "Pão é no balcão.");
  plant(shop, encomendas, bolos, "1", "Cenoura", "R$ 30, {{firstName}}.");
  plant(shop, encomendas, bolos, "2", "Chocolate");
  const write = (body: string, more: Parameters<typeof shop.receives>[1] = {}) =>
    shop.receives(body, { on: fabrica, ...more })!;
  return { ...shop, bolos, write };
}

/** All bot messages, in order. */
const botTexts = ({ db }: World): string[] =>
  db
    .select({ body: messages.body })
    .from(messages)
    .where(eq(messages.origin, "bot"))
    .orderBy(asc(messages.id))
    .all()
    .map(({ body }) => body);
const mine = ({ db }: World, contactId: number = bia.id): Ticket =>
  loadTicket(
    db,
    (
      db.sqlite
        .query("SELECT id FROM tickets WHERE contactId = ? ORDER BY id DESC")
        .get(contactId) as { id: number }
    ).id,
  );
const jobs = ({ db }: World) =>
  (
    db.sqlite.query("SELECT * FROM jobs ORDER BY id").all() as {
      lane: string;
      runAt: number;
      payload: string;
    }[]
  ).map(({ payload, ...job }) => ({
    lane: job.lane,
    runAt: job.runAt,
    ...(JSON.parse(payload) as BotTurn & { ticketId: number }),
  }));
const memory = ({ db }: World, ticketId: number) =>
  db.select().from(attendances).where(eq(attendances.ticketId, ticketId)).get()?.memory;
const inLine = ({ db }: World) => db.select({ id: outbox.messageId }).from(outbox).all().length;
const idle = {
  chatbot: false,
  queueOptionId: null,
  useIntegration: false,
  integrationId: null,
  promptId: null,
};

/** The events that someone got from a moment on. */
const eventsOf = (shop: World, who: Name, from = 0) =>
  shop.events
    .slice(from)
    .filter(({ audience }) => canSee(shop.me(who), audience))
    .map(({ event, action, payload }) =>
      event === "appMessage"
        ? (payload as { message: Message }).message.body
        : `${event} ${action}`,
    );

test("a customer gets the menu, chooses a queue, and goes down its options to a leaf, where people take over", () => {
  const shop = bakery();
  shop.write("Oi");
  const { id } = mine(shop);
  expect(mine(shop)).toMatchObject({
    status: "pending",
    queueId: null,
    unreadMessages: 1,
    fromMe: true,
    lastMessage: "Oi",
    lastMessageFromMe: false,
    withBot: true,
    ...idle,
  });
  shop.write("2");
  expect(mine(shop)).toMatchObject({ id, queueId: encomendas, ...idle, chatbot: true });
  shop.write("1️⃣");
  expect(mine(shop)).toMatchObject({ ...idle, chatbot: true, queueOptionId: shop.bolos });
  shop.write("9");
  shop.write("0");
  shop.write(" *[1]* ");
  shop.write("1");
  expect(mine(shop)).toMatchObject({
    id,
    status: "pending",
    queueId: encomendas,
    ...idle,
    unreadMessages: 7,
  });
  shop.write("Obrigada");
  expect(botTexts(shop)).toEqual([menu, root, cakes, cakes, root, cakes, "R$ 30, Bia."]);
  expect(inLine(shop)).toBe(7);
});

test("a queue can be chosen by name, and a wrong choice shows the menu again until it was shown often enough", () => {
  const shop = bakery();
  for (const body of ["Oi", "?", "7", "nada", "nada mesmo"]) shop.write(body);
  expect(botTexts(shop)).toEqual([menu, `${invalid}\n\n${menu}`, `${invalid}\n\n${menu}`]);
  expect(mine(shop)).toMatchObject({ status: "pending", queueId: null, chatbot: false });
  shop.write("encom");
  expect(mine(shop)).toMatchObject({ queueId: encomendas, chatbot: true });
});

test("# leads back to the menu from anywhere, and is stored as a message", () => {
  const shop = bakery();
  for (const body of ["Oi", "2", "1", "#"]) shop.write(body);
  expect(botTexts(shop)).toEqual([menu, root, cakes, menu]);
  expect(mine(shop)).toMatchObject({ queueId: null, ...idle, unreadMessages: 4 });
  expect(shop.db.select().from(messages).where(eq(messages.body, "#")).all()).toHaveLength(1);
});

test("BUG: # does nothing in a group, in an open ticket, or from the company's own phone", () => {
  const shop = bakery();
  settings.write(shop.db, "CheckMsgIsGroup", "disabled");
  shop.write("#", { group: { id: "1203@g.us", subject: "Padeiros" } });
  const ticket = shop.ticket({
    contactId: bia.id,
    whatsappId: fabrica,
    status: "open",
    queueId: encomendas,
  });
  shop.write("#");
  shop.write("#", { ours: true });
  expect(botTexts(shop)).toEqual([]);
  expect(loadTicket(shop.db, ticket.id)).toMatchObject({
    status: "open",
    queueId: encomendas,
    userId: idOf.ana,
  });
});

test("users of the connection's queues hear of a new ticket; once a queue is chosen, only its users do", () => {
  const shop = bakery();
  shop.events.length = 0;
  shop.write("Oi");
  for (const who of ["caio", "ana", "lia"] as const)
    expect(eventsOf(shop, who)).toEqual(["Oi", menu]);
  const elsewhere = shop.events.length;
  shop.receives("Oi", { from: "5511966660001", name: "Tom" });
  expect(eventsOf(shop, "caio", elsewhere)).toEqual(["contact create"]);

  const before = shop.events.length;
  shop.write("2");
  expect(eventsOf(shop, "caio", before)).toEqual(["2", root]);
  expect(eventsOf(shop, "ana", before)).toEqual([]);

  const taken = shop.events.length;
  accept(shop.db, shop.me("caio"), mine(shop).id);
  expect(shop.events.slice(taken)).toMatchObject([
    {
      event: "ticket",
      payload: { ticket: { status: "open", userId: idOf.caio, chatbot: false } },
      audience: { queueId: encomendas, userId: idOf.caio, waiting: false },
    },
  ]);

  transfer(shop.db, shop.me("caio"), mine(shop).id, { queueId: atendimento });
  const moved = shop.events.at(-1)!;
  expect([
    canSee(shop.me("caio"), moved.audience),
    canSee(shop.me("caio"), moved.audienceBefore!),
    canSee(shop.me("ana"), moved.audience),
  ]).toEqual([false, true, true]);
});

test("moves by the bot are recorded without a user", () => {
  const shop = bakery();
  for (const body of ["Oi", "2", "#", "1"]) shop.write(body);
  accept(shop.db, shop.me("ana"), mine(shop).id);
  const moves = shop.db.select().from(ticketEvents).orderBy(asc(ticketEvents.id)).all();
  expect(
    moves.map(({ kind, fromQueueId, queueId, byUserId, status }) => [
      kind,
      fromQueueId,
      queueId,
      byUserId,
      status,
    ]),
  ).toEqual([
    ["opened", null, null, null, "pending"],
    ["bot", null, encomendas, null, "pending"],
    ["bot", encomendas, null, null, "pending"],
    ["bot", null, atendimento, null, "pending"],
    ["accepted", atendimento, atendimento, idOf.ana, "open"],
  ]);
});

test("a connection with one queue shows no menu; it greets if set so, once, and the options begin at once", () => {
  const shop = world();
  connect(shop, balcao, { greetingMessage: "Bem-vinda, {{name}}!" });
  shop.receives("Oi");
  expect(mine(shop)).toMatchObject({ queueId: atendimento, chatbot: false });
  expect(botTexts(shop)).toEqual([]);

  settings.write(shop.db, "sendGreetingMessageOneQueues", "enabled");
  plant(shop, atendimento, null, "1", "Bolos", "R$ 30.");
  plant(shop, atendimento, null, "2", "Pães", "R$ 1.");
  const dani = { from: "5511977770002", name: "Dani" };
  const { contactId } = shop.receives("Oi", dani)!;
  expect(mine(shop, contactId)).toMatchObject({ queueId: atendimento, chatbot: true });
  shop.receives("2", dani);
  shop.receives("E aí?", dani);
  expect(botTexts(shop)).toEqual([
    "Bem-vinda, Dani!",
    "*[ 1 ]* - Bolos\n*[ 2 ]* - Pães\n*[ # ]* - Menu inicial",
    "R$ 1.",
  ]);
  expect(mine(shop, contactId)).toMatchObject({ queueId: atendimento, chatbot: false });
});

test("a connection without queues greets once", () => {
  const shop = world();
  const line = shop.connection({ greetingMessage: "Já falamos!" });
  for (const body of ["Oi", "Oi?", "Alô"]) shop.receives(body, { on: line.id });
  expect(botTexts(shop)).toEqual(["Já falamos!"]);
});

test("while the company is closed it says so once in each closed period, also after the ticket was closed", () => {
  const shop = bakery();
  settings.write(shop.db, "scheduleType", "company");
  hours.write(shop.db, { schedules: usualWeek });
  connect(shop, fabrica, { outOfHoursMessage: "Fechado, {{name}}." });
  const at = (time: string) => shop.clock.set(`2026-11-${time}:00-03:00`);
  const receives = (time: string, body = "Oi") => (
    at(time),
    shop.write(body),
    botTexts(shop).length
  );

  expect(receives("20T18:30")).toBe(2); // Friday evening, with the menu
  expect(receives("20T18:31")).toBe(2);
  expect(receives("21T07:59")).toBe(2);
  expect(mine(shop)).toMatchObject({ status: "pending", queueId: null, unreadMessages: 3 });
  expect(receives("21T09:00")).toBe(2); // Saturday: people answer
  expect(receives("21T12:30")).toBe(4); // and closed again
  expect(receives("22T10:00")).toBe(4); // all Sunday
  resolve(shop.db, shop.me("rui"), mine(shop).id, { silent: true });
  expect(receives("22T11:59")).toBe(5); // reopened: the menu
  expect(receives("23T08:00", "2")).toBe(6); // Monday
  expect(receives("23T19:00")).toBe(7);
  expect(botTexts(shop)).toEqual([
    "Fechado, Bia.",
    menu,
    "Fechado, Bia.",
    menu,
    menu,
    root,
    "Fechado, Bia.",
  ]);
});

test("hours that nobody saved close nothing", () => {
  const shop = bakery();
  settings.write(shop.db, "scheduleType", "company");
  connect(shop, fabrica, { outOfHoursMessage: "Fechado." });
  shop.clock.set("2026-11-22T15:00:00Z");
  shop.write("Oi");
  expect(botTexts(shop)).toEqual([menu]);
});

test("BUG: customers of open tickets are not told that the company is closed", () => {
  const shop = bakery();
  settings.write(shop.db, "scheduleType", "company");
  hours.write(shop.db, { schedules: usualWeek });
  connect(shop, fabrica, { outOfHoursMessage: "Fechado." });
  shop.ticket({ contactId: bia.id, whatsappId: fabrica, status: "open" });
  shop.clock.set("2026-11-22T15:00:00Z");
  shop.write("Oi");
  expect(botTexts(shop)).toEqual([]);
});

test("a holiday closes the company, and each closing is announced once", () => {
  const shop = bakery();
  settings.write(shop.db, "scheduleType", "company");
  connect(shop, fabrica, { outOfHoursMessage: "Fechado." });
  hours.write(shop.db, {
    schedules: usualWeek,
    holidays: [{ date: "2020-11-20", yearly: true, label: "Consciência Negra", hours: [] }],
  });
  shop.write("Oi");
  shop.clock.pass(hour);
  shop.write("Oi?");
  expect(botTexts(shop)).toEqual(["Fechado.", menu]);
});

test("out of hours a customer writes what they want, and waits in the connection's default queue or the one they choose", async () => {
  const shop = await box();
  const waiting = async (who: Name) =>
    (await shop.as(who).get<{ tickets: Ticket[] }>("/tickets?status=pending")).body.tickets.map(
      ({ id }) => id,
    );
  const seen = async () => [await waiting("ana"), await waiting("caio")];
  await shop.as("rui").put("/settings/scheduleType", { value: "company" });
  await shop.as("rui").put("/companies/1/schedules", { schedules: usualWeek });
  const line = { greetingMessage: "Oi!", outOfHoursMessage: "Fechado." };
  expect(
    await shop.as("rui").put(`/whatsapp/${fabrica}`, { ...line, defaultQueueId: encomendas }),
  ).toMatchObject({ status: 200, body: { defaultQueueId: encomendas } });
  const write = (body: string) => shop.receives(body, { on: fabrica })!;

  shop.clock.set("2026-11-20T22:00:00-03:00");
  const listeners = await Promise.all(
    (["ana", "caio"] as const).map((who) => shop.listener(shop.as(who))),
  );
  await Promise.all(listeners.map((listener) => listener.ready()));
  const { ticketId } = write("Queria um bolo");
  write("de cenoura");
  expect(botTexts(shop)).toEqual(["Fechado.", menu]);
  expect(mine(shop)).toMatchObject({
    id: ticketId,
    status: "pending",
    queueId: encomendas,
    withBot: false,
  });
  expect(await seen()).toEqual([[], [ticketId]]);
  write("atend");
  expect(botTexts(shop)).toEqual([
    "Fechado.",
    menu,
    "Anotado: *Atendimento*. Responderemos assim que abrirmos.\n\n*[ # ]* - Voltar ao Menu Principal",
  ]);
  expect(await seen()).toEqual([[ticketId], []]);
  await settled(shop.db, ...listeners);
  const [hers, his] = listeners.map(({ frames }) =>
    frames.filter(({ event }) => event === "ticket" || event === "appMessage"),
  );
  expect(hers!.at(-1)).toMatchObject({
    event: "appMessage",
    ticket: { id: ticketId, queueId: atendimento },
  });
  expect(his!.findLast(({ event }) => event === "ticket")).toMatchObject({
    action: "delete",
    ticketId,
  });

  // Without a default queue, all users of the connection's queues see who did not choose, and take
  // it into a queue of their own.
  await shop.as("rui").put(`/whatsapp/${fabrica}`, { defaultQueueId: null });
  await shop.as("rui").put(`/tickets/${ticketId}`, { status: "closed", silent: true });
  shop.clock.set("2026-11-21T22:00:00-03:00");
  const { ticketId: next } = write("Oi");
  expect(await seen()).toEqual([[next], [next]]);
  expect(
    (await shop.as("caio").get<{ tickets: Ticket[] }>("/tickets?searchParam=Bia")).body.tickets.map(
      ({ id }) => id,
    ),
  ).toEqual([next]);
  shop.clock.set("2026-11-23T08:00:00-03:00");
  write("Bom dia");
  expect(botTexts(shop).slice(3)).toEqual(["Fechado.", menu]);
  expect(await shop.as("caio").put(`/tickets/${next}`, { status: "open" })).toMatchObject({
    status: 200,
    body: { queueId: encomendas, userId: idOf.caio },
  });
  expect(await seen()).toEqual([[], []]);
});

test("a closed queue says so once with the way back, and keeps who chose it", () => {
  const shop = bakery();
  settings.write(shop.db, "scheduleType", "queue");
  queue(shop, encomendas, { schedules: usualWeek, outOfHoursMessage: "Encomendas só de dia." });
  const back = "\n\n*[ # ]* - Voltar ao Menu Principal";
  shop.clock.set("2026-11-20T22:00:00Z");
  for (const body of ["Oi", "2", "2", "1"]) shop.write(body);
  expect(botTexts(shop)).toEqual([menu, `Encomendas só de dia.${back}`]);
  expect(mine(shop)).toMatchObject({ queueId: encomendas, chatbot: false });

  shop.clock.set("2026-11-23T22:00:00Z");
  for (const body of ["#", "2"]) shop.write(body);
  expect(botTexts(shop)).toEqual([
    menu,
    `Encomendas só de dia.${back}`,
    menu,
    `Encomendas só de dia.${back}`,
  ]);
  expect(mine(shop)).toMatchObject({ queueId: encomendas });
});

test("groups and contacts without bots wait for people; a connection's only queue is set all the same", () => {
  const shop = bakery();
  settings.write(shop.db, "CheckMsgIsGroup", "disabled");
  settings.write(shop.db, "scheduleType", "company");
  hours.write(shop.db, { schedules: usualWeek });
  connect(shop, balcao, { outOfHoursMessage: "Fechado.", greetingMessage: "Oi!" });
  const group = { id: "1203@g.us", subject: "Padeiros" };
  shop.clock.set("2026-11-22T15:00:00Z");
  const { ticketId } = shop.receives("Bom dia", { group })!;
  expect(loadTicket(shop.db, ticketId)).toMatchObject({
    isGroup: true,
    queueId: atendimento,
    status: "pending",
    chatbot: false,
  });

  shop.db.update(contacts).set({ disableBot: true }).where(eq(contacts.id, bia.id)).run();
  shop.receives("Oi");
  shop.write("Oi");
  expect(shop.ticketOf(bia.id)).toMatchObject([
    { queueId: atendimento, chatbot: false },
    { queueId: null, chatbot: false },
  ]);
  expect(botTexts(shop)).toEqual([]);
  expect(jobs(shop)).toEqual([]);
});

test("with bots switched off no menu, option, integration, AI or farewell is sent", () => {
  const shop = bakery();
  connect(shop, balcao, { promptId: ai(shop), complationMessage: "Até logo!" });
  for (const body of ["Oi", "2"]) shop.write(body);
  const before = botTexts(shop).length;
  settings.write(shop.db, "disableBot", "enabled");
  for (const body of ["1", "#", "0"]) shop.write(body);
  shop.receives("Oi");
  resolve(shop.db, shop.me("rui"), shop.ticketOf(bia.id).at(-1)!.id);
  expect(botTexts(shop)).toHaveLength(before);
  expect(jobs(shop)).toEqual([]);
});

test("an integration's turn is scheduled at once, an AI's after a pause", () => {
  const shop = bakery();
  const [flow, mel] = [integration(shop), ai(shop)];
  queue(shop, atendimento, { integrationId: flow, greetingMessage: "Olá!" });
  queue(shop, encomendas, { promptId: mel });
  shop.write("Oi");
  const chose = shop.write("1");
  const lane = `ticket/${chose.ticketId}`;
  expect(mine(shop)).toMatchObject({
    queueId: atendimento,
    ...idle,
    chatbot: true,
    useIntegration: true,
    integrationId: flow,
  });
  expect(jobs(shop)).toEqual([
    {
      lane,
      runAt: morning,
      ticketId: chose.ticketId,
      messageId: chose.id,
      begins: true,
      integrationId: flow,
      promptId: null,
    },
  ]);
  const next = shop.write("Quero pão");
  expect(jobs(shop)).toMatchObject([
    { messageId: chose.id },
    { lane, messageId: next.id, begins: false, integrationId: flow },
  ]);

  shop.write("#");
  expect(jobs(shop)).toEqual([]);
  const [first, more] = [shop.write("2"), shop.write("tem broa?")];
  expect(mine(shop)).toMatchObject({ queueId: encomendas, ...idle, chatbot: true, promptId: mel });
  expect(jobs(shop)).toEqual([
    {
      lane,
      runAt: morning + 1500,
      ticketId: first.ticketId,
      messageId: first.id,
      begins: true,
      integrationId: null,
      promptId: mel,
    },
    {
      lane,
      runAt: morning + 1500,
      ticketId: first.ticketId,
      messageId: more.id,
      begins: false,
      integrationId: null,
      promptId: mel,
    },
  ]);
});

test("a message whose transaction fails leaves neither a job nor a message", () => {
  const shop = bakery();
  connect(shop, fabrica, { promptId: ai(shop) });
  shop.db.sqlite.run(
    "CREATE TEMP TRIGGER broken BEFORE INSERT ON jobs BEGIN SELECT raise(ABORT, 'broken'); END",
  );
  expect(() => shop.write("Oi", { id: "M1" })).toThrow();
  expect(shop.db.select().from(messages).all()).toEqual([]);
  expect(shop.ticketOf(bia.id)).toEqual([]);
  shop.db.sqlite.run("DROP TRIGGER broken");
  shop.write("Oi", { id: "M1" });
  expect(jobs(shop)).toHaveLength(1);
});

test("the same message twice is answered once", () => {
  const shop = bakery();
  queue(shop, atendimento, { integrationId: integration(shop) });
  for (const [id, body] of [
    ["M1", "Oi"],
    ["M1", "Oi"],
    ["M2", "1"],
    ["M2", "1"],
    ["M1", "Oi"],
  ] as const)
    shop.write(body, { id });
  expect(botTexts(shop)).toEqual([menu]);
  expect(jobs(shop)).toHaveLength(1);
  expect(mine(shop)).toMatchObject({ unreadMessages: 2 });
});

test("accepting, transferring, closing or answering on the phone cancels what a bot still had to do or send", () => {
  const ends: Record<string, (shop: World, id: number) => unknown> = {
    accept: ({ db, me }, id) => accept(db, me("rui"), id),
    transfer: ({ db, me }, id) => transfer(db, me("rui"), id, { queueId: atendimento }),
    "to someone": ({ db, me }, id) => transfer(db, me("rui"), id, { userId: idOf.caio }),
    resolve: ({ db, me }, id) => resolve(db, me("rui"), id),
    silent: ({ db, me }, id) => resolve(db, me("rui"), id, { silent: true }),
    device: (shop) => shop.receives("Deixa comigo", { on: fabrica, ours: true }),
  };
  for (const [name, end] of Object.entries(ends)) {
    const shop = bakery();
    queue(shop, encomendas, { integrationId: integration(shop) });
    for (const body of ["Oi", "2", "tem?"]) shop.write(body);
    const { id } = mine(shop);
    shop.db
      .update(attendances)
      .set({ session: { id: "s1", at: morning } })
      .where(eq(attendances.ticketId, id))
      .run();
    for (const later of [0, 2 * second, 4 * second])
      shop.db.write(
        (tx) => void sendAsBot(tx, loadTicket(shop.db, id), `bolha ${later}`, { later }),
      );
    end(shop, id);
    expect([name, jobs(shop), botTexts(shop)]).toEqual([
      name,
      [],
      [menu, "Bom apetite!", "bolha 0"],
    ]);
    expect(mine(shop)).toMatchObject(idle);
    expect(shop.db.select().from(attendances).get()).toMatchObject({ session: null });
    if (name === "resolve" || name === "silent") continue;
    shop.write("E agora?");
    expect([name, jobs(shop), botTexts(shop).length]).toEqual([name, [], 3]);
  }
});

test("# cancels what a bot still had to send, and an integration begins again", () => {
  const shop = world();
  const flow = integration(shop);
  queue(shop, atendimento, { integrationId: flow });
  const { ticketId } = shop.receives("Oi")!;
  shop.db
    .update(attendances)
    .set({ session: { id: "s1", at: morning } })
    .run();
  shop.db.write(
    (tx) => void sendAsBot(tx, loadTicket(shop.db, ticketId), "bolha", { later: 4 * second }),
  );
  const again = shop.receives("#")!;
  expect(botTexts(shop)).toEqual([]);
  expect(jobs(shop)).toMatchObject([{ messageId: again.id, begins: true, integrationId: flow }]);
  expect(shop.db.select().from(attendances).get()).toMatchObject({ session: null });
});

test("a ticket put back to pending waits for people, not for the bot; # asks the bot again", () => {
  const shop = bakery();
  for (const body of ["Oi", "2", "1"]) shop.write(body);
  const { id } = mine(shop);
  accept(shop.db, shop.me("caio"), id);
  expect(mine(shop)).toMatchObject({ status: "open", ...idle });
  returnToQueue(shop.db, shop.me("caio"), id);
  shop.write("1");
  expect(mine(shop)).toMatchObject({ status: "pending", queueId: encomendas, ...idle });
  expect(botTexts(shop)).toEqual([menu, root, cakes]);
  shop.write("#");
  expect(botTexts(shop)).toHaveLength(4);
});

test("undoing an acceptance leaves the ticket to people: the bot had its turn", () => {
  const shop = bakery();
  for (const body of ["Oi", "2", "1"]) shop.write(body);
  const { id } = mine(shop);
  accept(shop.db, shop.me("caio"), id);
  undo(shop.db, shop.me("caio"), id);
  expect(mine(shop)).toMatchObject({
    status: "pending",
    queueId: encomendas,
    userId: null,
    ...idle,
    unreadMessages: 3,
  });
  shop.write("1");
  expect(botTexts(shop)).toEqual([menu, root, cakes]);
});

test("a reopened ticket with a queue waits there; a new one gets the menu again", () => {
  const shop = bakery();
  for (const body of ["Oi", "2", "2"]) shop.write(body);
  const { id } = mine(shop);
  resolve(shop.db, shop.me("caio"), id, { silent: true });
  expect(memory(shop, id)).toMatchObject({ asked: 0, askedAt: null, misses: 0, over: false });
  shop.clock.pass(hour);
  shop.write("Mais uma coisa");
  expect(mine(shop)).toMatchObject({ id, status: "pending", queueId: encomendas, ...idle });
  expect(botTexts(shop)).toHaveLength(3);

  resolve(shop.db, shop.me("caio"), id, { silent: true });
  shop.clock.pass(day);
  shop.write("Oi de novo");
  expect(mine(shop).id).not.toBe(id);
  expect(botTexts(shop)).toEqual([menu, root, "Pão é no balcão.", menu]);
});

test("in a ticket reopened by a user no bot answers; when it is undone in time, the farewell is not sent", () => {
  const shop = bakery();
  connect(shop, fabrica, { complationMessage: "Até logo, {{firstName}}!" });
  shop.write("Oi");
  const { id } = mine(shop);
  resolve(shop.db, shop.me("rui"), id);
  expect(botTexts(shop)).toEqual([menu, "Até logo, Bia!"]);
  undo(shop.db, shop.me("rui"), id);
  expect(botTexts(shop)).toEqual([menu]);
  expect(mine(shop)).toMatchObject({ status: "pending", ...idle });

  resolve(shop.db, shop.me("rui"), id);
  reopen(shop.db, shop.me("rui"), id);
  shop.write("1");
  expect(mine(shop)).toMatchObject({ status: "open", userId: idOf.rui, queueId: null });
  returnToQueue(shop.db, shop.me("rui"), id);
  shop.write("1");
  expect(botTexts(shop)).toEqual([menu]);
});

test("a customer who writes before the farewell was sent does not get it", () => {
  const shop = bakery();
  connect(shop, fabrica, { complationMessage: "Até logo!" });
  shop.write("Oi");
  shop.write("1");
  resolve(shop.db, shop.me("rui"), mine(shop).id);
  shop.clock.pass(3 * second);
  shop.write("Espera!");
  expect(botTexts(shop)).toEqual([menu]);
});

test("an option sends its file: an image with its text, audio after it", async () => {
  const shop = bakery();
  const keep = async (bytes: Uint8Array, name: string) => {
    const stored = await shop.db.files.keep(bytes, name);
    return shop.db.write((tx) => addMedia(tx, stored, shop.db.now()));
  };
  const song = (await voiceNote(
    await Bun.file(new URL("../../../testing/fixtures/voice.webm", import.meta.url)).bytes(),
  ))!;
  const [picture, voice, paper] = [
    await keep(dot, "bolo.png"),
    await keep(song.bytes, "bolo.ogg"),
    await keep(new TextEncoder().encode("Preços"), "precos.txt"),
  ];
  shop.db
    .update(queueOptions)
    .set({ mediaId: picture })
    .where(eq(queueOptions.id, shop.bolos))
    .run();
  plant(shop, encomendas, shop.bolos, "3", "Cantado", "Ouça, {{name}}:", voice);
  plant(shop, encomendas, shop.bolos, "4", "Lista", "", paper);
  for (const body of ["Oi", "2", "1", "3"]) shop.write(body);
  for (const body of ["#", "2", "1", "4"]) shop.write(body);
  const rows = shop.db
    .select()
    .from(messages)
    .where(eq(messages.origin, "bot"))
    .orderBy(asc(messages.id))
    .all();
  expect(
    rows
      .filter(({ mediaId, body }) => mediaId !== null || body.startsWith("Ouça"))
      .map(({ mediaType, body, mediaId }) => [mediaType, body.split("\n")[0], mediaId]),
  ).toEqual([
    ["image", "Qual bolo?", picture],
    ["chat", "Ouça, Bia:", null],
    ["audio", "", voice],
    ["image", "Qual bolo?", picture],
    ["application", "Lista", paper],
  ]);
});

test("variables in the company's texts are filled in, in nobody else's", () => {
  const shop = bakery();
  connect(shop, fabrica, {
    greetingMessage: "{{greeting}}, {{firstName}}! {{connection}}, {{hour}}, {{nada}}",
  });
  queue(shop, encomendas, { greetingMessage: "{{queue}} de {{name}}" });
  shop.write("Oi", { from: "5511977770002", name: "{{queue}} {{name}}" });
  shop.write("2", { from: "5511977770002" });
  expect(botTexts(shop).map((text) => text.split("\n")[0])).toEqual([
    "Bom dia, {{queue}}! Fábrica, 09:00:00, {{nada}}",
    "Encomendas de {{queue}} {{name}}",
  ]);
});

test("when options or bots were deleted, people take over, and the ticket shows it", () => {
  const shop = bakery();
  for (const body of ["Oi", "2", "1"]) shop.write(body);
  shop.db.delete(queueOptions).where(eq(queueOptions.queueId, encomendas)).run();
  shop.write("1");
  expect(mine(shop)).toMatchObject({ queueId: encomendas, ...idle });

  const other = bakery();
  const mel = ai(other);
  queue(other, encomendas, { promptId: mel });
  other.db.delete(queueOptions).run();
  for (const body of ["Oi", "2"]) other.write(body);
  other.db.update(ias).set({ isActive: false }).run();
  other.write("tem?");
  expect(mine(other)).toMatchObject({ queueId: encomendas, ...idle });
  expect(jobs(other)).toEqual([]);
});

test("after its bot is removed a connection shows its menu", () => {
  const shop = bakery();
  const flow = integration(shop);
  connect(shop, fabrica, { integrationId: flow });
  shop.write("Oi");
  expect(mine(shop)).toMatchObject({
    ...idle,
    chatbot: true,
    useIntegration: true,
    integrationId: flow,
  });
  shop.db.delete(integrations).run();
  shop.write("Oi?");
  expect(mine(shop)).toMatchObject({ queueId: null, ...idle });
  expect(botTexts(shop)).toEqual([menu]);
});

test("a ticket whose connection is gone can be accepted, returned and closed, and has no bot", () => {
  const shop = bakery();
  connect(shop, fabrica, { promptId: ai(shop), complationMessage: "Até logo!" });
  shop.write("Oi");
  const { id } = mine(shop);
  shop.db.delete(connectionQueues).where(eq(connectionQueues.connectionId, fabrica)).run();
  shop.db.delete(connections).where(eq(connections.id, fabrica)).run();
  expect(loadTicket(shop.db, id).whatsappId).toBeNull();
  expect(accept(shop.db, shop.me("rui"), id)).toMatchObject({ status: "open", ...idle });
  expect(jobs(shop)).toEqual([]);
  expect(returnToQueue(shop.db, shop.me("rui"), id)).toMatchObject({ status: "pending" });
  expect(resolve(shop.db, shop.me("rui"), id)).toMatchObject({ status: "closed" });
  expect(botTexts(shop)).toEqual([]);
});

test("an image chooses by its caption, a sticker does not, and neither goes to an AI", async () => {
  const shop = bakery();
  const file = await shop.db.files.keep(dot, "2.png");
  shop.write("Oi");
  shop.write("2", { file });
  expect(mine(shop)).toMatchObject({ queueId: encomendas, chatbot: true });
  connect(shop, balcao, { promptId: ai(shop) });
  shop.receives("olha", { file });
  expect(jobs(shop)).toEqual([]);
  shop.clock.pass(minute);
  shop.receives("viu?");
  expect(jobs(shop)).toHaveLength(1);
});
