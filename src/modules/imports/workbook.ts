import { read, SSF, type CellObject, type WorkBook, type WorkSheet } from "@e965/xlsx";
import { limits } from "./limits.ts";
import type { Cell } from "./table.ts";
import { Unreadable } from "./unreadable.ts";
import { directory } from "./zip.ts";

/** A sheet of a file, by its name. Cells are not cut yet. */
export type RawSheet = { name: string; rows: Iterable<Cell[]> };

/** The sheets of an xlsx. Throws `Unreadable`. */
export function sheetsOfXlsx(bytes: Uint8Array): Iterable<RawSheet> {
  const contents = directory(bytes);
  if (!contents?.names.some((name) => name.toLowerCase() === "xl/workbook.xml"))
    throw new Unreadable("file");
  if (contents.bytes > limits.zip.bytes || contents.names.length > limits.zip.files)
    throw new Unreadable("large");
  return sheetsOf(bytes);
}

/** The sheets of a workbook that are shown, at most `limits.sheets`. Throws `Unreadable`. */
export function sheetsOf(bytes: Uint8Array): RawSheet[] {
  // SheetJS would read shorter files as text of some old format.
  if (bytes.length < 512) throw new Unreadable("file");
  const { SheetNames, Sheets, Workbook } = openWorkbook(bytes);
  return SheetNames.flatMap((name, index) => {
    const sheet = Sheets[name];
    const isHidden = (Workbook?.Sheets?.[index]?.Hidden ?? 0) > 0;
    return !sheet || (isHidden && SheetNames.length > 1) ? [] : [{ name, rows: sheetRows(sheet) }];
  }).slice(0, limits.sheets);
}

function openWorkbook(bytes: Uint8Array): WorkBook {
  try {
    return read(bytes, {
      type: "array",
      dense: true,
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
  const isFormula = cell.f !== undefined || cell.F !== undefined;
  // A formula has its last value, unless the program that wrote the file never calculated it.
  if (cell.t === "e" || cell.t === "z" || cell.v === undefined || cell.v === null)
    return isFormula ? null : "";
  // The value, not its display: a phone number in a narrow column is displayed as 5.5E+12.
  if (cell.t === "n" && typeof cell.v === "number" && !(cell.z && SSF.is_date(String(cell.z))))
    return Number.isFinite(cell.v) ? cell.v : "";
  return cell.t === "s" ? String(cell.v) : (cell.w ?? String(cell.v));
}
