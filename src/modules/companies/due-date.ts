import { eq } from "drizzle-orm";
import type { ControlTx } from "../../kit/store.ts";
import { updateTimestamps } from "../../kit/table.ts";
import { recurrences } from "../../shared/companies.ts";
import { today } from "./companies.ts";
import { companies, type Company } from "./table.ts";

/**
 * Moves a company's due date by one period, from today if it has passed, and returns the new one.
 * rules.md#due-dates
 */
export function extendDueDate(tx: ControlTx, companyId: number, now: number): string {
  const company = tx.select().from(companies).where(eq(companies.id, companyId)).get()!;
  const { dueDate, dueDay } = nextDue(company, now);
  tx.update(companies)
    .set({ dueDate, dueDay, ...updateTimestamps(now) })
    .where(eq(companies.id, companyId))
    .run();
  return dueDate;
}

/** The due date that this would lead to. */
export const extendedDue = (company: Company, now: number): string => nextDue(company, now).dueDate;

/** A due date that someone chose. Its day is the one that shorter months cut. */
export const chosenDue = (dueDate: string | null) => ({
  dueDate,
  dueDay: dueDate === null ? null : Temporal.PlainDate.from(dueDate).day,
});

/** The day to which so many periods after a due date lead. */
export function dueAfter(
  { dueDate, dueDay, recurrence }: Pick<Company, "dueDay" | "recurrence"> & { dueDate: string },
  periods: number,
): string {
  const due = Temporal.PlainDate.from(dueDate);
  const month = due.with({ day: 1 }).add({ months: periods * recurrences[recurrence] });
  return month.with({ day: dueDay ?? due.day }, { overflow: "constrain" }).toString();
}

function nextDue({ dueDate, dueDay, timezone, recurrence }: Company, now: number) {
  const day = today(timezone, now);
  const stillCounts = dueDate !== null && dueDate >= day;
  const from = Temporal.PlainDate.from(stillCounts ? dueDate : day);
  const original = (stillCounts && dueDay) || from.day;
  return {
    dueDate: dueAfter({ dueDate: from.toString(), dueDay: original, recurrence }, 1),
    dueDay: original,
  };
}
