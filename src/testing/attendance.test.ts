import { Database } from "bun:sqlite";
import { expect } from "bun:test";
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { usualWeek } from "../modules/hours/fields.ts";
import { flowStand } from "./bots/flow.ts";
import { storedPhoneMessages } from "./stored-phone-messages.ts";
import { claimedFolder } from "./claimed.ts";
import { kills } from "./kills.ts";
import { owner, startBox } from "./running.ts";
import { afterwards, day, hour, minute, second, test, until, type Caller } from "./world.ts";

type Box = Awaited<ReturnType<typeof startBox>>;

const number = "5511988880001";
/** A Monday, ten in the morning in São Paulo. */
const monday = Date.parse("2027-03-01T10:00:00-03:00");

const menu = "Bem-vinda, Bia!\n\n*[ 1 ]* - Atendimento\n*[ 2 ]* - Encomendas";
const again = `Opção inválida, por favor, escolha uma opção válida.\n\n${menu}`;
const root = "O que vai ser?\n\n*[ 1 ]* - Bolos\n*[ 2 ]* - Pães\n*[ # ]* - Menu inicial";
const cakes =
  "Qual bolo?\n\n*[ 1 ]* - Cenoura\n*[ 2 ]* - Chocolate\n*[ 0 ]* - Menu anterior\n*[ # ]* - Menu inicial";
const bread = "Pão é no balcão.";
const counter = "Atendimento, pois não?";
const met = (greeting: string) =>
  `*Mensagem Automática:*\n${greeting} *Bia*, meu nome é *Rui* e agora vou prosseguir com seu atendimento!`;
const moved =
  "*Mensagem automática*:\nVocê foi transferido para o departamento *Atendimento*\naguarde, já vamos te atender!";
const rating =
  "Como fomos?\n\nDigite de 1 à 3 para qualificar nosso atendimento:\n*1* - _Insatisfeito_\n*2* - _Satisfeito_\n*3* - _Muito Satisfeito_";
const [thanks, closed, bye] = [
  "Até logo, Bia!",
  "Estamos fechados.",
  "Encerramos por falta de resposta.",
];

/** A step is killed within so many ms. */
const patience = 60;

/** A bakery whose box is killed and started again, with its clock set by the test. */
async function bakery() {
  const data = await claimedFolder();
  let ahead = monday - Date.now();
  let box: Box;
  const begin = async () =>
    (box = await startBox(data, {
      env: {
        BALCAO_CLOCK_AHEAD: String(ahead),
        BALCAO_CLOCK_EVERY: "1",
        BALCAO_OUTBOUND_ALLOW: "127.0.0.0/8",
      },
    }));
  await begin();
  const token = lasting(
    data,
    (await box!.stranger.post<{ token: string }>("/auth/login", owner)).body.token,
  );
  const rui = (): Caller => box.as(token);
  const done = async <Body>(answer: Promise<{ status: number; body: Body }>) => {
    const { status, body } = await answer;
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body;
  };
  const made = async (path: string, body: object) =>
    (await done(rui().post<{ id: number }>(path, body))).id;
  const service = await made("/queue", {
    name: "Atendimento",
    color: "#0f766e",
    greetingMessage: counter,
  });
  const orders = await made("/queue", {
    name: "Encomendas",
    color: "#b45309",
    greetingMessage: "O que vai ser?",
  });
  await done(
    rui().put(`/queue/${orders}/options`, {
      options: [
        {
          option: "1",
          title: "Bolos",
          message: "Qual bolo?",
          children: [
            { option: "1", title: "Cenoura", message: "", children: [] },
            { option: "2", title: "Chocolate", message: "", children: [] },
          ],
        },
        { option: "2", title: "Pães", message: bread, children: [] },
      ],
    }),
  );
  for (const [key, value] of Object.entries({
    userRating: "enabled",
    sendGreetingAccepted: "enabled",
    sendMsgTransfTicket: "enabled",
    scheduleType: "company",
  }))
    await done(rui().put(`/settings/${key}`, { value }));
  await done(rui().put("/companies/1/schedules", { schedules: usualWeek }));
  const line = await made("/whatsapp", {
    name: "Balcão",
    provider: "practice",
    queueIds: [service, orders],
    greetingMessage: "Bem-vinda, {{firstName}}!",
    outOfHoursMessage: closed,
    ratingMessage: "Como fomos?",
    complationMessage: "Até logo, {{name}}!",
    expiresTicket: 30,
    expiresBotTicket: 20,
    expiresInactiveMessage: bye,
  });
  await done(rui().post(`/practice/${line}/scan`));

  const got = () =>
    storedPhoneMessages(data, number)
      .filter(({ fromShop }) => fromShop === 1)
      .map(({ body }) => body);
  return {
    data,
    line,
    service,
    orders,
    got,
    rui,
    kill: () => box.kill(),
    begin,
    /** The next start has its clock so much (ms) further. */
    move: (ms: number) => void (ahead += ms),
    now: () => Date.now() + ahead,
    made,
    done,
    /** The connection has been up for a minute. */
    settle() {
      using company = new Database(join(data, "companies/1.sqlite"));
      company.run("PRAGMA busy_timeout = 5000");
      company.run("UPDATE connections SET updatedAt = updatedAt - ?", [minute]);
    },
    /** The customer's last ticket. */
    async ticket() {
      const all = await Promise.all(
        ["pending", "open", "closed"].map(
          async (status) =>
            (
              await rui().get<{ tickets: { id: number }[] }>(
                `/tickets?status=${status}&showAll=true`,
              )
            ).body.tickets,
        ),
      );
      return Math.max(...all.flat().map(({ id }) => id));
    },
    /** Rows of the company's own database. */
    rows(query: string) {
      using company = new Database(join(data, "companies/1.sqlite"), { readonly: true });
      return company
        .query(query)
        .values()
        .map((row) => row[0]);
    },
  };
}

