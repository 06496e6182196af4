/** The months between two payments of a company. rules.md#due-dates */
export const recurrences = {
  MENSAL: 1,
  BIMESTRAL: 2,
  TRIMESTRAL: 3,
  SEMESTRAL: 6,
  ANUAL: 12,
} as const;

export type Recurrence = keyof typeof recurrences;

/** For so many days all of a deleted company is stored. */
export const deletedKeptDays = 30;

/** For so many hours a company's file waits for its download. */
export const companyFileKeptHours = 24;

/** The colours that a company may choose for its screens; with none it has the product's own. */
export const primaryColors = ["blue", "red", "green", "yellow", "purple", "pink"] as const;

export type PrimaryColor = (typeof primaryColors)[number];

export const modes = ["light", "dark", "system"] as const;
