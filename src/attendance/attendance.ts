import { endTexts } from "../shared/attendance.ts";
import type { MessageKind, TicketState } from "../shared/states.ts";
import { chosenAmong, normalized } from "./answers.ts";
import type { Config, Option, QueueRules } from "./config.ts";
import { hoursAt, type Hours } from "./hours.ts";
import { choiceNoted, invalid, joinBlocks, levelText, menuText, ratingText, toMainMenu } from "./texts.ts";

/** Where a ticket stands with its bot. */
export type State = {
  status: TicketState;
  isGroup: boolean;
  /** The contact gets no bot. rules.md#disable-bot */
  disableBot: boolean;
  queueId: number | null;
  userId: number | null;
  /** An option tree or an integration has the ticket. */
  chatbot: boolean;
  queueOptionId: number | null;
  useIntegration: boolean;
  integrationId: number | null;
  promptId: number | null;
  memory: Memory;
};

/** What the bot remembers of one attendance. */
export type Memory = {
  /** How often the menu was sent since the last valid answer. */
  asked: number;
  /** When the menu was last sent (epoch ms). */
  askedAt: number | null;
  /** Invalid answers in a row. */
  misses: number;
  /** The closings (since when, epoch ms) that the customer was told of: the company's, and queues' by their ids. */
  toldClosed: Record<string, number>;
  greeted: boolean;
  /** A person took part: the bot is done with this attendance. */
  over: boolean;
  /** It waits in the default queue because the customer chose none: a choice still counts. */
  byDefault: boolean;
};
export const emptyMemory: Memory = { asked: 0, askedAt: null, misses: 0, toldClosed: {}, greeted: false, over: false, byDefault: false };

export type Event =
  /** The customer wrote. `fresh`: it began the attendance, or took a closed one up again. */
  | { type: "heard"; text: string; kind: MessageKind; fresh: boolean }
  /** One of us wrote, on a screen or on the shop's own phone. */
  | { type: "spoke" }
  /** Someone took, gave back or transferred it. */
  | { type: "moved" }
  | { type: "closed"; silent: boolean; attended: boolean };

export type Effect =
  | { do: "say"; text: string; mediaId?: number }
  /** The customer's words go to an integration, to begin with or to go on. */
  | { do: "integrate"; integrationId: number; begins: boolean }
  | { do: "prompt"; promptId: number; begins: boolean }
  | { do: "askRating"; expiresAt: number };

/** Why the engine did what it did, for people to read. */
export type Rule =
  | "group" | "attended" | "botOff" | "human"
  | "closedTold" | "closedKnown" | "queueClosedTold" | "queueClosedKnown"
  | "toMenu" | "greeted" | "menuShown" | "menuAgain" | "menuWaits" | "menuGivenUp" | "queueChosen" | "choiceNoted" | "unchosen" | "defaultQueue" | "onlyQueue"
  | "treeLevel" | "treeBack" | "treeAgain" | "treeLeaf" | "treeGivenUp"
  | "integration" | "prompt" | "waits"
  | "farewell" | "ratingAsked" | "silent";

export type Step = { state: State; effects: Effect[]; rules: Rule[] };

const asks: Rule[] = ["menuShown", "menuAgain", "menuWaits", "treeLevel", "treeBack", "treeAgain", "integration", "prompt"];

/** Whether the bot has asked the customer something, or is about to: nobody else is waited for. Who was told that it is closed waits for people, whatever they choose. */
export const isAsked = (rules: Rule[]) => rules.some((rule) => asks.includes(rule)) && !rules.some((rule) => isClosed.includes(rule));
const isClosed: Rule[] = ["closedTold", "closedKnown"];

const minute = 60_000;
const ratingTime = 24 * 60 * minute;

/** What follows an event: the state after it, and what is to be done. It depends on its arguments alone. */
export function step(config: Config, state: State, event: Event, now: number): Step {
  switch (event.type) {
    case "heard":
      return customerWrote(config, state, event, now);
    case "spoke":
    case "moved":
      return { state: { ...withoutBot(state), memory: { ...state.memory, over: true, byDefault: false } }, effects: [], rules: ["human"] };
    case "closed":
      return ticketClosed(config, state, event, now);
  }
}

