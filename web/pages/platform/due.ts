/** The colour of a company's row, by the days until its due date. */
export type DueTint = "soon" | "near" | "late";

export const tints: Record<DueTint, string> = {
  soon: "bg-warning/15",
  near: "bg-orange-500/15",
  late: "bg-error/15",
};

/** The days from `today` (YYYY-MM-DD) until the due date; negative after it. */
export const daysUntil = (dueDate: string, today: string) =>
  Math.round((Date.parse(dueDate) - Date.parse(today)) / 86_400_000);

/**
 * Yellow from five days left, orange from four days left to three days past, red from four days
 * past.
 */
export function tintOf(days: number): DueTint | undefined {
  if (days > 5) return undefined;
  if (days === 5) return "soon";
  return days >= -3 ? "near" : "late";
}
