import { Database } from "bun:sqlite";
import { dirname } from "node:path";
import { privateFolder } from "./disk.ts";

/**
 * Takes what one process may do at a time; undefined where another does it. Returns the release.
 * SQLite's own lock goes with the process, however it ends.
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