/** The state after the bot is done. */
export const withoutBot = (state: State): State => ({ ...state, chatbot: false, queueOptionId: null, useIntegration: false, integrationId: null, promptId: null });

/** What a new attendance keeps of the last one: the closings that the customer was told of. */
const forNewAttendance = ({ toldClosed }: Memory): Memory => ({ ...emptyMemory, toldClosed });

function customerWrote(config: Config, before: State, { text, kind, fresh }: Event & { type: "heard" }, now: number): Step {
  const state = fresh ? { ...withoutBot(before), memory: forNewAttendance(before.memory) } : before;
  const silent = (rule: Rule): Step => ({ state, effects: [], rules: [rule] });
  if (state.isGroup) return toDefaultQueue(config, silent("group"));
  if (state.userId !== null) return silent("attended");
  if (isOff(config, state)) return toDefaultQueue(config, silent("botOff"));
  // A call is no answer.
  if (kind === "call_log") return silent("waits");

  const closing = hoursOf(config, null, now);
  if (!closing.open) return whileClosed(config, state, text, closing.since, now);
  const after = answer(config, state, text, now);
  // An AI is given texts and voices alone. rules.md#ai
  return kind === "chat" || kind === "audio" ? after : withoutAi(after);
}

const isOff = ({ settings }: Config, { disableBot }: State) => disableBot || settings.disableBot;

/** Other kinds of messages do not go to an AI. */
const withoutAi = ({ state, effects, rules }: Step): Step =>
  ({ state, effects: effects.filter((effect) => effect.do !== "prompt"), rules: rules.map((rule) => (rule === "prompt" ? "waits" : rule)) });

/** Out of hours: the closing text is sent once in each closing. On a connection with a menu that is sent once too, so that who writes waits in a queue. rules.md#out-of-hours */
function whileClosed(config: Config, state: State, text: string, since: number, now: number): Step {
  const told = tellClosed(state, "company", since, config.connection.outOfHoursMessage, "closedTold", "closedKnown");
  if (config.queues.length < 2) return told;
  const next = chooseWhileClosed(config, told.state, text, since, now);
  return toDefaultQueue(config, { state: next.state, effects: [...told.effects, ...next.effects], rules: [...told.rules, ...next.rules] });
}

function chooseWhileClosed(config: Config, state: State, text: string, since: number, now: number): Step {
  const { askedAt, over } = state.memory;
  const nothing: Step = { state, effects: [], rules: [] };
  if (normalized(text) === "#") return toMenu(config, state, now);
  if (over || hasChosen(state) || hasBot(state)) return nothing;
  const queue = askedAt === null ? undefined : chosenAmong(text, config.queues);
  if (queue) return enter(config, state, queue, "queueChosen", now);
  // Any other text is the message that they leave.
  const wasAsked = askedAt !== null && askedAt >= since;
  return wasAsked || isSpent(config, state) ? nothing : menu(config, withoutBot(state), now, "menuShown");
}

const hasChosen = ({ queueId, memory }: State) => queueId !== null && !memory.byDefault;
const hasBot = ({ useIntegration, integrationId, promptId }: State) => (useIntegration && integrationId !== null) || promptId !== null;

/** Who waits in no queue waits in the connection's default one, if it has any. rules.md#default-queue */
function toDefaultQueue({ connection: { defaultQueueId } }: Config, step: Step): Step {
  const { state, rules } = step;
  if (state.queueId !== null || state.userId !== null || defaultQueueId === null) return step;
  return { ...step, state: { ...state, queueId: defaultQueueId, memory: { ...state.memory, byDefault: true } }, rules: [...rules, "defaultQueue"] };
}

function answer(config: Config, state: State, text: string, now: number): Step {
  if (normalized(text) === "#" && config.queues.length > 0) return toMenu(config, state, now);
  if (state.useIntegration && state.integrationId !== null) return { state, effects: [{ do: "integrate", integrationId: state.integrationId, begins: false }], rules: ["integration"] };
  if (state.promptId !== null) return { state, effects: [{ do: "prompt", promptId: state.promptId, begins: false }], rules: ["prompt"] };
  // Without a queue there is no tree: the word was with one who is gone.
  return !hasChosen(state) ? withoutQueue(config, state.chatbot ? withoutBot(state) : state, text, now) : inQueue(config, state, text, now);
}

