/**
 * Rows as the bytes of a CSV, which Excel reads as UTF-8. No cell of it is a formula for a
 * spreadsheet.
 */
export async function* csvFile(rows: AsyncIterable<string[][]>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  // A byte order mark: without it Excel takes the text for Latin-1.
  yield encoder.encode("\ufeff");
  for await (const some of rows) yield encoder.encode(some.map(csvLine).join(""));
}

export const csvLine = (cells: string[]) =>
  `${cells.map((cell) => quoted(withoutFormula(cell))).join(";")}\r\n`;

const quoted = (text: string) => (/[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A text that no spreadsheet takes for a formula. */
const withoutFormula = (text: string) =>
  /^[=@\t\r]|^[+-](?![\d\s().-]*$)/.test(text) ? `'${text}` : text;
