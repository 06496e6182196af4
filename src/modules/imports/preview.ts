import type { z } from "zod";
import type { Me } from "../../kit/audience.ts";
import { Fault } from "../../kit/fault.ts";
import type { Store } from "../../kit/store.ts";
import { eachRow } from "./each-row.ts";
import { validChoice, find, type choiceBody } from "./imports.ts";
import { countsRepeated } from "./kind.ts";
import { kindNamed } from "./kinds/all.ts";
import type { Cell, ImportPreview, Noted, RowReason } from "./table.ts";

const maxExamples = 20;

/**
 * Counts what the import would do, without changing anything. Throws missing, a conflict once it
 * was started, and invalid for an impossible choice.
 */
export async function preview(
  store: Store,
  me: Me,
  id: number,
  body: z.infer<typeof choiceBody>,
): Promise<ImportPreview> {
  const { state, width, kind: name, targetId } = find(store.db, me, id);
  const kind = kindNamed(name);
  if (state !== "read")
    throw new Fault("conflict", "ERR_IMPORT_STARTED", { message: "Esta importação já começou" });
  const choice = validChoice(body, width, kind);
  const result: ImportPreview = {
    total: 0,
    created: 0,
    updated: 0,
    duplicated: 0,
    refused: 0,
    reasons: {},
    examples: [],
    refusedLines: [],
    repeated: none(),
    withoutEmail: none(),
    renamed: none(),
  };
  const seen = new Map<string, number>();
  for await (const { line, cells, row, isChosen } of eachRow(store, id, choice, kind)) {
    if (typeof row === "string") result.refusedLines.push(line);
    if (!isChosen) continue;
    result.total += 1;
    if (typeof row === "string") {
      countRefused(result, line, cells, row as RowReason);
      continue;
    }
    const key = kind.keyOf(row);
    const first = seen.get(key);
    const isKnown = kind.isKnown(store, row, targetId);
    if (first === undefined) seen.set(key, line);
    else if (kind.needsNumber !== false) note(result.repeated, { line, first });
    if (first === undefined || !countsRepeated(kind))
      result[first !== undefined || isKnown ? kind.known : "created"] += 1;
    if (kind.isWithoutEmail?.(row)) note(result.withoutEmail, { line });
    const names = first === undefined && isKnown ? kind.namesOf?.(store, row) : undefined;
    if (names) note(result.renamed, { line, ...names });
  }
  return result;
}

const none = () => ({ count: 0, examples: [] });

function note<T>(noted: Noted<T>, example: T) {
  noted.count += 1;
  if (noted.examples.length < maxExamples) noted.examples.push(example);
}

function countRefused(counts: ImportPreview, line: number, cells: Cell[], reason: RowReason) {
  counts.refused += 1;
  counts.reasons[reason] = (counts.reasons[reason] ?? 0) + 1;
  if (counts.examples.length < maxExamples) counts.examples.push({ line, cells, reason });
}
