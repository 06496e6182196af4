import { Database } from "bun:sqlite";
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Env } from "./env.ts";
import { Misconfigured } from "./misconfigured.ts";
import type { Clock } from "./kit/process/clock.ts";
import { privateFolder } from "./kit/files/disk.ts";
import { lockAlone } from "./kit/files/lock-file.ts";
import { NewerFile } from "./kit/db/migrate.ts";
import { Control } from "./kit/db/company-db.ts";
import { CompanyDbs } from "./kit/db/company-dbs.ts";
import { openFile } from "./kit/db/open-file.ts";
import { isSwapping } from "./modules/backups/swap.ts";

/** Opens the data folder's files, for the server and for commands. Throws Misconfigured. */
export function openCompanyDbs(env: Pick<Env, "data">, now: Clock = Date.now): CompanyDbs {
  try {
    privateFolder(env.data);
    if (isSwapping(env.data))
      throw new Misconfigured(
        `${env.data} is being restored, or a restore was cut off: \`balcao serve\` goes back to what was before`,
      );
    refuseLostControl(env.data);
    const control = new Control(openFile(join(env.data, "control.sqlite"), "control"), now);
    return new CompanyDbs(control, env.data, secret(env.data, "media"), now);
  } catch (thrown) {
    if (thrown instanceof NewerFile || thrown instanceof Misconfigured) throw thrown;
    throw new Misconfigured(
      `${env.data} cannot be used: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
    );
  }
}

// A new control file would have no owner. Its first claimer would take over the first company.
function refuseLostControl(data: string) {
  const path = join(data, "control.sqlite");
  const isThere = existsSync(path) && statSync(path).size > 0;
  const companies = join(data, "companies");
  if (
    isThere ||
    !existsSync(companies) ||
    !readdirSync(companies).some((name) => name.endsWith(".sqlite"))
  )
    return;
  throw new Misconfigured(
    `${path} is missing or empty, but there are companies: put it back from a backup`,
  );
}

/** A secret of 32 bytes, made at first use. Only this box's user may read it. */
export function secret(data: string, name: string): Uint8Array {
  const path = join(privateFolder(join(data, "secrets")), `${name}.key`);
  if (!existsSync(path)) {
    writeFileSync(path, crypto.getRandomValues(new Uint8Array(32)), { mode: 0o600, flag: "wx" });
    chmodSync(path, 0o600);
  }
  const bytes = new Uint8Array(readFileSync(path));
  if (bytes.length !== 32) throw new Misconfigured(`${path} is damaged: it must hold 32 bytes`);
  return bytes;
}

/**
 * Keeps other processes from serving the same folder; returns the release. Throws Misconfigured.
 */
export function lock(data: string): () => void {
  const release = locked(data);
  if (!release) throw new Misconfigured(`${data} is in use by another balcao`);
  return release;
}

/** Whether a box runs on this folder: it holds the lock. */
export function isServed(data: string): boolean {
  const path = join(data, "lock.sqlite");
  if (!existsSync(path)) return false;
  const file = new Database(path, { readwrite: true, create: false });
  try {
    file.run("BEGIN EXCLUSIVE");
    file.run("ROLLBACK");
    return false;
  } catch {
    return true;
  } finally {
    file.close();
  }
}

function locked(data: string) {
  try {
    return lockAlone(join(data, "lock.sqlite"));
  } catch (thrown) {
    throw new Misconfigured(
      `${data} cannot be written: ${thrown instanceof Error ? thrown.message : String(thrown)}${ownerHint(data)}`,
    );
  }
}

/** Says whose a folder is where it is another user's, as one that Docker made is root's. */
function ownerHint(data: string): string {
  const us = process.geteuid?.();
  const { uid } = statSync(data);
  if (us === undefined || us === uid) return "";
  return `. It belongs to the user ${uid}, and Balcão runs as ${us}: \`chown -R ${us} FOLDER\` on the machine, as root`;
}
