import { emptyLog, withoutWaiting } from "../../../kit/db/checkpoint.ts";
import { finishJob, type Job } from "../../../kit/db/jobs.ts";
import type { CompanyDb } from "../../../kit/db/company-db.ts";
import { personalData } from "../../personal-data/register.ts";

/** A larger file (bytes) is not rebuilt: everyone would wait for it. */
const mostRebuilt = 16 * 1024 * 1024;

/** Pages that are overwritten in one slice. */
const slice = 64;

/**
 * Leaves nothing of what was deleted in a company's file and its log: merges the full-text indexes,
 * which keep deleted words until then, clears what older executables left in freed pages, and
 * empties the log. A file of up to `most` bytes is rebuilt, a larger one is cleared in small steps.
 * Throws while something reads the file, as a copy does. rules.md#erased-words
 */
export async function wipeDeleted(db: CompanyDb, job: Job, most = mostRebuilt) {
  await mergeIndexes(db);
  // Asked before, too: as long as somebody reads, each attempt would write the file into the log.
  refuseReadLog(db);
  if (sizeOf(db) <= most) withoutWaiting(db.sqlite, () => db.sqlite.run("VACUUM"));
  else await clearFreed(db);
  refuseReadLog(db);
  db.write((tx) => void finishJob(tx, job.id));
}

function refuseReadLog(db: CompanyDb) {
  db.flush();
  if (!emptyLog(db.sqlite)) throw new Error("the write-ahead log is being read");
}

async function mergeIndexes(db: CompanyDb) {
  for (const { searchIndex } of personalData()) {
    for (let pages = -16, more = searchIndex !== undefined; more; pages = 16) {
      const before = numberOf(db, "SELECT total_changes()");
      db.sqlite.run(`INSERT INTO ${searchIndex} (${searchIndex}, rank) VALUES ('merge', ${pages})`);
      more = numberOf(db, "SELECT total_changes()") - before >= 2;
      await nextTurn();
    }
  }
}

// SQLite overwrites what it frees, but not what was freed before it was asked to: a row takes those
// pages, and frees them again.
async function clearFreed(db: CompanyDb) {
  const pageSize = numberOf(db, "PRAGMA page_size");
  for (let left = freed(db); left > 0; left = freed(db)) {
    db.sqlite.run("INSERT INTO freedPages (filler) VALUES (zeroblob(?))", [
      Math.min(left, slice) * (pageSize - 4),
    ]);
    await nextTurn();
  }
  for (let more = true; more; await nextTurn())
    more =
      db.sqlite.run(
        "DELETE FROM freedPages WHERE id = (SELECT id FROM freedPages ORDER BY id DESC LIMIT 1)",
      ).changes > 0;
}

const freed = (db: CompanyDb) => numberOf(db, "PRAGMA freelist_count");

const sizeOf = (db: CompanyDb) =>
  numberOf(db, "PRAGMA page_count") * numberOf(db, "PRAGMA page_size");

const numberOf = ({ sqlite }: CompanyDb, sql: string) => Number(sqlite.query(sql).values()[0]![0]);

const nextTurn = () => new Promise(setImmediate);
