import { expect, test } from "bun:test";
import { sheetOutput } from "./sheet.ts";
import { vCardHead } from "./vcard.ts";

const cells = (text: string) =>
  [...sheetOutput(Buffer.from(text))].flatMap((word) => ("cells" in word ? [word.cells] : []));
const why = (text: string) =>
  [...sheetOutput(Buffer.from(text))].flatMap((word) => ("unread" in word ? [word.unread] : []))[0];
const card = (...lines: string[]) => ["BEGIN:VCARD", ...lines, "END:VCARD", ""].join("\r\n");

test("a card is a row: its mobile first, a fax last, and what was escaped is plain", () => {
  expect(
    cells(
      card(
        "VERSION:3.0",
        "N:Souza;Ana;;;",
        "ORG:Pão\\, Queijo \\; Cia;Vendas",
        "TEL;TYPE=FAX,WORK:1133330000",
        "TEL;TYPE=WORK:1133334444",
        'TEL;TYPE="cell,voice":tel:+55-11-98888-0001;ext=3',
        "EMAIL:a@exemplo.com.br",
        "EMAIL:b@exemplo.com.br",
        "CATEGORIES:Feira,Atacado",
        "NOTE:linha um\\nlinha dois",
      ),
    ),
  ).toEqual([
    vCardHead,
    [
      "Ana Souza",
      "+55-11-98888-0001 ::: 1133334444 ::: 1133330000",
      "a@exemplo.com.br ::: b@exemplo.com.br",
      "Pão, Queijo ; Cia, Vendas",
      "Feira,Atacado",
      "",
      "linha um linha dois",
    ],
  ]);
});

test("what is unfinished, strange or hostile is bounded", () => {
  const long = "x".repeat(2_000_000);
  expect(cells(card(`FN:${long}`, `PHOTO;ENCODING=b:${long}`, "TEL:11988880001"))[1]).toEqual([
    "x".repeat(1000),
    "11988880001",
  ]);
  expect(cells(card(`FN;${'"'.repeat(200_000)}:Ana`, "FN:Bia")).at(-1)).toEqual(["Bia"]);
  expect(
    cells(card("FN:Ana", ...Array.from({ length: 200_000 }, () => " fim")))[1]![0],
  ).toHaveLength(1000);
  expect(
    cells(card(`FN;ENCODING=QUOTED-PRINTABLE:${"=C3=\r\n".repeat(100_000)}`)).length,
  ).toBeGreaterThan(0);
  expect(cells("BEGIN:VCARD\r\nFN:Ana")).toEqual([vCardHead]);
  expect(cells(`${card("FN:Ana")}lixo\r\nEND:VCARD\r\n${card("FN:Bia")}`).slice(1)).toEqual([
    ["Ana"],
    ["Bia"],
  ]);
  expect(why(card(...Array.from({ length: 1001 }, () => "TEL:1")))).toBe("file");
});