function withoutQueue(config: Config, state: State, text: string, now: number): Step {
  const { connection, queues, settings } = config;
  const { askedAt, over } = state.memory;
  if (over) return { state, effects: [], rules: ["human"] };
  // Who asked for the menu is not moved back to the default queue.
  if (askedAt === null && connection.promptId !== null) return startAi(state, connection.promptId);
  if (askedAt === null && connection.integrationId !== null) return startIntegration(state, connection.integrationId);
  const [first] = queues;
  if (!first) return greet(state, connection.greetingMessage);
  if (queues.length === 1) return withGreeting(settings.sendGreetingMessageOneQueues ? connection.greetingMessage : "", enter(config, state, first, "onlyQueue", now));
  if (askedAt === null) return menu(config, state, now, "menuShown");
  const queue = chosenAmong(text, queues);
  if (queue) return enter(config, state, queue, "queueChosen", now);
  // Who was told that we answer when we open gets no menu then.
  const wasOpen = hoursOf(config, null, askedAt).open;
  return wasOpen ? missed(config, state, now) : toDefaultQueue(config, { state, effects: [], rules: ["unchosen"] });
}

function greet(state: State, greeting: string): Step {
  if (state.memory.greeted || greeting.trim() === "") return { state, effects: [], rules: ["waits"] };
  return { state: { ...state, memory: { ...state.memory, greeted: true } }, effects: [{ do: "say", text: greeting }], rules: ["greeted"] };
}

function withGreeting(greeting: string, after: Step): Step {
  const says = greeting.trim() !== "" && !after.state.memory.greeted;
  if (!says) return after;
  return { state: { ...after.state, memory: { ...after.state.memory, greeted: true } }, effects: [{ do: "say", text: greeting }, ...after.effects], rules: ["greeted", ...after.rules] };
}

function menu({ connection, queues }: Config, state: State, now: number, rule: Rule, before = ""): Step {
  const memory = { ...state.memory, asked: state.memory.asked + 1, askedAt: now };
  return { state: { ...state, memory }, effects: [{ do: "say", text: joinBlocks(before, [menuText(connection.greetingMessage, queues)]) }], rules: [rule] };
}

/** `#`: back to the menu, from the start. */
function toMenu(config: Config, state: State, now: number): Step {
  const again: State = { ...withoutBot(state), queueId: null, memory: { ...state.memory, misses: 0, over: false, byDefault: false } };
  const [first] = config.queues;
  if (config.queues.length === 1 && first) return because("toMenu", enter(config, again, first, "onlyQueue", now));
  return because("toMenu", isSpent(config, again) ? givenUp(config, again, now) : menu(config, again, now, "menuShown"));
}

const because = (rule: Rule, step: Step): Step => ({ ...step, rules: [rule, ...step.rules] });

/** The menu is not sent any more: the default queue takes the ticket, and sends its closing text when it is closed by its own hours. */
function givenUp(config: Config, state: State, now: number): Step {
  const step = toDefaultQueue(config, { state, effects: [], rules: ["menuGivenUp"] });
  const queue = config.settings.scheduleType === "queue" ? config.queues.find(({ id }) => id === step.state.queueId) : undefined;
  const closing = queue && closedSince(config, queue, now);
  if (!queue || closing === undefined) return step;
  const told = tellClosed(step.state, queue.id, closing, queue.outOfHoursMessage, "queueClosedTold", "queueClosedKnown");
  return { ...told, rules: [...step.rules, ...told.rules] };
}