/** A token that stays valid when the clock is moved. */
function lasting(data: string, token: string): string {
  const coded = (claims: object) => Buffer.from(JSON.stringify(claims)).toString("base64url");
  const { session } = JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString()) as {
    session: string;
  };
  const text = `${coded({ alg: "HS256", typ: "JWT" })}.${coded({ session, exp: Math.floor((Math.max(monday, Date.now()) + 30 * day) / 1000) })}`;
  const key = readFileSync(join(data, "secrets/session.key")).toString("base64url");
  return `${text}.${createHmac("sha256", key).update(text).digest("base64url")}`;
}

type Bakery = Awaited<ReturnType<typeof bakery>>;

/**
 * One step: a request that can be repeated; what the phone gets then; and how far the clock is
 * moved before the next.
 */
type Step = {
  does: (shop: Bakery, index: number) => Promise<unknown>;
  tells?: string[];
  after?: number;
};

const write = (body: string, tells: string[] = [], after = 0): Step => ({
  does: ({ rui, line }, index) =>
    rui().post(`/practice/${line}/messages`, {
      from: number,
      name: "Bia",
      body,
      id: `passo-${index}`,
    }),
  tells,
  after,
});
const moves = (body: (shop: Bakery) => object, tells: string[] = [], after = 0): Step => ({
  does: async (shop) => shop.rui().put(`/tickets/${await shop.ticket()}`, body(shop)),
  tells,
  after,
});
const accepts = (greeting: string, after = 0) =>
  moves(() => ({ status: "open" }), [met(greeting)], after);
const resolves = (after: number) => moves(() => ({ status: "closed" }), [rating], after);
const answers = (body: string, after = 0): Step => ({
  does: async (shop, index) =>
    shop.rui().post(`/messages/${await shop.ticket()}`, { body, clientId: `resposta-${index}` }),
  tells: [body],
  after,
});
const waits = (tells: string[], after = 0): Step => ({
  does: async (shop) => shop.settle(),
  tells,
  after,
});

/** Messages that can be undone are sent so much (ms) later. */
const over = 10 * second;

/**
 * Goes through the steps, and checks at each that the phone got all of it, each once and in order.
 * The box is killed at so many of them, spread evenly.
 */
async function walk(shop: Bakery, steps: Step[], killed = 0) {
  const received: string[] = [];
  let interrupted = 0;
  for (const [index, { does, tells = [], after = 0 }] of steps.entries()) {
    const killsBefore = (count: number) => Math.floor((count * killed) / steps.length);
    const isKilled = killsBefore(index + 1) > killsBefore(index);
    if (isKilled) {
      // Killed before its outcome is known, then repeated.
      const request = does(shop, index).then(
        () => 0,
        () => 1,
      );
      await Bun.sleep(Math.random() * patience);
      await shop.kill();
      interrupted += await request;
      await shop.begin();
    }
    await does(shop, index);
    const isLater = tells.includes(rating) || tells.includes(moved);
    if (isLater) {
      expect([index, shop.got()]).toEqual([index, received]);
      await revive(shop, over);
    }
    received.push(...tells);
    await until(() => shop.got().length >= received.length, 15_000).catch(() => {});
    expect([index, shop.got()]).toEqual([index, received]);
    if (after !== 0 || (isKilled && index === steps.length - 1)) {
      // Killed before it noted the delivery, the box would send again by the moved clock.
      await until(() => shop.rows("SELECT messageId FROM outbox").length === 0);
      await revive(shop, after);
    }
  }
  await until(() => shop.rows("SELECT messageId FROM outbox").length === 0);
  expect(shop.got()).toEqual(received);
  return interrupted;
}

/** Kills the box and starts it again with its clock moved. */
async function revive(shop: Bakery, ms: number) {
  await shop.kill();
  shop.move(ms);
  await shop.begin();
}

