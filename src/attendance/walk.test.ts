import { expect, test } from "bun:test";
import { dice } from "../testing/bench/words.ts";
import { step } from "./attendance.ts";
import { emptyMemory, type Effect, type Event, type Rule, type State, type Step } from "./state.ts";
import type { Config, Option, QueueRules } from "./config.ts";
import { hoursAt, type Week } from "../shared/hours.ts";

const minute = 60_000;
const hour = 60 * minute;
const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const invalid = "Opção inválida, por favor, escolha uma opção válida.";
/** No queue's name begins so, and no option is answered so. */
const nonsense = "zzz, resposta automática";

/**
 * Rules of an answer that meant something. `#` is one too, in a queue; without a queue its menu
 * counts as any other.
 */
const good: Rule[] = [
  "queueChosen",
  "onlyQueue",
  "treeLevel",
  "treeBack",
  "treeLeaf",
  "greeted",
  "integration",
  "prompt",
];

const walks = 2000;
const seed = 20261123;

test("two thousand conversations with any desk come to no harm", () => {
  const met = new Set<Rule>();
  let steps = 0;
  for (let walk = 0; walk < walks; walk++) {
    const roll = dice(seed + walk);
    const random: Dice = (sides) => Math.floor(roll() * sides);
    const config = anyDesk(random);
    const written = JSON.stringify(config);
    const probe = random(30);
    let place: Place = {
      state: anyTicket(random, config),
      now: Date.parse("2026-10-20T12:00:00Z") + random(60 * 24) * hour,
      run: 0,
      lone: 0,
      told: {},
      done: [],
    };
    try {
      for (let index = 0; index < 30; index++) {
        const event = anyEvent(random, place.state);
        place = walked(config, happened(random, place, event), event);
        for (const rule of place.done) met.add(rule);
        steps += 1;
        if (index === probe) probed(config, place);
      }
      expect(JSON.stringify(config)).toBe(written);
    } catch (error) {
      throw new Error(
        `walk ${walk}: ${error instanceof Error ? error.stack : String(error)}\n${JSON.stringify({ config, place })}`,
        { cause: error },
      );
    }
  }
  expect(steps).toBe(walks * 30);
  // They came everywhere.
  expect(met.size).toBe(30);
}, 120_000);

/**
 * The state of a walk. `run` counts the bot's messages since the last good answer. `lone` counts
 * the "no choice" texts without a menu among them. `told` is when each place last sent its closing
 * text.
 */
type Place = {
  state: State;
  now: number;
  run: number;
  lone: number;
  told: Record<string, number>;
  done: Rule[];
};

/** One step, and all that must hold after any. */
function walked(config: Config, { state, now, run, lone, told }: Place, event: Event): Place {
  const [before, what] = [JSON.stringify(state), JSON.stringify(event)];
  const after = step(config, state, event, now);
  const { effects, rules } = after;

  // A step does not change its arguments, repeats its result, and returns plain data.
  expect([JSON.stringify(state), JSON.stringify(event)]).toEqual([before, what]);
  expect(step(config, JSON.parse(before) as State, event, now)).toStrictEqual(after);
  expect(JSON.parse(JSON.stringify(after))).toStrictEqual(after);
  isSound(config, state, event, after);

  const isOff = state.isGroup || state.disableBot || config.settings.disableBot;
  if (isOff || (event.type === "messageReceived" && state.userId !== null))
    expect(effects).toEqual([]);
  if (event.type === "closed")
    return { state: after.state, now, run: 0, lone: 0, told, done: rules };
  if (event.type !== "messageReceived") {
    expect(effects).toEqual([]);
    return { state: after.state, now, run, lone, told, done: rules };
  }

  const isGood =
    event.fresh ||
    rules.some((rule) => good.includes(rule)) ||
    (rules.includes("toMenu") && state.queueId !== null);

  // The customer is notified of each closing once, and only during it.
  const closed = closedPlaces(config).find(({ text }) =>
    effects.some(
      (effect) => effect.do === "say" && text.trim() !== "" && effect.text.startsWith(text),
    ),
  );
  if (closed) {
    expect(closed.isOpen(now)).toBe(false);
    const last = told[closed.name];
    if (last !== undefined) expect(wasOpen(closed.isOpen, last, now)).toBe(true);
    // The menu may come with it.
    const menus = effects.length - 1;
    return {
      state: after.state,
      now,
      run: isGood ? 0 : run + menus,
      lone: isGood ? 0 : lone,
      told: { ...told, [closed.name]: now },
      done: rules,
    };
  }

  // The bot falls silent after so many messages, whatever the customer answers.
  const sayings = effects.filter((effect) => effect.do === "say");
  const isLone = sayings.some(({ text }) => text === invalid);
  const next = {
    run: isGood ? 0 : run + (isLone ? 0 : sayings.length),
    lone: isGood || rules.includes("toMenu") ? 0 : lone + (isLone ? 1 : 0),
  };
  const { maxUseBotQueues } = config.connection;
  if (maxUseBotQueues > 0) expect(next.run).toBeLessThanOrEqual(maxUseBotQueues);
  expect(next.lone).toBeLessThanOrEqual(1);
  return { state: after.state, now, ...next, told, done: rules };
}

