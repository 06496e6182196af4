import { describe, expect, test } from "bun:test";
import { step } from "./attendance.ts";
import { emptyMemory, type Effect, type Event, type Memory, type Rule, type State } from "./state.ts";
import type { Config, ConnectionRules, Option, QueueRules } from "./config.ts";
import type { Week } from "../shared/hours.ts";

/** A day in November 2026, by the shop's clock: `at("23T12:00")`. The 23rd is a Monday. */
const at = (when: string) => Date.parse(`2026-11-${when}-03:00`);
const noon = at("23T12:00");
const night = at("23T22:00");
const nextNight = at("24T22:00");
const [evening, saturday] = [at("23T18:00"), at("21T12:00")];

// The desk: a bakery with three queues.
const week: Week = [
  ...["monday", "tuesday", "wednesday", "thursday", "friday"].map((weekdayEn) => ({ weekdayEn, startTime: "08:00", endTime: "18:00" })),
  { weekdayEn: "saturday", startTime: "08:00", endTime: "12:00" },
  { weekdayEn: "sunday", startTime: "00:00", endTime: "00:00" },
];
const queue = (id: number, name: string, changes: Partial<QueueRules> = {}): QueueRules =>
  ({ id, name, greetingMessage: `Sobre ${name}?`, outOfHoursMessage: `${name} está fechado.`, week, integrationId: null, promptId: null, options: [], ...changes });
const [orders, deliveries, money] = [queue(1, "Encomendas"), queue(2, "Entregas"), queue(3, "Finanças")];

type Changes = Partial<Omit<Config, "settings" | "connection">> & Partial<Config["settings"]> & Partial<ConnectionRules>;
const desk = (changes: Changes = {}): Config => {
  const { timezone = "America/Sao_Paulo", holidays = [], week: hours = week, queues = [orders, deliveries, money], endings = [], ...rest } = changes;
  const { scheduleType = "disabled", disableBot = false, sendGreetingMessageOneQueues = false, userRating = false, ...connection } = rest;
  return frozen({
    timezone, holidays, week: hours, queues, endings,
    settings: { scheduleType, disableBot, sendGreetingMessageOneQueues, userRating },
    connection: {
      greetingMessage: "Oi, é a Padaria!", outOfHoursMessage: "Estamos fechados.", ratingMessage: "Como fomos?", complationMessage: "Até logo!", expiresInactiveMessage: "Ainda aí?",
      maxUseBotQueues: 3, timeUseBotQueues: 0, expiresTicket: 0, timeToTransfer: 0, transferQueueId: null, defaultQueueId: null, integrationId: null, promptId: null, ...connection,
    },
  });
};

const menu = "Oi, é a Padaria!\n\n*[ 1 ]* - Encomendas\n*[ 2 ]* - Entregas\n*[ 3 ]* - Finanças";
const invalid = "Opção inválida, por favor, escolha uma opção válida.";
const menuAgain = `${invalid}\n\n${menu}`;
const toMenu = "\n\n*[ # ]* - Voltar ao Menu Principal";

// The tree of its orders: 11 Bolos (111 Cenoura, 112 Chocolate), 12 Pães, 13 Festas (131 Orçamento (1311 Até 20, 1312 Mais)).
const option = (id: number, parentId: number | null, answer: string, title: string, message = "", mediaId: number | null = null): Option => ({ id, parentId, option: answer, title, message, mediaId });
const options = [
  option(13, null, "3", "Festas"), option(12, null, "2", "Pães", "Pão é no balcão."), option(11, null, "1", "Bolos", "Qual bolo?", 70),
  option(111, 11, "1", "Cenoura", "R$ 30.", 71), option(112, 11, "2", "Chocolate"),
  option(131, 13, "1", "Orçamento", "Para quantos?"), option(1311, 131, "1", "Até 20", "Um bolo basta."), option(1312, 131, "2", "Mais", "Ligamos já."),
];
const planted = queue(1, "Encomendas", { options });
const ways = "\n*[ 0 ]* - Menu anterior\n*[ # ]* - Menu inicial";
const root = "Sobre Encomendas?\n\n*[ 1 ]* - Bolos\n*[ 2 ]* - Pães\n*[ 3 ]* - Festas\n*[ # ]* - Menu inicial";
const cakes: Effect = { do: "say", text: `Qual bolo?\n\n*[ 1 ]* - Cenoura\n*[ 2 ]* - Chocolate${ways}`, mediaId: 70 };
const parties = `Festas\n\n*[ 1 ]* - Orçamento${ways}`;
const budget = `Para quantos?\n\n*[ 1 ]* - Até 20\n*[ 2 ]* - Mais${ways}`;

// Desks that differ from it.
const bakery = desk();
const kiosk = desk({ queues: [] });
const stall = desk({ queues: [orders] });
const grove = desk({ queues: [planted, deliveries, money] });
const lone = desk({ queues: [planted] });
const daily = desk({ scheduleType: "company" });
const staggered = desk({ scheduleType: "queue", queues: [planted, deliveries, queue(3, "Finanças", { week: [] })] });
const dailyStall = desk({ scheduleType: "company", queues: [orders] });
const withDefault = desk({ defaultQueueId: 2 });
const dailySteered = desk({ scheduleType: "company", defaultQueueId: 2 });
const stallByDay = desk({ scheduleType: "queue", queues: [planted] });
const resting = desk({ timeUseBotQueues: 20 });
const rated = desk({ userRating: true });
const clever = desk({ promptId: 8 });
const wired = desk({ integrationId: 9 });

// Tickets: what stands in them, and what an event changes.
type Change = Partial<Omit<State, "memory">> & { memory?: Partial<Memory> };
const changed = (state: State, { memory, ...change }: Change): State => ({ ...state, ...change, memory: { ...state.memory, ...memory } });
const ticket = (change: Change = {}): State =>
  frozen(changed({ status: "pending", isGroup: false, disableBot: false, queueId: null, userId: null, chatbot: false, queueOptionId: null, useIntegration: false, integrationId: null, promptId: null, memory: emptyMemory }, change));
const bare = ticket();
const group = ticket({ isGroup: true });
const served = ticket({ status: "open", userId: 5 });
const botless = ticket({ disableBot: true });
const waiting = ticket({ queueId: 1 });
const asked = (times = 1, memory: Partial<Memory> = {}): State => ticket({ memory: { asked: times, askedAt: noon, ...memory } });
const standing = (queueOptionId: number | null, memory: Partial<Memory> = {}): State => ticket({ queueId: 1, chatbot: true, queueOptionId, memory: { askedAt: noon, ...memory } });
const talking = ticket({ chatbot: true, promptId: 8 });
const relayed = ticket({ chatbot: true, useIntegration: true, integrationId: 9 });
const over = ticket({ memory: { over: true } });
const told = (toldClosed: Memory["toldClosed"]) => ticket({ memory: { toldClosed } });

/** Told that it is closed, and asked the menu, that evening at ten. */
const askedAtNight = (change: Change = {}): State => changed(ticket({ memory: { asked: 1, askedAt: night, toldClosed: { company: evening } } }), change);

const silence: Effect[] = [];
const nothing: Change = {};
const idle: Change = { chatbot: false, queueOptionId: null, useIntegration: false, integrationId: null, promptId: null };
const shown = (times: number, now = noon, memory: Partial<Memory> = {}): Change => ({ memory: { asked: times, askedAt: now, ...memory } });
const into = (queueId: number, change: Change = {}): Change => ({ queueId, status: "pending", ...change, memory: { asked: 0, misses: 0, ...change.memory } });
/** Told so, and asked the menu. */
const toldAndAsked = (since: number, now: number, change: Change = {}): Change => ({ ...change, memory: { toldClosed: { company: since }, asked: 1, askedAt: now, ...change.memory } });
const noted = (queue: string) => `Anotado: *${queue}*. Responderemos assim que abrirmos.${toMenu}`;
const knows = (toldClosed: Memory["toldClosed"], memory: Partial<Memory> = {}): Change => ({ memory: { toldClosed, ...memory } });

