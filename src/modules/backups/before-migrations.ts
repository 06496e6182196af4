import { Database } from "bun:sqlite";
import { closeSync, existsSync, openSync, readdirSync, readSync } from "node:fs";
import { join } from "node:path";
import { log } from "../../kit/log.ts";
import { migrationsFor } from "../../kit/migrate.ts";
import { makeCopy } from "./copy.ts";

/** Copies a box whose files an older executable made, before this one migrates them. Throws where that can't be: they stay as they are. rules.md#backups */
export async function copyBeforeMigrations(data: string, version: string) {
  if (!isOlder(join(data, "control.sqlite"), "control") && !companiesIn(data).some((path) => isOlder(path, "company"))) return;
  const { path } = await makeCopy(data, { reason: "migration", version });
  log("info", "copiedBeforeMigration", { path });
}

const companiesIn = (data: string) => {
  const folder = join(data, "companies");
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".sqlite")).map((name) => join(folder, name)) : [];
};

// What can't be read is not migrated either.
function isOlder(path: string, kind: "control" | "company"): boolean {
  if (!existsSync(path)) return false;
  try {
    if (headerVersion(path) >= migrationsFor(kind).length) return false;
    const sqlite = new Database(path, { readonly: true });
    try {
      const { user_version: count } = sqlite.query("PRAGMA user_version").get() as { user_version: number };
      return count > 0 && count < migrationsFor(kind).length;
    } finally {
      sqlite.close();
    }
  } catch {
    return false;
  }
}

// SQLite's own note of `user_version`, in the file's first hundred bytes. What it has not folded in yet can only be newer, so a file that looks older is opened; opening three hundred that are not would double the time of a start.
function headerVersion(path: string): number {
  const file = openSync(path, "r");
  try {
    const header = Buffer.alloc(100);
    return readSync(file, header) === header.length ? header.readUInt32BE(60) : 0;
  } finally {
    closeSync(file);
  }
}
