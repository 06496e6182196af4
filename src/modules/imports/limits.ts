/** What a spreadsheet may be at most, and what it may cost to open it. */
export const limits = {
  /** Contacts in one file. */
  rows: 50_000,
  columns: 100,
  /** Characters of a cell; more are cut. */
  cell: 1000,
  /** What a zip may hold: files, and bytes as its directory says. */
  zip: { files: 200, bytes: 50 * 1024 * 1024 },
  /** What the process that opens it may take: bytes of memory, and ms. */
  process: { memory: 640 * 1024 * 1024, time: 20_000 },
};

/** Why a file could not be read. */
export type UnreadableReason = "file" | "locked" | "empty" | "large" | "rows";
