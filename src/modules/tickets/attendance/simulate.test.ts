import { expect } from "bun:test";
import { eq } from "drizzle-orm";
import {
  emptyMemory,
  type Effect,
  type Event,
  type Rule,
  type State,
} from "../../../attendance/state.ts";
import {
  atendimento,
  bia,
  box,
  encomendas,
  fabrica,
  test,
  world,
  type Caller,
} from "../../../testing/world.ts";
import { connections } from "../../connections/table.ts";
import { usualWeek } from "../../hours/fields.ts";
import * as settings from "../../settings/settings.ts";

type Answer = { state: State; effects: Effect[]; rules: Rule[]; at: string };

const receives = (text: string, fresh = false): Event => ({
  type: "messageReceived",
  text,
  kind: "chat",
  fresh,
});
const noon = "2026-11-20T12:00:00-03:00";
const sunday = "2026-11-22T12:00:00-03:00";

const option = (
  id: number,
  parentId: number | null,
  answer: string,
  title: string,
  message = "",
) => ({ id, parentId, option: answer, title, message });
/** A queue as a form has it, before it is saved. */
const draft = {
  id: encomendas,
  name: "Bolos e pães",
  greetingMessage: "Oi, {{firstName}}!",
  outOfHoursMessage: "Só de segunda a sábado, {{name}}.",
  schedules: usualWeek,
  options: [
    option(-1, null, "1", "Bolos", "Qual?"),
    option(-2, -1, "1", "Cenoura", "R$ 30."),
    option(-3, -1, "2", "Milho"),
    option(-4, null, "2", "Pães"),
  ],
};

/** Talks with an unsaved configuration, passing its state back and forth. */
function talking(rui: Caller, common: object) {
  let state: State | null = null;
  return async (event: Event | string, more: object = {}) => {
    const { status, body } = await rui.post<Answer>("/queue/simulate", {
      whatsappId: fabrica,
      queues: [draft],
      contact: { name: "Bia Souza" },
      at: noon,
      ...common,
      ...more,
      state,
      event: typeof event === "string" ? receives(event, state === null) : event,
    });
    expect(status).toBe(200);
    state = body.state;
    return [
      body.effects.map((effect) => (effect.do === "say" ? effect.text : effect.do)),
      body.rules,
    ];
  };
}

test("an unsaved configuration can be tried: menu, options, hours and closing, each with its rules", async () => {
  const shop = await box();
  shop.db
    .update(connections)
    .set({ greetingMessage: "{{greeting}}, {{name}}!", complationMessage: "Até logo!" })
    .where(eq(connections.id, fabrica))
    .run();
  const say = talking(shop.as("rui"), { settings: { scheduleType: "queue", userRating: true } });
  const menu = "Boa tarde, Bia Souza!\n\n*[ 1 ]* - Atendimento\n*[ 2 ]* - Bolos e pães";
  const root = "Oi, Bia!\n\n*[ 1 ]* - Bolos\n*[ 2 ]* - Pães\n*[ # ]* - Menu inicial";
  const cakes =
    "Qual?\n\n*[ 1 ]* - Cenoura\n*[ 2 ]* - Milho\n*[ 0 ]* - Menu anterior\n*[ # ]* - Menu inicial";
  expect(await say("Oi")).toEqual([[menu], ["menuShown"]]);
  expect(await say("9")).toEqual([
    [`Opção inválida, por favor, escolha uma opção válida.\n\n${menu}`],
    ["menuAgain"],
  ]);
  expect(await say("bolos")).toEqual([[root], ["queueChosen", "treeLevel"]]);
  expect(await say("1")).toEqual([[cakes], ["treeLevel"]]);
  expect(await say("0")).toEqual([[root], ["treeBack"]]);
  expect(await say("?")).toEqual([[root], ["treeAgain"]]);
  expect(await say("1", { at: sunday })).toEqual([
    ["Só de segunda a sábado, Bia Souza."],
    ["queueClosedTold"],
  ]);
  expect(await say("1", { at: sunday })).toEqual([[], ["queueClosedKnown"]]);
  expect(await say("1", { at: "2026-11-23T12:00:00-03:00" })).toEqual([[cakes], ["treeLevel"]]);
  expect(await say("2")).toEqual([["Milho"], ["treeLeaf"]]);
  expect(await say("Obrigada")).toEqual([[], ["waits"]]);
  expect(await say("#")).toEqual([[menu], ["toMenu", "menuShown"]]);
  expect(await say("2", { at: sunday })).toEqual([[], ["queueChosen", "queueClosedKnown"]]);
  expect(await say({ type: "reassigned" })).toEqual([[], ["human"]]);
  const [effects, rules] = await say({ type: "closed", silent: false, attended: true });
  expect([effects!.length, effects!.at(-1), rules]).toEqual([2, "askRating", ["ratingAsked"]]);
});

