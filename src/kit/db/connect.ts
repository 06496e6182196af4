import { Database } from "bun:sqlite";

/**
 * Opens a SQLite file that is there. Another process that has it for a moment, as a copy that
 * outlived its box and reads what that left, is waited for, up to 5 s.
 */
export function connect(path: string, { readonly = false } = {}): Database {
  const sqlite = new Database(
    path,
    readonly ? { readonly, strict: true } : { readwrite: true, create: false, strict: true },
  );
  sqlite.run("PRAGMA busy_timeout = 5000");
  return sqlite;
}