// Events, and what is done.
const hears = (text: string, kind: (Event & { type: "heard" })["kind"] = "chat"): Event => ({ type: "heard", text, kind, fresh: false });
const begins = (text: string): Event => ({ type: "heard", text, kind: "chat", fresh: true });
const spoke: Event = { type: "spoke" };
const moved: Event = { type: "moved" };
const ends = ({ silent = false, attended = true } = {}): Event => ({ type: "closed", silent, attended });
const asks = (promptId: number, first = false): Effect => ({ do: "prompt", promptId, begins: first });
const relays = (integrationId: number, first = false): Effect => ({ do: "integrate", integrationId, begins: first });

type Case = [story: string, desk: Config, ticket: State, event: Event, effects: (string | Effect)[], change: Change, rules: string, now?: number];
const table: Record<string, Case[]> = {
  "who is answered at all": [
    ["a group gets no menu", bakery, group, begins("Oi"), silence, nothing, "group"],
    ["nor by asking for it", bakery, group, hears("#"), silence, nothing, "group"],
    ["nor an AI", clever, group, hears("Oi"), silence, nothing, "group"],
    ["nor word of the hours", daily, group, hears("Oi"), silence, nothing, "group", night],
    ["a group is not closed to by its queue either", staggered, ticket({ isGroup: true, queueId: 2 }), hears("Oi"), silence, nothing, "group", night],
    ["who is served hears no bot", bakery, served, hears("Oi"), silence, nothing, "attended"],
    ["BUG: # takes no ticket from who serves it", bakery, served, hears("#"), silence, nothing, "attended"],
    ["BUG: who is served is not told that we are closed", daily, served, hears("Oi"), silence, nothing, "attended", night],
    ["nor that the queue is", staggered, ticket({ status: "open", userId: 5, queueId: 2 }), hears("Oi"), silence, nothing, "attended", night],
    ["nor walks the tree", grove, ticket({ status: "open", userId: 5, queueId: 1, chatbot: true }), hears("1"), silence, nothing, "attended"],
    ["nor reaches the AI", clever, ticket({ status: "open", userId: 5, promptId: 8 }), hears("Oi"), silence, nothing, "attended"],
    ["one who is kept when the ticket comes back serves it", bakery, ticket({ userId: 5, memory: { asked: 3 } }), begins("Oi"), silence, { memory: emptyMemory }, "attended"],
    ["the company can do without a bot", desk({ disableBot: true }), bare, begins("Oi"), silence, nothing, "botOff"],
    ["without one, # is a word", desk({ disableBot: true }), waiting, hears("#"), silence, nothing, "botOff"],
    ["without one, nobody says that it is closed", desk({ disableBot: true, scheduleType: "company" }), bare, hears("Oi"), silence, nothing, "botOff", night],
    ["without one, no tree goes on", desk({ disableBot: true, queues: [planted] }), standing(11), hears("1"), silence, nothing, "botOff"],
    ["without one, no AI goes on", desk({ disableBot: true }), talking, hears("Oi"), silence, nothing, "botOff"],
    ["a contact can do without a bot", bakery, botless, begins("Oi"), silence, nothing, "botOff"],
    ["and without a greeting", kiosk, botless, begins("Oi"), silence, nothing, "botOff"],
    ["and without an integration", wired, botless, begins("Oi"), silence, nothing, "botOff"],
    ["and without word of a queue's hours", staggered, ticket({ disableBot: true, queueId: 2 }), hears("Oi"), silence, nothing, "botOff", night],
    ["a call is no answer to the menu", bakery, asked(), hears("", "call_log"), silence, nothing, "waits"],
    ["nor a beginning", bakery, bare, hears("", "call_log"), silence, nothing, "waits"],
    ["nor a question about the hours", daily, bare, hears("", "call_log"), silence, nothing, "waits", night],
  ],

  "people": [
    ["BUG: a word from the shop's phone ends the menu", bakery, asked(2), spoke, silence, { memory: { over: true } }, "human"],
    ["and the tree", grove, standing(11), spoke, silence, { ...idle, memory: { over: true } }, "human"],
    ["and the integration", wired, relayed, spoke, silence, { ...idle, memory: { over: true } }, "human"],
    ["and the AI", clever, talking, spoke, silence, { ...idle, memory: { over: true } }, "human"],
    ["in groups too", bakery, group, spoke, silence, { memory: { over: true } }, "human"],
    ["and for who wants no bot", grove, ticket({ disableBot: true, queueId: 1, chatbot: true }), spoke, silence, { ...idle, memory: { over: true } }, "human"],
    ["at night nothing is told to who writes", daily, bare, spoke, silence, { memory: { over: true } }, "human", night],
    ["taking it ends the tree", grove, ticket({ status: "open", userId: 5, queueId: 1, chatbot: true, queueOptionId: 11 }), moved, silence, { ...idle, memory: { over: true } }, "human"],
    ["giving it back begins nothing", bakery, waiting, moved, silence, { memory: { over: true } }, "human"],
    ["the clock moves it to a queue, whose tree is not begun", grove, waiting, moved, silence, { memory: { over: true } }, "human"],
    ["nor by the customer's next word", grove, ticket({ queueId: 1, memory: { over: true } }), hears("1"), silence, nothing, "waits"],
    ["BUG: after people, an answer is no wrong choice", bakery, asked(1, { over: true }), hears("Obrigada!"), silence, nothing, "human"],
    ["nor is it a right one", bakery, asked(1, { over: true }), hears("1"), silence, nothing, "human"],
    ["after people, no greeting", kiosk, over, hears("Oi"), silence, nothing, "human"],
    ["no AI", clever, over, hears("Oi"), silence, nothing, "human"],
    ["no integration", wired, over, hears("Oi"), silence, nothing, "human"],
    ["no only queue", stall, over, hears("Oi"), silence, nothing, "human"],
    ["who waits hears at night that we are closed", daily, over, hears("Alô?"), ["Estamos fechados."], knows({ company: at("23T18:00") }), "closedTold", night],
    ["who asks for the menu gets it", bakery, over, hears("#"), [menu], shown(1, noon, { over: false }), "toMenu menuShown"],
    ["a new attendance is the bot's again", bakery, asked(3, { over: true, misses: 4, greeted: true }), begins("Oi"), [menu], shown(1, noon, { misses: 0, greeted: false, over: false }), "menuShown"],
  ],

  "a connection without queues": [
    ["greets", kiosk, bare, begins("Oi"), ["Oi, é a Padaria!"], { memory: { greeted: true } }, "greeted"],
    ["once", kiosk, ticket({ memory: { greeted: true } }), hears("Tem pão?"), silence, nothing, "waits"],
    ["and again in the next attendance", kiosk, ticket({ memory: { greeted: true } }), begins("Oi"), ["Oi, é a Padaria!"], nothing, "greeted"],
    ["if it has a greeting", desk({ queues: [], greetingMessage: " \n" }), bare, begins("Oi"), silence, nothing, "waits"],
    ["greets a picture too", kiosk, bare, hears("", "image"), ["Oi, é a Padaria!"], { memory: { greeted: true } }, "greeted"],
    ["has no menu to go back to", kiosk, ticket({ memory: { greeted: true } }), hears("#"), silence, nothing, "waits"],
    ["leaves variables to who says it", desk({ queues: [], greetingMessage: "{{ms}}, {{name}}! {{" }), bare, begins("Oi"), ["{{ms}}, {{name}}! {{"], { memory: { greeted: true } }, "greeted"],
  ],

  "the menu": [
    ["answers the first word", bakery, bare, begins("Oi"), [menu], shown(1), "menuShown"],
    ["even where that is a choice", bakery, bare, begins("1"), [menu], shown(1), "menuShown"],
    ["answers a picture", bakery, bare, hears("", "image"), [menu], shown(1), "menuShown"],
    ["numbers the queues in their order", desk({ queues: [money, orders] }), bare, begins("Oi"), ["Oi, é a Padaria!\n\n*[ 1 ]* - Finanças\n*[ 2 ]* - Encomendas"], shown(1), "menuShown"],
    ["stands without a greeting", desk({ greetingMessage: "", queues: [money, orders] }), bare, begins("Oi"), ["*[ 1 ]* - Finanças\n*[ 2 ]* - Encomendas"], shown(1), "menuShown"],
    ["takes a number", bakery, asked(), hears("2"), ["Sobre Entregas?"], into(2), "queueChosen"],
    ["by the order, not the id", desk({ queues: [money, orders] }), asked(), hears("1"), ["Sobre Finanças?"], into(3), "queueChosen"],
    ["takes an emoji digit", bakery, asked(), hears("3️⃣"), ["Sobre Finanças?"], into(3), "queueChosen"],
    ["takes what it wrote itself", bakery, asked(), hears("*[ 1 ]*"), ["Sobre Encomendas?"], into(1), "queueChosen"],
    ["takes a number with a dot", bakery, asked(), hears(" 1. "), ["Sobre Encomendas?"], into(1), "queueChosen"],
    ["takes a number with a bracket", bakery, asked(), hears("1)"), ["Sobre Encomendas?"], into(1), "queueChosen"],
    ["takes a name", bakery, asked(), hears("Finanças"), ["Sobre Finanças?"], into(3), "queueChosen"],
    ["without its accents and capitals", bakery, asked(), hears("FINANCAS"), ["Sobre Finanças?"], into(3), "queueChosen"],
    ["takes a beginning that is one queue's", bakery, asked(), hears("enc"), ["Sobre Encomendas?"], into(1), "queueChosen"],
    ["not one that is two queues'", bakery, asked(), hears("en"), [menuAgain], shown(2, noon, { misses: 1 }), "menuAgain"],
    ["not a number that isn't there", bakery, asked(), hears("4"), [menuAgain], shown(2, noon, { misses: 1 }), "menuAgain"],
    ["nor nought", bakery, asked(), hears("0"), [menuAgain], shown(2, noon, { misses: 1 }), "menuAgain"],
    ["nor a sticker", bakery, asked(), hears("", "sticker"), [menuAgain], shown(2, noon, { misses: 1 }), "menuAgain"],
    ["nor a sentence", bakery, asked(), hears("Quero finanças"), [menuAgain], shown(2, noon, { misses: 1 }), "menuAgain"],
    ["BUG: counts how often it is said", bakery, asked(2, { misses: 1 }), hears("?"), [menuAgain], shown(3, noon, { misses: 2 }), "menuAgain"],
    ["falls silent when that is enough", bakery, asked(3, { misses: 2 }), hears("?"), silence, { memory: { misses: 3 } }, "menuGivenUp"],
    ["and stays so, without a queue", bakery, asked(3, { misses: 9 }), hears("?"), silence, { memory: { misses: 10 } }, "menuGivenUp"],
    ["but still takes a choice", bakery, asked(3, { misses: 9 }), hears("1"), ["Sobre Encomendas?"], into(1), "queueChosen"],
    ["once only, if set so", desk({ maxUseBotQueues: 1 }), asked(1), hears("?"), silence, { memory: { misses: 1 } }, "menuGivenUp"],
    ["for ever, if set so", desk({ maxUseBotQueues: 0 }), asked(99, { misses: 98 }), hears("?"), [menuAgain], shown(100, noon, { misses: 99 }), "menuAgain"],
    ["begins anew in a new attendance", bakery, asked(3, { misses: 9 }), begins("?"), [menu], shown(1, noon, { misses: 0, greeted: false, over: false }), "menuShown"],
    ["a choice wipes the count", bakery, asked(3, { misses: 2 }), hears("1"), ["Sobre Encomendas?"], into(1), "queueChosen"],
    ["whoever had left it to nobody, it waits in its queue", bakery, ticket({ status: "open", memory: { asked: 1, askedAt: noon } }), hears("2"), ["Sobre Entregas?"], into(2), "queueChosen"],
    ["a queue without a greeting says nothing", desk({ queues: [queue(1, "A", { greetingMessage: " " }), money] }), asked(), hears("1"), silence, into(1), "queueChosen"],
    ["a queue with a tree goes on with that", grove, asked(), hears("1"), [root], into(1, { chatbot: true }), "queueChosen treeLevel"],
    ["who is in a queue waits for people", bakery, waiting, hears("Alô?"), silence, nothing, "waits"],
    ["so does who is in a queue of another connection", bakery, ticket({ queueId: 44 }), hears("1"), silence, nothing, "waits"],
    ["a ticket that comes back keeps its queue", bakery, waiting, begins("Mais um bolo"), silence, nothing, "waits"],
    ["and leaves the tree", grove, standing(11), begins("1"), silence, { ...idle, memory: { askedAt: null } }, "waits"],
  ],

  "the menu's rest: timeUseBotQueues": [
    ["says once that it was no choice", resting, asked(), hears("?"), [invalid], { memory: { misses: 1 } }, "menuWaits", at("23T12:01")],
    ["and then nothing", resting, asked(1, { misses: 1 }), hears("?"), silence, { memory: { misses: 2 } }, "menuWaits", at("23T12:02")],
    ["at the moment itself", resting, asked(), hears("?"), [invalid], { memory: { misses: 1 } }, "menuWaits", noon],
    ["to the last second", resting, asked(), hears("?"), [invalid], { memory: { misses: 1 } }, "menuWaits", at("23T12:19:59")],
    ["then comes again", resting, asked(), hears("?"), [menuAgain], shown(2, at("23T12:20"), { misses: 1 }), "menuAgain", at("23T12:20")],
    ["and rests again", resting, asked(2, { misses: 1, askedAt: at("23T12:20") }), hears("?"), silence, { memory: { misses: 2 } }, "menuWaits", at("23T12:39")],
    ["BUG: over the hour", resting, asked(1, { askedAt: at("23T12:50") }), hears("?"), [invalid], { memory: { misses: 1 } }, "menuWaits", at("23T13:05")],
    ["BUG: and ends after it", resting, asked(1, { askedAt: at("23T12:50") }), hears("?"), [menuAgain], shown(2, at("23T13:10"), { misses: 1 }), "menuAgain", at("23T13:10")],
    ["BUG: is not found again an hour later", resting, asked(1, { askedAt: at("23T12:50") }), hears("?"), [menuAgain], shown(2, at("23T13:51"), { misses: 1 }), "menuAgain", at("23T13:51")],
    ["over midnight", resting, asked(1, { askedAt: at("23T23:50") }), hears("?"), [invalid], { memory: { misses: 1 } }, "menuWaits", at("24T00:05")],
    ["longer than an hour", desk({ timeUseBotQueues: 90 }), asked(), hears("?"), [invalid], { memory: { misses: 1 } }, "menuWaits", at("23T13:29")],
    ["takes a choice", resting, asked(), hears("1"), ["Sobre Encomendas?"], into(1), "queueChosen", at("23T12:01")],
    ["gives the menu to who asks for it", resting, asked(), hears("#"), [menu], shown(2, at("23T12:01")), "toMenu menuShown", at("23T12:01")],
    ["does not outlast the last time", resting, asked(3), hears("?"), silence, { memory: { misses: 1 } }, "menuGivenUp", at("23T12:01")],
    ["is over when the clock is put back", resting, asked(), hears("?"), [menuAgain], shown(2, at("22T12:00"), { misses: 1 }), "menuAgain", at("22T12:00")],
    ["greets a new attendance at once", resting, asked(2), begins("Oi"), [menu], shown(1, at("23T12:01")), "menuShown", at("23T12:01")],
  ],

  "#": [
    ["in a queue leads to the menu", bakery, waiting, hears("#"), [menu], { queueId: null, ...shown(1) }, "toMenu menuShown"],
    ["in a tree leads to the menu", grove, standing(11, { misses: 2 }), hears("#"), [menu], { ...idle, queueId: null, ...shown(1, noon, { misses: 0 }) }, "toMenu menuShown"],
    ["ends an integration", wired, relayed, hears("#"), [menu], { ...idle, ...shown(1) }, "toMenu menuShown"],
    ["ends an AI", clever, talking, hears("#"), [menu], { ...idle, ...shown(1) }, "toMenu menuShown"],
    ["and the menu that came of it is answered", clever, asked(), hears("1"), ["Sobre Encomendas?"], into(1), "queueChosen"],
    ["not by the AI again", clever, asked(), hears("?"), [menuAgain], shown(2, noon, { misses: 1 }), "menuAgain"],
    ["nor by the integration", wired, asked(), hears("?"), [menuAgain], shown(2, noon, { misses: 1 }), "menuAgain"],
    ["can be the first word", bakery, bare, begins("#"), [menu], shown(1), "toMenu menuShown"],
    ["is known as an emoji", bakery, waiting, hears("#️⃣"), [menu], { queueId: null, ...shown(1) }, "toMenu menuShown"],
    ["is known as it was written", bakery, waiting, hears("*[ # ]*"), [menu], { queueId: null, ...shown(1) }, "toMenu menuShown"],
    ["is not known in a sentence", bakery, waiting, hears("# 1"), silence, nothing, "waits"],
    ["counts as the menu does", bakery, asked(2, { misses: 1 }), hears("#"), [menu], shown(3, noon, { misses: 0 }), "toMenu menuShown"],
    ["ends with it", bakery, asked(3, { misses: 1 }), hears("#"), silence, { memory: { misses: 0 } }, "toMenu menuGivenUp"],
    ["at night leads to the menu too, after word of the hours", daily, waiting, hears("#"), ["Estamos fechados.", menu], { queueId: null, ...toldAndAsked(evening, night) }, "closedTold toMenu menuShown", night],
    ["which there is not where one queue is", dailyStall, waiting, hears("#"), ["Estamos fechados."], knows({ company: evening }), "closedTold", night],
    ["leads out of the default queue", withDefault, ticket({ queueId: 2, memory: { byDefault: true } }), hears("#"), [menu], { queueId: null, ...shown(1, noon, { byDefault: false }) }, "toMenu menuShown"],
    ["and back into it, when the menu was said often enough", withDefault, ticket({ queueId: 1, memory: { asked: 3, askedAt: noon } }), hears("#"), silence, { queueId: 2, memory: { byDefault: true } }, "toMenu menuGivenUp defaultQueue"],
    ["with one queue leads into it again", stall, ticket({ queueId: 1, memory: { greeted: true } }), hears("#"), ["Sobre Encomendas?"], into(1), "toMenu onlyQueue"],
    ["with one queue leads to its tree's root", lone, standing(111, { misses: 1 }), hears("#"), [root], into(1, { queueOptionId: null }), "toMenu onlyQueue treeLevel"],
    ["greets nobody twice", desk({ queues: [orders], sendGreetingMessageOneQueues: true }), ticket({ queueId: 1 }), hears("#"), ["Sobre Encomendas?"], into(1), "toMenu onlyQueue"],
  ],

  "a single queue": [
    ["takes who writes, without the connection's greeting", stall, bare, begins("Oi"), ["Sobre Encomendas?"], into(1), "onlyQueue"],
    ["with it, if set so", desk({ queues: [orders], sendGreetingMessageOneQueues: true }), bare, begins("Oi"), ["Oi, é a Padaria!", "Sobre Encomendas?"], into(1, { memory: { greeted: true } }), "greeted onlyQueue"],
    ["if there is one", desk({ queues: [orders], sendGreetingMessageOneQueues: true, greetingMessage: "" }), bare, begins("Oi"), ["Sobre Encomendas?"], into(1), "onlyQueue"],
    ["and once", desk({ queues: [orders], sendGreetingMessageOneQueues: true }), ticket({ memory: { greeted: true } }), hears("Oi"), ["Sobre Encomendas?"], into(1), "onlyQueue"],
    ["shows its tree", lone, bare, begins("1"), [root], into(1, { chatbot: true }), "onlyQueue treeLevel"],
    ["begins its integration at once", desk({ queues: [queue(1, "A", { integrationId: 4, greetingMessage: "" })] }), bare, begins("Oi"), [relays(4, true)], into(1, { chatbot: true, useIntegration: true, integrationId: 4 }), "onlyQueue integration"],
    ["begins its AI at once", desk({ queues: [queue(1, "A", { promptId: 6, greetingMessage: "" })] }), bare, begins("Oi"), [asks(6, true)], into(1, { chatbot: true, promptId: 6 }), "onlyQueue prompt"],
    ["greets before its tree", desk({ queues: [planted], sendGreetingMessageOneQueues: true }), bare, begins("Oi"), ["Oi, é a Padaria!", root], into(1, { chatbot: true, memory: { greeted: true } }), "greeted onlyQueue treeLevel"],
  ],

  "the tree": [
    ["an answer leads down", grove, standing(null), hears("1"), [cakes], { queueOptionId: 11 }, "treeLevel"],
    ["an emoji does", grove, standing(null), hears("1️⃣"), [cakes], { queueOptionId: 11 }, "treeLevel"],
    ["what it wrote itself does", grove, standing(null), hears("*[ 1 ]*"), [cakes], { queueOptionId: 11 }, "treeLevel"],
    ["a title does not", grove, standing(null), hears("Bolos"), [root], { memory: { misses: 1 } }, "treeAgain"],
    ["nor half an answer", desk({ queues: [queue(1, "A", { options: [option(1, null, "10", "X"), option(2, null, "20", "Y")] })] }), standing(null), hears("1"), [`Sobre A?\n\n*[ 10 ]* - X\n*[ 20 ]* - Y\n*[ # ]* - Menu inicial`], { memory: { misses: 1 } }, "treeAgain"],
    ["an option without words says its title", grove, standing(null), hears("3"), [parties], { queueOptionId: 13 }, "treeLevel"],
    ["a leaf answers and leaves it to people", grove, standing(null), hears("2"), ["Pão é no balcão."], { chatbot: false, queueOptionId: null }, "treeLeaf"],
    ["a leaf gives its file", grove, standing(11), hears("1"), [{ do: "say", text: "R$ 30.", mediaId: 71 }], { chatbot: false, queueOptionId: null }, "treeLeaf"],
    ["a leaf without words says its title", grove, standing(11), hears("2"), ["Chocolate"], { chatbot: false, queueOptionId: null }, "treeLeaf"],
    ["nor do blanks count as words", desk({ queues: [queue(1, "A", { options: [option(1, null, "1", "Título", " \n")] })] }), standing(null), hears("1"), ["Título"], { chatbot: false }, "treeLeaf"],
    ["a leaf with nothing to say says nothing", desk({ queues: [queue(1, "A", { options: [option(1, null, "1", " ")] })] }), standing(null), hears("1"), silence, { chatbot: false }, "treeLeaf"],
    ["after a leaf nobody answers", grove, ticket({ queueId: 1 }), hears("1"), silence, nothing, "waits"],
    ["0 leads up", grove, standing(131), hears("0"), [parties], { queueOptionId: 13 }, "treeBack"],
    ["0 leads up to the root", grove, standing(11), hears("0️⃣"), [root], { queueOptionId: null }, "treeBack"],
    ["0 is no option at the root", grove, standing(null), hears("0"), [root], { memory: { misses: 1 } }, "treeAgain"],
    ["0 is an option at the root that has it", desk({ queues: [queue(1, "A", { options: [option(1, null, "0", "X", "Zero."), option(2, null, "1", "Y")] })] }), standing(null), hears("0"), ["Zero."], { chatbot: false }, "treeLeaf"],
    ["0 is no wrong answer", grove, standing(11, { misses: 3 }), hears("0"), [root], { queueOptionId: null, memory: { misses: 0 } }, "treeBack"],
    ["where there is one way, any answer takes it", grove, standing(13), hears("Sim, por favor"), [budget], { queueOptionId: 131 }, "treeLevel"],
    ["even none", grove, standing(13), hears("", "sticker"), [budget], { queueOptionId: 131 }, "treeLevel"],
    ["but 0 leads up there too", grove, standing(13), hears("0"), [root], { queueOptionId: null }, "treeBack"],
    ["a deep leaf", grove, standing(131), hears("2"), ["Ligamos já."], { chatbot: false, queueOptionId: null }, "treeLeaf"],
    ["an answer of another level is none here", grove, standing(11), hears("3"), [cakes], { memory: { misses: 1 } }, "treeAgain"],
    ["silence is no answer", grove, standing(11), hears("", "audio"), [cakes], { memory: { misses: 1 } }, "treeAgain"],
    ["not even to an option without one", desk({ queues: [queue(1, "A", { options: [option(1, null, "*", "X"), option(2, null, "1", "Y")] })] }), standing(null), hears("", "audio"), [`Sobre A?\n\n*[ 1 ]* - Y\n*[ * ]* - X\n*[ # ]* - Menu inicial`], { memory: { misses: 1 } }, "treeAgain"],
    ["the level is said as often as the menu", grove, standing(11, { misses: 2 }), hears("?"), [cakes], { memory: { misses: 3 } }, "treeAgain"],
    ["and then given up", grove, standing(11, { misses: 3 }), hears("?"), silence, { chatbot: false, queueOptionId: null }, "treeGivenUp"],
    ["or not, if set so", desk({ queues: [planted], maxUseBotQueues: 0 }), standing(11, { misses: 99 }), hears("?"), [cakes], { memory: { misses: 100 } }, "treeAgain"],
    ["a good answer wipes the count", grove, standing(13, { misses: 3 }), hears("1"), [budget], { queueOptionId: 131, memory: { misses: 0 } }, "treeLevel"],
    ["so does a leaf", grove, standing(11, { misses: 3 }), hears("2"), ["Chocolate"], { chatbot: false, queueOptionId: null, memory: { misses: 0 } }, "treeLeaf"],
    ["options stand in the order of their numbers, others last, equals by their age", desk({ queues: [queue(1, "A", { greetingMessage: "", options: [option(9, null, "10", "J"), option(8, null, "B", "L"), option(7, null, "9", "I"), option(6, null, "2", "F"), option(5, null, "A", "K"), option(4, null, "2", "E")] })] }), bare, begins("Oi"), ["*[ 2 ]* - E\n*[ 2 ]* - F\n*[ 9 ]* - I\n*[ 10 ]* - J\n*[ A ]* - K\n*[ B ]* - L\n*[ # ]* - Menu inicial"], into(1, { chatbot: true }), "onlyQueue treeLevel"],
    ["letters are answers", desk({ queues: [queue(1, "A", { options: [option(1, null, "A", "X", "Xis."), option(2, null, "B", "Y")] })] }), standing(null), hears("a"), ["Xis."], { chatbot: false }, "treeLeaf"],
    ["who stood on an option that is gone stands at the root", grove, standing(99), hears("2"), ["Pão é no balcão."], { chatbot: false, queueOptionId: null }, "treeLeaf"],
    ["and is shown it", grove, standing(99), hears("?"), [root], { queueOptionId: null, memory: { misses: 1 } }, "treeAgain"],
    ["who stood in a tree that is gone waits for people", bakery, standing(11), hears("1"), silence, idle, "waits"],
    ["the tree is the queue's own", desk({ queues: [planted, queue(2, "B", { options: [option(21, null, "1", "X", "Xis."), option(22, null, "2", "Y")] })] }), ticket({ queueId: 2, chatbot: true }), hears("1"), ["Xis."], { chatbot: false }, "treeLeaf"],
    ["the tree does not rest", desk({ queues: [planted], timeUseBotQueues: 60 }), standing(11), hears("?"), [cakes], { memory: { misses: 1 } }, "treeAgain"],
  ],

  "the company's hours": [
    ["at night it is told, and the menu is asked", daily, bare, begins("Oi"), ["Estamos fechados.", menu], toldAndAsked(evening, night), "closedTold menuShown", night],
    ["once", daily, askedAtNight(), hears("Alô?"), silence, nothing, "closedKnown", night],
    ["till the morning", daily, askedAtNight(), hears("Alô?"), silence, nothing, "closedKnown", at("24T07:59:59")],
    ["the next night again", daily, askedAtNight(), hears("Alô?"), ["Estamos fechados.", menu], toldAndAsked(at("24T18:00"), nextNight, { memory: { asked: 2 } }), "closedTold menuShown", nextNight],
    ["but the menu no more often than ever", daily, askedAtNight({ memory: { asked: 3 } }), hears("Alô?"), ["Estamos fechados."], knows({ company: at("24T18:00") }), "closedTold", nextNight],
    ["not twice when the ticket comes back that night", daily, told({ company: evening }), begins("Oi"), [menu], shown(1, night), "closedKnown menuShown", night],
    ["where there is no menu it is only told", dailyStall, bare, begins("Oi"), ["Estamos fechados."], knows({ company: evening }), "closedTold", night],
    ["and there too once", dailyStall, told({ company: evening }), begins("Oi"), silence, nothing, "closedKnown", night],
    ["by day there is the menu", daily, bare, begins("Oi"), [menu], shown(1), "menuShown"],
    ["at the minute of opening too", daily, bare, begins("Oi"), [menu], shown(1, at("24T08:00")), "menuShown", at("24T08:00")],
    ["to the last second", daily, bare, begins("Oi"), [menu], shown(1, at("23T17:59:59")), "menuShown", at("23T17:59:59")],
    ["at the minute of closing no more", daily, bare, begins("Oi"), ["Estamos fechados.", menu], toldAndAsked(evening, evening), "closedTold menuShown", evening],
    ["a weekend is one closing", dailyStall, told({ company: saturday }), hears("Oi"), silence, nothing, "closedKnown", at("22T15:00")],
    ["a holiday is one with the nights around it", desk({ scheduleType: "company", queues: [orders], holidays: [{ date: "2026-11-24", yearly: false, label: "", hours: [] }] }), told({ company: evening }), hears("Oi"), silence, nothing, "closedKnown", nextNight],
    ["a choice at night is taken and said to be, and nothing of the queue begins", desk({ scheduleType: "company", queues: [planted, money] }), askedAtNight(), hears("1"), [noted("Encomendas")], into(1), "closedKnown queueChosen choiceNoted", night],
    ["the menu of the afternoon is answered too", daily, asked(), hears("1"), ["Estamos fechados.", noted("Encomendas")], into(1, knows({ company: evening })), "closedTold queueChosen choiceNoted", night],
    ["who chose waits there, and hears no more", daily, askedAtNight({ queueId: 1, memory: { asked: 0 } }), hears("2"), silence, nothing, "closedKnown", night],
    ["who chose nothing can still choose in the morning", daily, askedAtNight(), hears("1"), ["Sobre Encomendas?"], into(1), "queueChosen", at("24T09:00")],
    ["but is not asked again", daily, askedAtNight(), hears("Bom dia!"), silence, nothing, "unchosen", at("24T09:00")],
    ["unless they ask", daily, askedAtNight(), hears("#"), [menu], shown(2, at("24T09:00")), "toMenu menuShown", at("24T09:00")],
    ["who chose is not taken back to the menu in the morning", daily, askedAtNight({ queueId: 1, memory: { asked: 0 } }), hears("Bom dia!"), silence, nothing, "waits", at("24T09:00")],
    ["a menu that was said often enough is not said at night", daily, asked(3, { misses: 2 }), hears("Alô?"), ["Estamos fechados."], knows({ company: evening }), "closedTold", night],
    ["whom people spoke with is told, and not asked", daily, asked(1, { over: true }), hears("1"), ["Estamos fechados."], knows({ company: evening }), "closedTold", night],
    ["the tree stands still", desk({ scheduleType: "company", queues: [planted] }), standing(11), hears("1"), ["Estamos fechados."], knows({ company: evening }), "closedTold", night],
    ["the integration too", desk({ scheduleType: "company", integrationId: 9 }), relayed, hears("Oi"), ["Estamos fechados."], knows({ company: evening }), "closedTold", night],
    ["the AI too", desk({ scheduleType: "company", promptId: 8 }), talking, hears("Oi"), ["Estamos fechados."], knows({ company: evening }), "closedTold", night],
    ["a queue is told of by the company's text", daily, waiting, hears("Alô?"), ["Estamos fechados."], knows({ company: evening }), "closedTold", night],
    ["who has no text tells nobody", desk({ scheduleType: "company", outOfHoursMessage: "", queues: [orders] }), bare, begins("Oi"), silence, nothing, "closedKnown", night],
    ["but asks", desk({ scheduleType: "company", outOfHoursMessage: "" }), bare, begins("Oi"), [menu], shown(1, night), "closedKnown menuShown", night],
    ["a bot that is gone has no word", daily, ticket({ chatbot: true, useIntegration: true }), hears("Oi"), ["Estamos fechados.", menu], toldAndAsked(evening, night, idle), "closedTold menuShown", night],
    ["an AI that would answer by day does not begin at night", desk({ scheduleType: "company", promptId: 8 }), bare, begins("Oi"), ["Estamos fechados.", menu], toldAndAsked(evening, night), "closedTold menuShown", night],
    ["nor in the morning", desk({ scheduleType: "company", promptId: 8 }), askedAtNight(), hears("Bom dia!"), silence, nothing, "unchosen", at("24T09:00")],
    ["queues' hours don't count", desk({ scheduleType: "company", week: [] }), asked(), hears("1"), ["Sobre Encomendas?"], into(1), "queueChosen", night],
    ["without hours it is never closed", bakery, bare, begins("Oi"), [menu], shown(1, night), "menuShown", night],
    ["BUG: the clock is the company's own", desk({ scheduleType: "company", timezone: "America/Manaus" }), bare, begins("Oi"), [menu], shown(1, at("23T18:30")), "menuShown", at("23T18:30")],
    ["a picture at night is told too", daily, bare, hears("", "image"), ["Estamos fechados.", menu], toldAndAsked(evening, night), "closedTold menuShown", night],
  ],

  "the default queue": [
    ["by day the menu comes first", withDefault, bare, begins("Oi"), [menu], shown(1), "menuShown"],
    ["is where one waits when the menu is given up", withDefault, asked(3, { misses: 2 }), hears("?"), silence, { queueId: 2, memory: { misses: 3, byDefault: true } }, "menuGivenUp defaultQueue"],
    ["quietly", withDefault, ticket({ queueId: 2, memory: { asked: 3, askedAt: noon, misses: 3, byDefault: true } }), hears("?"), silence, { memory: { misses: 4 } }, "menuGivenUp"],
    ["where a choice still counts", withDefault, ticket({ queueId: 2, memory: { asked: 3, askedAt: noon, misses: 3, byDefault: true } }), hears("1"), ["Sobre Encomendas?"], into(1, { memory: { byDefault: false } }), "queueChosen"],
    ["even of itself", withDefault, ticket({ queueId: 2, memory: { asked: 3, askedAt: noon, misses: 3, byDefault: true } }), hears("2"), ["Sobre Entregas?"], into(2, { memory: { byDefault: false } }), "queueChosen"],
    ["until people have a hand in it", withDefault, ticket({ queueId: 2, memory: { asked: 3, askedAt: noon, byDefault: true } }), moved, silence, { memory: { over: true, byDefault: false } }, "human"],
    ["who came back is not asked what they did not answer", withDefault, ticket({ queueId: 2, memory: { asked: 3, askedAt: noon, byDefault: true } }), begins("1"), silence, { memory: emptyMemory }, "waits"],
    ["at night is where one waits from the first word on", dailySteered, bare, begins("Oi"), ["Estamos fechados.", menu], { queueId: 2, ...toldAndAsked(evening, night, { memory: { byDefault: true } }) }, "closedTold menuShown defaultQueue", night],
    ["what else is written does not change it", dailySteered, askedAtNight({ queueId: 2, memory: { byDefault: true } }), hears("Um bolo"), silence, nothing, "closedKnown", night],
    ["a choice does", dailySteered, askedAtNight({ queueId: 2, memory: { byDefault: true } }), hears("1"), [noted("Encomendas")], into(1, { memory: { byDefault: false } }), "closedKnown queueChosen choiceNoted", night],
    ["in the morning one waits there", dailySteered, askedAtNight({ queueId: 2, memory: { byDefault: true } }), hears("Bom dia!"), silence, nothing, "unchosen", at("24T09:00")],
    ["who was asked before there was one comes to it", dailySteered, askedAtNight(), hears("Bom dia!"), silence, { queueId: 2, memory: { byDefault: true } }, "unchosen defaultQueue", at("24T09:00")],
    ["who talks with an AI waits there at night, and goes on in the morning", desk({ scheduleType: "company", promptId: 8, defaultQueueId: 2 }), talking, hears("Oi"), ["Estamos fechados."], { queueId: 2, ...knows({ company: evening }, { byDefault: true }) }, "closedTold defaultQueue", night],
    ["in the morning", desk({ scheduleType: "company", promptId: 8, defaultQueueId: 2 }), ticket({ chatbot: true, promptId: 8, queueId: 2, memory: { byDefault: true } }), hears("Oi"), [asks(8)], nothing, "prompt"],
    ["is where they wait whom no bot asks", desk({ disableBot: true, defaultQueueId: 2 }), bare, begins("Oi"), silence, { queueId: 2, memory: { byDefault: true } }, "botOff defaultQueue"],
    ["and groups", withDefault, group, begins("Oi"), silence, { queueId: 2, memory: { byDefault: true } }, "group defaultQueue"],
    ["says so once, where it is closed by its own hours", desk({ scheduleType: "queue", defaultQueueId: 2 }), asked(3, { misses: 2 }), hears("?"), ["Entregas está fechado."], { queueId: 2, ...knows({ 2: evening }, { misses: 3, byDefault: true }) }, "menuGivenUp defaultQueue queueClosedTold", night],
    ["and no more", desk({ scheduleType: "queue", defaultQueueId: 2 }), ticket({ queueId: 2, memory: { asked: 3, askedAt: noon, misses: 3, byDefault: true, toldClosed: { 2: evening } } }), hears("?"), silence, { memory: { misses: 4 } }, "menuGivenUp queueClosedKnown", night],
    ["takes nothing from who holds it", withDefault, ticket({ isGroup: true, status: "open", userId: 5 }), hears("Oi"), silence, nothing, "group"],
    ["once a bot asks again, one is asked", withDefault, ticket({ queueId: 2, memory: { byDefault: true } }), hears("Oi"), [menu], shown(1), "menuShown"],
  ],

  "queues' hours": [
    ["the menu has no hours", staggered, bare, begins("Oi"), [menu], shown(1, night), "menuShown", night],
    ["who chooses a closed queue waits in it", staggered, asked(), hears("2"), [`Entregas está fechado.${toMenu}`], { queueId: 2, ...knows({ 2: evening }, { asked: 0 }) }, "queueChosen queueClosedTold", night],
    ["its tree is not begun", staggered, asked(), hears("1"), [`Encomendas está fechado.${toMenu}`], { queueId: 1, ...knows({ 1: evening }, { asked: 0 }) }, "queueChosen queueClosedTold", night],
    ["it says so once", staggered, asked(1, { toldClosed: { 2: evening } }), hears("2"), silence, into(2), "queueChosen queueClosedKnown", night],
    ["another closed one says so too", staggered, asked(1, { toldClosed: { 2: evening } }), hears("1"), [`Encomendas está fechado.${toMenu}`], { queueId: 1, ...knows({ 1: evening, 2: evening }, { asked: 0 }) }, "queueChosen queueClosedTold", night],
    ["the next night again", staggered, asked(1, { toldClosed: { 2: evening } }), hears("2"), [`Entregas está fechado.${toMenu}`], { queueId: 2, ...knows({ 2: at("24T18:00") }, { asked: 0 }) }, "queueChosen queueClosedTold", nextNight],
    ["an open one lets in", staggered, asked(1, { toldClosed: { 2: evening } }), hears("3"), ["Sobre Finanças?"], into(3), "queueChosen", night],
    ["by day it lets in", staggered, asked(), hears("2"), ["Sobre Entregas?"], into(2), "queueChosen"],
    ["a closed one is a good answer, and # keeps its word", desk({ scheduleType: "queue", maxUseBotQueues: 1 }), asked(0, { toldClosed: { 2: evening } }), hears("#"), [menu], shown(1, night), "toMenu menuShown", night],
    ["without a text of its own there is only the way back", desk({ scheduleType: "queue", queues: [queue(1, "A", { outOfHoursMessage: "" }), money] }), asked(), hears("1"), [toMenu.trim()], { queueId: 1, ...knows({ 1: evening }, { asked: 0 }) }, "queueChosen queueClosedTold", night],
    ["its integration is not begun", desk({ scheduleType: "queue", queues: [queue(1, "A", { integrationId: 4 }), money] }), asked(), hears("1"), [`A está fechado.${toMenu}`], { queueId: 1, ...knows({ 1: evening }, { asked: 0 }) }, "queueChosen queueClosedTold", night],
    ["who waits in one is told", staggered, ticket({ queueId: 2 }), hears("Alô?"), ["Entregas está fechado."], knows({ 2: evening }), "queueClosedTold", night],
    ["once", staggered, ticket({ queueId: 2, memory: { toldClosed: { 2: evening } } }), hears("Alô?"), silence, nothing, "queueClosedKnown", night],
    ["the next night again, as one waits", staggered, ticket({ queueId: 2, memory: { toldClosed: { 2: evening } } }), hears("Alô?"), ["Entregas está fechado."], knows({ 2: at("24T18:00") }), "queueClosedTold", nextNight],
    ["by day one waits", staggered, ticket({ queueId: 2 }), hears("Alô?"), silence, nothing, "waits"],
    ["in one that is always open one waits", staggered, ticket({ queueId: 3 }), hears("Alô?"), silence, nothing, "waits", night],
    ["without a text one waits", desk({ scheduleType: "queue", queues: [queue(1, "A", { outOfHoursMessage: "" }), money] }), waiting, hears("Alô?"), silence, nothing, "queueClosedKnown", night],
    ["a tree stands still when its queue closes", staggered, standing(11), hears("1"), ["Encomendas está fechado."], knows({ 1: evening }), "queueClosedTold", night],
    ["and goes on in the morning", staggered, standing(11, { toldClosed: { 1: evening } }), hears("1"), [{ do: "say", text: "R$ 30.", mediaId: 71 }], { chatbot: false, queueOptionId: null }, "treeLeaf", at("24T09:00")],
    ["an AI that has the word goes on", staggered, ticket({ queueId: 2, chatbot: true, promptId: 6 }), hears("Oi"), [asks(6)], nothing, "prompt", night],
    ["# leads out of a closed one", staggered, ticket({ queueId: 2 }), hears("#"), [menu], { queueId: null, ...shown(1, night) }, "toMenu menuShown", night],
    ["a queue of another connection has no hours here", staggered, ticket({ queueId: 44 }), hears("Alô?"), silence, nothing, "waits", night],
    ["the company's hours don't count", desk({ scheduleType: "queue", queues: [queue(1, "A", { week: [] })] }), bare, begins("Oi"), ["Sobre A?"], into(1), "onlyQueue", night],
    ["a single queue that is closed keeps who writes", stallByDay, bare, begins("Oi"), ["Encomendas está fechado."], { queueId: 1, ...knows({ 1: evening }) }, "onlyQueue queueClosedTold", night],
    ["and says so once", stallByDay, told({ 1: evening }), begins("Oi"), silence, { queueId: 1 }, "onlyQueue queueClosedKnown", night],
    ["even to #", stallByDay, ticket({ queueId: 1, memory: { toldClosed: { 1: evening } } }), hears("#"), silence, nothing, "toMenu onlyQueue queueClosedKnown", night],
    ["a holiday is the queues' too", desk({ scheduleType: "queue", holidays: [{ date: "2020-11-23", yearly: true, label: "", hours: [] }] }), waiting, hears("Alô?"), ["Encomendas está fechado."], knows({ 1: saturday }), "queueClosedTold"],
  ],

  "integrations and AI": [
    ["a connection's AI answers instead of the menu", clever, bare, begins("Oi"), [asks(8, true)], { chatbot: true, promptId: 8 }, "prompt"],
    ["and goes on", clever, talking, hears("Tem pão?"), [asks(8)], nothing, "prompt"],
    ["it listens", clever, talking, hears("", "audio"), [asks(8)], nothing, "prompt"],
    ["it sees nothing", clever, talking, hears("Olha!", "image"), silence, nothing, "waits"],
    ["not at first sight either", clever, bare, hears("", "sticker"), silence, { chatbot: true, promptId: 8 }, "waits"],
    ["a connection's integration answers instead of the menu", wired, bare, begins("Oi"), [relays(9, true)], { chatbot: true, useIntegration: true, integrationId: 9 }, "integration"],
    ["and goes on", wired, relayed, hears("Tem pão?"), [relays(9)], nothing, "integration"],
    ["it gets all there is", wired, relayed, hears("", "image"), [relays(9)], nothing, "integration"],
    ["an AI comes before an integration", desk({ promptId: 8, integrationId: 9 }), bare, begins("Oi"), [asks(8, true)], { chatbot: true, promptId: 8 }, "prompt"],
    ["they answer where there are no queues", desk({ promptId: 8, queues: [] }), bare, begins("Oi"), [asks(8, true)], { chatbot: true, promptId: 8 }, "prompt"],
    ["where there are none, # is a word for them", desk({ promptId: 8, queues: [] }), talking, hears("#"), [asks(8)], nothing, "prompt"],
    ["they take nobody who is in a queue", clever, waiting, hears("Oi"), silence, nothing, "waits"],
    ["a queue's integration begins after its greeting", desk({ queues: [queue(1, "A", { integrationId: 4 }), money] }), asked(2), hears("1"), ["Sobre A?", relays(4, true)], into(1, { chatbot: true, useIntegration: true, integrationId: 4 }), "queueChosen integration"],
    ["a queue's AI too", desk({ queues: [queue(1, "A", { promptId: 6 }), money] }), asked(2), hears("1"), ["Sobre A?", asks(6, true)], into(1, { chatbot: true, promptId: 6 }), "queueChosen prompt"],
    ["in a queue an integration comes before an AI, and both before a tree", desk({ queues: [queue(1, "A", { integrationId: 4, promptId: 6, options }), money] }), asked(), hears("1"), ["Sobre A?", relays(4, true)], into(1, { chatbot: true, useIntegration: true, integrationId: 4 }), "queueChosen integration"],
    ["an AI comes before a tree", desk({ queues: [queue(1, "A", { promptId: 6, options }), money] }), asked(), hears("1"), ["Sobre A?", asks(6, true)], into(1, { chatbot: true, promptId: 6 }), "queueChosen prompt"],
    ["an integration that was only named is not begun", bakery, ticket({ integrationId: 9 }), hears("Oi"), [menu], shown(1), "menuShown"],
    ["a new attendance leaves them", bakery, ticket({ chatbot: true, useIntegration: true, integrationId: 9, promptId: 8 }), begins("Oi"), [menu], { ...idle, ...shown(1) }, "menuShown"],
  ],

  "the end": [
    ["is a farewell", bakery, served, ends(), ["Até logo!"], { status: "closed" }, "farewell"],
    ["is the queue's own, where it has one", desk({ endings: [{ id: 1, complationMessage: "Bom proveito!", ratingMessage: "" }, { id: 2, complationMessage: " ", ratingMessage: "" }] }), ticket({ status: "open", userId: 5, queueId: 1 }), ends(), ["Bom proveito!"], { status: "closed" }, "farewell"],
    ["and the connection's where it has none", desk({ endings: [{ id: 1, complationMessage: "Bom proveito!", ratingMessage: "" }, { id: 2, complationMessage: " ", ratingMessage: "" }] }), ticket({ status: "open", userId: 5, queueId: 2 }), ends(), ["Até logo!"], { status: "closed" }, "farewell"],
    ["without a text is none", desk({ complationMessage: " " }), served, ends(), silence, { status: "closed" }, "farewell"],
    ["BUG: closes at once, and asks how it was", rated, served, ends(), ["Como fomos?\n\nDigite de 1 à 3 para qualificar nosso atendimento:\n*1* - _Insatisfeito_\n*2* - _Satisfeito_\n*3* - _Muito Satisfeito_", { do: "askRating", expiresAt: at("24T12:00") }], { status: "closed" }, "ratingAsked"],
    ["asks without words of its own", desk({ userRating: true, ratingMessage: "" }), served, ends(), ["Digite de 1 à 3 para qualificar nosso atendimento:\n*1* - _Insatisfeito_\n*2* - _Satisfeito_\n*3* - _Muito Satisfeito_", { do: "askRating", expiresAt: at("24T12:00") }], { status: "closed" }, "ratingAsked"],
    ["asks nobody who was not attended", rated, bare, ends({ attended: false }), ["Até logo!"], { status: "closed" }, "farewell"],
    ["can be silent", rated, served, ends({ silent: true }), silence, { status: "closed" }, "silent"],
    ["BUG: says nothing to a group", bakery, ticket({ isGroup: true, status: "open", userId: 5 }), ends(), silence, { status: "closed" }, "group"],
    ["BUG: asks no group", rated, ticket({ isGroup: true, status: "open", userId: 5 }), ends(), silence, { status: "closed" }, "group"],
    ["says nothing to who wants no bot", rated, ticket({ disableBot: true, userId: 5 }), ends(), silence, { status: "closed" }, "botOff"],
    ["says nothing where there is no bot", desk({ disableBot: true, userRating: true }), served, ends(), silence, { status: "closed" }, "botOff"],
    ["has no hours", desk({ scheduleType: "company" }), served, ends(), ["Até logo!"], { status: "closed" }, "farewell", night],
    ["ends the tree", grove, standing(11), ends({ attended: false }), ["Até logo!"], { status: "closed", ...idle, memory: { askedAt: null } }, "farewell"],
    ["ends the integration", wired, relayed, ends({ attended: false }), ["Até logo!"], { status: "closed", ...idle }, "farewell"],
    ["ends the AI", clever, talking, ends({ silent: true }), silence, { status: "closed", ...idle }, "silent"],
    ["keeps whose it was", bakery, ticket({ status: "open", userId: 5, queueId: 2 }), ends(), ["Até logo!"], { status: "closed" }, "farewell"],
    ["forgets all but that it told of being closed", bakery, ticket({ status: "open", userId: 5, memory: { asked: 3, askedAt: noon, misses: 4, greeted: true, over: true, toldClosed: { company: evening } } }), ends(), ["Até logo!"], { status: "closed", memory: { ...emptyMemory, toldClosed: { company: evening } } }, "farewell"],
  ],
};

