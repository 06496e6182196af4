import type { Database } from "bun:sqlite";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Fault } from "../../kit/fault.ts";
import { lockAlone } from "../../kit/files/lock-file.ts";
import { log } from "../../kit/process/log.ts";
import type { CompanyDbs } from "../../kit/db/company-dbs.ts";

const lockFile = (data: string) => join(data, "import-lock.sqlite");
const prefix = "importing:";

/** One import at a time, also among processes. Throws busy. */
export function lockImports(data: string): () => void {
  const release = lockAlone(lockFile(data));
  if (!release)
    throw new Fault("busy", "ERR_COMPANY_FILE_RUNNING", {
      message: "a company is being imported already",
    });
  return release;
}

/**
 * Notes in the transaction that makes its row that a company is not whole yet. Returns its number.
 */
export function noteUnfinished(control: Database, id: number): number {
  control.run("INSERT INTO instance VALUES (?, ?)", [prefix + id, String(id)]);
  return id;
}

export const noteFinished = (control: Database, id: number) =>
  void control.run("DELETE FROM instance WHERE key = ?", [prefix + id]);

/**
 * Takes away the companies whose import was cut off, as by a kill: they have no people, and their
 * names are taken. Does nothing while one is imported, maybe by a process that outlived its box.
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
 * Takes away the companies that are not whole, for who holds the lock. What is cut off here is done
 * again. Returns their numbers.
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
