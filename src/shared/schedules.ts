/** PENDENTE waits for its time, AGENDADA for the network. Clients know the names. */
export const scheduleStates = ["PENDENTE", "AGENDADA", "ENVIADA", "ERRO"] as const;
export type ScheduleState = (typeof scheduleStates)[number];

/** The repetitions of a schedule: every so many days, weeks or months, or from Monday to Friday. */
export const repetitions = ["day", "weekday", "week", "month"] as const;
export type Repetition = (typeof repetitions)[number];

export const businessDays = ["before", "after"] as const;

export type Recurrence = {
  every: Repetition;
  /** Every so many days, weeks or months. */
  interval: number;
  /** The times that are left, with the next one; without it and without `until` there is no end. */
  count?: number | null;
  /** The last day, YYYY-MM-DD. */
  until?: string | null;
  /** For a monthly time on a weekend: the Friday before or the Monday after. */
  businessDay?: (typeof businessDays)[number] | null;
  /** Days (YYYY-MM-DD) of the company that are left out; each counts as one of `count`. */
  skipped?: string[] | null;
};

/** The most days, weeks or months between two times. */
export const maxInterval = 99;

/** The most days that a schedule leaves out. */
export const maxSkipped = 100;

/** The length of a schedule's text, in characters. rules.md#schedules */
export const scheduleBodyLength = { least: 5, most: 4000 } as const;
