import { ownAreaCode } from "../contacts/own-area.ts";
import { z } from "zod";
import type { Me } from "../../kit/db/audience.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { choiceBody, chosenTable, firstLine, validChoice, type ChoiceBody } from "./choice.ts";
import { eachRow, examine, refusalOf } from "./each-row.ts";
import { alreadyStarted, find } from "./imports.ts";
import { countsRepeated, type ImportKind } from "./kind.ts";
import { kindNamed } from "./kinds/all.ts";
import { isRefused } from "./rows.ts";
import { rowsOf, sizeOf, tableOf } from "./stored-rows.ts";
import { gte } from "drizzle-orm";
import {
  importRows,
  type Cell,
  type ImportPreview,
  type Noted,
  type Refusal,
  type ShownRow,
} from "./table.ts";

const maxExamples = 20;

/** How many lines of each reason and column are named. */
const maxOfReason = 5;

const page = 20;

/**
 * Counts what the import would do, without changing anything. Throws missing, a conflict once it
 * was started, and invalid for an impossible choice.
 */
export async function preview(
  db: CompanyDb,
  me: Me,
  id: number,
  body: ChoiceBody,
): Promise<ImportPreview> {
  const { kind, targetId, table, choice } = planned(db, me, id, body);
  const { ambiguous, ...facts } = await factsOf(db, table, choice, kind);
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
    decimals: facts.decimals.flatMap((one) => {
      const example = ambiguous.get(one.column);
      return example === undefined ? [] : [{ ...one, example }];
    }),
  };
  const seen = new Map<string, number>();
  const counts = new Map<string, number>();
  for await (const { line, cells, row, isChosen } of eachRow(
    db,
    table,
    { ...choice, facts },
    kind,
  )) {
    if (isRefused(row)) result.refusedLines.push(line);
    if (!isChosen) continue;
    result.total += 1;
    if (isRefused(row)) {
      countRefused(result, counts, line, cells, row);
      continue;
    }
    const key = kind.keyOf(row);
    const first = seen.get(key);
    const isKnown = kind.isKnown(db, row, targetId);
    if (first === undefined) seen.set(key, line);
    else if (kind.needsNumber !== false) note(result.repeated, { line, first });
    if (first === undefined || !countsRepeated(kind))
      result[first !== undefined || isKnown ? kind.existing : "created"] += 1;
    if (kind.isWithoutEmail?.(row)) note(result.withoutEmail, { line });
    const names = first === undefined && isKnown ? kind.namesOf?.(db, row) : undefined;
    if (names) note(result.renamed, { line, ...names });
  }
  return result;
}

export const shownRowsBody = choiceBody.extend({
  pageNumber: z.number().int().min(1).max(100_000).default(1),
});

/**
 * One page of a table's rows as they would be stored, or why one would be refused. Throws what
 * `preview` throws.
 */
export async function shownRows(
  db: CompanyDb,
  me: Me,
  id: number,
  { pageNumber, ...body }: z.infer<typeof shownRowsBody>,
): Promise<{ rows: ShownRow[]; count: number; hasMore: boolean }> {
  const { kind, table, choice } = planned(db, me, id, body);
  const { ambiguous: _, ...facts } = await factsOf(db, table, choice, kind);
  const conflicts = new Set(facts.conflicts);
  const first = firstLine(choice, table.head);
  const count = sizeOf(db, { ...table, head: first });
  const stored = rowsOf(db, table, gte(importRows.line, first))
    .limit(page)
    .offset((pageNumber - 1) * page)
    .all();
  const areaCode = ownAreaCode(db);
  const rows = stored.map(({ line, cells }): ShownRow => {
    const row = kind.rowOf(cells, choice.mapping, facts.decimals, areaCode);
    const refusal = isRefused(row)
      ? row
      : refusalOf(db, line, row, { ...choice, facts }, kind, conflicts);
    return {
      line,
      cells,
      reason: refusal?.reason ?? null,
      column: refusal?.column ?? null,
      values: refusal ? null : kind.display(row),
    };
  });
  return { rows, count, hasMore: count > (pageNumber - 1) * page + rows.length };
}

function planned(db: CompanyDb, me: Me, id: number, body: ChoiceBody) {
  const { state, sheets, width, kind: name, targetId } = find(db, me, id);
  const kind = kindNamed(name);
  if (state !== "read") throw alreadyStarted();
  const table = chosenTable({ ...tableOf(db, id), sheets }, body);
  const choice = validChoice(body, sheets[table.sheet]?.width ?? width, kind);
  return { kind, targetId, table, choice };
}

/** Reads all rows, if the kind needs to know them all. */
const factsOf = (
  db: CompanyDb,
  table: Parameters<typeof examine>[1],
  choice: Parameters<typeof examine>[2],
  kind: ImportKind,
): ReturnType<typeof examine> =>
  kind.numberColumns || kind.contradictions
    ? examine(db, table, choice, kind)
    : Promise.resolve({ decimals: [], repeated: [], conflicts: [], ambiguous: new Map() });

const none = () => ({ count: 0, examples: [] });

function note<T>(noted: Noted<T>, example: T) {
  noted.count += 1;
  if (noted.examples.length < maxExamples) noted.examples.push(example);
}

function countRefused(
  result: ImportPreview,
  counts: Map<string, number>,
  line: number,
  cells: Cell[],
  { reason, column }: Refusal,
) {
  result.refused += 1;
  result.reasons[reason] = (result.reasons[reason] ?? 0) + 1;
  const key = `${reason} ${column}`;
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  if (count <= maxOfReason) result.examples.push({ line, cells, reason, column });
}
