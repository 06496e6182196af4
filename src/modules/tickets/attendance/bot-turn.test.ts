import { expect, spyOn } from "bun:test";
import { asc, eq } from "drizzle-orm";
import * as billingTexts from "../../../bots/billing/texts.ts";
import { breaker } from "../../../bots/breaker.ts";
import { handOverPhrase } from "../../../bots/hand-over.ts";
import { JobRunner } from "../../../jobs/job-runner.ts";
import { voiceNote } from "../../../kit/process/confined/voice.ts";
import { createHttpClient } from "../../../kit/net/http-client.ts";
import { flush, logLevel } from "../../../kit/process/log.ts";
import { insertTimestamps } from "../../../kit/db/table.ts";
import { dialogflowStand, dialogued } from "../../../testing/bots/dialogflow.ts";
import { flowStand } from "../../../testing/bots/flow.ts";
import { ixcStand } from "../../../testing/bots/ixc.ts";
import { answered, ollamaStand } from "../../../testing/bots/ollama.ts";
import { openAiStand } from "../../../testing/bots/openai.ts";
import { hostile } from "../../../testing/bots/stand.ts";
import { bubble, typebotStand } from "../../../testing/bots/typebot.ts";
import {
  afterwards,
  atendimento,
  bia,
  box,
  dot,
  encomendas,
  fabrica,
  idOf,
  minute,
  morning,
  second,
  test,
  until,
  world,
  type World,
} from "../../../testing/world.ts";
import { connections } from "../../connections/table.ts";
import { ias, iaUsage } from "../../ias/table.ts";
import { integrations } from "../../integrations/table.ts";
import { messages, outbox, type Message } from "../../messages/table.ts";
import * as settings from "../../settings/settings.ts";
import { attach, attachFailed } from "../messages/attach.ts";
import { runBotTurn } from "./bot-turn.ts";
import { accept, resolve } from "../lifecycle/move.ts";
import { attendances, ticketNotes } from "../table.ts";
import { loadTicket } from "../tickets.ts";
import { transfer } from "../lifecycle/transfer.ts";

const menu = "Oi!\n\n*[ 1 ]* - Atendimento\n*[ 2 ]* - Encomendas";
const idle = {
  chatbot: false,
  queueOptionId: null,
  useIntegration: false,
  integrationId: null,
  promptId: null,
};

/** A bot's stub that stops when its test ends. */
function stubFor<Stand extends { stop(): unknown }>(stand: Stand): Stand {
  afterwards(() => stand.stop());
  return stand;
}

type Connector = Partial<typeof integrations.$inferInsert> &
  Pick<typeof integrations.$inferInsert, "type">;
type Mind = Partial<typeof ias.$inferInsert> & Pick<typeof ias.$inferInsert, "type">;

const connect = ({ db }: World, values: Partial<typeof connections.$inferInsert>) =>
  void db
    .update(connections)
    .set({ greetingMessage: "Oi!", ...values })
    .where(eq(connections.id, fabrica))
    .run();

/** Fábrica's customers are answered by this integration. */
function withIntegration<Shop extends World>(shop: Shop, values: Connector): Shop {
  const { id } = shop.db
    .insert(integrations)
    .values({ name: "Fluxo", secret: "segredo", ...insertTimestamps(shop.clock.now()), ...values })
    .returning()
    .get();
  connect(shop, { integrationId: id });
  return shop;
}

/** Fábrica's customers are answered by this AI. */
function withAi<Shop extends World>(shop: Shop, values: Mind): Shop {
  const { id } = shop.db
    .insert(ias)
    .values({
      name: "Mel",
      model: "m",
      prompt: "Atenda na padaria.",
      token: "chave",
      ...insertTimestamps(shop.clock.now()),
      ...values,
    })
    .returning()
    .get();
  connect(shop, { promptId: id });
  return shop;
}

const write = ({ receives }: World, body: string, more: Parameters<World["receives"]>[1] = {}) =>
  receives(body, { on: fabrica, ...more })!;
const mine = (shop: World) => loadTicket(shop.db, shop.ticketOf(bia.id).at(-1)!.id);
const botTexts = ({ db }: World): string[] =>
  db
    .select({ body: messages.body })
    .from(messages)
    .where(eq(messages.origin, "bot"))
    .orderBy(asc(messages.id))
    .all()
    .map(({ body }) => body);
const notes = ({ db }: World): string[] =>
  db
    .select({ note: ticketNotes.note })
    .from(ticketNotes)
    .orderBy(asc(ticketNotes.id))
    .all()
    .map(({ note }) => note);
const delays = ({ db }: World) =>
  db
    .select({ body: messages.body, dueAt: outbox.dueAt })
    .from(outbox)
    .innerJoin(messages, eq(messages.id, outbox.messageId))
    .orderBy(asc(messages.id))
    .all()
    .map(({ body, dueAt }) => [body, dueAt && dueAt - morning]);
