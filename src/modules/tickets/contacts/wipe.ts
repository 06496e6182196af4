import { emptyLog, withoutWaiting } from "../../../kit/db/checkpoint.ts";
import { finishJob, type Job } from "../../../kit/db/jobs.ts";
import type { CompanyDb } from "../../../kit/db/company-db.ts";
import { personalData } from "../../personal-data/register.ts";

/** A larger file (bytes) is not rebuilt: everyone would wait for it. */
const mostRebuilt = 16 * 1024 * 1024;

/** Pages that are overwritten in one slice. */
const slice = 64;

/**
 * Removes all deleted content from a company's file and its log. Merges the full-text indexes,
 * which hold deleted words until then, clears the pages that older executables freed, and empties
 * the log. A file of up to `most` bytes is rebuilt, a larger one is cleared in small steps. Throws
 * while something reads the file, as a copy does. rules.md#erased-words
 */
export async function wipeDeleted(db: CompanyDb, job: Job, most = mostRebuilt) {
  await mergeIndexes(db);
  // Checked before, too: while something reads the file, each attempt would write the whole file
  // into the log.
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

// SQLite overwrites pages that it frees now, but not those freed before it was configured to. A row
// takes those pages, and frees them again.
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
