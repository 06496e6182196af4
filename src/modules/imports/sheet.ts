import { read, SSF, type CellObject, type WorkSheet } from "@e965/xlsx";
import { writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import Papa from "papaparse";
import { readable } from "../../kit/fields.ts";
import { limits, type UnreadableReason } from "./limits.ts";
import type { Cell } from "./table.ts";
import { directory } from "./zip.ts";

/** What the process that opens a file says, a line each: rows, then that these were all; or why it could not. */
export type SheetOutput = { line: number; cells: Cell[] } | { end: true } | { unread: UnreadableReason };

class Unreadable extends Error {
  constructor(readonly why: UnreadableReason) {
    super(why);
  }
}

/** Opens a file as a process of its own, and says its rows. What it may cost is seen to from outside. */
export async function printSheet(path: string): Promise<void> {
  lowerPriority();
  // What a library remarks would stand between the rows.
  for (const name of ["log", "info", "warn", "error"] as const) console[name] = () => {};
  const words = sheetOutput(await Bun.file(path).bytes());
  let text = "";
  for (const word of words) {
    text += `${JSON.stringify(word)}\n`;
    if (text.length < 64 * 1024) continue;
    await writeOut(text);
    text = "";
  }
  await writeOut(text);
}

const writeOut = (text: string) => new Promise<void>((resolve, reject) => process.stdout.write(text, (thrown) => (thrown ? reject(thrown) : resolve())));

/** What a file says: rows with something in them, under the numbers that they have in the file. */
export function* sheetOutput(bytes: Uint8Array): Generator<SheetOutput> {
  try {
    let rows = 0;
    for (const word of rowsOf(bytes)) {
      // The names of its columns are no contact.
      if ((rows += 1) > limits.rows + 1) throw new Unreadable("rows");
      yield word;
    }
    if (rows === 0) throw new Unreadable("empty");
    yield { end: true };
  } catch (thrown) {
    yield { unread: thrown instanceof Unreadable ? thrown.why : "file" };
  }
}

function* rowsOf(bytes: Uint8Array): Generator<{ line: number; cells: Cell[] }> {
  const cellsOf = startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]) ? xlsxRows(bytes) : startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0]) ? workbookRows(bytes) : csvRows(bytes);
  let line = 0;
  for (const row of cellsOf) {
    line += 1;
    const cells = row.slice(0, limits.columns).map((cell) => (cell === null ? null : readable(cell.slice(0, limits.cell)).toWellFormed()));
    while (cells.at(-1) === "") cells.pop();
    if (cells.length > 0) yield { line, cells };
  }
}

function xlsxRows(bytes: Uint8Array): Iterable<Cell[]> {
  const contents = directory(bytes);
  if (!contents?.names.some((name) => name.toLowerCase() === "xl/workbook.xml")) throw new Unreadable("file");
  if (contents.bytes > limits.zip.bytes || contents.names.length > limits.zip.files) throw new Unreadable("large");
  return workbookRows(bytes);
}

function workbookRows(bytes: Uint8Array): Iterable<Cell[]> {
  // What is shorter than its head would be taken for a text of some old kind.
  if (bytes.length < 512) throw new Unreadable("file");
  const { SheetNames, Sheets } = openWorkbook(bytes);
  const sheet = Sheets[SheetNames[0] ?? ""];
  if (!sheet) throw new Unreadable("empty");
  return sheetRows(sheet);
}

function openWorkbook(bytes: Uint8Array) {
  try {
    return read(bytes, { type: "array", dense: true, sheets: 0, sheetRows: limits.rows + 1000, cellHTML: false, cellNF: true, dateNF: "dd/mm/yyyy" });
  } catch (thrown) {
    throw new Unreadable(thrown instanceof Error && /password|encrypt/i.test(thrown.message) ? "locked" : "file");
  }
}

function* sheetRows(sheet: WorkSheet): Generator<Cell[]> {
  const rows: (CellObject | undefined)[][] = sheet["!data"] ?? [];
  // By index: what is missing in between is a row too.
  for (let at = 0; at < rows.length; at++) yield Array.from({ length: Math.min(rows[at]?.length ?? 0, limits.columns) }, (_, column) => cellOf(rows[at]![column]));
}

function cellOf(cell: CellObject | undefined): Cell {
  if (!cell) return "";
  if (cell.f !== undefined || cell.F !== undefined) return null;
  if (cell.t === "e" || cell.v === undefined || cell.v === null) return "";
  // As it is, not as it is shown: a phone number in a narrow column is shown as 5.5E+12.
  if (cell.t === "n" && !(cell.z && SSF.is_date(String(cell.z)))) return String(cell.v);
  return cell.t === "s" ? String(cell.v) : (cell.w ?? String(cell.v));
}

function* csvRows(bytes: Uint8Array): Generator<Cell[]> {
  const text = decoded(bytes).replace(/^\ufeff/, "");
  // eslint-disable-next-line no-control-regex
  if (/[\u0000-\u0008\u000e-\u001f]/.test(text) || /^\s*<(\?xml|!doctype|html)/i.test(text)) throw new Unreadable("file");
  const [delimiterLine = "", named] = /^sep=(.)\r?\n/i.exec(text) ?? [];
  const { data, errors } = Papa.parse<string[]>(text.slice(delimiterLine.length), { delimiter: named ?? delimiterOf(text), preview: limits.rows + 1000 });
  // A quote that is never closed swallows all that comes after it.
  if (errors.some(({ type }) => type === "Quotes")) throw new Unreadable("file");
  for (const row of data) yield row.map((cell) => (isFormula(cell) ? null : cell));
}

/** What stands between the cells: what is in each of the first lines. A comma may be in a name. */
function delimiterOf(text: string): string {
  const lines = text.slice(0, 20_000).replace(/"[^"]*"/g, "").split(/[\r\n]+/).filter((line) => line.trim() !== "").slice(0, 10);
  return [";", "\t", "|"].find((mark) => lines.every((line) => line.includes(mark))) ?? ",";
}

/** Whether a spreadsheet would reckon with this text. A phone number may begin with a +. */
const isFormula = (text: string) => /^\s*=/.test(text) || /^\s*[+\-@].*[(!|]/.test(text.replace(/^\s*\+[\d\s().-]+$/, ""));

// Older programs save texts in the letters of Windows.
function decoded(bytes: Uint8Array): string {
  if (startsWith(bytes, [0xff, 0xfe])) return new TextDecoder("utf-16le").decode(bytes);
  if (startsWith(bytes, [0xfe, 0xff])) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

const startsWith = (bytes: Uint8Array, mark: number[]) => mark.every((byte, index) => bytes[index] === byte);

// Whoever serves customers goes first; and where memory runs out, this process is the one that goes.
function lowerPriority() {
  try {
    setPriority(10);
    writeFileSync("/proc/self/oom_score_adj", "1000");
  } catch {
    // Not every system lets one.
  }
}
