/** Limits of a spreadsheet, and of the cost of opening it. */
export const limits = {
  /** Rows in one file. */
  rows: 100_000,
  columns: 100,
  /** Sheets of one file. */
  sheets: 20,
  /** Characters of a cell; longer ones are cut. */
  cell: 1000,
  /** Of a zip: files, and uncompressed bytes by its directory. */
  zip: { files: 200, bytes: 80 * 1024 * 1024 },
  /** Of the process that opens it: bytes of memory, ms, and bytes of rows that it may print. */
  process: { memory: 640 * 1024 * 1024, time: 60_000, output: 128 * 1024 * 1024 },
};

/** Why a file could not be read. */
export type UnreadableReason = "file" | "locked" | "empty" | "large" | "rows";