const jobs = ({ db }: World) =>
  (db.sqlite.query("SELECT count(*) AS count FROM jobs").get() as { count: number }).count;

/** Runs all due jobs. An AI waits for more messages first. */
async function runJobs(shop: World & { jobRunner: JobRunner }, pass = 1500) {
  shop.clock.pass(pass);
  shop.jobRunner.runAllDue();
  await until(() => jobs(shop) === 0);
}

test("a flow gets each message, signed, and its answers are sent in order and with their delays", async () => {
  const shop = withIntegration(await box(), { type: "webhook" });
  const flow = stubFor(flowStand("segredo", shop.clock.now));
  shop.db
    .update(integrations)
    .set({ urlN8N: `${flow.url}/hook` })
    .run();
  flow.next({ message: ["Olá, sou o robô.", "Em que ajudo?"], wait: 1000 }, [
    { message: "Já vejo" },
    { message: "{{firstName}}, temos broa." },
  ]);
  const first = write(shop, "Oi");
  await runJobs(shop, 0);
  write(shop, "Tem broa?");
  await runJobs(shop, 0);

  expect(flow.wrong).toEqual([]);
  expect(
    flow.requests.map(({ body: { event, message, contact, ticket, company } }) => [
      event,
      message.body,
      contact.number,
      ticket.id,
      company.id,
    ]),
  ).toEqual([
    ["start", "Oi", bia.number, first.ticketId, 1],
    ["message", "Tem broa?", bia.number, first.ticketId, 1],
  ]);
  expect(botTexts(shop)).toEqual([
    "Olá, sou o robô.",
    "Em que ajudo?",
    "Já vejo",
    "{{firstName}}, temos broa.",
  ]);
  expect(delays(shop)).toEqual([
    ["Olá, sou o robô.", 1000],
    ["Em que ajudo?", 2000],
    ["Já vejo", 0],
    ["{{firstName}}, temos broa.", 0],
  ]);
  expect(mine(shop)).toMatchObject({ status: "pending", chatbot: true, useIntegration: true });
});

test("what a flow gets contains no secret", async () => {
  const shop = withIntegration(await box(), {
    type: "n8n",
    secret: "segredo",
    jsonContent: "cofre",
  });
  const flow = stubFor(flowStand("segredo", shop.clock.now));
  shop.db.update(integrations).set({ urlN8N: flow.url }).run();
  write(shop, "Oi");
  await runJobs(shop, 0);
  const sentBody = JSON.stringify(flow.requests[0]!.body);
  for (const secret of ["segredo", "cofre", "qrcode", "passwordHash", shop.home])
    expect(sentBody).not.toContain(secret);
  expect(botTexts(shop)).toEqual([]);
});

test("a flow may transfer to a queue, to a user who serves it or to people, show the menu, close the ticket, or add a note", async () => {
  const shop = withIntegration(await box(), { type: "webhook" });
  const flow = stubFor(flowStand("segredo", shop.clock.now));
  shop.db.update(integrations).set({ urlN8N: flow.url }).run();
  connect(shop, { complationMessage: "Até logo!" });
  settings.write(shop.db, "userRating", "enabled");
  const talk = async (from: string, answer: object) => {
    flow.next(answer);
    const { ticketId } = write(shop, "Oi", { from, name: from });
    await runJobs(shop, 0);
    return loadTicket(shop.db, ticketId);
  };
  expect(
    await talk("5511900000001", { message: "Já passo.", queueId: encomendas, note: "Quer bolo" }),
  ).toMatchObject({ status: "pending", queueId: encomendas, userId: null, ...idle });
  expect(await talk("5511900000002", { queueId: encomendas, userId: idOf.caio })).toMatchObject({
    status: "open",
    queueId: encomendas,
    userId: idOf.caio,
    ...idle,
  });
  expect(await talk("5511900000003", { queueId: encomendas, userId: idOf.ana })).toMatchObject({
    status: "pending",
    queueId: encomendas,
    userId: null,
    ...idle,
  });
  expect(await talk("5511900000004", { queueId: 99 })).toMatchObject({
    status: "pending",
    queueId: null,
    ...idle,
  });
  expect(await talk("5511900000005", { stopBot: true })).toMatchObject({
    status: "pending",
    queueId: null,
    ...idle,
  });
  expect(await talk("5511900000006", { menu: true })).toMatchObject({
    status: "pending",
    queueId: null,
    ...idle,
  });
  write(shop, "2", { from: "5511900000006" });
  expect(await talk("5511900000007", { message: "Tchau!", closeTicket: true })).toMatchObject({
    status: "closed",
    userId: null,
    unreadMessages: 0,
    ...idle,
  });
  expect(botTexts(shop)).toEqual(["Já passo.", menu, "Tchau!"]);
  expect(shop.ticketOf(loadTicket(shop.db, 6).contactId)).toMatchObject([{ queueId: encomendas }]);
  expect(notes(shop)).toEqual(["Quer bolo", "O robô indicou uma fila que não existe (99)."]);
  expect(shop.db.sqlite.query("SELECT 1 FROM ratingRequests").all()).toEqual([]);
});

