import type { MacroStep, MacroStepKind } from "../../../src/shared/macros.ts";

/** A step as its form holds it, before all of its fields are chosen. `key` names it while it moves. */
export type StepDraft = {
  key: number;
  kind: MacroStepKind;
  text: string;
  tagId: number | null;
  queueId: number | null;
  minutes: number | null;
  /** The snooze ends when the shop opens on the next day. */
  until?: "opening";
  silent: boolean;
};

/** A new step of a kind. */
export const newDraft = (kind: MacroStepKind): StepDraft => ({
  key: (lastKey += 1),
  kind,
  text: "",
  tagId: null,
  queueId: null,
  minutes: kind === "reminder" ? 60 : null,
  silent: false,
});

/** The drafts of stored steps. */
export const draftsOf = (steps: readonly MacroStep[]): StepDraft[] =>
  steps.map((step) => ({
    ...newDraft(step.kind),
    ...step,
    text: "note" in step ? step.note : "text" in step ? step.text : "",
  }));

/** A draft as the server takes it; a missing choice stays null, which it refuses at its place. */
export function stepOf({
  kind,
  text,
  tagId,
  queueId,
  minutes,
  until,
  silent,
}: StepDraft): MacroStep {
  switch (kind) {
    case "text":
      return { kind, text };
    case "note":
      return { kind, note: text };
    case "tag":
    case "untag":
      return { kind, tagId: tagId! };
    case "reminder":
      return { kind, minutes: minutes ?? 60, text };
    case "snooze":
      return { kind, minutes, ...(until && { until }) };
    case "queue":
      return { kind, queueId: queueId! };
    case "resolve":
      return { kind, silent };
  }
}

/** The steps with one moved by so many places; undefined where it has no place to go. */
export function moved<Item>(items: Item[], index: number, by: number): Item[] | undefined {
  const to = index + by;
  if (to < 0 || to >= items.length) return undefined;
  const others = items.toSpliced(index, 1);
  return others.toSpliced(to, 0, items[index]!);
}

let lastKey = 0;
