import { z } from "zod";
import type { By } from "../../kit/http/auth-context.ts";
import type { Control } from "../../kit/db/company-db.ts";
import { extendDueDate } from "./due-date.ts";
import { type ManageServices, noteChange, rowIn, show, tell } from "./manage.ts";
import { dueDay } from "./owner-fields.ts";
import type { Company, FullCompany } from "./table.ts";

export const extendBody = z.object({ dueDate: dueDay.nullable().optional() }).optional();

/**
 * "+ Vencimento": moves the due date by one period, once for a repeated call. `dueDate`: the date
 * that the caller read. Without it a call within a minute of the last counts as a repeat.
 * rules.md#due-dates
 */
export function extend(
  services: ManageServices,
  by: By,
  id: number,
  { dueDate: from }: z.infer<typeof extendBody> = {},
): FullCompany {
  const { control } = services.dbs;
  const before = rowIn(control, id);
  if (from === undefined ? isRepeated(control, before) : from !== before.dueDate)
    return show(services.dbs, id);
  const dueDate = control.write((tx) => extendDueDate(tx, id, control.now()));
  const ofBox = extended.get(control) ?? new Map<number, Extended>();
  extended.set(control, ofBox.set(id, { dueDate, at: control.now() }));
  noteChange(by, "companyChanged", before, { dueDate: { from: before.dueDate, to: dueDate } });
  return tell(services, "update", id);
}

type Extended = { dueDate: string; at: number };

/** The last extension of each company, with its time (ms), by box. */
const extended = new WeakMap<Control, Map<number, Extended>>();

function isRepeated(control: Control, { id, dueDate }: Company): boolean {
  const last = extended.get(control)?.get(id);
  return last !== undefined && last.dueDate === dueDate && control.now() - last.at < 60_000;
}
