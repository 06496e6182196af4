import type { Database } from "bun:sqlite";
import { isBusy } from "../fault.ts";
import { checkpoint, withoutWaiting } from "./checkpoint.ts";
import type { CompanyDb } from "./company-db.ts";

/** Closes a company's file, with its statistics and its log written into it. */
export function close(db: CompanyDb) {
  db.flush();
  // The statistics are an extra: no reason to wait for another process that writes.
  withoutWaiting(db.sqlite, () => optimize(db.sqlite));
  checkpoint(db.sqlite);
  db.sqlite.close();
}

function optimize(sqlite: Database) {
  try {
    sqlite.run("PRAGMA optimize");
  } catch (thrown) {
    if (!isBusy(thrown)) throw thrown;
  }
}
