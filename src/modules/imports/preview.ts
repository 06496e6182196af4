import type { z } from "zod";
import type { Me } from "../../kit/audience.ts";
import { Fault } from "../../kit/fault.ts";
import type { Store } from "../../kit/store.ts";
import { validChoice, find, headOf, isChosenLine, rowsAfter, sliceSizes, type choiceBody } from "./imports.ts";
import { kindNamed } from "./kinds/all.ts";
import type { Cell, ImportPreview, RowReason } from "./table.ts";

const maxExamples = 20;

/** Counts what the import would do, without changing anything. Throws missing, a conflict once it was started, and invalid for an impossible choice. */
export async function preview(store: Store, me: Me, id: number, body: z.infer<typeof choiceBody>): Promise<ImportPreview> {
  const { state, width, kind: name, targetId } = find(store.db, me, id);
  const kind = kindNamed(name);
  if (state !== "read") throw new Fault("conflict", "ERR_IMPORT_STARTED", { message: "Esta importação já começou" });
  const choice = validChoice(body, width, kind);
  const isChosen = isChosenLine(choice, headOf(store.db, id));
  const result: ImportPreview = { total: 0, created: 0, updated: 0, duplicated: 0, refused: 0, reasons: {}, examples: [] };
  const seen = new Set<string>();
  for (let last = 0; ; ) {
    const rows = rowsAfter(store.db, id, last, sliceSizes.preview);
    for (const { line, cells } of rows) {
      if (!isChosen(line)) continue;
      result.total += 1;
      const row = kind.rowOf(cells, choice.mapping);
      if (typeof row === "string") {
        countRefused(result, line, cells, row as RowReason);
        continue;
      }
      const key = kind.keyOf(row);
      result[seen.has(key) || kind.isKnown(store, row, targetId) ? kind.known : "created"] += 1;
      seen.add(key);
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
