import type { z } from "zod";
import type { Me } from "../../kit/audience.ts";
import { Fault } from "../../kit/fault.ts";
import type { Store } from "../../kit/store.ts";
import { findByIdentifiers } from "../contacts/find-by-identifier.ts";
import { chosen, find, headOf, picker, rowsAfter, slice, type choiceBody } from "./imports.ts";
import { personOf } from "./rows.ts";
import type { Cell, Outlook, RowReason } from "./table.ts";

const mostExamples = 20;

/** Looks at all rows as the import would, and changes nothing. Throws missing, conflicts once it began, and invalid where the choice is none. */
export async function check(store: Store, me: Me, id: number, body: z.infer<typeof choiceBody>): Promise<Outlook> {
  const { state, width } = find(store.db, me, id);
  if (state !== "read") throw new Fault("conflict", "ERR_IMPORT_STARTED", { message: "Esta importação já começou" });
  const choice = chosen(body, width);
  const picked = picker(choice, headOf(store.db, id));
  const outlook: Outlook = { total: 0, created: 0, updated: 0, refused: 0, reasons: {}, examples: [] };
  const met = new Set<string>();
  for (let last = 0; ; ) {
    const rows = rowsAfter(store.db, id, last, slice.looked);
    for (const { line, cells } of rows) {
      if (!picked(line)) continue;
      outlook.total += 1;
      const person = personOf(cells, choice.mapping);
      if (typeof person === "string") refuse(outlook, line, cells, person);
      else if (met.has(person.number) || findByIdentifiers(store, [{ type: "phone", value: person.number }]).length > 0) outlook.updated += 1;
      else outlook.created += 1;
      if (typeof person !== "string") met.add(person.number);
    }
    if (rows.length < slice.looked) return outlook;
    last = rows.at(-1)!.line;
    await new Promise(setImmediate);
  }
}

function refuse(outlook: Outlook, line: number, cells: Cell[], reason: RowReason) {
  outlook.refused += 1;
  outlook.reasons[reason] = (outlook.reasons[reason] ?? 0) + 1;
  if (outlook.examples.length < mostExamples) outlook.examples.push({ line, cells, reason });
}
