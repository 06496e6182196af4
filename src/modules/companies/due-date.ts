import { eq } from "drizzle-orm";
import type { Control, ControlTx } from "../../kit/db/company-db.ts";
import { updateTimestamps } from "../../kit/db/table.ts";
import { recurrences } from "../../shared/companies.ts";
import { today } from "./companies.ts";
import { graceDays, graceIn, lastDay } from "./standing.ts";
import { companies, type Company } from "./table.ts";

/**
 * Moves a company's due date by one period, and returns the new one. Within its days of grace the
 * period begins on the due date, or on `paid`, the later period that was paid; after them, today.
 * rules.md#due-dates
 */
export function extendDueDate(
  tx: ControlTx,
  companyId: number,
  now: number,
  paid?: string,
): string {
  const company = tx.select().from(companies).where(eq(companies.id, companyId)).get()!;
  const { dueDate, dueDay } = nextDue(company, graceIn(tx), now, paid);
  tx.update(companies)
    .set({ dueDate, dueDay, ...updateTimestamps(now) })
    .where(eq(companies.id, companyId))
    .run();
  return dueDate;
}

/** The due date after such an extension. */
export const extendedDue = (control: Control, company: Company): string =>
  nextDue(company, graceDays(control), control.now()).dueDate;

/** A due date set by hand. Its day stays the target when a shorter month cuts it. */
export const chosenDue = (dueDate: string | null) => ({
  dueDate,
  dueDay: dueDate === null ? null : Temporal.PlainDate.from(dueDate).day,
});

/** The due date after so many periods. */
export function dueAfter(
  { dueDate, dueDay, recurrence }: Pick<Company, "dueDay" | "recurrence"> & { dueDate: string },
  periods: number,
): string {
  const due = Temporal.PlainDate.from(dueDate);
  const month = due.with({ day: 1 }).add({ months: periods * recurrences[recurrence] });
  return month.with({ day: dueDay ?? due.day }, { overflow: "constrain" }).toString();
}

function nextDue(
  { dueDate, dueDay, timezone, recurrence }: Company,
  grace: number,
  now: number,
  paid = "",
) {
  const day = today(timezone, now);
  const goesOn = dueDate !== null && lastDay(dueDate, grace) >= day;
  const begins = goesOn ? (paid > dueDate ? paid : dueDate) : day;
  const from = Temporal.PlainDate.from(begins);
  const original = (goesOn && dueDay) || from.day;
  return {
    dueDate: dueAfter({ dueDate: from.toString(), dueDay: original, recurrence }, 1),
    dueDay: original,
  };
}