test("hours, connection and settings count as they are in the form", async () => {
  const shop = await box();
  const rui = shop.as("rui");
  await rui.put("/companies/1/schedules", { schedules: usualWeek });
  const say = (common: object) => talking(rui, common)("Oi");
  expect(
    await say({
      settings: { scheduleType: "company" },
      connection: { outOfHoursMessage: "Fechado, {{firstName}}." },
      at: sunday,
    }),
  ).toEqual([
    ["Fechado, Bia.", "*[ 1 ]* - Atendimento\n*[ 2 ]* - Bolos e pães"],
    ["closedTold", "menuShown"],
  ]);
  expect(
    await say({
      settings: { scheduleType: "company" },
      connection: { outOfHoursMessage: "", defaultQueueId: atendimento },
      at: sunday,
    }),
  ).toMatchObject([[expect.any(String)], ["closedKnown", "menuShown", "defaultQueue"]]);
  expect(await say({ settings: { disableBot: true } })).toEqual([[], ["botOff"]]);
  expect(await say({ connection: { integrationId: 7 } })).toEqual([["integrate"], ["integration"]]);
  expect(await say({ connection: { promptId: 7 } })).toEqual([["prompt"], ["prompt"]]);
  expect(await say({ queues: [{ ...draft, id: 0, name: "Nova" }] })).toEqual([
    ["*[ 1 ]* - Atendimento\n*[ 2 ]* - Encomendas\n*[ 3 ]* - Nova"],
    ["menuShown"],
  ]);
});

test("saved values count where the form says nothing", async () => {
  const shop = await box();
  settings.write(shop.db, "sendGreetingMessageOneQueues", "enabled");
  shop.db
    .update(connections)
    .set({ greetingMessage: "Oi da {{connection}}, aqui é {{name_company}}!", isDefault: true })
    .where(eq(connections.id, 1))
    .run();
  const { body } = await shop
    .as("rui")
    .post<Answer>("/queue/simulate", { event: receives("Oi", true) });
  expect(body).toMatchObject({
    effects: [{ do: "say", text: "Oi da Balcão, aqui é Padaria Pão Quente!" }],
    rules: ["greeted", "onlyQueue"],
    state: { queueId: atendimento, status: "pending" },
    at: new Date(shop.clock.now()).toISOString(),
  });
});

test("nothing is stored, emitted or sent", async () => {
  const shop = await box();
  shop.receives("Oi", { on: fabrica });
  const rows = () =>
    (
      shop.db.sqlite
        .query("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%fts%'")
        .all() as { name: string }[]
    ).map(({ name }) => [
      name,
      shop.db.sqlite.query(`SELECT count(*) AS count FROM "${name}"`).get(),
    ]);
  const [before, eventCount] = [rows(), shop.events.length];
  const rui = shop.as("rui");
  const say = talking(rui, { settings: { userRating: true } });
  for (const body of ["Oi", "2", "1", "2", "#"]) await say(body);
  await say({ type: "closed", silent: false, attended: true });
  await rui.post("/queue/simulate", {
    whatsappId: fabrica,
    connection: { integrationId: 1, promptId: null },
    event: receives("Oi", true),
  });
  expect(rows()).toEqual(before);
  expect(shop.events).toHaveLength(eventCount);
  expect(shop.ticketOf(bia.id)).toHaveLength(1);
});

