import type { Database } from "bun:sqlite";
import { existsSync, renameSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { closeWhole } from "../../kit/db/checkpoint.ts";
import { Fault } from "../../kit/fault.ts";
import { privateFolder, syncFolder } from "../../kit/files/disk.ts";
import type { Control } from "../../kit/db/company-db.ts";
import { CompanyDbs } from "../../kit/db/company-dbs.ts";
import { openFile } from "../../kit/db/open-file.ts";
import { companyFile, copiesIn, listCopies, nameOf, readManifest } from "./manifest.ts";
import { linkOrCopy, mediaOf, mediaPath, pooled, readList } from "./media-pool.ts";
import { asideOf, unlinkStale } from "./restore.ts";
import { holdBack } from "./safe-mode.ts";
import { figuresOf } from "./snapshot.ts";
import type { BroughtBack, CompanyCopy } from "./table.ts";
import { problemsOf, sealedParts, takeCompany } from "./verify.ts";

/**
 * The good copies of a box that hold a company, the newest first. A company whose file was damaged
 * is in none of that day.
 */
export const copiesOf = (data: string, company: number): CompanyCopy[] =>
  listCopies(copiesIn(data)).flatMap(({ name, at, verifiedAt, companies }) => {
    const copied = companies.find(({ id }) => id === company);
    const isThere =
      copied &&
      statSync(join(copiesIn(data), name, companyFile(company)), { throwIfNoEntry: false })
        ?.size === copied.size;
    return verifiedAt && isThere
      ? [{ name, at, messages: copied.counts.messages ?? 0, lastMessageAt: copied.lastMessageAt }]
      : [];
  });

/** `code` opens the copy. `force`: also where the company's file is good. */
export type BringBackOptions = { code: string; force?: boolean; asWritten?: boolean };

/**
 * Restores one company from a copy while the others work; nothing may have its file open. The
 * company's present files go aside and stay. Throws missing. Throws a conflict for a good file,
 * unless forced, and for a copy that is not good. rules.md#unusable-company-files
 */
export async function bringBack(
  { data, control, mediaKey }: { data: string; control: Control; mediaKey: Uint8Array },
  company: number,
  copy: string,
  { code, force = false, asWritten }: BringBackOptions,
): Promise<BroughtBack> {
  const now = control.now();
  if (!control.sqlite.query("SELECT 1 FROM companies WHERE id = ?").get(company))
    throw new Fault("missing", "ERR_NO_COMPANY_FOUND", {
      message: `there is no company ${company}`,
    });
  if (!force && isSound(pathIn(data, company)))
    throw new Fault("conflict", "ERR_COMPANY_SOUND", {
      message: `the file of company ${company} is good: --force puts it aside`,
    });
  await refuseUntrusted(copy, company, { code, asWritten });
  const from = `bringing-back-${nameOf(now)}`;
  const root = privateFolder(join(data, from));
  try {
    privateFolder(join(root, "companies"));
    await takeCompany(await sealedParts(copy, code), copy, company, pathIn(root, company));
    openFile(pathIn(root, company), "company").close();
    const unlinked = unlinkStale(root, data, company, false);
    holdBackIn(root, company, control, mediaKey);
    const aside = asideOf(now);
    await keepMedia(data, join(data, aside), copy, company);
    const withoutSignIn = fitPeople(control, pathIn(root, company), company);
    swapIn(data, root, aside, company);
    const { name, at, companies } = readManifest(copy);
    const { counts, lastMessageAt } = companies.find(({ id }) => id === company)!;
    return {
      company,
      name,
      at,
      messages: counts.messages ?? 0,
      lastMessageAt,
      unlinked,
      withoutSignIn,
      aside,
    };
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** Throws a conflict where a copy's data of a company fails its checks. */
export async function refuseUntrusted(
  copy: string,
  company: number,
  { code, asWritten }: Pick<BringBackOptions, "code" | "asWritten">,
) {
  const problems = await problemsOf(copy, dirname(copy), { code, company, asWritten, media: true });
  if (problems.length > 0)
    throw new Fault("conflict", "ERR_COPY_DAMAGED", {
      message: `the copy is not sound: ${problems.slice(0, 3).join("; ")}`,
    });
}

const pathIn = (root: string, company: number) => join(root, "companies", `${company}.sqlite`);

/** Whether a company's file is whole. */
export function isSound(path: string): boolean {
  try {
    return "users" in figuresOf(path).counts;
  } catch {
    return false;
  }
}

function holdBackIn(root: string, company: number, control: Control, mediaKey: Uint8Array) {
  const dbs = new CompanyDbs(control, root, mediaKey, control.now);
  holdBack(dbs, company);
  dbs.closeAll();
}

// The rows that name these files are set aside too, so the sweep would delete the files.
async function keepMedia(data: string, aside: string, copy: string, company: number) {
  const listed = readList(copy).filter((one) => one.company === company);
  const inCopy = new Set(listed.map(({ sha256 }) => sha256));
  for (const one of mediaOf(data))
    if (one.company === company && !inCopy.has(one.sha256))
      await linkOrCopy(mediaPath(data, company, one.sha256), mediaPath(aside, company, one.sha256));
  for (const { sha256, size } of listed)
    if (statSync(mediaPath(data, company, sha256), { throwIfNoEntry: false })?.size !== size)
      await linkOrCopy(pooled(dirname(copy), sha256), mediaPath(data, company, sha256));
}

/**
 * Ends every session of the company. Users created after the copy are not in it, so their sign-ins
 * and tokens are removed. Their ids are never used again: rows of the control file could still name
 * them. Returns the e-mails of users who must be created again.
 */
function fitPeople(control: Control, path: string, company: number): string[] {
  const sqlite = openFile(path, "company");
  try {
    const ids = (table: string) =>
      new Set(
        sqlite
          .query<{ id: number }, []>(`SELECT id FROM ${table}`)
          .all()
          .map(({ id }) => id),
      );
    const [users, connections] = [ids("users"), ids("connections")];
    const people = control.sqlite
      .query<{ id: number; userId: number; email: string }, [number]>(
        "SELECT id, userId, email FROM identities WHERE companyId = ?",
      )
      .all(company);
    const tokens = control.sqlite
      .query<{ id: number; connectionId: number }, [number]>(
        "SELECT id, connectionId FROM apiTokens WHERE companyId = ?",
      )
      .all(company);
    const gone = people.filter(({ userId }) => !users.has(userId));
    countOn(sqlite, "users", Math.max(0, ...people.map(({ userId }) => userId)));
    countOn(sqlite, "connections", Math.max(0, ...tokens.map(({ connectionId }) => connectionId)));
    control.write(() => {
      control.sqlite.run(
        "DELETE FROM sessions WHERE identityId IN (SELECT id FROM identities WHERE companyId = ?)",
        [company],
      );
      for (const { id } of gone) control.sqlite.run("DELETE FROM identities WHERE id = ?", [id]);
      for (const { id, connectionId } of tokens)
        if (!connections.has(connectionId))
          control.sqlite.run("DELETE FROM apiTokens WHERE id = ?", [id]);
    });
    return gone.map(({ email }) => email);
  } finally {
    closeWhole(sqlite);
  }
}

function countOn(sqlite: Database, table: string, last: number) {
  sqlite.run("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?", [last, table]);
}

// The main file is last: after a cut in between, the company's file is missing and can be restored
// again.
function swapIn(data: string, root: string, aside: string, company: number) {
  privateFolder(join(data, aside, "companies"));
  for (const suffix of ["-wal", "-shm", ""]) {
    const old = `${pathIn(data, company)}${suffix}`;
    if (existsSync(old)) renameSync(old, `${pathIn(join(data, aside), company)}${suffix}`);
  }
  syncFolder(join(data, aside, "companies"));
  renameSync(pathIn(root, company), pathIn(data, company));
  syncFolder(join(data, "companies"));
}