function isSound(config: Config, before: State, event: Event, { state, effects, rules }: Step) {
  const { isGroup, disableBot, userId } = before;
  expect(state).toMatchObject({ isGroup, disableBot, userId });
  expect(rules.length).toBeGreaterThan(0);
  expect(
    effects.filter(
      (effect) => effect.do === "say" && effect.text.trim() === "" && effect.mediaId === undefined,
    ),
  ).toEqual([]);
  expect(state.status).toBe(
    event.type === "closed"
      ? "closed"
      : rules.includes("queueChosen") || rules.includes("onlyQueue")
        ? "pending"
        : before.status,
  );
  if (state.queueOptionId !== null) expect(state).toMatchObject({ chatbot: true });
  if (state.queueId !== before.queueId)
    expect([null, ...config.queues.map(({ id }) => id)]).toContain(state.queueId);
  if (event.type !== "messageReceived")
    expect(state).toMatchObject({
      chatbot: false,
      queueOptionId: null,
      useIntegration: false,
      integrationId: null,
      promptId: null,
    });
  if (event.type === "messageReceived" && event.text === nonsense)
    expect(rules).not.toContain("queueChosen");
  // One voice answers: a tree does not answer a question to an integration or an AI.
  const voices = effects.filter((effect: Effect) => effect.do !== "say");
  expect(voices.length).toBeLessThanOrEqual(1);
  if (effects.some((effect) => effect.do === "askRating")) expect(event.type).toBe("closed");
}

/** Two machines come to an end from anywhere, and people find their way from anywhere. */
function probed(config: Config, place: Place) {
  const { maxUseBotQueues, timeUseBotQueues } = config.connection;
  const from: Place = { ...place, state: { ...place.state, status: "pending", userId: null } };
  if (maxUseBotQueues > 0) {
    let [last, at] = [0, from];
    for (let index = 1; index <= 30; index++) {
      at = walked(
        config,
        { ...at, now: at.now + 10_000 },
        { type: "messageReceived", text: nonsense, kind: "chat", fresh: false },
      );
      if (
        !at.done.some((rule) =>
          [
            "waits",
            "human",
            "group",
            "botOff",
            "integration",
            "prompt",
            "closedKnown",
            "queueClosedKnown",
            "menuGivenUp",
            "menuWaits",
          ].includes(rule),
        )
      )
        last = index;
    }
    // The bound counts its menus, a repeated level, "no choice", closing texts, and a tree in which
    // any answer leads on.
    expect(last).toBeLessThanOrEqual(2 * maxUseBotQueues + 2 + 10);
  }

  const { isGroup, disableBot } = from.state;
  const isOff = isGroup || disableBot || config.settings.disableBot;
  const isClosed = config.settings.scheduleType === "company" && !hoursAt(config, from.now).open;
  const [first] = config.queues;
  if (isOff || !first || (isClosed && config.queues.length === 1)) return;
  const next = walked(config, from, {
    type: "messageReceived",
    text: "#",
    kind: "chat",
    fresh: false,
  });
  expect(next.done).toContain("toMenu");
  if (config.queues.length === 1) return expect(next.state.queueId).toBe(first.id);
  expect(next.state).toMatchObject({ chatbot: false, promptId: null, useIntegration: false });
  expect(next.state.queueId).toBe(
    isClosed || next.done.includes("menuGivenUp") ? config.connection.defaultQueueId : null,
  );
  const chosen = walked(
    config,
    { ...next, now: next.now + (timeUseBotQueues > 0 ? 1000 : 0) },
    { type: "messageReceived", text: "1", kind: "chat", fresh: false },
  );
  expect(chosen.done).toContain("queueChosen");
  expect(chosen.state.queueId).toBe(first.id);
}

function closedPlaces(config: Config) {
  const {
    connection,
    queues,
    settings: { scheduleType },
  } = config;
  const place = (name: string, text: string, week: Week, type: string) => ({
    name,
    text,
    isOpen: (now: number) => scheduleType !== type || hoursAt({ ...config, week }, now).open,
  });
  return [
    place("company", connection.outOfHoursMessage, config.week, "company"),
    ...queues.map(({ id, outOfHoursMessage, week }) =>
      place(`queue ${id}`, outOfHoursMessage, week, "queue"),
    ),
  ];
}

/** Hours begin and end at full hours here, so looking at half past each finds all of them. */
function wasOpen(isOpen: (now: number) => boolean, from: number, to: number): boolean {
  for (let at = Math.floor(from / hour) * hour + hour / 2; at < to; at += hour)
    if (at > from && isOpen(at)) return true;
  return false;
}

/**
 * Events between two steps: time passes, people take, give back and move the ticket, or a closed
 * one is taken up again.
 */
