import { endTexts } from "../shared/attendance.ts";
import { normalized } from "./answers.ts";
import { choiceIds, ratingChoices } from "./choices.ts";
import type { Config } from "./config.ts";
import { ratingText } from "./texts.ts";
import {
  type Answer,
  type Event,
  forNewAttendance,
  type Rule,
  sayText,
  type State,
  type Step,
  withoutBot,
} from "./state.ts";
import { chosenQueue, isSpent, menu, toDefaultQueue, toMenu, withoutQueue } from "./menu.ts";
import { enter, inQueue } from "./queue.ts";
import { hoursOf, tellClosed } from "./opening-hours.ts";

const asks: Rule[] = [
  "menuShown",
  "menuAgain",
  "menuWaits",
  "treeLevel",
  "treeBack",
  "treeAgain",
  "integration",
  "prompt",
];

/**
 * Whether the bot has asked the customer something, or is about to, so that the customer waits for
 * no agent. A customer who received the closing text waits for people, whatever they choose.
 */
export const isAsked = (rules: Rule[]) =>
  rules.some((rule) => asks.includes(rule)) && !rules.some((rule) => isClosed.includes(rule));

const isClosed: Rule[] = ["closedTold", "closedKnown"];

const chooses: Rule[] = ["queueChosen", "toMenu"];
const readsNumbers: Rule[] = [
  "menuAgain",
  "menuWaits",
  "menuGivenUp",
  "unchosen",
  "treeLevel",
  "treeBack",
  "treeLeaf",
  "treeAgain",
  "treeGivenUp",
  "integration",
];

/**
 * Whether a text only answers a menu, judged by the engine's rules. It does when it chose, or is a
 * bare number where a bot reads numbers. `fresh`: no question came before it. rules.md#last-message
 */
export const isChoice = (rules: Rule[], { text, choiceId }: Answer, fresh: boolean) =>
  !fresh &&
  (rules.some((rule) => chooses.includes(rule)) ||
    ((choiceId !== undefined || /^\d{1,2}$/.test(normalized(text))) &&
      rules.some((rule) => readsNumbers.includes(rule))));

const ratingTime = 24 * 3_600_000;

/** The step after an event: the new state and the effects. It depends on its arguments alone. */
export function step(config: Config, state: State, event: Event, now: number): Step {
  switch (event.type) {
    case "messageReceived":
      return customerWrote(config, state, event, now);
    case "agentReplied":
    case "reassigned":
      return takenOver(state);
    case "closed":
      return ticketClosed(config, state, event, now);
  }
}

/** The step when someone of the company takes part, under any configuration. */
export const takenOver = (state: State): Step => ({
  state: { ...withoutBot(state), memory: { ...state.memory, over: true, byDefault: false } },
  effects: [],
  rules: ["human"],
});

function customerWrote(
  config: Config,
  before: State,
  { text, choiceId, kind, fresh }: Event & { type: "messageReceived" },
  now: number,
): Step {
  const state = fresh ? { ...withoutBot(before), memory: forNewAttendance(before.memory) } : before;
  const silent = (rule: Rule): Step => ({ state, effects: [], rules: [rule] });
  if (state.isGroup) return toDefaultQueue(config, silent("group"));
  if (state.userId !== null) return silent("attended");
  if (isOff(config, state)) return toDefaultQueue(config, silent("botOff"));
  // A call is no answer.
  if (kind === "call_log") return silent("waits");

  const closing = hoursOf(config, null, now);
  if (!closing.open) return whileClosed(config, state, { text, choiceId }, closing.since, now);
  const after = answer(config, state, { text, choiceId }, now);
  // An AI is given texts and voices alone. rules.md#ai
  return kind === "chat" || kind === "audio" ? after : withoutAi(after);
}

const isOff = ({ settings }: Config, { disableBot }: State) => disableBot || settings.disableBot;

