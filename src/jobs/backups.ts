import { Cron } from "croner";
import type { BackupRunner } from "../modules/backups/backup-runner.ts";
import { logError } from "./housekeeping.ts";

/** Checks each minute whether a copy or a drill is due. Returns a function that ends it. */
export function startBackups(backups: BackupRunner): () => void {
  const job = new Cron("5 * * * * *", { catch: logError }, () => backups.runDue());
  return () => job.stop();
}