function happened(random: Dice, { state, ...place }: Place, { type }: Event): Place {
  const now = place.now + [1000, 10_000, minute, 7 * minute, hour, 5 * hour, 24 * hour][random(7)]!;
  const waits: State = { ...state, status: "pending", userId: null };
  if (type === "reassigned")
    return {
      ...place,
      now,
      state: random(3) === 0 ? { ...state, status: "open", userId: 5 } : waits,
    };
  return { ...place, now, state: state.status === "closed" ? waits : state };
}

function anyEvent(random: Dice, state: State): Event {
  const roll = random(20);
  if (roll === 0) return { type: "agentReplied" };
  if (roll === 1) return { type: "reassigned" };
  if (roll === 2) return { type: "closed", silent: random(4) === 0, attended: random(2) === 0 };
  const text = [
    "1",
    "2",
    "3",
    "0",
    "#",
    "1",
    "2️⃣",
    "*[ 1 ]*",
    "Oi",
    "fila 1",
    "fi",
    "",
    nonsense,
    nonsense,
    "99",
  ][random(15)]!;
  const kind = (
    ["chat", "chat", "chat", "chat", "chat", "image", "audio", "sticker", "call_log"] as const
  )[random(9)]!;
  return {
    type: "messageReceived",
    text,
    kind,
    fresh: state.memory === emptyMemory || random(25) === 0,
  };
}

function anyTicket(random: Dice, { queues }: Config): State {
  const queueId = random(4) === 0 && queues.length > 0 ? queues[random(queues.length)]!.id : null;
  const userId = random(10) === 0 ? 5 : null;
  return {
    status: userId === null ? "pending" : "open",
    isGroup: random(15) === 0,
    disableBot: random(15) === 0,
    queueId,
    userId,
    chatbot: queueId !== null && random(2) === 0,
    queueOptionId: null,
    useIntegration: false,
    integrationId: null,
    promptId: null,
    memory: emptyMemory,
  };
}

function anyDesk(random: Dice): Config {
  const rarely = <T>(value: T): T | null => (random(8) === 0 ? value : null);
  const texts = (text: string) => (random(8) === 0 ? "" : text);
  const queues = Array.from({ length: random(5) }, (_, index): QueueRules => ({
    id: index + 1,
    name: `Fila ${index + 1}`,
    greetingMessage: texts("Diga!"),
    outOfHoursMessage: texts(`Fila ${index + 1} fechada.`),
    week: anyWeek(random),
    integrationId: rarely(4),
    promptId: rarely(6),
    options: anyTree(random, (index + 1) * 100),
  }));
  return {
    timezone: ["America/Sao_Paulo", "Europe/Lisbon", "America/Santiago", "UTC"][random(4)]!,
    holidays: Array.from({ length: random(5) }, () => ({
      date: `2026-1${random(3)}-${10 + random(20)}`,
      yearly: random(2) === 0,
      label: "",
      hours: random(2) === 0 ? [] : [[anyHour(random), anyHour(random)]],
    })),
    week: anyWeek(random),
    queues,
    endings: [],
    settings: {
      scheduleType: (["disabled", "queue", "company"] as const)[random(3)]!,
      disableBot: random(15) === 0,
      sendGreetingMessageOneQueues: random(2) === 0,
      userRating: random(2) === 0,
    },
    connection: {
      greetingMessage: texts("Oi!"),
      outOfHoursMessage: texts("Fechados."),
      ratingMessage: texts("Como foi?"),
      complationMessage: texts("Tchau!"),
      expiresInactiveMessage: "",
      maxUseBotQueues: random(5),
      timeUseBotQueues: [0, 0, 1, 30][random(4)]!,
      expiresTicket: 0,
      timeToTransfer: 0,
      transferQueueId: null,
      defaultQueueId: queues.length > 1 && random(2) === 0 ? 1 : null,
      integrationId: rarely(9),
      promptId: rarely(8),
    },
  };
}

const anyHour = (random: Dice) => `${String(random(24)).padStart(2, "0")}:00`;

function anyWeek(random: Dice): Week {
  const alike =
    random(2) === 0 ? { startTime: anyHour(random), endTime: anyHour(random) } : undefined;
  return weekdays
    .filter(() => random(10) > 0)
    .map((weekdayEn) => ({
      weekdayEn,
      startTime: anyHour(random),
      endTime: anyHour(random),
      ...(random(3) === 0 && { startTime2: anyHour(random), endTime2: anyHour(random) }),
      ...alike,
    }));
}

/** Each option is under an earlier one or at the root; now and then its parent is deleted. */
function anyTree(random: Dice, first: number): Option[] {
  const ids: (number | null)[] = [null, null];
  return Array.from({ length: random(2) * random(9) }, (_, index): Option => {
    const parentId = random(20) === 0 ? 9999 : ids[random(ids.length)]!;
    ids.push(first + index);
    return {
      id: first + index,
      parentId,
      option: String(1 + random(4)),
      title: `Opção ${index}`,
      message: random(2) === 0 ? "" : `Texto ${index}`,
      mediaId: random(4) === 0 ? 70 : null,
    };
  });
}

/** A number below `sides`, the same each time. */
type Dice = (sides: number) => number;