test("only users of the queue that a bot transfers to are told", async () => {
  const shop = withIntegration(await box(), { type: "webhook" });
  const flow = stubFor(flowStand("segredo", shop.clock.now));
  shop.db.update(integrations).set({ urlN8N: flow.url }).run();
  const [caio, ana] = await Promise.all(
    (["caio", "ana"] as const).map((who) => shop.listener(shop.as(who))),
  );
  await Promise.all([caio!.ready(), ana!.ready()]);
  flow.next({ queueId: encomendas });
  const { ticketId } = write(shop, "Oi");
  await caio!.receives(
    ({ event, ticket }) => event === "ticket" && (ticket as { id: number }).id === ticketId,
  );
  // She saw it until it went to the other queue.
  await ana!.receives(({ event, action }) => event === "ticket" && action === "delete");
  expect(ana!.frames.filter(({ event }) => event === "ticket")).toMatchObject([
    { action: "delete", ticketId },
  ]);
});

test("a flow's files are sent, each as its own kind", async () => {
  const shop = withIntegration(await box(), { type: "webhook" });
  const flow = stubFor(flowStand("segredo", shop.clock.now));
  const host = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: () => new Response(dot, { headers: { "content-type": "image/png" } }),
  });
  afterwards(() => host.stop(true));
  shop.db.update(integrations).set({ urlN8N: flow.url }).run();
  flow.next({
    message: [
      { text: "O cardápio", mediaUrl: `http://127.0.0.1:${host.port}/cardapio.png` },
      "Bom apetite!",
    ],
  });
  write(shop, "Oi");
  await runJobs(shop, 0);
  const rows = shop.db
    .select()
    .from(messages)
    .where(eq(messages.origin, "bot"))
    .orderBy(asc(messages.id))
    .all();
  expect(rows.map(({ mediaType, body, mediaId }) => [mediaType, body, mediaId !== null])).toEqual([
    ["image", "O cardápio", true],
    ["chat", "Bom apetite!", false],
  ]);
});

test("a Typebot's messages are sent with their delays, its session is kept, and it restarts when told to", async () => {
  const shop = withIntegration(await box(), {
    type: "typebot",
    typebotSlug: "padaria",
    typebotDelayMessage: 2000,
    typebotExpires: 30,
    typebotKeywordRestart: "reiniciar",
    typebotRestartMessage: "De novo!",
    typebotKeywordFinish: "sair",
  });
  const bot = stubFor(typebotStand("padaria"));
  shop.db.update(integrations).set({ urlN8N: bot.url }).run();
  bot.next(() => bot.began(bubble("Olá!"), bubble("Sou a Mel."), bubble("E você?")));
  for (const body of ["Oi", "Bia", "reiniciar", "Oi"]) {
    write(shop, body);
    await runJobs(shop, 0);
  }
  expect(bot.wrong).toEqual([]);
  expect(
    bot.requests.map(({ call, body }) => (call === "start" ? body.prefilledVariables : body)),
  ).toEqual([
    { number: bia.number, pushName: "Bia" },
    { message: "Bia" },
    { number: bia.number, pushName: "Bia" },
  ]);
  expect(delays(shop).slice(0, 4)).toEqual([
    ["Olá!", 0],
    ["Sou a Mel.", 2000],
    ["E você?", 4000],
    ["ouvi Bia", 0],
  ]);
  expect(botTexts(shop).slice(4)).toEqual(["De novo!", "Olá!"]);

  shop.clock.pass(31 * minute);
  write(shop, "Ainda aí?");
  await runJobs(shop, 0);
  expect(bot.requests.at(-1)!.call).toBe("start");
  write(shop, "Sair");
  await runJobs(shop, 0);
  expect(mine(shop)).toMatchObject({ status: "closed", ...idle });
  expect(shop.db.select().from(attendances).get()).toMatchObject({ session: null });
});

test("what a bot said before it transfers or closes is still sent", async () => {
  for (const [last, then] of [
    [`#${JSON.stringify({ queueId: encomendas })}`, { status: "pending", queueId: encomendas }],
    [`#${JSON.stringify({ stopBot: true })}`, { status: "pending", queueId: null }],
  ] as const) {
    const shop = withIntegration(await box(), {
      type: "typebot",
      typebotSlug: "padaria",
      typebotDelayMessage: 2000,
    });
    const bot = stubFor(typebotStand("padaria"));
    shop.db.update(integrations).set({ urlN8N: bot.url }).run();
    bot.next(() =>
      bot.began(bubble("Entendi."), bubble("Um momento,"), bubble("já vem alguém."), bubble(last)),
    );
    write(shop, "Oi");
    await runJobs(shop, 0);
    expect(delays(shop)).toEqual([
      ["Entendi.", 0],
      ["Um momento,", 2000],
      ["já vem alguém.", 4000],
    ]);
    expect(mine(shop)).toMatchObject({ ...then, ...idle });
  }
  const shop = withIntegration(await box(), { type: "webhook" });
  const flow = stubFor(flowStand("segredo", shop.clock.now));
  shop.db.update(integrations).set({ urlN8N: flow.url }).run();
  flow.next({ message: ["Foi um prazer.", "Tchau!"], wait: 2000, closeTicket: true });
  write(shop, "Oi");
  await runJobs(shop, 0);
  expect(botTexts(shop)).toEqual(["Foi um prazer.", "Tchau!"]);
});

