import { textOf } from "./cells.ts";
import type { ImportKind } from "./kind.ts";
import type { Cell } from "./table.ts";

export type Line = { line: number; cells: Cell[] };

/** How many of a sheet's first rows may be the one with the column names. */
export const headCandidates = 10;

/** Where a table begins in a sheet, and how sure that is. */
export type LikelyTable = { head: number; headless: boolean; score: number };

/**
 * The most likely row of column names among the first ones of a sheet: titles and empty rows may be
 * above it. Without any known names it is the first row of more than one cell. rules.md#imports
 */
export function likelyTable(rows: Line[], kind: ImportKind): LikelyTable {
  const firstData = rows.findIndex(({ cells }) => kind.isData(cells));
  let best: LikelyTable | undefined;
  for (const [index, { line, cells }] of rows.slice(0, headCandidates).entries()) {
    const { score } = kind.guess(cells, []);
    // A title may name one thing too, and so may a row of data.
    const isEnough = score > 1 || (score === 1 && (firstData < 0 || index < firstData));
    if (isEnough && score > (best?.score ?? 0)) best = { head: line, headless: false, score };
  }
  if (best) return best;
  const filled = ({ cells }: Line) => cells.filter((cell) => textOf(cell) !== "").length;
  const begin = rows.find((row) => filled(row) > 1) ?? rows[0];
  if (!begin) return { head: 0, headless: false, score: 0 };
  return { head: begin.line, headless: kind.isData(begin.cells), score: 0 };
}
