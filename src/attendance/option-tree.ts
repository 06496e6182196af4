import { normalized } from "./answers.ts";
import { choiceIds, levelChoices, rowOf } from "./choices.ts";
import type { Config, Option, QueueRules } from "./config.ts";
import { levelText } from "./texts.ts";
import { type Answer, type Rule, sayOption, type State, type Step } from "./state.ts";

/** An answer within a queue's tree. rules.md#option-tree */
export function answerInTree(
  config: Config,
  state: State,
  queue: QueueRules,
  { text, choiceId }: Answer,
): Step {
  const choice = choiceId === choiceIds.back ? "0" : choiceId === undefined ? normalized(text) : "";
  const here = queue.options.find(({ id }) => id === state.queueOptionId);
  const children = childrenOf(queue, here?.id ?? null);
  // A button of an earlier level still leads where it says.
  const chosen =
    rowOf("option", choiceId, queue.options) ??
    (children.length === 1
      ? children[0]
      : children.find(({ option }) => choice !== "" && normalized(option) === choice));
  const below = { ...state, memory: { ...state.memory, misses: 0 } };
  if (choice === "0" && here) return showLevel(below, queue, here.parentId, "treeBack");
  if (chosen) {
    if (childrenOf(queue, chosen.id).length > 0)
      return showLevel(below, queue, chosen.id, "treeLevel");
    return {
      state: { ...below, chatbot: false, queueOptionId: null },
      effects: sayOption(headOf(chosen), chosen.mediaId),
      rules: ["treeLeaf"],
    };
  }
  const misses = state.memory.misses + 1;
  const { maxUseBotQueues } = config.connection;
  // Two bots that answer each other must come to an end.
  if (maxUseBotQueues > 0 && misses > maxUseBotQueues)
    return {
      state: { ...state, chatbot: false, queueOptionId: null },
      effects: [],
      rules: ["treeGivenUp"],
    };
  return showLevel(
    { ...state, memory: { ...state.memory, misses } },
    queue,
    here?.id ?? null,
    "treeAgain",
  );
}

/** Shows the options under a node, or under the root. */
export function showLevel(
  state: State,
  queue: QueueRules,
  optionId: number | null,
  rule: Rule,
): Step {
  const here = queue.options.find(({ id }) => id === optionId);
  const head = here ? headOf(here) : queue.greetingMessage;
  const children = childrenOf(queue, here?.id ?? null);
  const text = levelText(head, children, here !== undefined);
  const choices = levelChoices(head, children, here !== undefined);
  return {
    state: { ...state, queueOptionId: here?.id ?? null },
    effects: sayOption(text, here?.mediaId ?? null, choices),
    rules: [rule],
  };
}

const headOf = ({ message, title }: Option) => (message.trim() === "" ? title : message);

/** The options under a node, in the order of their numbers; options without a number come last. */
const childrenOf = ({ options }: QueueRules, parentId: number | null) =>
  options
    .filter((one) => one.parentId === parentId)
    .toSorted((one, other) => numberOf(one) - numberOf(other) || one.id - other.id);

const numberOf = ({ option }: Option) => (/^\d+$/.test(option.trim()) ? Number(option) : Infinity);
