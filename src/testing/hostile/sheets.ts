import { join, le16, le32, max32, most, nested, repeated, u8, zeros } from "./bytes.ts";
import type { HostileFile } from "./bytes.ts";
import { zip, type ZipPart } from "./zip.ts";

const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const types = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const around: ZipPart[] = [
  {
    name: "[Content_Types].xml",
    body: `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${types}.sharedStrings+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
  },
  {
    name: "xl/workbook.xml",
    body: `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>`,
  },
  {
    name: "xl/_rels/workbook.xml.rels",
    body: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${relations}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="r3" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
  },
];
const sheet = (data: string, before = "", after = "") =>
  `<worksheet xmlns="${main}">${before}<sheetData>${data}</sheetData>${after}</worksheet>`;
const workbook = (body: string | Uint8Array, more: ZipPart[] = [], declaredSize?: number) =>
  zip([...around, { name: "xl/worksheets/sheet1.xml", body, says: declaredSize }, ...more]);
const strings = (body: string): ZipPart => ({
  name: "xl/sharedStrings.xml",
  body: `<sst xmlns="${main}">${body}</sst>`,
});
const styles = (body: string): ZipPart => ({
  name: "xl/styles.xml",
  body: `<styleSheet xmlns="${main}">${body}</styleSheet>`,
});
const named = '<row r="1"><c r="A1" t="inlineStr"><is><t>Nome</t></is></c></row>';
const billion = `<!DOCTYPE x [<!ENTITY a "lol">${Array.from({ length: 20 }, (_, at) => `<!ENTITY ${String.fromCharCode(98 + at)} "${`&${String.fromCharCode(97 + at)};`.repeat(10)}">`).join("")}]>`;

const xlsx: [string, () => Buffer][] = [
  ["a sheet of 79 MB", () => workbook(repeated("<row><c><v>1</v></c></row>", 79_000_000))],
  ["a sheet of 200 MB", () => workbook(zeros(200_000_000))],
  ["a sheet of 200 MB that says 1 KB", () => workbook(zeros(200_000_000), [], 1024)],
  ["a part of 2^32−1 bytes", () => workbook("", [], max32)],
  [
    "65,535 files of one",
    () => zip([...around, { name: "xl/worksheets/sheet1.xml", body: sheet(named), times: 65_000 }]),
  ],
  ["a directory of 65,535 that has one", () => zip(around, 65_535)],
  ["a zip in a zip in a zip", () => nested((inner) => zip([{ name: "a.zip", body: inner }]), 200)],
  [
    "a row at the end of the sheet",
    () => workbook(sheet(`${named}<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`)),
  ],
  [
    "a row of 2^31",
    () => workbook(sheet(`${named}<row r="2147483648"><c r="A2147483648"><v>1</v></c></row>`)),
  ],
  ["a column that is none", () => workbook(sheet('<row r="1"><c r="ZZZZZZ1"><v>1</v></c></row>'))],
  [
    "16,384 columns of 3000 rows, one cell each",
    () =>
      workbook(
        sheet(
          Array.from(
            { length: 3000 },
            (_, at) => `<row r="${at + 1}"><c r="XFD${at + 1}"><v>1</v></c></row>`,
          ).join(""),
        ),
      ),
  ],
  ["a size of all cells", () => workbook(sheet(named, '<dimension ref="A1:XFD1048576"/>'))],
  ["a size that is none", () => workbook(sheet(named, '<dimension ref="A1:ZZZZZZ99999999999"/>'))],
  [
    "a million merges",
    () =>
      workbook(
        sheet(
          named,
          "",
          `<mergeCells>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(200_000)}</mergeCells>`,
        ),
      ),
  ],
  [
    "columns of 2^31",
    () => workbook(sheet(named, '<cols><col min="1" max="2147483648" width="9"/></cols>')),
  ],
  ["a filter of all cells", () => workbook(sheet(named, "", '<autoFilter ref="A1:XFD1048576"/>'))],
  [
    "a word of 30 KB in three million cells",
    () =>
      workbook(sheet(`<row r="1">${'<c t="s"><v>0</v></c>'.repeat(3_000_000)}</row>`), [
        strings(`<si><t>${"x".repeat(30_000)}</t></si>`),
      ]),
  ],
  [
    "a word of 1 KB in 100,000 rows of 30",
    () =>
      workbook(sheet(`<row>${'<c t="s"><v>0</v></c>'.repeat(30)}</row>`.repeat(100_000)), [
        strings(`<si><t>${"x".repeat(1000)}</t></si>`),
      ]),
  ],
  [
    "a word that is not there",
    () => workbook(sheet('<row r="1"><c r="A1" t="s"><v>4294967295</v></c></row>'), [strings("")]),
  ],
  [
    "2^32−1 words",
    () =>
      workbook(sheet(named), [
        {
          name: "xl/sharedStrings.xml",
          body: `<sst count="4294967295" uniqueCount="4294967295"/>`,
        },
      ]),
  ],
  [
    "a million runs of one word",
    () => workbook(sheet(named), [strings(`<si>${"<r><t>a</t></r>".repeat(1_000_000)}</si>`)]),
  ],
  [
    "words that stand for a billion",
    () =>
      workbook(
        `${billion}${sheet('<row r="1"><c r="A1" t="inlineStr"><is><t>&u;</t></is></c></row>')}`,
      ),
  ],
  [
    "a file from elsewhere",
    () =>
      workbook(
        `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>${sheet('<row r="1"><c r="A1" t="inlineStr"><is><t>&a;</t></is></c></row>')}`,
      ),
  ],
  [
    "cells a hundred thousand deep",
    () => workbook(sheet(`<row r="1">${"<c><is><t>".repeat(100_000)}</row>`)),
  ],
  [
    "a million formats",
    () =>
      workbook(sheet(named), [
        styles(`<numFmts>${'<numFmt numFmtId="200" formatCode="0"/>'.repeat(500_000)}</numFmts>`),
      ]),
  ],
  [
    "a format that is read for long",
    () =>
      workbook(sheet('<row r="1"><c r="A1" s="1"><v>1</v></c></row>'), [
        styles(
          `<numFmts><numFmt numFmtId="200" formatCode="${"[h]:".repeat(50_000)}"/></numFmts><cellXfs><xf/><xf numFmtId="200"/></cellXfs>`,
        ),
      ]),
  ],
  [
    "a date of 10^300",
    () =>
      workbook(sheet('<row r="1"><c r="A1" s="1"><v>1e300</v></c></row>'), [
        styles('<cellXfs><xf/><xf numFmtId="14"/></cellXfs>'),
      ]),
  ],
  [
    "formulas that share one cell",
    () =>
      workbook(
        sheet(
          `<row r="1">${'<c r="A1"><f t="shared" ref="A1:XFD1048576" si="0">A1</f></c>'.repeat(100_000)}</row>`,
        ),
      ),
  ],
  [
    "a formula of all cells",
    () =>
      workbook(
        sheet('<row r="1"><c r="A1"><f t="array" ref="A1:XFD1048576">A1</f><v>1</v></c></row>'),
      ),
  ],
  [
    "links to all cells",
    () =>
      workbook(
        sheet(
          named,
          "",
          `<hyperlinks>${'<hyperlink ref="A1:XFD1048576" location="A1"/>'.repeat(10)}</hyperlinks>`,
        ),
      ),
  ],
  [
    "a book of a million sheets",
    () =>
      zip([
        around[0]!,
        {
          name: "xl/workbook.xml",
          body: `<workbook xmlns="${main}"><sheets>${'<sheet name="A" sheetId="1" r:id="r1"/>'.repeat(500_000)}</sheets></workbook>`,
        },
        around[2]!,
        { name: "xl/worksheets/sheet1.xml", body: sheet(named) },
      ]),
  ],
  [
    "a million names",
    () =>
      zip([
        around[0]!,
        {
          name: "xl/workbook.xml",
          body: `<workbook xmlns="${main}"><sheets/><definedNames>${'<definedName name="a">A1</definedName>'.repeat(500_000)}</definedNames></workbook>`,
        },
        around[2]!,
      ]),
  ],
  ["a book without a sheet", () => zip(around)],
  ["unclosed tags", () => workbook(`<worksheet><sheetData>${"<row><c".repeat(2_000_000)}`)],
  ["a comment without end", () => workbook(`<worksheet>${"<!--".repeat(2_000_000)}`)],
];

/** An old workbook: sectors of 512 bytes, and a table with the next sector of each. */
const compound = (next: (sector: number) => number, body: Uint8Array, sectors = 4) => {
  const head = zeros(512);
  Buffer.from("d0cf11e0a1b11ae1", "hex").copy(head);
  head.writeUInt16LE(0x3e, 24);
  head.writeUInt16LE(3, 26);
  head.writeUInt16LE(0xfffe, 28);
  head.writeUInt16LE(9, 30);
  head.writeUInt16LE(6, 32);
  head.writeUInt32LE(1, 44);
  head.writeUInt32LE(1, 48);
  head.writeUInt32LE(4096, 56);
  head.writeUInt32LE(0xfffffffe, 60);
  head.writeUInt32LE(0xfffffffe, 68);
  head.fill(0xff, 76);
  head.writeUInt32LE(0, 76);
  const table = join(...Array.from({ length: 128 }, (_, sector) => le32(next(sector))));
  const entry = (name: string, type: number, child: number, start: number, size: number) =>
    join(
      Buffer.from(name.padEnd(32, "\0"), "utf16le"),
      le16((name.length + 1) * 2),
      u8(type, 1),
      le32(max32),
      le32(max32),
      le32(child),
      zeros(36),
      le32(start),
      le32(size),
      zeros(4),
    );
  const directory = join(
    entry("Root Entry", 5, 1, 0xfffffffe, 0),
    entry("Workbook", 2, max32, 2, body.length),
    zeros(256),
  );
  return join(head, table, directory, body, zeros(512 * sectors));
};
const record = (type: number, body: Uint8Array) => join(le16(type), le16(body.length), body);
const biff = record(0x809, join(le16(0x600), le16(5), zeros(12)));
const ends = (sector: number) =>
  sector === 0 ? 0xfffffffd : sector === 1 ? 0xfffffffe : sector + 1;

const xls: [string, () => Buffer][] = [
  ["sectors that follow themselves", () => compound((sector) => sector, join(biff, zeros(4096)))],
  [
    "sectors that follow each other",
    () => compound((sector) => (sector === 0 ? 0xfffffffd : sector ^ 1), join(biff, zeros(4096))),
  ],
  [
    "a table that lists itself",
    () => {
      const file = compound(ends, zeros(4096));
      file.fill(0, 76, 512);
      file.writeUInt32LE(109, 44);
      return file;
    },
  ],
  [
    "2^32−1 tables",
    () => {
      const file = compound(ends, zeros(4096));
      file.writeUInt32LE(max32, 44);
      file.writeUInt32LE(0, 68);
      file.writeUInt32LE(max32, 72);
      return file;
    },
  ],
  [
    "sectors of 2^65535 bytes",
    () => {
      const file = compound(ends, zeros(4096));
      file.writeUInt16LE(65_535, 30);
      return file;
    },
  ],
  [
    "2^32−1 words",
    () => compound(ends, join(biff, record(0xfc, join(le32(max32), le32(max32))), zeros(4096))),
  ],
  [
    "a word of 65,535 runs",
    () =>
      compound(
        ends,
        join(
          biff,
          record(0xfc, join(le32(1), le32(1), le16(1), u8(8), le16(65_535), u8(65))),
          zeros(4096),
        ),
      ),
  ],
  [
    "a row of 65,535",
    () =>
      compound(
        ends,
        join(
          biff,
          record(0x200, join(le32(0), le32(max32), le16(0), le16(65_535), le16(0))),
          zeros(4096),
        ),
      ),
  ],
  [
    "records of no size",
    () => compound(ends, join(biff, repeated(record(0x3c, zeros(0)), 60_000)), 200),
  ],
  [
    "a formula in a formula",
    () =>
      compound(
        ends,
        join(biff, record(6, join(zeros(20), le16(500), repeated(u8(0x15), 500))), zeros(4096)),
      ),
  ],
  ["old records alone", () => join(record(9, zeros(4)), repeated(record(4, zeros(8))))],
];

const csv: [string, () => Buffer][] = [
  ["a line of 10 MB", () => repeated("a")],
  ["ten million columns", () => repeated(";")],
  ["ten million lines", () => repeated("\n")],
  ["five million rows of a cell", () => repeated("a\n")],
  ["a quote that never ends", () => join('Nome;Telefone\n"', repeated("a;\n", most - 100))],
  ["quotes alone", () => repeated('"')],
  ["quotes in quotes", () => join('"', repeated('""', most - 100), '"')],
  ["quotes that end in the middle", () => repeated('"a"b;')],
  ["a delimiter that is a letter", () => join("sep=a\n", repeated("a", most - 100))],
  ["UTF-16 of half letters", () => join(u8(0xff, 0xfe), repeated(u8(0, 0xd8), most - 100))],
  ["formulas", () => repeated("=1+1;+1(|;@a(\n")],
  [
    "a number and blanks",
    () => join("Nome;Telefone\n", repeated("a;+ 1 1 1 1 1 1 1 1 1 1 1 1 1 1(\n", 1_000_000)),
  ],
  ["blanks before a formula", () => join("Nome;Telefone\n", repeated(" ", most - 1000), "=")],
  [
    "a plus and ten million blanks",
    () => join("Nome;Telefone\na;+", repeated(" ", most - 1000), "(x"),
  ],
  ["a hundred thousand rows of a hundred", () => repeated(`${"1;".repeat(99)}1\n`)],
  ["an HTML table", () => join("<table>", repeated("<tr><td>"))],
  [
    "an old table of data",
    () => join("ID;PWXL;N;E\n", repeated("C;X16384;Y1048576;K1\n", 1_000_000)),
  ],
];

/** Spreadsheets: every count at its most, loops and depths. */
export const sheets: HostileFile[] = [
  ...xlsx.map(([name, make]) => ({ name: `XLSX, ${name}`, extension: "xlsx", make })),
  ...xls.map(([name, make]) => ({ name: `XLS, ${name}`, extension: "xls", make })),
  ...csv.map(([name, make]) => ({ name: `CSV, ${name}`, extension: "csv", make })),
];
