import { readable } from "../../shared/text.ts";
import { writeOut } from "../../kit/process/confined/inside.ts";
import { csvRows } from "./csv.ts";
import { limits, type UnreadableReason } from "./limits.ts";
import type { Cell } from "./table.ts";
import { Unreadable } from "./unreadable.ts";
import { isVCard, vCardRows } from "./vcard.ts";
import { sheetsOf, sheetsOfXlsx, type RawSheet } from "./workbook.ts";

export type SheetRow = { sheet: number; line: number; cells: Cell[] };

/**
 * Output of the process that opens a file, one line of JSON each. It writes the sheets' names,
 * their rows, then `end`; or the reason why it can't read the file.
 */
export type SheetOutput =
  | { names: string[] }
  | SheetRow
  | { end: true }
  | { unread: UnreadableReason };

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

/** The rows of a file that are not empty, with their line numbers in their sheet. */
export function* sheetOutput(bytes: Uint8Array): Generator<SheetOutput> {
  try {
    const names: string[] = [];
    let total = 0;
    for (const { name, rows } of rawSheets(bytes)) {
      const sheet = names.length;
      // One more than the limit: the column names. A further sheet that is too long is left out.
      const most = limits.rows + 1 - total;
      const some = rowsOf(sheet, rows);
      const taken = sheet === 0 ? atMost(some, most) : wholeOrNone(some, most);
      let count = 0;
      for (const row of taken) {
        yield row;
        count += 1;
      }
      total += count;
      if (count > 0) names.push(name);
    }
    if (total === 0) throw new Unreadable("empty");
    yield { names };
    yield { end: true };
  } catch (thrown) {
    yield { unread: thrown instanceof Unreadable ? thrown.why : "file" };
  }
}

function* atMost(rows: Iterable<SheetRow>, most: number): Generator<SheetRow> {
  let count = 0;
  for (const row of rows) {
    if ((count += 1) > most) throw new Unreadable("rows");
    yield row;
  }
}

function wholeOrNone(rows: Iterable<SheetRow>, most: number): SheetRow[] {
  const whole: SheetRow[] = [];
  for (const row of rows) if (whole.push(row) > most) return [];
  return whole;
}

function rawSheets(bytes: Uint8Array): Iterable<RawSheet> {
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) return sheetsOfXlsx(bytes);
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) return sheetsOf(bytes);
  const text = textOf(bytes);
  return [{ name: "", rows: isVCard(text) ? vCardRows(text) : csvRows(text) }];
}

function* rowsOf(sheet: number, rows: Iterable<Cell[]>): Generator<SheetRow> {
  let line = 0;
  for (const row of rows) {
    line += 1;
    const cells = row.slice(0, limits.columns).map(cleaned);
    while (cells.at(-1) === "") cells.pop();
    if (cells.length > 0) yield { sheet, line, cells };
  }
}

const cleaned = (cell: Cell): Cell =>
  typeof cell === "string"
    ? readable(cell.slice(0, limits.cell).replace(/[\r\n]+/g, " ")).toWellFormed()
    : cell;

/** The text of a file. Older programs save it as Windows-1252. Throws `Unreadable`. */
function textOf(bytes: Uint8Array): string {
  const text = decoded(bytes).replace(/^\ufeff/, "");
  // eslint-disable-next-line no-control-regex
  if (/[\u0000-\u0008\u000e-\u001f]/.test(text) || /^\s*<(\?xml|!doctype|html)/i.test(text))
    throw new Unreadable("file");
  return text;
}

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
