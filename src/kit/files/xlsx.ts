import { escaped } from "./markup.ts";
import { crc32, createDeflateRaw } from "node:zlib";
import { Readable } from "node:stream";

/**
 * A cell: a text, whatever it begins with; a whole number; an amount of money; a moment, in days
 * as spreadsheets count them. An empty text is an empty cell.
 */
export type SheetCell = string | number | { amount: string } | { days: number };
type Row = SheetCell[];

const types = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const packages = "http://schemas.openxmlformats.org/package/2006";
const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** A sheet with a header row, streamed as the bytes of an xlsx. Widths are in characters. */
export function sheetFile({
  name,
  head,
  widths,
  rows,
}: {
  name: string;
  head: Row;
  widths: number[];
  rows: AsyncIterable<Row[]>;
}): AsyncGenerator<Uint8Array> {
  return zip([
    [
      "[Content_Types].xml",
      `${xml}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/></Types>`,
    ],
    [
      "_rels/.rels",
      `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      "xl/workbook.xml",
      `${xml}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="${escaped(name)}" sheetId="1" r:id="r1"/></sheets></workbook>`,
    ],
    [
      "xl/_rels/workbook.xml.rels",
      `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ["xl/styles.xml", styles],
    ["xl/worksheets/sheet1.xml", sheet(head, widths, rows)],
  ]);
}

/** An amount (`"12.90"`) as a cell that can be added up; an empty one where there is none. */
export const amountCell = (amount: string | undefined): SheetCell =>
  amount === undefined ? "" : { amount };

/** A moment as a cell of date and time, by the clock of a time zone; empty where there is none. */
export function momentCell(at: Date | null, timezone: string): SheetCell {
  if (at === null) return "";
  const offset = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(
    timezone,
  ).offsetNanoseconds;
  const seconds = Math.floor((at.getTime() + offset / 1e6) / 1000);
  return { days: seconds / 86_400 + epochDays };
}

/** The days from the day before 1900-01-01, from which spreadsheets count, to 1970-01-01. */
const epochDays = 25_569;

// Styles 0 to 5: plain; header; a text that stays one when someone edits it; a whole number; an
// amount; a date with its time.
const styles = `${xml}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="6"><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/><xf numFmtId="1" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`;

async function* sheet(
  head: Row,
  widths: number[],
  rows: AsyncIterable<Row[]>,
): AsyncGenerator<string> {
  const columns = widths
    .map(
      (width, index) =>
        `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
    )
    .join("");
  yield `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns}</cols><sheetData>${line(head, 1, 1)}`;
  let count = 1;
  for await (const some of rows) yield some.map((row) => line(row, (count += 1))).join("");
  yield "</sheetData></worksheet>";
}

const line = (row: Row, number: number, style?: number) =>
  `<row r="${number}">${row.map((value, index) => cell(value, `${letters(index)}${number}`, style)).join("")}</row>`;

function cell(value: SheetCell, place: string, style?: number): string {
  if (value === "") return "";
  if (typeof value === "string")
    return `<c r="${place}" s="${style ?? (/^[=+\-@\t\r]/.test(value) ? 2 : 0)}" t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;
  const [number, kind] =
    typeof value === "number"
      ? [value, 3]
      : "amount" in value
        ? [value.amount, 4]
        : [value.days, 5];
  return `<c r="${place}" s="${kind}"><v>${number}</v></c>`;
}

/** A, B … Z, AA, AB … */
const letters = (index: number): string =>
  (index < 26 ? "" : letters(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

type Part = [name: string, text: string | AsyncIterable<string>];

/** The sizes come after each part: they are unknown before. */
async function* zip(parts: Part[]): AsyncGenerator<Uint8Array> {
  const entries: Uint8Array[] = [];
  let at = 0;
  for (const [name, text] of parts) {
    const begin = at;
    const put = (bytes: Uint8Array) => {
      at += bytes.length;
      return bytes;
    };
    const sums = { crc: 0, size: 0, packed: 0 };
    yield put(
      Buffer.concat([
        record(0x04034b50, fields(name, { crc: 0, size: 0, packed: 0 })),
        Buffer.from(name),
      ]),
    );
    const plain = Readable.from(counted(typeof text === "string" ? [text] : text, sums), {
      objectMode: false,
    });
    const packing = createDeflateRaw();
    plain.on("error", (thrown) => packing.destroy(thrown));
    for await (const chunk of plain.pipe(packing)) {
      sums.packed += (chunk as Uint8Array).length;
      yield put(chunk as Uint8Array);
    }
    yield put(
      record(0x08074b50, [
        [4, sums.crc],
        [4, sums.packed],
        [4, sums.size],
      ]),
    );
    entries.push(
      Buffer.concat([
        record(0x02014b50, [
          [2, 20],
          ...fields(name, sums),
          [2, 0],
          [2, 0],
          [2, 0],
          [4, 0],
          [4, begin],
        ]),
        Buffer.from(name),
      ]),
    );
  }
  const directory = Buffer.concat(entries);
  yield directory;
  yield record(0x06054b50, [
    [2, 0],
    [2, 0],
    [2, entries.length],
    [2, entries.length],
    [4, directory.length],
    [4, at],
    [2, 0],
  ]);
}

type Sums = { crc: number; size: number; packed: number };
type Numbers = [bytes: 2 | 4, value: number][];

/** The fields that both headers of a part have: deflated, sizes afterwards, name in UTF-8. */
const fields = (name: string, { crc, packed, size }: Sums): Numbers => [
  [2, 20],
  [2, 0x0808],
  [2, 8],
  [2, 0],
  [2, 0x21],
  [4, crc],
  [4, packed],
  [4, size],
  [2, Buffer.byteLength(name)],
  [2, 0],
];

function record(mark: number, numbers: Numbers): Buffer {
  const all: Numbers = [[4, mark], ...numbers];
  const bytes = Buffer.alloc(all.reduce((length, [size]) => length + size, 0));
  all.reduce((at, [size, value]) => bytes.writeUIntLE(value, at, size), 0);
  return bytes;
}

async function* counted(
  texts: Iterable<string> | AsyncIterable<string>,
  sums: Sums,
): AsyncGenerator<Buffer> {
  for await (const text of texts) {
    const bytes = Buffer.from(text);
    sums.crc = crc32(bytes, sums.crc);
    sums.size += bytes.length;
    yield bytes;
  }
}
