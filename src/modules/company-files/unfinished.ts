import type { Database } from "bun:sqlite";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Fault } from "../../kit/fault.ts";
import { lockAlone } from "../../kit/files/lock-file.ts";
import { log } from "../../kit/process/log.ts";
import type { CompanyDbs } from "../../kit/db/company-dbs.ts";

const lockFile = (data: string) => join(data, "import-lock.sqlite");
const prefix = "importing:";

/** Allows one import at a time, also among processes. Throws busy. */
export function lockImports(data: string): () => void {
  const release = lockAlone(lockFile(data));
  if (!release)
    throw new Fault("busy", "ERR_COMPANY_FILE_RUNNING", {
      message: "a company is being imported already",
    });
  return release;
}

/** Marks a company as incomplete, in the transaction that inserts its row. Returns its number. */
export function noteUnfinished(control: Database, id: number): number {
  control.run("INSERT INTO instance VALUES (?, ?)", [prefix + id, String(id)]);
  return id;
}

export const noteFinished = (control: Database, id: number) =>
  void control.run("DELETE FROM instance WHERE key = ?", [prefix + id]);

/**
 * Removes companies whose import was cut off: they have no users, and hold their names. It does
 * nothing during an import, which a process that outlived its box may run.
 */
export async function removeCutOff(dbs: CompanyDbs) {
  const release = lockAlone(lockFile(dbs.folder));
  if (!release) return;
  try {
    for (const company of await removeUnfinished(dbs)) log("warn", "importRemoved", { company });
  } finally {
    release();
  }
}

/**
 * Removes incomplete companies; the caller has the lock. A later call repeats it after a crash.
 * Returns their numbers.
 */
export async function removeUnfinished(dbs: CompanyDbs): Promise<number[]> {
  const { sqlite } = dbs.control;
  const noted = sqlite
    .query<{ id: number }, [string]>(
      "SELECT CAST(value AS INTEGER) AS id FROM instance WHERE key GLOB ?",
    )
    .all(`${prefix}*`);
  const cutOff = noted.map(({ id }) => id).filter((id) => !dbs.isHeld(id));
  for (const id of cutOff) {
    const folder = `company-files/${crypto.randomUUID()}.parts`;
    dbs.takeAway(id, folder);
    dbs.control.write(() => {
      sqlite.run("DELETE FROM companies WHERE id = ?", [id]);
      noteFinished(sqlite, id);
    });
    await rm(join(dbs.folder, folder), { recursive: true, force: true });
  }
  return cutOff;
}
