import type { Database } from "bun:sqlite";

/**
 * Folds the write-ahead log into its file, as far as its readers allow. It does not wait: a copy in
 * another process may read the file for seconds.
 */
export function checkpoint(sqlite: Database) {
  sqlite.run("PRAGMA wal_checkpoint(PASSIVE)");
}

/**
 * Folds the whole log into the file and empties it. Returns false where another reader or writer
 * holds it. It does not wait, since every request would wait with it.
 */
export function emptyLog(sqlite: Database): boolean {
  return withoutWaiting(sqlite, () => {
    const { busy } = sqlite.query("PRAGMA wal_checkpoint(TRUNCATE)").get() as { busy: number };
    return busy === 0;
  });
}

/** Works on a file that another process may use; fails at a lock instead of waiting. */
export function withoutWaiting<T>(sqlite: Database, work: () => T): T {
  const { timeout } = sqlite.query("PRAGMA busy_timeout").get() as { timeout: number };
  sqlite.run("PRAGMA busy_timeout = 0");
  try {
    return work();
  } finally {
    sqlite.run(`PRAGMA busy_timeout = ${timeout}`);
  }
}

/** Closes a file before it is moved without its log. Throws where another process holds the log. */
export function closeWhole(sqlite: Database) {
  try {
    if (!emptyLog(sqlite)) throw new Error(`${sqlite.filename} is in use elsewhere`);
  } finally {
    sqlite.close();
  }
}
