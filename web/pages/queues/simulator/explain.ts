import type { State } from "../../../../src/attendance/state.ts";
import { t } from "../../../kit/text.ts";
import type { DraftQueue, Reason, PlayedTurn } from "./use-simulator.ts";

/** Looks up the names of queues and answerers. */
export type Names = {
  queue: (id: number) => string;
  ia: (id: number) => string;
  integration: (id: number) => string;
  /** The billing provider of an integration, if any. */ provider: (
    id: number,
  ) => string | undefined;
  drafts: DraftQueue[];
};

/** The reasons of a turn: a sentence for each rule. */
export function reasonsOf({ step }: PlayedTurn, names: Names): string[] {
  if (!step) return [];
  const { state, effects, rules } = step;
  const effect = effects.find((one) => one.do === "integrate" || one.do === "prompt");
  const ia =
    effect?.do === "prompt"
      ? names.ia(effect.promptId)
      : state.promptId !== null
        ? names.ia(state.promptId)
        : "";
  const integration =
    effect?.do === "integrate"
      ? names.integration(effect.integrationId)
      : state.integrationId !== null
        ? names.integration(state.integrationId)
        : "";
  const option = titleOf(state, names);
  const key = (rule: Reason) => {
    return rule !== "treeLevel"
      ? rule
      : state.queueOptionId === null
        ? "treeRoot"
        : option
          ? rule
          : "treeInside";
  };
  return rules.map((rule) =>
    t(`simulator.rules.${key(rule)}`, {
      queue: state.queueId === null ? "" : names.queue(state.queueId),
      ia,
      integration,
      option,
    }),
  );
}

/** The changes of the ticket in a turn. */
export function changesOf({ step, before }: PlayedTurn, names: Names): string[] {
  if (!step) return [];
  const { state } = step;
  const was = before ?? nothing;
  const fresh = was.status === "closed" && state.status !== "closed";
  return [
    fresh && t("simulator.changes.reopened"),
    state.queueId !== was.queueId &&
      (state.queueId === null
        ? t("simulator.changes.noQueue")
        : t("simulator.changes.queue", { name: names.queue(state.queueId) })),
    state.queueOptionId !== was.queueOptionId &&
      titleOf(state, names) !== "" &&
      t("simulator.changes.option", { title: titleOf(state, names) }),
    state.status === "closed" && was.status !== "closed" && t("simulator.changes.closed"),
    state.status === "open" && was.status !== "open" && t("simulator.changes.open"),
    waitsForPeople(state) &&
      (!waitsForPeople(was) || before === null) &&
      t("simulator.changes.waits"),
  ].filter((change) => change !== false);
}

/** Nothing answers automatically any more. */
const waitsForPeople = (state: State) =>
  state.status === "pending" &&
  !state.chatbot &&
  !state.useIntegration &&
  state.promptId === null &&
  (state.queueId !== null || state.memory.over || state.memory.askedAt === null);

function titleOf({ queueId, queueOptionId }: State, { drafts }: Names): string {
  const option = drafts
    .find(({ id }) => id === queueId)
    ?.options.find(({ id }) => id === queueOptionId);
  return option?.title ?? "";
}

const nothing: State = {
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
  // The memory of a customer who has not written yet: nothing waits.
  memory: {
    asked: 0,
    askedAt: 0,
    misses: 0,
    toldClosed: {},
    greeted: false,
    over: false,
    byDefault: false,
  },
};
