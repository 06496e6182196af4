import { CFB, read, utils, write, type BookType, type CellObject } from "@e965/xlsx";
import { crc32, deflateRawSync } from "node:zlib";

type Cell = string | number | boolean | Date | { f: string; v?: string | number } | null;

/** A spreadsheet with one sheet of these rows. */
export function spreadsheet(rows: Cell[][], type: BookType = "xlsx"): Uint8Array {
  const sheet = utils.aoa_to_sheet(
    rows.map((row) => row.map((cell) => (isFormula(cell) ? null : cell))),
    { dateNF: "dd/mm/yyyy" },
  );
  for (const [r, row] of rows.entries()) {
    for (const [c, cell] of row.entries())
      if (isFormula(cell))
        sheet[utils.encode_cell({ r, c })] = {
          t: typeof cell.v === "string" ? "s" : "n",
          ...cell,
        } satisfies CellObject;
  }
  const made = utils.book_new();
  utils.book_append_sheet(made, sheet, "Clientes");
  return new Uint8Array(
    write(made, { type: "buffer", bookType: type, compression: true }) as Buffer,
  );
}

/** A workbook of several sheets. */
export function workbook(
  sheets: Record<string, unknown[][]>,
  type: "xlsx" | "biff8" = "xlsx",
): Uint8Array {
  const made = utils.book_new();
  for (const [name, rows] of Object.entries(sheets))
    utils.book_append_sheet(made, utils.aoa_to_sheet(rows), name);
  return new Uint8Array(write(made, { type: "buffer", bookType: type }) as Buffer);
}

/** All cells of a spreadsheet's first sheet, as the file stores them. */
export function cellsOf(bytes: Uint8Array): CellObject[][] {
  const { SheetNames, Sheets } = read(bytes, {
    type: "array",
    dense: true,
    cellNF: true,
    cellStyles: true,
  });
  return Sheets[SheetNames[0]!]!["!data"] as CellObject[][];
}

/** A spreadsheet with a password. */
export function encryptedSpreadsheet(): Uint8Array {
  const made = CFB.utils.cfb_new();
  CFB.utils.cfb_add(made, "/EncryptionInfo", Buffer.from([4, 0, 4, 0, 0x40, 0, 0, 0]));
  CFB.utils.cfb_add(made, "/EncryptedPackage", Buffer.alloc(100));
  return new Uint8Array(CFB.write(made, { type: "buffer" }) as Buffer);
}

/**
 * A small file that unpacks to a large sheet of so many bytes; `declaredSize` is the size in its directory.
 */
export function zipBomb(bytes: number, declaredSize = bytes): Uint8Array {
  const parts = [
    { name: "[Content_Types].xml", plain: Buffer.from("<Types/>") },
    { name: "xl/workbook.xml", plain: Buffer.from("<workbook/>") },
    {
      name: "xl/worksheets/sheet1.xml",
      plain: Buffer.alloc(bytes, "<row><c><v>1</v></c></row>"),
      said: declaredSize,
    },
  ];
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, plain, said: size = plain.length } of parts) {
    const packed = deflateRawSync(plain);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(plain), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(size, 18);
    facts.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    const file = Buffer.concat([Buffer.from("PK\u0003\u0004"), facts, Buffer.from(name), packed]);
    files.push(file);
    directory.push(
      Buffer.from("PK\u0001\u0002"),
      Buffer.from([20, 0]),
      facts,
      place,
      Buffer.from(name),
    );
    at += file.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(at, 12);
  return new Uint8Array(Buffer.concat([...files, listed, Buffer.from("PK\u0005\u0006"), end]));
}

/** So many customers as a CSV. */
export function customers(count: number): Uint8Array {
  const rows = Array.from(
    { length: count },
    (_, index) =>
      `Cliente ${index + 1};55119${String(index + 1).padStart(8, "0")};cliente${index + 1}@exemplo.com.br;vip`,
  );
  return Buffer.from(["Nome;Telefone;E-mail;Etiquetas", ...rows].join("\n"));
}

/** A form with a file. */
export function formWith(bytes: Uint8Array, name: string): FormData {
  const form = new FormData();
  form.append("file", new File([bytes as Uint8Array<ArrayBuffer>], name));
  return form;
}

const isFormula = (cell: Cell): cell is { f: string; v?: string | number } =>
  typeof cell === "object" && cell !== null && "f" in cell;
