import type { Choice, Interactive } from "../shared/interactive.ts";
import type { Option, QueueRules } from "./config.ts";

/**
 * A message with choices to tap: its text without numbers, and the choices. `list`: the label of
 * the button that opens them as a list. rules.md#buttons
 */
export type Choices = { text: string; list: string; choices: Choice[] };

/** The ids of choices; an answer brings one back. */
export const choiceIds = {
  queue: (id: number) => `queue/${id}`,
  option: (id: number) => `option/${id}`,
  back: "back",
  menu: "menu",
  rating: (rate: number) => `rating/${rate}`,
};

/** The row that a choice's id names, among those that may be chosen. */
export const rowOf = <Row extends { id: number }>(
  kind: "queue" | "option",
  choiceId: string | undefined,
  rows: Row[],
): Row | undefined => rows.find(({ id }) => choiceId === choiceIds[kind](id));

export const queueChoices = (text: string, queues: QueueRules[]): Choices => ({
  text: text.trim() || chooseOne,
  list: openList,
  choices: queues.map(({ id, name }) => ({ id: choiceIds.queue(id), title: name })),
});

export const levelChoices = (head: string, options: Option[], hasParent: boolean): Choices => ({
  text: head.trim() || chooseOne,
  list: openList,
  choices: [
    ...options.map(({ id, title }) => ({ id: choiceIds.option(id), title })),
    ...(hasParent ? [{ id: choiceIds.back, title: "Menu anterior" }] : []),
    { id: choiceIds.menu, title: "Menu inicial" },
  ],
});

export const menuChoice = (text: string): Choices => ({
  text,
  list: openList,
  choices: [{ id: choiceIds.menu, title: "Menu principal" }],
});

export const ratingChoices = (message: string): Choices => ({
  text: message.trim() || "Como foi o nosso atendimento?",
  list: openList,
  choices: ["Insatisfeito", "Satisfeito", "Muito satisfeito"].map((title, index) => ({
    id: choiceIds.rating(index + 1),
    title,
  })),
});

/** The rating that a choice's id names. */
export const ratingOf = (choiceId: string | undefined): 1 | 2 | 3 | undefined =>
  ([1, 2, 3] as const).find((rate) => choiceId === choiceIds.rating(rate));

const chooseOne = "Escolha uma opção:";
const openList = "Ver opções";

/**
 * Limits of the official channel, in characters and choices, from the pages on interactive buttons
 * and lists of Meta's documentation.
 */
const limits = { text: 1024, buttons: 3, buttonTitle: 20, rows: 10, rowTitle: 24, description: 72 };

/**
 * Choices as buttons, or as a list where they are too many or too long. Undefined where neither
 * takes them: the text with numbers is sent then.
 */
export function interactiveOf({ text, list, choices }: Choices): Interactive | undefined {
  if (text.length > limits.text || choices.length === 0) return undefined;
  const isShort = choices.every(({ title }) => title.length <= limits.buttonTitle);
  const isEach = new Set(choices.map(({ title }) => title)).size === choices.length;
  if (choices.length <= limits.buttons && isShort && isEach)
    return { type: "buttons", text, buttons: choices };
  if (choices.length > limits.rows) return undefined;
  return { type: "list", text, button: list, sections: [{ title: "", rows: choices.map(row) }] };
}

const row = ({ id, title }: Choice): Choice =>
  title.length <= limits.rowTitle
    ? { id, title }
    : {
        id,
        title: `${title.slice(0, limits.rowTitle - 1).trimEnd()}…`,
        description: title.slice(0, limits.description),
      };