test("only users who may change queues simulate them", async () => {
  const shop = await box();
  const ask = { event: receives("Oi", true) };
  expect((await shop.stranger.post("/queue/simulate", ask)).status).toBe(401);
  for (const who of ["ana", "lia"] as const)
    expect((await shop.as(who).post("/queue/simulate", ask)).status).toBe(403);
});

test("invalid input is refused, and unusual input breaks nothing", async () => {
  const shop = await box();
  const rui = shop.as("rui");
  const state: State = {
    status: "pending",
    isGroup: false,
    disableBot: false,
    queueId: null,
    userId: null,
    chatbot: false,
    queueOptionId: null,
    useIntegration: false,
    integrationId: null,
    promptId: null,
    memory: emptyMemory,
  };
  const send = async (more: object) =>
    (await rui.post("/queue/simulate", { whatsappId: fabrica, event: receives("1"), ...more }))
      .status;
  const junk: object[] = [
    { event: undefined },
    { event: { type: "exploded" } },
    { event: { type: "messageReceived" } },
    { event: receives("x".repeat(4001)) },
    { state: 7 },
    { state: {} },
    { state: { ...state, status: "lost" } },
    { state: { ...state, memory: null } },
    { state: { ...state, memory: { ...emptyMemory, toldClosed: { company: "x" } } } },
    { state: { ...state, queueId: "x" } },
    { at: "ontem" },
    { at: 5 },
    { queues: [{ id: 1 }] },
    {
      queues: [
        { ...draft, schedules: [{ weekdayEn: "monday", startTime: "25:00", endTime: "26:00" }] },
      ],
    },
    { queues: Array.from({ length: 51 }, () => draft) },
    { settings: { scheduleType: "sometimes" } },
    { connection: { maxUseBotQueues: -1 } },
    { whatsappId: 99 },
    { whatsappId: "x" },
  ];
  for (const more of junk) expect([more, await send(more)]).toEqual([more, 422]);

  const strange: object[] = [
    { state: { ...state, queueId: 99, chatbot: true, queueOptionId: 99 } },
    {
      state: {
        ...state,
        memory: {
          ...emptyMemory,
          asked: -5,
          askedAt: 1e300,
          misses: 1e300,
          toldClosed: { company: -1, __proto__: 3 },
        },
      },
    },
    { state: { ...state, useIntegration: true } },
    {
      queues: [
        {
          ...draft,
          options: [option(1, 2, "1", "Um"), option(2, 1, "1", "Dois"), option(3, 3, "2", "Três")],
        },
      ],
      state: { ...state, queueId: encomendas, chatbot: true, queueOptionId: 1 },
    },
    { queues: [{ ...draft, schedules: [] }] },
    { at: "0001-01-01T00:00:00Z", settings: { scheduleType: "company" } },
    { at: "9999-12-31T23:59:59Z", settings: { scheduleType: "company" } },
    { event: receives("\u0000\ud800{{name}}", true), contact: { name: "{{name}}" } },
  ];
  for (const more of strange) expect([more, await send(more)]).toEqual([more, 200]);
});

test("without a connection nothing can be simulated", async () => {
  const shop = await box(world());
  shop.db.sqlite.run("DELETE FROM connectionQueues");
  shop.db.sqlite.run("DELETE FROM connections");
  expect(await shop.as("rui").post("/queue/simulate", { event: receives("Oi") })).toMatchObject({
    status: 422,
    body: { error: "ERR_NO_DEF_WAPP_FOUND", fields: { whatsappId: "required" } },
  });
});
