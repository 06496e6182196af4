import { read, SSF, type CellObject, type WorkSheet } from "@e965/xlsx";
import Papa from "papaparse";
import { writeOut } from "../../kit/confined/inside.ts";
import { readable } from "../../kit/fields.ts";
import { limits, type UnreadableReason } from "./limits.ts";
import type { Cell } from "./table.ts";
import { directory } from "./zip.ts";

/**
 * Output of the process that opens a file, a line of JSON each: rows, then `end`; or why it can't
 * be read.
 */
export type SheetOutput =
  | { line: number; cells: Cell[] }
  | { end: true }
  | { unread: UnreadableReason };

class Unreadable extends Error {
  constructor(readonly why: UnreadableReason) {
    super(why);
  }
}

/**
 * Runs in a process of its own: opens a file and prints its rows. The parent limits memory and
 * time.
 */
export async function printSheet([path = ""]: string[]): Promise<void> {
  const rows = sheetOutput(await Bun.file(path).bytes());
  let text = "";
  for (const row of rows) {
    text += `${JSON.stringify(row)}\n`;
    if (text.length < 64 * 1024) continue;
    await writeOut(text);
    text = "";
  }
  await writeOut(text);
}

/** The rows of a file that are not empty, with their line numbers in the file. */
export function* sheetOutput(bytes: Uint8Array): Generator<SheetOutput> {
  try {
    let rows = 0;
    for (const row of rowsOf(bytes)) {
      // One more than the limit: the column names.
      if ((rows += 1) > limits.rows + 1) throw new Unreadable("rows");
      yield row;
    }
    if (rows === 0) throw new Unreadable("empty");
    yield { end: true };
  } catch (thrown) {
    yield { unread: thrown instanceof Unreadable ? thrown.why : "file" };
  }
}

function* rowsOf(bytes: Uint8Array): Generator<{ line: number; cells: Cell[] }> {
  const cellsOf = startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])
    ? xlsxRows(bytes)
    : startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])
      ? workbookRows(bytes)
      : csvRows(bytes);
  let line = 0;
  for (const row of cellsOf) {
    line += 1;
    const cells = row
      .slice(0, limits.columns)
      .map((cell) =>
        cell === null
          ? null
          : readable(cell.slice(0, limits.cell).replace(/[\r\n]+/g, " ")).toWellFormed(),
      );
    while (cells.at(-1) === "") cells.pop();
    if (cells.length > 0) yield { line, cells };
  }
}

function xlsxRows(bytes: Uint8Array): Iterable<Cell[]> {
  const contents = directory(bytes);
  if (!contents?.names.some((name) => name.toLowerCase() === "xl/workbook.xml"))
    throw new Unreadable("file");
  if (contents.bytes > limits.zip.bytes || contents.names.length > limits.zip.files)
    throw new Unreadable("large");
  return workbookRows(bytes);
}

function workbookRows(bytes: Uint8Array): Iterable<Cell[]> {
  // SheetJS would read shorter files as text of some old format.
  if (bytes.length < 512) throw new Unreadable("file");
  const { SheetNames, Sheets } = openWorkbook(bytes);
  const sheet = Sheets[SheetNames[0] ?? ""];
  if (!sheet) throw new Unreadable("empty");
  return sheetRows(sheet);
}

function openWorkbook(bytes: Uint8Array) {
  try {
    return read(bytes, {
      type: "array",
      dense: true,
      sheets: 0,
      sheetRows: limits.rows + 1000,
      cellHTML: false,
      cellNF: true,
      dateNF: "dd/mm/yyyy",
    });
  } catch (thrown) {
    throw new Unreadable(
      thrown instanceof Error && /password|encrypt/i.test(thrown.message) ? "locked" : "file",
    );
  }
}

function* sheetRows(sheet: WorkSheet): Generator<Cell[]> {
  const rows: (CellObject | undefined)[][] = sheet["!data"] ?? [];
  // By index: rows may be missing in between.
  for (let at = 0; at < rows.length; at++)
    yield Array.from({ length: Math.min(rows[at]?.length ?? 0, limits.columns) }, (_, column) =>
      cellOf(rows[at]![column]),
    );
}

function cellOf(cell: CellObject | undefined): Cell {
  if (!cell) return "";
  if (cell.f !== undefined || cell.F !== undefined) return null;
  if (cell.t === "e" || cell.v === undefined || cell.v === null) return "";
  // The value, not its display: a phone number in a narrow column is displayed as 5.5E+12.
  if (cell.t === "n" && !(cell.z && SSF.is_date(String(cell.z)))) return String(cell.v);
  return cell.t === "s" ? String(cell.v) : (cell.w ?? String(cell.v));
}

function* csvRows(bytes: Uint8Array): Generator<Cell[]> {
  const text = decoded(bytes).replace(/^\ufeff/, "");
  // eslint-disable-next-line no-control-regex
  if (/[\u0000-\u0008\u000e-\u001f]/.test(text) || /^\s*<(\?xml|!doctype|html)/i.test(text))
    throw new Unreadable("file");
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

// Older programs save text as Windows-1252.
function decoded(bytes: Uint8Array): string {
  if (startsWith(bytes, [0xff, 0xfe])) return new TextDecoder("utf-16le").decode(bytes);
  if (startsWith(bytes, [0xfe, 0xff])) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

const startsWith = (bytes: Uint8Array, mark: number[]) =>
  mark.every((byte, index) => bytes[index] === byte);
