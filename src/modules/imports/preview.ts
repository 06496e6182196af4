import type { z } from "zod";
import type { Me } from "../../kit/audience.ts";
import { Fault } from "../../kit/fault.ts";
import type { Store } from "../../kit/store.ts";
import { findByIdentifiers } from "../contacts/find-by-identifier.ts";
import { validChoice, find, headOf, isChosenLine, rowsAfter, sliceSizes, type choiceBody } from "./imports.ts";
import { personOf } from "./rows.ts";
import type { Cell, ImportPreview, RowReason } from "./table.ts";

const maxExamples = 20;

/** Counts what the import would do, without changing anything. Throws missing, a conflict once it was started, and invalid for an impossible choice. */
export async function preview(store: Store, me: Me, id: number, body: z.infer<typeof choiceBody>): Promise<ImportPreview> {
  const { state, width } = find(store.db, me, id);
  if (state !== "read") throw new Fault("conflict", "ERR_IMPORT_STARTED", { message: "Esta importação já começou" });
  const choice = validChoice(body, width);
  const isChosen = isChosenLine(choice, headOf(store.db, id));
  const result: ImportPreview = { total: 0, created: 0, updated: 0, refused: 0, reasons: {}, examples: [] };
  const seenNumbers = new Set<string>();
  for (let last = 0; ; ) {
    const rows = rowsAfter(store.db, id, last, sliceSizes.preview);
    for (const { line, cells } of rows) {
      if (!isChosen(line)) continue;
      result.total += 1;
      const person = personOf(cells, choice.mapping);
      if (typeof person === "string") countRefused(result, line, cells, person);
      else if (seenNumbers.has(person.number) || findByIdentifiers(store, [{ type: "phone", value: person.number }]).length > 0) result.updated += 1;
      else result.created += 1;
      if (typeof person !== "string") seenNumbers.add(person.number);
    }
    if (rows.length < sliceSizes.preview) return result;
    last = rows.at(-1)!.line;
    await new Promise(setImmediate);
  }
}

function countRefused(counts: ImportPreview, line: number, cells: Cell[], reason: RowReason) {
  counts.refused += 1;
  counts.reasons[reason] = (counts.reasons[reason] ?? 0) + 1;
  if (counts.examples.length < maxExamples) counts.examples.push({ line, cells, reason });
}
