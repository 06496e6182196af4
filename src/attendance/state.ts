import type { MessageKind, TicketState } from "../shared/states.ts";
import type { Choices } from "./choices.ts";

/** The state of a ticket with its bot. */
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

/** The bot's memory of one attendance. */
export type Memory = {
  /** How often the menu was sent since the last valid answer. */
  asked: number;
  /** When the menu was last sent (epoch ms). */
  askedAt: number | null;
  /** Invalid answers in a row. */
  misses: number;
  /**
   * The start (epoch ms) of each closing that the customer was notified of: the company's, and
   * queues' by their ids.
   */
  toldClosed: Record<string, number>;
  greeted: boolean;
  /** A person took part: the bot is done with this attendance. */
  over: boolean;
  /** It waits in the default queue because the customer chose none: a choice still counts. */
  byDefault: boolean;
};

export const emptyMemory: Memory = {
  asked: 0,
  askedAt: null,
  misses: 0,
  toldClosed: {},
  greeted: false,
  over: false,
  byDefault: false,
};

/** An event on a ticket, for the engine to answer. */
export type Event =
  /** The customer wrote. `fresh`: it began the attendance, or took a closed one up again. */
  | { type: "messageReceived"; text: string; choiceId?: string; kind: MessageKind; fresh: boolean }
  /** One of us wrote, on a screen or on the shop's own phone. */
  | { type: "agentReplied" }
  /** Someone took, gave back or transferred it. */
  | { type: "reassigned" }
  | { type: "closed"; silent: boolean; attended: boolean };

/** An action for the caller to carry out. */
export type Effect =
  | { do: "say"; text: string; mediaId?: number; choices?: Choices }
  /** The customer's words go to an integration, to begin with or to go on. */
  | { do: "integrate"; integrationId: number; begins: boolean }
  | { do: "prompt"; promptId: number; begins: boolean }
  | { do: "askRating"; expiresAt: number };

/** The engine's reasons, for people to read. */
export type Rule =
  | "group"
  | "attended"
  | "botOff"
  | "human"
  | "closedTold"
  | "closedKnown"
  | "queueClosedTold"
  | "queueClosedKnown"
  | "toMenu"
  | "greeted"
  | "menuShown"
  | "menuAgain"
  | "menuWaits"
  | "menuGivenUp"
  | "queueChosen"
  | "choiceNoted"
  | "unchosen"
  | "defaultQueue"
  | "onlyQueue"
  | "treeLevel"
  | "treeBack"
  | "treeAgain"
  | "treeLeaf"
  | "treeGivenUp"
  | "integration"
  | "prompt"
  | "waits"
  | "farewell"
  | "ratingAsked"
  | "silent";

/** The result of an event: the new state, the actions, and the reasons. */
export type Step = { state: State; effects: Effect[]; rules: Rule[] };

/** The state after the bot is done. */
export const withoutBot = (state: State): State => ({
  ...state,
  chatbot: false,
  queueOptionId: null,
  useIntegration: false,
  integrationId: null,
  promptId: null,
});

/** The memory that a new attendance takes over: the closings that the customer was notified of. */
export const forNewAttendance = ({ toldClosed }: Memory): Memory => ({
  ...emptyMemory,
  toldClosed,
});

/** A step that another rule led to. */
export const because = (rule: Rule, step: Step): Step => ({
  ...step,
  rules: [rule, ...step.rules],
});

/** Says a text, unless it is blank. */
export const sayText = (text: string): Effect[] =>
  text.trim() === "" ? [] : [{ do: "say", text }];

/** The same with a file, or with choices to tap. */
export const sayOption = (text: string, mediaId: number | null, choices?: Choices): Effect[] =>
  mediaId === null
    ? sayText(text).map((effect) => (choices ? { ...effect, choices } : effect))
    : [{ do: "say", text, mediaId }];

/** The customer's words, and the id of the choice that they tapped, if any. */
export type Answer = { text: string; choiceId?: string };
