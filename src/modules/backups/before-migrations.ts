import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { connect } from "../../kit/db/connect.ts";
import { log } from "../../kit/process/log.ts";
import { headerVersion, migrationsFor } from "../../kit/db/migrate.ts";
import { makeCopy } from "./copy.ts";
import { companyFile, copiesIn, listCopies, type Manifest } from "./manifest.ts";

/**
 * Copies a box whose files an older executable made, before this one migrates them. A company's
 * file is migrated when it is first opened; an unopened file is still in the last copy unchanged.
 * Throws where that is impossible: the files stay as they are. rules.md#backups
 */
export async function copyBeforeMigrations(data: string, version: string) {
  const newest = listCopies(copiesIn(data)).find(({ verifiedAt }) => verifiedAt !== null);
  const isAtRisk = (path: string) => isOlder(path, "company") && !isCopied(path, newest);
  if (!isOlder(join(data, "control.sqlite"), "control") && !companiesIn(data).some(isAtRisk))
    return;
  const { path } = await makeCopy(data, { reason: "migration", version });
  log("info", "copiedBeforeMigration", { path });
}

const companiesIn = (data: string) => {
  const folder = join(data, "companies");
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith(".sqlite"))
        .map((name) => join(folder, name))
    : [];
};

/** Whether a company's file is unchanged since a copy that holds it. */
function isCopied(path: string, copy: Manifest | undefined): boolean {
  if (!copy?.companies.some(({ id }) => companyFile(id) === `company-${basename(path)}`))
    return false;
  return [path, `${path}-wal`].every((each) => {
    const { size, mtimeMs } = statSync(each, { throwIfNoEntry: false }) ?? { size: 0, mtimeMs: 0 };
    return size === 0 || mtimeMs < Date.parse(copy.at);
  });
}

// An unreadable file counts as current, since it is not migrated either.
function isOlder(path: string, kind: "control" | "company"): boolean {
  if (!existsSync(path)) return false;
  try {
    // The header is checked first: opening three hundred current files would double the time of a
    // start.
    if (headerVersion(path) >= migrationsFor(kind).length) return false;
    const sqlite = connect(path, { readonly: true });
    try {
      const { user_version: count } = sqlite.query("PRAGMA user_version").get() as {
        user_version: number;
      };
      return count > 0 && count < migrationsFor(kind).length;
    } finally {
      sqlite.close();
    }
  } catch {
    return false;
  }
}
