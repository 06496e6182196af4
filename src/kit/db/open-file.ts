import { Database } from "bun:sqlite";
import { existsSync, statSync } from "node:fs";
import { connect } from "./connect.ts";
import { isDamage } from "../fault.ts";
import { headerVersion, migrate, migrationsFor, NewerFile } from "./migrate.ts";
import { writeNewFile } from "./new-file.ts";

/** The ways in which an existing file can be unusable. */
export type FileTrouble = "missing" | "empty" | "damaged" | "unreadable";

/** An existing file that is missing, or not as it was. */
export class UnusableFile extends Error {
  constructor(
    path: string,
    readonly why: FileTrouble,
    options?: ErrorOptions,
  ) {
    super(`${path} is ${why}`, options);
  }
}

/**
 * Opens an existing file, and makes none. Throws UnusableFile, with the file untouched, and
 * NewerFile.
 */
export function openExistingFile(path: string, kind: "control" | "company"): Database {
  if (!existsSync(path)) throw new UnusableFile(path, "missing");
  try {
    // When SQLite opens an empty file it deletes its write-ahead log, which may hold all that is
    // left.
    if (statSync(path).size === 0 || (headerVersion(path) === 0 && !wasMade(path)))
      throw new UnusableFile(path, "empty");
    return openFile(path, kind);
  } catch (thrown) {
    if (thrown instanceof UnusableFile || thrown instanceof NewerFile) throw thrown;
    throw new UnusableFile(path, isDamage(thrown) ? "damaged" : "unreadable", { cause: thrown });
  }
}

function wasMade(path: string): boolean {
  const sqlite = connect(path);
  try {
    return (sqlite.query("PRAGMA user_version").get() as { user_version: number }).user_version > 0;
  } finally {
    sqlite.close();
  }
}

/**
 * Opens one SQLite file with the box's pragmas, and migrates it. Makes it where there is none.
 * Throws NewerFile.
 */
export function openFile(path: string, kind: "control" | "company"): Database {
  writeNewFile(path, kind);
  const sqlite = new Database(path, { create: true, strict: true });
  // The cache grows to 8 MB only where a file is large and in use. With SQLite's own 2 MB a search
  // for a common word takes up to twice as long. The log may grow to 16 MB before SQLite folds it
  // into the file. Messages touch much the same pages, and each fold blocked everyone for 10 ms.
  const pragmas = [
    "busy_timeout = 5000",
    "journal_mode = WAL",
    "wal_autocheckpoint = 4000",
    "synchronous = FULL",
    "temp_store = MEMORY",
    "cache_size = -8000",
    "trusted_schema = OFF",
    "cell_size_check = ON",
    "journal_size_limit = 67108864",
    // SQLite overwrites deleted rows: people may ask to be erased. rules.md#erased-words
    "secure_delete = ON",
  ];
  try {
    for (const pragma of pragmas) sqlite.run(`PRAGMA ${pragma}`);
    migrate(sqlite, migrationsFor(kind));
  } catch (thrown) {
    sqlite.close();
    throw thrown;
  }
  sqlite.run("PRAGMA foreign_keys = ON");
  return sqlite;
}