/** Other kinds of messages do not go to an AI. */
const withoutAi = ({ state, effects, rules }: Step): Step => ({
  state,
  effects: effects.filter((effect) => effect.do !== "prompt"),
  rules: rules.map((rule) => (rule === "prompt" ? "waits" : rule)),
});

/**
 * Out of hours: the closing text is sent once in each closing. A menu is sent once too, so that the
 * customer waits in a queue. rules.md#out-of-hours
 */
function whileClosed(
  config: Config,
  state: State,
  given: Answer,
  since: number,
  now: number,
): Step {
  const closedStep = tellClosed(
    state,
    "company",
    since,
    config.connection.outOfHoursMessage,
    "closedTold",
    "closedKnown",
  );
  if (config.queues.length < 2) return closedStep;
  const next = chooseWhileClosed(config, closedStep.state, given, since, now);
  return toDefaultQueue(config, {
    state: next.state,
    effects: [...closedStep.effects, ...next.effects],
    rules: [...closedStep.rules, ...next.rules],
  });
}

function chooseWhileClosed(
  config: Config,
  state: State,
  given: Answer,
  since: number,
  now: number,
): Step {
  const { askedAt, over } = state.memory;
  const nothing: Step = { state, effects: [], rules: [] };
  if (isMenuAsked(given)) return toMenu(config, state, now);
  if (over || hasChosen(state) || hasBot(state)) return nothing;
  const queue = askedAt === null ? undefined : chosenQueue(given, config.queues);
  if (queue) return enter(config, state, queue, "queueChosen", now);
  // Any other text is the message that they leave.
  const wasAsked = askedAt !== null && askedAt >= since;
  return wasAsked || isSpent(config, state)
    ? nothing
    : menu(config, withoutBot(state), now, "menuShown");
}

const hasChosen = ({ queueId, memory }: State) => queueId !== null && !memory.byDefault;

const hasBot = ({ useIntegration, integrationId, promptId }: State) =>
  (useIntegration && integrationId !== null) || promptId !== null;

// The words of a button are no answer of their own.
const isMenuAsked = ({ text, choiceId }: Answer) =>
  choiceId === undefined ? normalized(text) === "#" : choiceId === choiceIds.menu;

function answer(config: Config, state: State, given: Answer, now: number): Step {
  if (isMenuAsked(given) && config.queues.length > 0) return toMenu(config, state, now);
  if (state.useIntegration && state.integrationId !== null)
    return {
      state,
      effects: [{ do: "integrate", integrationId: state.integrationId, begins: false }],
      rules: ["integration"],
    };
  if (state.promptId !== null)
    return {
      state,
      effects: [{ do: "prompt", promptId: state.promptId, begins: false }],
      rules: ["prompt"],
    };
  // The queue was deleted, so its options tree is gone too.
  return !hasChosen(state)
    ? withoutQueue(config, state.chatbot ? withoutBot(state) : state, given, now)
    : inQueue(config, state, given, now);
}

/** The end: a request for a rating if an agent attended, else the farewell. rules.md#rating */
function ticketClosed(
  config: Config,
  state: State,
  { silent, attended }: Event & { type: "closed" },
  now: number,
): Step {
  const { settings, connection, endings } = config;
  const { ratingMessage, complationMessage } = endTexts(
    connection,
    endings.find(({ id }) => id === state.queueId),
  );
  const after = {
    ...withoutBot(state),
    status: "closed" as const,
    memory: forNewAttendance(state.memory),
  };
  if (silent) return { state: after, effects: [], rules: ["silent"] };
  if (state.isGroup) return { state: after, effects: [], rules: ["group"] };
  if (isOff(config, state)) return { state: after, effects: [], rules: ["botOff"] };
  if (settings.userRating && attended)
    return {
      state: after,
      effects: [
        {
          do: "say",
          text: ratingText(ratingMessage),
          choices: ratingChoices(ratingMessage),
        },
        { do: "askRating", expiresAt: now + ratingTime },
      ],
      rules: ["ratingAsked"],
    };
  return { state: after, effects: sayText(complationMessage), rules: ["farewell"] };
}
