import Papa from "papaparse";
import { limits } from "./limits.ts";
import type { Cell } from "./table.ts";
import { Unreadable } from "./unreadable.ts";

/** The rows of a CSV; a formula is null. Throws `Unreadable`. */
export function* csvRows(text: string): Generator<Cell[]> {
  const [delimiterLine = "", named] = /^sep=(.)\r?\n/i.exec(text) ?? [];
  const { data, errors } = Papa.parse<string[]>(text.slice(delimiterLine.length), {
    delimiter: named ?? delimiterOf(text),
    preview: limits.rows + 1000,
  });
  // An unclosed quote swallows everything after it.
  if (errors.some(({ type }) => type === "Quotes")) throw new Unreadable("file");
  for (const row of data) yield row.map((cell) => (isFormula(cell) ? null : cell));
}

/**
 * The delimiter: what every one of the first lines contains, or, where texts are of several lines,
 * what the first contains most often. A comma may be part of a name.
 */
function delimiterOf(text: string): string {
  const lines = text
    .slice(0, 20_000)
    .replace(/"[^"\r\n]*"/g, "")
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== "")
    .slice(0, 10);
  const marks = [";", "\t", "|"];
  const count = (mark: string) => lines[0]?.split(mark).length ?? 0;
  return (
    marks.find((mark) => lines.every((line) => line.includes(mark))) ??
    marks.reduce((best, mark) => (count(mark) > count(best) ? mark : best), ",")
  );
}

/** Whether a spreadsheet would take this text for a formula. A phone number may begin with a +. */
const isFormula = (text: string) =>
  /^\s*=/.test(text) || /^\s*[+\-@].*[(!|]/.test(text.replace(/^\s*\+[\d\s().-]+$/, ""));
