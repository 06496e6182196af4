/** The causes that start an automation. */
export const automationEvents = ["newTicket", "waiting", "tagged", "rated", "order"] as const;
export type AutomationEvent = (typeof automationEvents)[number];

/** When an automation runs, by the opening hours that a wait is counted in. */
export const automationHours = ["any", "open", "closed"] as const;

export type AutomationConditions = {
  /** Empty is all. */
  queueIds: number[];
  hours: (typeof automationHours)[number];
  /** Of `waiting`: how long, in opening hours. */
  minutes?: number | null;
  /** Of `tagged`. */
  tagId?: number | null;
  /** Of `rated`: the rating is lower. */
  below?: number | null;
  /** Of `order`: the status that an order gets. */
  statusId?: number | null;
};

/** The condition that a cause needs. */
export const conditionOf = {
  newTicket: null,
  waiting: "minutes",
  tagged: "tagId",
  rated: "below",
  order: "statusId",
} as const satisfies Record<AutomationEvent, keyof AutomationConditions | null>;

export const runStates = ["due", "running", "done", "skipped", "failed"] as const;
export type RunState = (typeof runStates)[number];

/** Why a run did nothing, beside the errors of its steps. */
export const skipReasons = [
  "condition",
  "ended",
  "group",
  "hours",
  "inactive",
  "late",
  "loop",
  "queue",
] as const;
export type SkipReason = (typeof skipReasons)[number];