test("messages are sent one by one; a user who takes over in between cancels the rest", async () => {
  const shop = withIntegration(await box(), {
    type: "typebot",
    typebotSlug: "padaria",
    typebotDelayMessage: 300,
  });
  const bot = stubFor(typebotStand("padaria"));
  shop.db.update(integrations).set({ urlN8N: bot.url }).run();
  bot.next(() => bot.began(bubble("Um"), bubble("Dois"), bubble("Três")));
  const phone = await shop.phone(fabrica);
  await phone.write("Oi");
  await until(() => phone.got().length === 1);
  shop.clock.pass(300);
  await until(() => phone.got().length === 2);
  accept(shop.db, shop.me("rui"), mine(shop).id);
  shop.clock.pass(minute);
  await Bun.sleep(400);
  expect(phone.got()).toEqual(["Um", "Dois"]);
  expect(botTexts(shop)).toEqual(["Um", "Dois"]);
});

test("a Dialogflow agent answers texts and voice notes until its conversation ends", async () => {
  const shop = world();
  const agent = stubFor(dialogflowStand("padaria-1", shop.clock.now));
  withIntegration(shop, {
    type: "dialogflow",
    projectName: "padaria-1",
    jsonContent: agent.jsonContent,
  });
  const jobRunner = new JobRunner(shop.dbs, {
    bot: (db, job) =>
      runBotTurn(
        db,
        {
          httpClient: createHttpClient({ allow: ["127.0.0.0/8"] }),
          breaker: breaker(shop.clock.now),
          endpoints: agent.endpoints,
        },
        job,
      ),
  });
  afterwards(() => jobRunner.stop());
  agent.next(
    (request) =>
      request.call === "token"
        ? { access_token: "ya29.x", expires_in: 3599, token_type: "Bearer" }
        : {},
    dialogued("Olá!", "Sou a Mel."),
  );
  write(shop, "Oi");
  await runJobs({ ...shop, jobRunner }, 0);
  expect(agent.wrong).toEqual([]);
  expect(botTexts(shop).join("|")).toContain("Olá!");
  expect(mine(shop)).toMatchObject({ chatbot: true, useIntegration: true });
  agent.next({
    ...dialogued("Tchau!"),
    queryResult: { ...dialogued("Tchau!").queryResult, diagnosticInfo: { end_conversation: true } },
  });
  write(shop, "Chega");
  await runJobs({ ...shop, jobRunner }, 0);
  expect(mine(shop)).toMatchObject(idle);
});

test("a customer gets a bill again from the provider, the team reads no document, and a provider that is down is told of", async () => {
  const shop = withIntegration(await box(), { type: "ixc" });
  const ixc = stubFor(ixcStand("7:segredo"));
  settings.write(shop.db, "ipixc", ixc.url);
  settings.write(shop.db, "tokenixc", "7:segredo");
  const printed = spyOn(process.stdout, "write").mockImplementation(() => true);
  afterwards(() => printed.mockRestore());
  logLevel("debug");
  afterwards(() => logLevel("error"));
  for (const text of ["Oi", "529.982.247-25", "2", "1"]) {
    write(shop, text);
    await runJobs(shop, 0);
  }
  expect(botTexts(shop)).toEqual([
    billingTexts.askDocument,
    expect.stringContaining("*Marli*"),
    expect.stringContaining("*Valor:* R$ 99,90"),
    billingTexts.lineFollows,
    expect.any(String),
    billingTexts.pixFollows,
    expect.any(String),
    "QR code do Pix",
    "",
    billingTexts.askUnlock,
    billingTexts.unlocked,
  ]);
  expect(notes(shop)).toEqual([
    expect.stringContaining("(CPF ***.982.247-**)"),
    "O robô fez o desbloqueio de confiança (CPF ***.982.247-**).",
  ]);
  expect(shop.ticketOf(bia.id).at(-1)!.status).toBe("closed");
  expect(
    JSON.stringify([
      shop.db.sqlite.query("SELECT * FROM audit").all(),
      shop.db.sqlite.query("SELECT * FROM attendances").all(),
    ]),
  ).not.toMatch(/52998224725|529\.982/);

  write(shop, "Oi");
  await runJobs(shop, 0);
  await ixc.stop();
  write(shop, "529.982.247-25");
  await runJobs(shop, 0);
  flush();
  expect(JSON.stringify(printed.mock.calls)).not.toMatch(/52998224725|529\.982/);
  expect(botTexts(shop).at(-1)).toBe(billingTexts.noBills);
  expect([notes(shop).at(-1), mine(shop)]).toMatchObject([
    "A integração não respondeu (unreachable). O atendimento espera por uma pessoa.",
    idle,
  ]);
});