test("a customer goes from the menu to the rating and the close, and gets each message once, however often the box is killed", async () => {
  const shop = await bakery();
  const steps = [
    write("Oi", [menu]),
    write("x", [again]),
    write("2", [root]),
    write("1", [cakes]),
    write("0", [root]),
    write("2", [bread]),
    accepts("Bom dia"),
    answers("Sai às onze."),
    moves(({ service }) => ({ queueId: service }), [moved]),
    write("Certo"),
    accepts("Bom dia"),
    resolves(0),
    write("3", [thanks]),
    write("Mais uma coisa"),
    write("#", [menu], 21 * minute),
    waits([bye]),
  ];
  const killed = kills(steps.length);
  const interrupted = await walk(shop, steps, killed);
  // Three kills may all come too late or too early.
  if (killed === steps.length) expect(interrupted).toBeGreaterThan(4);
  const inbound = shop.rows("SELECT body FROM messages WHERE fromMe = 0 ORDER BY id");
  expect(inbound).toEqual(["Oi", "x", "2", "1", "0", "2", "Certo", "3", "Mais uma coisa", "#"]);
  expect(shop.rows("SELECT rate FROM userRatings")).toEqual([3]);
  expect(shop.rows("SELECT status FROM tickets")).toEqual(["closed"]);
  expect([
    shop.rows("SELECT messageId FROM outbox"),
    shop.rows("SELECT id FROM jobs"),
    shop.rows("SELECT ticketId FROM ratingRequests"),
  ]).toEqual([[], [], []]);
}, 90_000);

test("the bot follows the clock, wherever it is set: closed at night, once a night, no rating after a day, closed when inactive", async () => {
  const shop = await bakery();
  const steps = [
    write("Oi", [menu], 12 * hour), // 22:00
    write("Alô?", [closed, menu], -hour), // 21:00
    write("Tem alguém?", [], 11.5 * hour), // Tuesday, 08:30
    write("2", [root], hour),
    write("1", [cakes], -0.5 * hour),
    write("9", [cakes], 15 * minute),
    write("2", ["Chocolate"]),
    accepts("Bom dia", -10 * minute),
    answers("Anotado!", 20 * minute),
    resolves(25 * hour),
    write("3", [menu]), // Wednesday
    write("1", [counter]),
    accepts("Bom dia"),
    answers("Pois não?", 31 * minute),
    waits([bye], -20 * minute),
    write("Voltei"),
    accepts("Bom dia", 4 * hour),
    answers("Que bom!"),
    resolves(23 * hour),
    write("2", [thanks], 3 * day), // Sunday
    write("Oi de novo", [closed, menu], -2 * hour),
    write("Oi?"),
  ];
  await walk(shop, steps);
  expect(shop.rows("SELECT rate FROM userRatings")).toEqual([2]);
  expect(shop.rows("SELECT count(*) FROM tickets")).toEqual([3]);
}, 90_000);

test("killed while a flow is asked or has just answered, the box asks again under the same key, and the customer gets each answer once", async () => {
  const shop = await bakery();
  const flow = flowStand("segredo", shop.now);
  afterwards(() => flow.stop());
  flow.next(
    ...Array.from({ length: 60 }, () => async ({ body }: (typeof flow.requests)[number]) => {
      await Bun.sleep(10 + Math.random() * 20);
      return { message: [`ouvi ${body.message.body}`, `e mais: ${body.message.body}`] };
    }),
  );
  const integrationId = await shop.made("/queueIntegration", {
    type: "webhook",
    name: "Fluxo",
    urlN8N: flow.url,
    secret: "segredo",
  });
  await shop.done(shop.rui().put(`/whatsapp/${shop.line}`, { integrationId }));
  const received: string[] = [];
  const turns = kills(6);
  for (let index = 0; index < turns; index++) {
    const say = () => write(`pergunta ${index}`).does(shop, index);
    const before = flow.requests.length;
    const request = say().catch(() => {});
    if (index % 2 === 0) await Bun.sleep(Math.random() * 60);
    else await until(() => flow.requests.length > before);
    await shop.kill();
    await request;
    await shop.begin();
    await say();
    received.push(`ouvi pergunta ${index}`, `e mais: pergunta ${index}`);
    await until(() => shop.got().length >= received.length, 15_000).catch(() => {});
    expect(shop.got()).toEqual(received);
  }
  expect(flow.wrong).toEqual([]);
  const keys = new Map(flow.requests.map(({ key, body }) => [key, body.message.body]));
  expect([...keys.values()]).toEqual(
    Array.from({ length: turns }, (_, index) => `pergunta ${index}`),
  );
  // Otherwise the box was never killed at the right moment.
  expect(flow.requests.length).toBeGreaterThan(turns);
  expect(shop.rows("SELECT id FROM jobs")).toEqual([]);
}, 90_000);
