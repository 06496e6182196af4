import { Database } from "bun:sqlite";
import { dirname } from "node:path";
import { privateFolder } from "./disk.ts";

/**
 * Takes a lock that one process holds at a time; undefined where another holds it. Returns the
 * release. SQLite's own lock ends with the process, however it ends.
 */
export function lockAlone(path: string): (() => void) | undefined {
  privateFolder(dirname(path));
  const file = new Database(path, { create: true });
  try {
    file.run("PRAGMA locking_mode = EXCLUSIVE");
    file.run("BEGIN EXCLUSIVE");
  } catch {
    file.close();
    return undefined;
  }
  return () => file.close();
}