test("an AI of each kind gets the earlier messages, and answers after a pause", async () => {
  const stands = { 1: openAiStand("chave"), 2: openAiStand("chave"), 3: ollamaStand() } as const;
  for (const type of [1, 2, 3] as const) {
    const stand = stubFor(stands[type]);
    const shop = withAi(await box(), { type, url: stand.url, maxMessages: 2 });
    write(shop, "Oi");
    shop.jobRunner.runAllDue();
    expect(stand.requests).toEqual([]);
    await runJobs(shop);
    write(shop, "Tem broa?");
    await runJobs(shop);
    write(shop, "Quero duas");
    await runJobs(shop);
    expect(stand.wrong).toEqual([]);
    const actions = stand.requests.map((request) =>
      ("call" in request
        ? request.call === "chat"
          ? request.body
          : undefined
        : request
      )?.messages.slice(1),
    );
    expect(actions).toEqual([
      [{ role: "user", content: "Oi" }],
      [
        { role: "user", content: "Oi" },
        { role: "assistant", content: "Bom dia!" },
        { role: "user", content: "Tem broa?" },
      ],
      [
        { role: "user", content: "Tem broa?" },
        { role: "assistant", content: "Bom dia!" },
        { role: "user", content: "Quero duas" },
      ],
    ]);
    expect(botTexts(shop)).toEqual(["Bom dia!", "Bom dia!", "Bom dia!"]);
    expect(shop.db.select().from(iaUsage).all()).toEqual([
      { month: "2026-11", answers: 3, tokens: type === 3 ? 105 : 126 },
    ]);
  }
});

test("two messages within the pause are one question, and get one answer", async () => {
  const stand = stubFor(ollamaStand());
  const shop = withAi(await box(), { type: 3, url: stand.url });
  write(shop, "Oi");
  shop.clock.pass(700);
  write(shop, "tem broa?");
  shop.clock.pass(700);
  write(shop, "de milho");
  await runJobs(shop);
  expect(
    stand.requests.map(({ messages }) => messages.slice(1).map(({ content }) => content)),
  ).toEqual([["Oi", "tem broa?", "de milho"]]);
  expect(botTexts(shop)).toEqual(["Bom dia!"]);
});

test("an AI that asks for it transfers to its queue, or to people where it has none; its phrase is not sent", async () => {
  for (const queueId of [encomendas, null]) {
    const stand = stubFor(ollamaStand());
    const shop = withAi(await box(), { type: 3, url: stand.url, queueId });
    stand.next(answered(`${handOverPhrase.toUpperCase()}\nJá chamo alguém, Bia.`));
    write(shop, "Quero falar com gente");
    await runJobs(shop);
    expect(botTexts(shop)).toEqual(["Já chamo alguém, Bia."]);
    expect(mine(shop)).toMatchObject({ status: "pending", queueId, userId: null, ...idle });
    write(shop, "Oi?");
    expect(jobs(shop)).toBe(0);
  }
});

test("a bot that fails or makes no sense leaves the ticket to people, with a note and without a message", async () => {
  for (const how of ["broken", "html", "empty", "wrong", "null", "busy", "inward"] as const) {
    const stand = stubFor(ollamaStand());
    const shop = withAi(await box(), { type: 3, url: stand.url });
    stand.next(hostile[how]!);
    write(shop, "Oi");
    await runJobs(shop);
    expect([how, botTexts(shop), notes(shop).length]).toEqual([how, [], 1]);
    expect(notes(shop)[0]).toMatch(
      /^A IA não respondeu \([a-z ]+\)\. O atendimento espera por uma pessoa\.$/,
    );
    expect(mine(shop)).toMatchObject({ status: "pending", unreadMessages: 1, ...idle });
  }
});

test("a flow that fails is tried three times under one key, and then people take over", async () => {
  const shop = withIntegration(await box(), { type: "webhook" });
  const flow = stubFor(flowStand("segredo", shop.clock.now));
  shop.db.update(integrations).set({ urlN8N: flow.url }).run();
  flow.next(hostile.broken!, hostile.broken!, hostile.broken!);
  write(shop, "Oi");
  await runJobs(shop, 0);
  expect(new Set(flow.requests.map(({ key }) => key)).size).toBe(1);
  expect(flow.requests).toHaveLength(3);
  expect(notes(shop)).toEqual([
    "A integração não respondeu (status). O atendimento espera por uma pessoa.",
  ]);
  expect(mine(shop)).toMatchObject(idle);
});

