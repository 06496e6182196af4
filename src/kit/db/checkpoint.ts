import type { Database } from "bun:sqlite";

/**
 * Writes what the write-ahead log holds into its file, as far as its readers allow. Waits for
 * nobody: a copy in another process may read the file for seconds.
 */
export function checkpoint(sqlite: Database) {
  sqlite.run("PRAGMA wal_checkpoint(PASSIVE)");
}

/**
 * Writes the whole log into the file and empties it. Returns false where another reader or writer
 * keeps it: it is not waited for, since everyone would wait along.
 */
export function emptyLog(sqlite: Database): boolean {
  return withoutWaiting(sqlite, () => {
    const { busy } = sqlite.query("PRAGMA wal_checkpoint(TRUNCATE)").get() as { busy: number };
    return busy === 0;
  });
}

/** Does something with a file that may be in use elsewhere: what is locked is not waited for. */
export function withoutWaiting<T>(sqlite: Database, work: () => T): T {
  const { timeout } = sqlite.query("PRAGMA busy_timeout").get() as { timeout: number };
  sqlite.run("PRAGMA busy_timeout = 0");
  try {
    return work();
  } finally {
    sqlite.run(`PRAGMA busy_timeout = ${timeout}`);
  }
}

/**
 * Closes a file that is going to be moved by its name alone. Throws where another process keeps
 * its log.
 */
export function closeWhole(sqlite: Database) {
  try {
    if (!emptyLog(sqlite)) throw new Error(`${sqlite.filename} is in use elsewhere`);
  } finally {
    sqlite.close();
  }
}