for (const [part, cases] of Object.entries(table)) {
  describe(part, () => {
    for (const [story, config, state, event, effects, change, rules, now = noon] of cases) {
      test(story, () => {
        expect(step(config, state, event, now)).toStrictEqual({
          state: changed(state, change),
          effects: effects.map((effect) => (typeof effect === "string" ? { do: "say", text: effect } : effect)),
          rules: rules.split(" ") as Rule[],
        });
      });
    }
  });
}

test("the table names every rule", () => {
  const rules: Record<Rule, true> = {
    group: true, attended: true, botOff: true, human: true, closedTold: true, closedKnown: true, queueClosedTold: true, queueClosedKnown: true,
    toMenu: true, greeted: true, menuShown: true, menuAgain: true, menuWaits: true, menuGivenUp: true, queueChosen: true, choiceNoted: true, unchosen: true, defaultQueue: true, onlyQueue: true,
    treeLevel: true, treeBack: true, treeAgain: true, treeLeaf: true, treeGivenUp: true, integration: true, prompt: true, waits: true, farewell: true, ratingAsked: true, silent: true,
  };
  const all = Object.values(table).flat();
  expect(all.length).toBeGreaterThanOrEqual(150);
  expect([...new Set(all.flatMap(([, , , , , , named]) => named.split(" ")))].toSorted()).toEqual(Object.keys(rules).toSorted());
});