test("a bot that fails five times is not asked for a minute", async () => {
  const stand = stubFor(ollamaStand());
  const shop = withAi(await box(), { type: 3, url: stand.url });
  const talk = async (index: number) => {
    write(shop, "Oi", { from: `551190000001${index}`, name: "B" });
    await runJobs(shop);
  };
  stand.next(...Array.from({ length: 5 }, () => hostile.broken!));
  for (let index = 0; index < 7; index++) await talk(index);
  expect(stand.requests).toHaveLength(5);
  expect(notes(shop).map((note) => /\((.*)\)/.exec(note)![1])).toEqual([
    "status",
    "status",
    "status",
    "status",
    "status",
    "open",
    "open",
  ]);
  shop.clock.pass(minute);
  await talk(7);
  await talk(8);
  expect(stand.requests).toHaveLength(7);
  expect(botTexts(shop)).toEqual(["Bom dia!", "Bom dia!"]);
});

test("a user who takes over while the AI thinks is not disturbed: its answer is dropped, and its cost counted", async () => {
  const ends: Record<string, (shop: World, id: number) => unknown> = {
    accept: ({ db, me }, id) => accept(db, me("rui"), id),
    transfer: ({ db, me }, id) => transfer(db, me("rui"), id, { queueId: atendimento }),
    resolve: ({ db, me }, id) => resolve(db, me("rui"), id, { silent: true }),
    device: (shop) => write(shop, "Deixa comigo", { ours: true }),
    menu: (shop) => write(shop, "#"),
  };
  for (const [name, end] of Object.entries(ends)) {
    const stand = stubFor(ollamaStand());
    const shop = withAi(await box(), { type: 3, url: stand.url });
    const thinking = Promise.withResolvers<object>();
    stand.next(() => thinking.promise);
    write(shop, "Oi");
    shop.clock.pass(1500);
    shop.jobRunner.runAllDue();
    await until(() => stand.requests.length === 1);
    end(shop, mine(shop).id);
    expect([name, jobs(shop)]).toEqual([name, 0]);
    thinking.resolve(answered("Tarde demais"));
    await shop.jobRunner.stop();
    expect([name, botTexts(shop)]).toEqual([name, name === "menu" ? [menu] : []]);
    expect([name, notes(shop)]).toEqual([name, []]);
  }
});

test("what the customer writes while the AI thinks is answered next", async () => {
  const stand = stubFor(ollamaStand());
  const shop = withAi(await box(), { type: 3, url: stand.url });
  const thinking = Promise.withResolvers<object>();
  stand.next(() => thinking.promise, answered("Temos."));
  write(shop, "Oi");
  shop.clock.pass(1500);
  shop.jobRunner.runAllDue();
  await until(() => stand.requests.length === 1);
  write(shop, "Tem broa?");
  shop.clock.pass(1500);
  shop.jobRunner.runAllDue();
  thinking.resolve(answered("Bom dia!"));
  await runJobs(shop, 0);
  expect(botTexts(shop)).toEqual(["Bom dia!", "Temos."]);
});

test("past the month's limit people take over, until a new month begins", async () => {
  const stand = stubFor(ollamaStand());
  const shop = withAi(await box(), { type: 3, url: stand.url, queueId: encomendas });
  settings.write(shop.db, "iaMonthlyLimit", "2");
  for (const from of ["5511900000001", "5511900000002", "5511900000003"]) {
    write(shop, "Oi", { from, name: "B" });
    await runJobs(shop);
  }
  expect([stand.requests.length, botTexts(shop)]).toEqual([2, ["Bom dia!", "Bom dia!"]]);
  expect(notes(shop)).toEqual(["A IA Mel chegou ao limite de respostas deste mês."]);
  expect(loadTicket(shop.db, 3)).toMatchObject({ queueId: encomendas, ...idle });
  shop.clock.set("2026-12-01T03:00:00Z");
  write(shop, "Oi", { from: "5511900000004", name: "B" });
  await runJobs(shop);
  expect(botTexts(shop)).toHaveLength(3);
});

const voice = {
  kind: "audio" as const,
  body: "",
  file: { name: "voz.ogg", type: "audio/ogg", size: 200, seconds: 3, voice: true },
};
const ogg = async () =>
  (await voiceNote(
    await Bun.file(new URL("../../../testing/fixtures/voice.webm", import.meta.url)).bytes(),
  ))!.bytes;

