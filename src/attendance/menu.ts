import { chosenAmong } from "./answers.ts";
import { queueChoices, rowOf } from "./choices.ts";
import type { Config, QueueRules } from "./config.ts";
import { invalid, joinBlocks, menuText } from "./texts.ts";
import { type Answer, because, type Rule, type State, type Step, withoutBot } from "./state.ts";
import { enter, startAi, startIntegration } from "./queue.ts";
import { closedSince, hoursOf, tellClosed } from "./opening-hours.ts";

const minute = 60_000;

/**
 * Puts a ticket that has no queue and no agent into the connection's default queue, if there is
 * one. rules.md#default-queue
 */
export function toDefaultQueue({ connection: { defaultQueueId } }: Config, step: Step): Step {
  const { state, rules } = step;
  if (state.queueId !== null || state.userId !== null || defaultQueueId === null) return step;
  return {
    ...step,
    state: { ...state, queueId: defaultQueueId, memory: { ...state.memory, byDefault: true } },
    rules: [...rules, "defaultQueue"],
  };
}

/**
 * The step of a ticket without a queue: the connection's AI or integration, its only queue, or the
 * menu. rules.md#menu
 */
export function withoutQueue(config: Config, state: State, answer: Answer, now: number): Step {
  const { connection, queues, settings } = config;
  const { askedAt, over } = state.memory;
  if (over) return { state, effects: [], rules: ["human"] };
  // Once the menu was sent, its answers go neither to the AI nor to the integration.
  if (askedAt === null && connection.promptId !== null) return startAi(state, connection.promptId);
  if (askedAt === null && connection.integrationId !== null)
    return startIntegration(state, connection.integrationId);
  const [first] = queues;
  if (!first) return greet(state, connection.greetingMessage);
  if (queues.length === 1)
    return withGreeting(
      settings.sendGreetingMessageOneQueues ? connection.greetingMessage : "",
      enter(config, state, first, "onlyQueue", now),
    );
  if (askedAt === null) return menu(config, state, now, "menuShown");
  const queue = chosenQueue(answer, queues);
  if (queue) return enter(config, state, queue, "queueChosen", now);
  // A customer whose menu came out of hours was promised an answer at opening: no second menu
  // follows.
  const wasOpen = hoursOf(config, null, askedAt).open;
  return wasOpen
    ? missed(config, state, now)
    : toDefaultQueue(config, { state, effects: [], rules: ["unchosen"] });
}

function greet(state: State, greeting: string): Step {
  if (state.memory.greeted || greeting.trim() === "")
    return { state, effects: [], rules: ["waits"] };
  return {
    state: { ...state, memory: { ...state.memory, greeted: true } },
    effects: [{ do: "say", text: greeting }],
    rules: ["greeted"],
  };
}

function withGreeting(greeting: string, after: Step): Step {
  const greets = greeting.trim() !== "" && !after.state.memory.greeted;
  if (!greets) return after;
  return {
    state: { ...after.state, memory: { ...after.state.memory, greeted: true } },
    effects: [{ do: "say", text: greeting }, ...after.effects],
    rules: ["greeted", ...after.rules],
  };
}

/** Sends the menu of queues, below `before`. */
export function menu(
  { connection, queues }: Config,
  state: State,
  now: number,
  rule: Rule,
  before = "",
): Step {
  const memory = { ...state.memory, asked: state.memory.asked + 1, askedAt: now };
  return {
    state: { ...state, memory },
    effects: [
      {
        do: "say",
        text: joinBlocks(before, [menuText(connection.greetingMessage, queues)]),
        choices: queueChoices(joinBlocks(before, [connection.greetingMessage.trim()]), queues),
      },
    ],
    rules: [rule],
  };
}

/** `#`: back to the menu, from the start. */
export function toMenu(config: Config, state: State, now: number): Step {
  const again: State = {
    ...withoutBot(state),
    queueId: null,
    memory: { ...state.memory, misses: 0, over: false, byDefault: false },
  };
  const [first] = config.queues;
  if (config.queues.length === 1 && first)
    return because("toMenu", enter(config, again, first, "onlyQueue", now));
  return because(
    "toMenu",
    isSpent(config, again) ? givenUp(config, again, now) : menu(config, again, now, "menuShown"),
  );
}

/**
 * No further menu is sent: the default queue takes the ticket. It sends its closing text when its
 * own hours are over.
 */
function givenUp(config: Config, state: State, now: number): Step {
  const step = toDefaultQueue(config, { state, effects: [], rules: ["menuGivenUp"] });
  const queue =
    config.settings.scheduleType === "queue"
      ? config.queues.find(({ id }) => id === step.state.queueId)
      : undefined;
  const closing = queue && closedSince(config, queue, now);
  if (!queue || closing === undefined) return step;
  const closedStep = tellClosed(
    step.state,
    queue.id,
    closing,
    queue.outOfHoursMessage,
    "queueClosedTold",
    "queueClosedKnown",
  );
  return { ...closedStep, rules: [...step.rules, ...closedStep.rules] };
}

/**
 * An invalid answer: the menu is sent again with a note, `maxUseBotQueues` times at most. Then the
 * ticket waits for people.
 */
function missed(config: Config, state: State, now: number): Step {
  const { timeUseBotQueues } = config.connection;
  const memory = { ...state.memory, misses: state.memory.misses + 1 };
  if (isSpent(config, state)) return givenUp(config, { ...state, memory }, now);
  const sinceAsked = now - (state.memory.askedAt ?? 0);
  // After the clock was put back there is no pause.
  const rests = sinceAsked >= 0 && sinceAsked < timeUseBotQueues * minute;
  if (!rests) return menu(config, { ...state, memory }, now, "menuAgain", invalid);
  return {
    state: { ...state, memory },
    effects: state.memory.misses === 0 ? [{ do: "say", text: invalid }] : [],
    rules: ["menuWaits"],
  };
}

/** The queue that an answer chooses: by the id of the choice, or else by its words. */
export const chosenQueue = ({ text, choiceId }: Answer, queues: QueueRules[]) =>
  rowOf("queue", choiceId, queues) ??
  (choiceId === undefined ? chosenAmong(text, queues) : undefined);

/** Whether the menu was sent as often as it may be. */
export const isSpent = ({ connection: { maxUseBotQueues } }: Config, { memory }: State) =>
  maxUseBotQueues > 0 && memory.asked >= maxUseBotQueues;
