import { expect, test } from "bun:test";
import { CFB } from "@e965/xlsx";
import { cellsOf } from "../../testing/sheets.ts";
import { amountCell, momentCell, sheetFile, type SheetCell } from "./xlsx.ts";

const head = Array.from({ length: 28 }, (_, column) => `Coluna ${column + 1}`);
const unwritable = "\u0000\u0007\u000b\ufffe";
const texts = [
  "=1+1",
  "+55 11 98765-4321",
  "-3",
  "@casa",
  "José & Maria <b>",
  'com "aspas"',
  "duas\nlinhas",
  " com margem ",
  "00123",
  "7891000100103",
  "12,50",
  "🥐",
  unwritable,
  "]]>",
];

async function bytesOf(rows: SheetCell[][]): Promise<Uint8Array> {
  async function* some() {
    yield rows;
  }
  const parts: Uint8Array[] = [];
  for await (const part of sheetFile({
    name: "Vendas & mais",
    head,
    widths: head.map(() => 12),
    rows: some(),
  }))
    parts.push(part);
  return Buffer.concat(parts);
}

test("every text comes back as it was, and none as a formula or a number", async () => {
  const [first, ...rows] = cellsOf(await bytesOf(texts.map((text) => [...head.slice(1), text])));
  expect(first!.map(({ v }) => v)).toEqual(head);
  const last = rows.map((row) => row[27]);
  expect(last.map((cell) => [cell?.t, cell?.f])).toEqual(texts.map(() => ["s", undefined]));
  // Characters that XML forbids are left out.
  expect(last.map((cell) => cell?.v)).toEqual(
    texts.map((text) => (text === unwritable ? "" : text)),
  );
});

test("numbers, amounts and moments are numbers to a spreadsheet, by the clock of their zone", async () => {
  const at = new Date("2026-02-15T02:30:00Z");
  const [, row] = cellsOf(
    await bytesOf([
      [
        12,
        amountCell("1234567.05"),
        momentCell(at, "America/Sao_Paulo"),
        momentCell(at, "Europe/Lisbon"),
        momentCell(new Date("1995-12-31T23:59:00Z"), "America/Sao_Paulo"),
      ],
    ]),
  );
  expect(row!.map(({ t, v, w }) => [t, typeof v, w])).toEqual([
    ["n", "number", "12"],
    ["n", "number", "1,234,567.05"],
    ["n", "number", "14/02/2026 23:30"],
    ["n", "number", "15/02/2026 02:30"],
    ["n", "number", "31/12/1995 21:59"],
  ]);
  const [, blank] = cellsOf(
    await bytesOf([["x", amountCell(undefined), momentCell(null, "UTC"), "y"]]),
  );
  expect(blank!.map((cell) => cell?.v)).toEqual(["x", undefined, undefined, "y"]);
});

test("each part is there that spreadsheets ask for, named in both lists, and is well-formed", async () => {
  const file = CFB.read(Buffer.from(await bytesOf([texts])), { type: "buffer" });
  const { FullPaths: paths, FileIndex: entries } = file as {
    FullPaths: string[];
    FileIndex: { content?: Uint8Array }[];
  };
  // The reader adds a part of its own.
  const named = paths
    .map(
      (path, index) =>
        [
          path.replace("Root Entry/", ""),
          Buffer.from(entries[index]!.content ?? []).toString(),
        ] as const,
    )
    .filter(([path]) => !/^$|\/$|Sh33tJ5/.test(path));
  const parts = new Map(named);
  expect(new Set(parts.keys())).toEqual(
    new Set([
      "[Content_Types].xml",
      "_rels/.rels",
      "xl/_rels/workbook.xml.rels",
      "xl/styles.xml",
      "xl/workbook.xml",
      "xl/worksheets/sheet1.xml",
    ]),
  );
  for (const [, target] of parts.get("[Content_Types].xml")!.matchAll(/PartName="\/([^"]+)"/g))
    expect(parts.has(target!)).toBe(true);
  for (const [, target] of parts.get("xl/_rels/workbook.xml.rels")!.matchAll(/Target="([^"]+)"/g))
    expect(parts.has(`xl/${target}`)).toBe(true);
  for (const [name, xml] of parts) expect([name, unclosed(xml)]).toEqual([name, []]);
});

/** The elements that are not closed in turn, and the ampersands that begin no entity. */
function unclosed(xml: string): string[] {
  const open: string[] = [];
  for (const [whole, close, name, empty] of xml.matchAll(
    /<(\/?)([A-Za-z][\w:]*)[^<>]*?(\/?)>|&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)/gi,
  )) {
    if (name === undefined) return [whole];
    if (close && open.pop() !== name) return [whole];
    if (!close && !empty) open.push(name);
  }
  return open;
}
