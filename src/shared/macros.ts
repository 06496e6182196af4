/** The kinds of steps of macros and automations, in the order in which screens offer them. */
export const macroStepKinds = [
  "text",
  "note",
  "tag",
  "untag",
  "reminder",
  "snooze",
  "queue",
  "resolve",
] as const;
export type MacroStepKind = (typeof macroStepKinds)[number];

/**
 * One step. `minutes` count from the run; null snoozes until the customer answers, or until the
 * next day's opening.
 */
export type MacroStep =
  | { kind: "text"; text: string }
  | { kind: "note"; note: string }
  | { kind: "tag" | "untag"; tagId: number }
  | { kind: "reminder"; minutes: number; text: string }
  | { kind: "snooze"; minutes: number | null; until?: "opening" }
  | { kind: "queue"; queueId: number }
  | { kind: "resolve"; silent: boolean };

/** The most steps of a macro or an automation. */
export const maxMacroSteps = 20;

/** The longest time of a step, in minutes: a year. */
export const longestStep = 525_600;

/** A ticket leaves its holder's hands by these: only tags and notes may follow. */
const lastKinds: readonly MacroStepKind[] = ["snooze", "queue", "resolve"];
const followers: readonly MacroStepKind[] = ["note", "tag", "untag"];

/** The first step that follows one after which it can't run; undefined where the order is good. */
export function misplacedStep(steps: readonly { kind: MacroStepKind }[]): number | undefined {
  const last = steps.findIndex(({ kind }) => lastKinds.includes(kind));
  if (last < 0) return undefined;
  const index = steps.findIndex(({ kind }, place) => place > last && !followers.includes(kind));
  return index < 0 ? undefined : index;
}