/** An invalid answer: the menu is sent again with a note, `maxUseBotQueues` times at most. Then the ticket waits for people. */
function missed(config: Config, state: State, now: number): Step {
  const { timeUseBotQueues } = config.connection;
  const memory = { ...state.memory, misses: state.memory.misses + 1 };
  if (isSpent(config, state)) return givenUp(config, { ...state, memory }, now);
  const sinceAsked = now - (state.memory.askedAt ?? 0);
  // After the clock was put back there is no pause.
  const rests = sinceAsked >= 0 && sinceAsked < timeUseBotQueues * minute;
  if (!rests) return menu(config, { ...state, memory }, now, "menuAgain", invalid);
  return { state: { ...state, memory }, effects: state.memory.misses === 0 ? [{ do: "say", text: invalid }] : [], rules: ["menuWaits"] };
}

const isSpent = ({ connection: { maxUseBotQueues } }: Config, { memory }: State) => maxUseBotQueues > 0 && memory.asked >= maxUseBotQueues;

/** The customer chose a queue: its hours, its greeting, its integration or AI, its tree. */
function enter(config: Config, state: State, queue: QueueRules, rule: Rule, now: number): Step {
  const chosen: State = { ...withoutBot(state), queueId: queue.id, status: "pending", memory: { ...state.memory, asked: 0, misses: 0, byDefault: false } };
  const closing = closedSince(config, queue, now);
  return because(rule, closing === undefined ? welcomed(chosen, queue) : enteredClosed(config, chosen, queue, closing));
}

function welcomed(state: State, queue: QueueRules): Step {
  const greeting = sayText(queue.greetingMessage);
  const after = (step: Step): Step => ({ ...step, effects: [...greeting, ...step.effects] });
  if (queue.integrationId !== null) return after(startIntegration(state, queue.integrationId));
  if (queue.promptId !== null) return after(startAi(state, queue.promptId));
  if (queue.options.length > 0) return showLevel({ ...state, chatbot: true }, queue, null, "treeLevel");
  return { state, effects: greeting, rules: [] };
}

/** Out of hours the ticket waits in the chosen queue, and nothing of that queue begins. Who was told that the company is closed gets a confirmation. rules.md#out-of-hours */
function enteredClosed({ queues, settings }: Config, state: State, queue: QueueRules, since: number): Step {
  const ways = queues.length > 1 ? [toMainMenu] : [];
  if (settings.scheduleType === "company") return { state, effects: [{ do: "say", text: joinBlocks(choiceNoted(queue.name), ways) }], rules: ["choiceNoted"] };
  return tellClosed(state, queue.id, since, joinBlocks(queue.outOfHoursMessage, ways), "queueClosedTold", "queueClosedKnown");
}

function inQueue(config: Config, state: State, text: string, now: number): Step {
  const queue = config.queues.find(({ id }) => id === state.queueId);
  if (!queue) return { state, effects: [], rules: ["waits"] };
  const closing = closedSince(config, queue, now);
  if (closing !== undefined) return tellClosed(state, queue.id, closing, queue.outOfHoursMessage, "queueClosedTold", "queueClosedKnown");
  if (state.chatbot && queue.options.length > 0) return answerInTree(config, state, queue, text);
  return { state: state.chatbot ? withoutBot(state) : state, effects: [], rules: ["waits"] };
}

/** An answer within a queue's tree. rules.md#option-tree */
function answerInTree(config: Config, state: State, queue: QueueRules, text: string): Step {
  const said = normalized(text);
  const here = queue.options.find(({ id }) => id === state.queueOptionId);
  const children = childrenOf(queue, here?.id ?? null);
  const chosen = children.length === 1 ? children[0] : children.find(({ option }) => said !== "" && normalized(option) === said);
  const below = { ...state, memory: { ...state.memory, misses: 0 } };
  if (said === "0" && here) return showLevel(below, queue, here.parentId, "treeBack");
  if (chosen) {
    if (childrenOf(queue, chosen.id).length > 0) return showLevel(below, queue, chosen.id, "treeLevel");
    return { state: { ...below, chatbot: false, queueOptionId: null }, effects: sayOption(headOf(chosen), chosen.mediaId), rules: ["treeLeaf"] };
  }
  const misses = state.memory.misses + 1;
  const { maxUseBotQueues } = config.connection;
  // Two bots that answer each other must come to an end.
  if (maxUseBotQueues > 0 && misses > maxUseBotQueues) return { state: { ...state, chatbot: false, queueOptionId: null }, effects: [], rules: ["treeGivenUp"] };
  return showLevel({ ...state, memory: { ...state.memory, misses } }, queue, here?.id ?? null, "treeAgain");
}

