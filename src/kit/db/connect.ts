import { Database } from "bun:sqlite";

/**
 * Opens an existing SQLite file. It waits up to 5 s for another process that holds the file. That
 * may be a copy that outlived its box and still reads.
 */
export function connect(path: string, { readonly = false } = {}): Database {
  const sqlite = new Database(
    path,
    readonly ? { readonly, strict: true } : { readwrite: true, create: false, strict: true },
  );
  sqlite.run("PRAGMA busy_timeout = 5000");
  return sqlite;
}
