import type { Config, QueueRules } from "./config.ts";
import { menuChoice } from "./choices.ts";
import { choiceNoted, joinBlocks, toMainMenu } from "./texts.ts";
import {
  type Answer,
  because,
  type Rule,
  sayText,
  type State,
  type Step,
  withoutBot,
} from "./state.ts";
import { answerInTree, showLevel } from "./option-tree.ts";
import { closedSince, tellClosed } from "./opening-hours.ts";

/** The customer chose a queue: its hours, its greeting, its integration or AI, its tree. */
export function enter(
  config: Config,
  state: State,
  queue: QueueRules,
  rule: Rule,
  now: number,
): Step {
  const chosen: State = {
    ...withoutBot(state),
    queueId: queue.id,
    status: "pending",
    memory: { ...state.memory, asked: 0, misses: 0, byDefault: false },
  };
  const closing = closedSince(config, queue, now);
  return because(
    rule,
    closing === undefined ? welcomed(chosen, queue) : enteredClosed(config, chosen, queue, closing),
  );
}

function welcomed(state: State, queue: QueueRules): Step {
  const greeting = sayText(queue.greetingMessage);
  const after = (step: Step): Step => ({ ...step, effects: [...greeting, ...step.effects] });
  if (queue.integrationId !== null) return after(startIntegration(state, queue.integrationId));
  if (queue.promptId !== null) return after(startAi(state, queue.promptId));
  if (queue.options.length > 0)
    return showLevel({ ...state, chatbot: true }, queue, null, "treeLevel");
  return { state, effects: greeting, rules: [] };
}

/**
 * Out of hours the ticket waits in the chosen queue, and nothing of that queue starts. A customer
 * who was notified that the company is closed gets a confirmation. rules.md#out-of-hours
 */
function enteredClosed(
  { queues, settings }: Config,
  state: State,
  queue: QueueRules,
  since: number,
): Step {
  const back = queues.length > 1 ? [toMainMenu] : [];
  if (settings.scheduleType === "company")
    return {
      state,
      effects: [
        {
          do: "say",
          text: joinBlocks(choiceNoted(queue.name), back),
          ...(back.length > 0 && { choices: menuChoice(choiceNoted(queue.name)) }),
        },
      ],
      rules: ["choiceNoted"],
    };
  return tellClosed(
    state,
    queue.id,
    since,
    joinBlocks(queue.outOfHoursMessage, back),
    "queueClosedTold",
    "queueClosedKnown",
  );
}

/** The customer wrote in the queue that they chose. */
export function inQueue(config: Config, state: State, answer: Answer, now: number): Step {
  const queue = config.queues.find(({ id }) => id === state.queueId);
  if (!queue) return { state, effects: [], rules: ["waits"] };
  const closing = closedSince(config, queue, now);
  if (closing !== undefined)
    return tellClosed(
      state,
      queue.id,
      closing,
      queue.outOfHoursMessage,
      "queueClosedTold",
      "queueClosedKnown",
    );
  if (state.chatbot && queue.options.length > 0) return answerInTree(config, state, queue, answer);
  return { state: state.chatbot ? withoutBot(state) : state, effects: [], rules: ["waits"] };
}

/** Gives the ticket to an integration. */
export const startIntegration = (state: State, integrationId: number): Step => ({
  state: { ...state, chatbot: true, useIntegration: true, integrationId },
  effects: [{ do: "integrate", integrationId, begins: true }],
  rules: ["integration"],
});

/** Gives the ticket to an AI. */
export const startAi = (state: State, promptId: number): Step => ({
  state: { ...state, chatbot: true, promptId },
  effects: [{ do: "prompt", promptId, begins: true }],
  rules: ["prompt"],
});
