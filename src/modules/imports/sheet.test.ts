import { expect, test } from "bun:test";
import { zipBomb, spreadsheet, customers, encryptedSpreadsheet } from "../../testing/sheets.ts";
import { limits } from "./limits.ts";
import { sheetOutput } from "./sheet.ts";

const outputOf = (bytes: Uint8Array | string) => [
  ...sheetOutput(typeof bytes === "string" ? Buffer.from(bytes) : bytes),
];
const cells = (bytes: Uint8Array | string) =>
  outputOf(bytes).flatMap((word) => ("cells" in word ? [word.cells] : []));
const why = (bytes: Uint8Array | string) =>
  outputOf(bytes).flatMap((word) => ("unread" in word ? [word.unread] : []))[0];

for (const type of ["xlsx", "biff8"] as const) {
  test(`a sheet's cells are read as stored, not as displayed (${type})`, () => {
    const rows = spreadsheet(
      [
        ["Nome", "Número", "Nascimento", "Vip"],
        ["Bia", 5511988880001, new Date(Date.UTC(1990, 2, 12, 12)), true],
        ["João Conceição", "+55 (11) 97777-0002"],
        ["Eva", { f: 'CONCATENATE("55",B2)', v: "555511988880001" }],
      ],
      type,
    );
    expect(cells(rows)).toEqual([
      ["Nome", "Número", "Nascimento", "Vip"],
      ["Bia", 5511988880001, "12/03/1990", "TRUE"],
      ["João Conceição", "+55 (11) 97777-0002"],
      ["Eva", "555511988880001"],
    ]);
  });
}

test("empty rows are skipped, and the others keep their line numbers", () => {
  expect(
    outputOf(
      spreadsheet([
        ["Nome", "Número"],
        [null, null],
        ["", "  "],
        ["Bia", "5511988880001"],
      ]),
    ),
  ).toEqual([
    { sheet: 0, line: 1, cells: ["Nome", "Número"] },
    { sheet: 0, line: 4, cells: ["Bia", "5511988880001"] },
    { names: ["Clientes"] },
    { end: true },
  ]);
  expect(outputOf("Nome;Número\n\n;;\nBia;5511988880001\n")).toMatchObject([
    { line: 1 },
    { line: 4 },
    { names: [""] },
    { end: true },
  ]);
});

test("any delimiter of a CSV is recognised", () => {
  const rows = [
    ["Nome", "Número"],
    ["Silva, João", "5511"],
  ];
  for (const text of [
    "Nome;Número\nSilva, João;5511",
    'Nome,Número\n"Silva, João",5511',
    "Nome\tNúmero\r\nSilva, João\t5511\r\n",
    "sep=|\r\nNome|Número\r\nSilva, João|5511",
    "\ufeffNome;Número\rSilva, João;5511",
  ])
    expect(cells(text)).toEqual(rows);
});

test("a quote that nothing closes, and a text of several lines, hide no delimiter; a row is one line", () => {
  expect(cells('Nome;Telefone;Tags\nAna "Aspas;5511;a\n"Bia";5512;"a, b"')).toEqual([
    ["Nome", "Telefone", "Tags"],
    ['Ana "Aspas', "5511", "a"],
    ["Bia", "5512", "a, b"],
  ]);
  expect(cells('Nome;Endereço\nBia;"Rua A, 1\nfundos"')).toEqual([
    ["Nome", "Endereço"],
    ["Bia", "Rua A, 1 fundos"],
  ]);
});

test("a CSV is read in the encoding in which it was saved", () => {
  const text = "Nome;Número\nJoão Conceição;5511";
  const rows = [
    ["Nome", "Número"],
    ["João Conceição", "5511"],
  ];
  expect(cells(Buffer.from(text, "latin1"))).toEqual(rows);
  expect(cells(Buffer.from(`\ufeff${text}`, "utf16le"))).toEqual(rows);
});

test("a text that a spreadsheet would calculate is a formula, a phone number is none", () => {
  expect(
    cells(
      "=1+1;+55 11 98888-0001;@bia;-5\n=cmd|'/C calc'!A0;+SUM(1);@SUM(A1);-2+3+cmd|' /C calc'!A0",
    ),
  ).toEqual([
    [null, "+55 11 98888-0001", "@bia", "-5"],
    [null, null, null, null],
  ]);
});

test("a file that is no spreadsheet is refused", () => {
  for (const wrong of [
    Buffer.from("%PDF-1.7\n\u0000\u0001"),
    Buffer.from("<html><table><tr><td>Nome</td></tr></table></html>"),
    '<?xml version="1.0"?><Workbook/>',
    'Nome;Número\n"Bia;5511',
    Buffer.from("PK\u0003\u0004 e mais nada"),
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3]),
  ])
    expect(why(wrong)).toBe("file");
  const whole = spreadsheet([["Nome"], ["Bia"]]);
  expect(why(whole.subarray(0, whole.length / 2))).toBe("file");
  expect(why(spreadsheet([["Nome"], ["Bia"]], "ods"))).toBe("file");
  expect(why(spreadsheet([["Nome"], ["Bia"]], "biff8").subarray(0, 1500))).toBe("file");
});

test("an empty, protected or too large file says so", () => {
  for (const empty of ["", "\n\n;;\n", spreadsheet([[]])]) expect(why(empty)).toBe("empty");
  expect(why(encryptedSpreadsheet())).toBe("locked");
  expect(why(zipBomb(124 * 1024 * 1024))).toBe("large");
  expect(why(customers(limits.rows))).toBeUndefined();
  expect(why(customers(limits.rows + 1))).toBe("rows");
});

test("a zip that lies about its size is not unpacked", () => {
  expect(why(zipBomb(200 * 1024 * 1024, 1000))).toBe("file");
});

test("a file with any byte cut or changed is read or refused", () => {
  for (const whole of [
    spreadsheet([
      ["Nome", "Número"],
      ["Bia", 5511988880001],
    ]),
    spreadsheet([["Nome"], ["Bia"]], "biff8"),
    customers(3),
  ]) {
    for (let at = 0; at < whole.length; at += Math.ceil(whole.length / 60)) {
      const turned = Uint8Array.from(whole);
      turned[at] = turned[at]! ^ 0xff;
      for (const bytes of [turned, whole.subarray(0, at)])
        expect(Object.keys(outputOf(bytes).at(-1)!)).toBeArrayOfSize(1);
    }
  }
});

test("long cells and too many columns are cut, and broken characters are repaired", () => {
  const [row] = cells(`${"a".repeat(5000)};\u202eBia\u0007\ud800`.replace("\u0007", "")) as [
    string[],
  ];
  expect([row[0]!.length, row[1]]).toEqual([limits.cell, "Bia\ufffd"]);
  expect(cells(Array.from({ length: 300 }, () => "x").join(";"))[0]).toHaveLength(limits.columns);
});
