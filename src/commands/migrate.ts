import type { Database } from "bun:sqlite";
import { join } from "node:path";
import { lock, openCompanyDbs } from "../data-folder.ts";
import { connect } from "../kit/db/connect.ts";
import { migrationsFor, pendingMigrations } from "../kit/db/migrate.ts";
import { makeCopy } from "../modules/backups/copy.ts";
import { version } from "../version.ts";
import { envOfExisting, print, type Flags } from "./command.ts";

/** Which migrations each file of a box still needs. */
export async function printMigrations(flags: Flags) {
  const files = pendingIn(envOfExisting(flags).data);
  const words = files
    .map(
      ({ file, pending }) => `${file}: ${pending.length === 0 ? "up to date" : pending.join(", ")}`,
    )
    .join("\n");
  print(flags, { upToDate: files.every(({ pending }) => pending.length === 0), files }, words);
}

/**
 * Brings every file up to this executable, after a copy of them as they are. Throws Misconfigured
 * while a box runs on the folder.
 */
export async function migrateUp(flags: Flags) {
  const { data } = envOfExisting(flags);
  const unlock = lock(data);
  try {
    const files = pendingIn(data).filter(({ pending }) => pending.length > 0);
    const path =
      files.length > 0 && !flags["no-copy"]
        ? (await makeCopy(data, { reason: "migration", version: version.version })).path
        : undefined;
    const dbs = openCompanyDbs({ data });
    for (const id of companiesIn(dbs.control.sqlite)) dbs.open(id);
    dbs.closeAll();
    print(
      flags,
      { files, path },
      files.length === 0
        ? "everything is up to date"
        : `${files.map(({ file }) => file).join(", ")}: up to date now${path ? `; as they were: ${path}` : ""}`,
    );
  } finally {
    unlock();
  }
}

/** Throws NewerFile where a file is newer than this executable. */
function pendingIn(data: string): { file: string; pending: string[] }[] {
  const control = connect(join(data, "control.sqlite"));
  try {
    const companies = companiesIn(control).map((id) => `companies/${id}.sqlite`);
    return [
      { file: "control.sqlite", pending: pendingMigrations(control, migrationsFor("control")) },
      ...companies.map((file) => ({ file, pending: pendingOf(join(data, file)) })),
    ];
  } finally {
    control.close();
  }
}

function pendingOf(path: string): string[] {
  const sqlite = connect(path);
  try {
    return pendingMigrations(sqlite, migrationsFor("company"));
  } finally {
    sqlite.close();
  }
}

const companiesIn = (control: Database) =>
  control
    .query<{ id: number }, []>("SELECT id FROM companies ORDER BY id")
    .all()
    .map(({ id }) => id);
