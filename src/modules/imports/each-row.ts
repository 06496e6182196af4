import type { Store } from "../../kit/store.ts";
import { headOf, isChosenLine, rowsAfter, sliceSizes } from "./imports.ts";
import type { ImportKind } from "./kind.ts";
import type { Choice } from "./table.ts";

/**
 * All rows of a file but the one with the column names, as a kind reads them. Others have their
 * turn in between.
 */
export async function* eachRow(store: Store, id: number, choice: Choice, kind: ImportKind) {
  const head = headOf(store.db, id);
  const isChosen = isChosenLine(choice, head);
  for (let last = 0; ;) {
    const rows = rowsAfter(store.db, id, last, sliceSizes.preview);
    for (const { line, cells } of rows)
      if (choice.headless || line !== head)
        yield { line, cells, row: kind.rowOf(cells, choice.mapping), isChosen: isChosen(line) };
    if (rows.length < sliceSizes.preview) return;
    last = rows.at(-1)!.line;
    await new Promise(setImmediate);
  }
}

/** The lines whose number an earlier one has. */
export async function repeatedLines(
  store: Store,
  id: number,
  choice: Choice,
  kind: ImportKind,
): Promise<number[]> {
  const seen = new Set<string>();
  const lines: number[] = [];
  for await (const { line, row, isChosen } of eachRow(store, id, choice, kind)) {
    if (!isChosen || typeof row === "string") continue;
    const key = kind.keyOf(row);
    if (seen.has(key)) lines.push(line);
    seen.add(key);
  }
  return lines;
}
