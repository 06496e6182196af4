/** How a company's row is marked by the days until its due date. */
export type DueTint = "soon" | "near" | "late";

export const tints: Record<DueTint, string> = {
  soon: "bg-warning/15",
  near: "bg-orange-500/15",
  late: "bg-error/15",
};

/** Days from a day (YYYY-MM-DD) to another; below 0 once it has passed. */
export const daysUntil = (dueDate: string, today: string) =>
  Math.round((Date.parse(dueDate) - Date.parse(today)) / 86_400_000);

/** Five days left are yellow, four to three days past orange, from four days past on red. */
export function tintOf(days: number): DueTint | undefined {
  if (days > 5) return undefined;
  if (days === 5) return "soon";
  return days >= -3 ? "near" : "late";
}