test("a voice note is transcribed once its file is here, and its text stands under it", async () => {
  const stand = stubFor(openAiStand("chave"));
  const shop = withAi(await box(), { type: 1, url: stand.url, transcriptionModel: "whisper-1" });
  const { id } = write(shop, "", { content: voice });
  shop.clock.pass(1500);
  shop.jobRunner.runAllDue();
  await until(
    () =>
      (shop.db.sqlite.query("SELECT runAt FROM jobs").get() as { runAt: number }).runAt ===
      shop.clock.now() + second,
  );
  expect(stand.requests).toEqual([]);

  attach(shop.db, id, await shop.db.files.keep(await ogg(), "voz.ogg"));
  shop.events.length = 0;
  await runJobs(shop, second);
  expect(stand.wrong).toEqual([]);
  expect(
    stand.requests.map((request) =>
      request.call === "hear" ? [request.model, request.type] : request.body.messages.slice(1),
    ),
  ).toEqual([["whisper-1", "audio/ogg"], [{ role: "user", content: "quero dois pães" }]]);
  expect(botTexts(shop)).toEqual(["Bom dia!"]);
  expect(shop.db.select().from(messages).where(eq(messages.id, id)).get()).toMatchObject({
    body: "quero dois pães",
    mediaType: "audio",
  });
  expect(
    shop.events
      .filter(({ event, action }) => event === "appMessage" && action === "update")
      .map(({ payload }) => (payload as { message: Message }).message.body),
  ).toEqual(["quero dois pães"]);
  write(shop, "E leite");
  await runJobs(shop);
  expect(stand.requests.at(-1)).toMatchObject({
    body: { messages: [{}, { content: "quero dois pães" }, {}, { content: "E leite" }] },
  });
});

test("a voice note is also transcribed when more messages follow at once", async () => {
  const stand = stubFor(openAiStand("chave"));
  const shop = withAi(await box(), { type: 1, url: stand.url, transcriptionModel: "whisper-1" });
  const file = await shop.db.files.keep(await ogg(), "voz.ogg");
  write(shop, "", { file });
  write(shop, "por favor");
  await runJobs(shop);
  expect(stand.requests.at(-1)).toMatchObject({
    call: "chat",
    body: {
      messages: [
        {},
        { role: "user", content: "quero dois pães" },
        { role: "user", content: "por favor" },
      ],
    },
  });
  expect(botTexts(shop)).toEqual(["Bom dia!"]);
});

test("a silent voice note, and one whose file never comes, are left to people", async () => {
  const stand = stubFor(openAiStand("chave"));
  const shop = withAi(await box(), { type: 2, url: stand.url });
  write(shop, "", { file: await shop.db.files.keep(await ogg(), "voz.ogg") });
  await runJobs(shop);
  expect([stand.requests.length, botTexts(shop), notes(shop)]).toEqual([
    0,
    [],
    ["A IA Mel não ouviu o áudio."],
  ]);
  expect(mine(shop)).toMatchObject(idle);

  const other = withAi(await box(), { type: 1, url: stand.url, transcriptionModel: "whisper-1" });
  const { id } = write(other, "", { content: voice });
  attachFailed(other.db, id, "ERR_WAPP_DOWNLOAD_MEDIA");
  await runJobs(other);
  expect([stand.requests.length, botTexts(other), notes(other)]).toEqual([
    0,
    [],
    ["A IA Mel não ouviu o áudio."],
  ]);
});

test("an answer that could not be saved is asked for again, and the customer gets one", async () => {
  const stand = stubFor(ollamaStand());
  const shop = withAi(await box(), { type: 3, url: stand.url });
  shop.db.sqlite.run(
    "CREATE TEMP TRIGGER broken BEFORE INSERT ON messages WHEN new.origin = 'bot' BEGIN SELECT raise(ABORT, 'broken'); END",
  );
  write(shop, "Oi");
  shop.clock.pass(1500);
  shop.jobRunner.runAllDue();
  await until(
    () =>
      (shop.db.sqlite.query("SELECT attempts FROM jobs").get() as { attempts: number }).attempts ===
      1,
  );
  expect([botTexts(shop), shop.db.select().from(iaUsage).all(), notes(shop)]).toEqual([[], [], []]);
  shop.db.sqlite.run("DROP TRIGGER broken");
  shop.jobRunner.runAllDue();
  expect(stand.requests).toHaveLength(1);
  await runJobs(shop, 10 * second);
  expect([stand.requests.length, botTexts(shop)]).toEqual([2, ["Bom dia!"]]);
  expect(shop.db.select().from(iaUsage).get()).toMatchObject({ answers: 1 });
});

test("when the box stops while a bot thinks, it is asked again at the next start, and answers once", async () => {
  const stand = stubFor(ollamaStand());
  const shop = withAi(await box(), { type: 3, url: stand.url });
  const thinking = Promise.withResolvers<object>();
  stand.next(() => thinking.promise, answered("Segunda"));
  write(shop, "Oi");
  shop.clock.pass(1500);
  shop.jobRunner.runAllDue();
  await until(() => stand.requests.length === 1);
  // As after a crash: only the job's row knows of the turn.
  const next = new JobRunner(shop.dbs, {
    bot: (db, job) =>
      runBotTurn(
        db,
        {
          httpClient: createHttpClient({ allow: ["127.0.0.0/8"] }),
          breaker: breaker(shop.clock.now),
        },
        job,
      ),
  });
  afterwards(() => next.stop());
  next.runAllDue();
  await until(() => jobs(shop) === 0);
  thinking.resolve(answered("Primeira"));
  await shop.jobRunner.stop();
  expect(botTexts(shop)).toEqual(["Segunda"]);
});

