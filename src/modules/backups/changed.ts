import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { copiesIn, listCopies } from "./manifest.ts";

const minute = 60_000;

/** How many ms `backup_every` means; nothing where the box copies itself at night alone. */
export const everyOf = (setting: string | undefined): number | undefined =>
  setting === undefined ? undefined : Number.parseInt(setting, 10) * minute;

/**
 * Whether a company's file was written since a moment (ms). SQLite writes into the log beside it
 * first, so the newer of both counts.
 */
export function isWritten(data: string, company: number, since: number): boolean {
  const file = join(data, "companies", `${company}.sqlite`);
  return [file, `${file}-wal`].some((path) => writtenAt(path) >= since);
}

/** Whether any company or secret was written since the newest copy, and its age (ms). */
export function sinceNewestCopy(data: string, now: number): { age: number; isChanged: boolean } {
  const newest = listCopies(copiesIn(data)).find(({ verifiedAt }) => verifiedAt !== null);
  const since = newest ? Date.parse(newest.at) : 0;
  const paths = ["companies", "secrets", "tls"].flatMap((folder) => filesIn(join(data, folder)));
  return { age: now - since, isChanged: paths.some((path) => writtenAt(path) >= since) };
}

const filesIn = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => !name.endsWith("-shm"))
        .map((name) => join(folder, name))
    : [];

/** Readers make an empty log, so that one is no write. */
function writtenAt(path: string): number {
  const file = statSync(path, { throwIfNoEntry: false });
  return file && file.size > 0 ? file.mtimeMs : 0;
}