/** A conversation on one ticket, which is written down and read again between any two of its steps. */
function talk(config: Config, lines: [when: string, event: Event, ...heard: string[]][]): State {
  return lines.reduce((state, [when, event, ...heard]) => {
    const { state: after, effects } = step(config, state, event, at(when));
    expect(effects.flatMap((effect) => (effect.do === "say" ? [effect.text] : []))).toEqual(heard);
    return JSON.parse(JSON.stringify(after)) as State;
  }, bare);
}

describe("conversations", () => {
  test("a night's messages: told once, asked once, and nobody is stuck in a menu in the morning", () => {
    const chosen = talk(dailySteered, [
      ["23T22:00", begins("Oi"), "Estamos fechados.", menu],
      ["23T22:01", hears("Queria um bolo")],
      ["23T22:02", hears("de cenoura")],
      ["23T22:30", hears("1"), noted("Encomendas")],
      ["23T22:31", hears("para sábado")],
      ["24T08:10", hears("Bom dia, viram?")],
    ]);
    expect(chosen).toMatchObject({ queueId: 1, chatbot: false, memory: { byDefault: false } });

    const unchosen = talk(dailySteered, [
      ["23T22:00", begins("Queria um bolo"), "Estamos fechados.", menu],
      ["24T03:00", hears("de cenoura")],
      ["24T08:10", hears("Bom dia, viram?")],
      ["24T08:11", hears("2 bolos")],
      ["24T19:00", hears("Alô?"), "Estamos fechados.", menu],
      ["24T19:01", hears("Alô??")],
      ["25T08:00", hears("3"), "Sobre Finanças?"],
    ]);
    expect(unchosen).toMatchObject({ queueId: 3, memory: { byDefault: false } });
  });

  test("through menu and tree to people, out of hours, and back", () => {
    const shop = desk({ scheduleType: "queue", queues: [planted, deliveries, money] });
    const state = talk(shop, [
      ["23T17:50", begins("Oi"), menu],
      ["23T17:51", hears("quero um bolo"), menuAgain],
      ["23T17:52", hears("Encomendas"), root],
      ["23T17:53", hears("3"), parties],
      ["23T17:54", hears("sim"), budget],
      ["23T17:55", hears("0"), parties],
      ["23T17:56", hears("0"), root],
      ["23T17:59", hears("2"), "Pão é no balcão."],
      ["23T18:00", hears("Alô?"), "Encomendas está fechado."],
      ["23T18:01", hears("Alô??")],
      ["24T08:00", hears("Bom dia")],
      ["24T08:01", hears("#"), menu],
      ["24T08:02", hears("ent"), "Sobre Entregas?"],
    ]);
    expect(state).toMatchObject({ queueId: 2, chatbot: false, memory: { asked: 0, misses: 0 } });
  });

  test("another machine that answers everything is left alone", () => {
    const nonsense = (from: number, to: number, ...heard: string[]) =>
      Array.from({ length: to - from }, (_, index): [string, Event, ...string[]] => [`23T12:${from + index}`, hears("Esta é uma resposta automática."), ...heard]);
    talk(bakery, [["23T12:10", begins("Esta é uma resposta automática."), menu], ...nonsense(11, 13, menuAgain), ...nonsense(13, 59)]);
    talk(lone, [["23T12:10", begins("Esta é uma resposta automática."), root], ...nonsense(11, 14, root), ...nonsense(14, 59)]);
  });

  test("the owner answers on the shop's phone, and the bot stays out of it until the next time", () => {
    talk(rated, [
      ["23T12:00", begins("Oi"), menu],
      ["23T12:01", spoke],
      ["23T12:02", hears("1 bolo de cenoura")],
      ["23T12:03", hears("1")],
      ["23T12:04", ends({ attended: false }), "Até logo!"],
      ["23T12:05", begins("Oi"), menu],
    ]);
  });
});

/** So that a step that changed what it was given would throw. */
function frozen<T extends object>(thing: T): T {
  for (const part of Object.values(thing)) if (part !== null && typeof part === "object") frozen(part as object);
  return Object.freeze(thing);
}