test("a slow bot of one customer does not delay another's", async () => {
  const stand = stubFor(ollamaStand());
  const shop = withAi(await box(), { type: 3, url: stand.url });
  const thinking = Promise.withResolvers<object>();
  stand.next(() => thinking.promise);
  write(shop, "Oi");
  shop.clock.pass(1500);
  shop.jobRunner.runAllDue();
  await until(() => stand.requests.length === 1);
  write(shop, "Oi", { from: "5511900000002", name: "Dani" });
  shop.clock.pass(1500);
  shop.jobRunner.runAllDue();
  await until(() => botTexts(shop).length === 1);
  thinking.resolve(answered("Enfim"));
  await runJobs(shop, 0);
  expect(botTexts(shop)).toEqual(["Bom dia!", "Enfim"]);
});

test("a flow that asks for a menu where there is none does not loop", async () => {
  const shop = await box();
  const flow = stubFor(flowStand("segredo", shop.clock.now));
  const { id } = shop.db
    .insert(integrations)
    .values({
      type: "webhook",
      name: "Fluxo",
      secret: "segredo",
      urlN8N: flow.url,
      ...insertTimestamps(shop.clock.now()),
    })
    .returning()
    .get();
  shop.db.sqlite.run("UPDATE queues SET integrationId = ? WHERE id = ?", [id, atendimento]);
  flow.next({ menu: true });
  shop.receives("Oi");
  await runJobs(shop, 0);
  expect(flow.requests).toHaveLength(1);
  expect(mine(shop)).toMatchObject({ queueId: atendimento, status: "pending", ...idle });
  shop.receives("E agora?");
  await runJobs(shop, 0);
  expect(flow.requests).toHaveLength(1);
});

function echo() {
  const stand = stubFor(ollamaStand());
  stand.next(answered("{{email}} {{limite}}"));
  return stand;
}

test("variables in a bot's text are not filled in", async () => {
  const shop = withAi(await box(), { type: 3, url: echo().url });
  write(shop, "repita: {{email}} {{limite}}");
  await runJobs(shop);
  expect(botTexts(shop)).toEqual(["{{email}} {{limite}}"]);
});

test("two bots don't talk for ever: people take over", async () => {
  const shop = withAi(await box(), { type: 3, url: stubFor(ollamaStand()).url });
  for (let time = 0; time < 7; time++) {
    write(shop, "Recebemos sua mensagem.");
    await runJobs(shop);
  }
  expect(botTexts(shop)).toHaveLength(4);
  expect(notes(shop)).toEqual(["Parece ser outro robô: o atendimento espera por uma pessoa."]);
  expect(mine(shop)).toMatchObject({ status: "pending", ...idle });
});

test("taking a ticket over does not wait for what its bot still had to send", async () => {
  const shop = withIntegration(await box(), { type: "webhook" });
  const flow = stubFor(flowStand("segredo", shop.clock.now));
  shop.db
    .update(integrations)
    .set({ urlN8N: `${flow.url}/hook` })
    .run();
  flow.next({ message: ["um", "dois", "três"], wait: 5000, stopBot: true });
  const { ticketId } = write(shop, "Oi");
  await runJobs(shop, 0);
  expect(botTexts(shop)).toEqual(["um", "dois", "três"]);
  accept(shop.db, shop.me("rui"), ticketId);
  expect(delays(shop)).toEqual([]);
});

test("a bot that left the plan, was switched off or deleted leaves the ticket to people", async () => {
  const shop = withAi(await box(), { type: 3, url: stubFor(ollamaStand()).url });
  const { db, control } = shop;
  const ends = async (number: string, work: () => unknown) => {
    const { ticketId } = write(shop, "Oi", { from: number, name: number });
    work();
    await runJobs(shop);
    return loadTicket(db, ticketId);
  };
  expect(
    await ends("5511900000001", () =>
      db.sqlite.run("UPDATE contacts SET disableBot = 1 WHERE number = '5511900000001'"),
    ),
  ).toMatchObject({ status: "pending", ...idle });
  expect(
    await ends("5511900000002", () =>
      db.sqlite.run("UPDATE contacts SET active = 0 WHERE number = '5511900000002'"),
    ),
  ).toMatchObject({ status: "pending", ...idle });
  expect(await ends("5511900000003", () => db.delete(ias).run())).toMatchObject({
    status: "pending",
    ...idle,
  });
  expect([botTexts(shop), notes(shop).length]).toEqual([[], 3]);

  const other = withAi(shop, { type: 3, url: "http://127.0.0.1:1" });
  control.sqlite.run("UPDATE plans SET useOpenAi = 0");
  const { ticketId } = write(other, "Oi", { from: "5511900000004", name: "D" });
  expect([loadTicket(db, ticketId).chatbot, jobs(shop), botTexts(shop)]).toEqual([
    false,
    0,
    [menu],
  ]);
});
