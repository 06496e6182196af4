/** How a goal of a ticket stands. `paused`: it is snoozed, and only its resolution is counted. */
export const goalStates = ["running", "warning", "missed", "paused"] as const;
export type GoalState = (typeof goalStates)[number];

/** The part of a goal's time after which it warns. rules.md#service-goals */
export const warnsAfter = 0.8;

/** The goals of an active ticket, as they travel. Times are ISO 8601; null where none is due. */
export type Sla = {
  firstAnswerDue: string | null;
  resolutionDue: string | null;
  /** Of the goal that stands worst. */
  state: GoalState;
  /** The first answer came too late, or is late now. */
  isAnswerMissed: boolean;
  /** When the state changes next, if nothing happens before. */
  changesAt: string | null;
};

/** The longest goal, in minutes of opening hours: 30 days. */
export const longestGoal = 43_200;