function showLevel(state: State, queue: QueueRules, optionId: number | null, rule: Rule): Step {
  const here = queue.options.find(({ id }) => id === optionId);
  const head = here ? headOf(here) : queue.greetingMessage;
  const text = levelText(head, childrenOf(queue, here?.id ?? null), here !== undefined);
  return { state: { ...state, queueOptionId: here?.id ?? null }, effects: sayOption(text, here?.mediaId ?? null), rules: [rule] };
}

const headOf = ({ message, title }: Option) => (message.trim() === "" ? title : message);

/** The options under a node, in the order of their numbers; what is none comes last. */
const childrenOf = ({ options }: QueueRules, parentId: number | null) =>
  options.filter((one) => one.parentId === parentId).toSorted((one, other) => numberOf(one) - numberOf(other) || one.id - other.id);
const numberOf = ({ option }: Option) => (/^\d+$/.test(option.trim()) ? Number(option) : Infinity);

const startIntegration = (state: State, integrationId: number): Step =>
  ({ state: { ...state, chatbot: true, useIntegration: true, integrationId }, effects: [{ do: "integrate", integrationId, begins: true }], rules: ["integration"] });

const startAi = (state: State, promptId: number): Step => ({ state: { ...state, chatbot: true, promptId }, effects: [{ do: "prompt", promptId, begins: true }], rules: ["prompt"] });

function closedSince(config: Config, { id }: QueueRules, now: number): number | undefined {
  const hours = hoursOf(config, id, now);
  return hours.open ? undefined : hours.since;
}

/** Whether the desk answers at an instant (epoch ms), in a queue or where none was chosen yet. */
export function hoursOf({ settings, week, holidays, timezone, queues }: Config, queueId: number | null, now: number): Hours {
  if (settings.scheduleType === "company") return hoursAt({ week, holidays, timezone }, now);
  const queue = settings.scheduleType === "queue" ? queues.find(({ id }) => id === queueId) : undefined;
  return queue ? hoursAt({ week: queue.week, holidays, timezone }, now) : { open: true };
}

/** The closing text is sent once in each closed period. rules.md#out-of-hours */
function tellClosed(state: State, place: number | "company", since: number, text: string, tells: Rule, knows: Rule): Step {
  const { toldClosed } = state.memory;
  if (toldClosed[place] === since || text.trim() === "") return { state, effects: [], rules: [knows] };
  return { state: { ...state, memory: { ...state.memory, toldClosed: { ...toldClosed, [place]: since } } }, effects: [{ do: "say", text }], rules: [tells] };
}

/** The end: a request to rate it if someone attended, else the farewell. rules.md#rating */
function ticketClosed(config: Config, state: State, { silent, attended }: Event & { type: "closed" }, now: number): Step {
  const { settings, connection, endings } = config;
  const { ratingMessage, complationMessage } = endTexts(connection, endings.find(({ id }) => id === state.queueId));
  const after = { ...withoutBot(state), status: "closed" as const, memory: forNewAttendance(state.memory) };
  if (silent) return { state: after, effects: [], rules: ["silent"] };
  if (state.isGroup) return { state: after, effects: [], rules: ["group"] };
  if (isOff(config, state)) return { state: after, effects: [], rules: ["botOff"] };
  if (settings.userRating && attended) return { state: after, effects: [{ do: "say", text: ratingText(ratingMessage) }, { do: "askRating", expiresAt: now + ratingTime }], rules: ["ratingAsked"] };
  return { state: after, effects: sayText(complationMessage), rules: ["farewell"] };
}

const sayText = (text: string): Effect[] => (text.trim() === "" ? [] : [{ do: "say", text }]);
const sayOption = (text: string, mediaId: number | null): Effect[] => (mediaId === null ? sayText(text) : [{ do: "say", text, mediaId }]);
