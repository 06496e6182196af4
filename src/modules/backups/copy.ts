import { Database } from "bun:sqlite";
import { existsSync, readdirSync, statfsSync, statSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { Fault } from "../../kit/fault.ts";
import { privateFolder, syncFolder, writeWhole } from "../../kit/files/disk.ts";
import { lockAlone } from "../../kit/files/lock-file.ts";
import type { TarPart } from "../../kit/files/tar.ts";
import { tarOf } from "../../kit/files/tar.ts";
import type { CopyReason } from "../../shared/backups.ts";
import { isWritten } from "./changed.ts";
import {
  companyFile,
  copiesIn,
  listCopies,
  manifestFile,
  mediaListFile,
  nameOf,
  readManifest,
  sealedFile,
  type CopiedCompany,
  type Manifest,
} from "./manifest.ts";
import {
  hashOf,
  linkOrCopy,
  mediaOf,
  mediaPath,
  pool,
  writtenList,
  type Listed,
} from "./media-pool.ts";
import { recoveryCode, sealWithCode } from "./recovery-code.ts";
import { figuresOf, partOf, snapshot } from "./snapshot.ts";
import { problemsOf } from "./verify.ts";

/** The bytes that must stay free on the disk after a copy. */
const spare = 200 * 1024 * 1024;

export type MadeCopy = { manifest: Manifest; path: string };

/**
 * Makes a copy of a box, which may be running, and reads it back. A copy that does not open, or
 * that differs from the box, is removed again. A company whose file cannot be copied is listed in
 * the manifest and does not stop the others. Throws busy while another copy is made, and where the
 * disk is too full. rules.md#backups
 */
export async function makeCopy(
  data: string,
  { reason, version, now = Date.now }: { reason: CopyReason; version: string; now?: () => number },
): Promise<MadeCopy> {
  const copies = privateFolder(copiesIn(data));
  const unlock = lockCopies(copies);
  const began = now();
  const name = nameOf(began);
  const part = join(copies, `${name}.part`);
  try {
    for (const left of readdirSync(copies))
      if (left.endsWith(".part")) await rm(join(copies, left), { recursive: true, force: true });
    refuseFullDisk(data, copies);
    privateFolder(part);
    const about = { format: 1 as const, name, at: new Date(began).toISOString(), reason, version };
    const manifest = { ...(await written(data, copies, part, about)), verifiedAt: null };
    writeManifest(part, manifest);
    const problems = await problemsOf(part, copies, { code: recoveryCode(data), asWritten: true });
    if (problems.length > 0)
      throw new Fault("conflict", "ERR_COPY_UNREAD", {
        message: `the copy does not read back: ${problems.join("; ")}`,
      });
    writeManifest(part, { ...manifest, verifiedAt: new Date(now()).toISOString() });
    await rename(part, join(copies, name));
    syncFolder(copies);
    return { manifest: readManifest(join(copies, name)), path: join(copies, name) };
  } catch (thrown) {
    await rm(part, { recursive: true, force: true });
    throw thrown;
  } finally {
    unlock();
  }
}

type About = Pick<Manifest, "format" | "name" | "at" | "reason" | "version">;

// The control file is first: every company that it names existed then. Media are last: a file is on
// the disk before the row that names it.
async function written(
  data: string,
  copies: string,
  part: string,
  about: About,
): Promise<Omit<Manifest, "verifiedAt">> {
  // The first copy creates the code here, before the secrets are gathered: a box restored from the
  // copy then has the code that opens it.
  const code = recoveryCode(data);
  const control = join(part, "control.sqlite");
  await snapshot(join(data, "control.sqlite"), control);
  const { companies, failed } = await copyCompanies(data, copies, part, namesIn(control));
  const listed = await copyMedia(data, copies);
  writeWhole(join(part, mediaListFile), writtenList(listed));
  const manifest = {
    ...about,
    companies,
    failed,
    mediaList: await partOf(join(part, mediaListFile)),
    media: { count: listed.length, size: listed.reduce((sum, { size }) => sum + size, 0) },
  };
  const inside = [
    ...secretParts(data),
    { name: "control.sqlite", content: Bun.file(control) },
    { name: "parts.json", content: Buffer.from(JSON.stringify(manifest)) },
  ];
  writeWhole(
    join(part, sealedFile),
    sealWithCode(code, Buffer.concat(await Array.fromAsync(tarOf(inside)))),
  );
  await rm(control);
  return { ...manifest, sealed: await partOf(join(part, sealedFile)) };
}

function namesIn(control: string): { id: number; name: string }[] {
  const sqlite = new Database(control, { readonly: true });
  try {
    return sqlite
      .query<{ id: number; name: string }, []>("SELECT id, name FROM companies ORDER BY id")
      .all();
  } finally {
    sqlite.close();
  }
}

// A company that was not written to since the copy before is linked from there, which costs no
// space.
async function copyCompanies(
  data: string,
  copies: string,
  part: string,
  all: { id: number; name: string }[],
): Promise<Pick<Manifest, "companies" | "failed">> {
  const [companies, failed]: [Manifest["companies"], Manifest["failed"]] = [[], []];
  const [before] = listCopies(copies).filter(({ verifiedAt }) => verifiedAt !== null);
  for (const { id, name } of all) {
    const to = join(part, companyFile(id));
    try {
      const same = before && (await linked(data, copies, before, { id, name }, to));
      if (same) {
        companies.push(same);
        continue;
      }
      await snapshot(join(data, "companies", `${id}.sqlite`), to);
      companies.push({ id, name, ...figuresOf(to), ...(await partOf(to)) });
    } catch (thrown) {
      await rm(to, { force: true });
      failed.push({ id, name, why: thrown instanceof Error ? thrown.message : String(thrown) });
    }
  }
  return { companies, failed };
}

async function linked(
  data: string,
  copies: string,
  before: Manifest,
  { id, name }: { id: number; name: string },
  to: string,
): Promise<CopiedCompany | undefined> {
  const same = before.companies.find((company) => company.id === id);
  if (!same || isWritten(data, id, Date.parse(before.at))) return undefined;
  await linkOrCopy(join(copies, before.name, companyFile(id)), to);
  return (await hashOf(to)) === same.sha256 ? { ...same, name } : undefined;
}

// A file that was deleted meanwhile, or is damaged on the disk, is not listed.
async function copyMedia(data: string, copies: string): Promise<Listed[]> {
  const copied: Listed[] = [];
  for (const listed of mediaOf(data))
    if (await pool(copies, mediaPath(data, listed.company, listed.sha256), listed))
      copied.push(listed);
  return copied;
}

/** Files that no database holds: keys, certificates, settings. */
function* secretParts(data: string): Generator<TarPart> {
  for (const folder of ["secrets", "tls"]) {
    const path = join(data, folder);
    if (existsSync(path))
      for (const name of readdirSync(path).sort())
        if (statSync(join(path, name)).isFile())
          yield { name: `${folder}/${name}`, content: Bun.file(join(path, name)) };
  }
  if (existsSync(join(data, "config.toml")))
    yield { name: "config.toml", content: Bun.file(join(data, "config.toml")) };
}

const writeManifest = (folder: string, manifest: Manifest) =>
  writeWhole(join(folder, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`);

function refuseFullDisk(data: string, copies: string) {
  const companies = join(data, "companies");
  const files = [
    join(data, "control.sqlite"),
    ...(existsSync(companies) ? readdirSync(companies).map((name) => join(companies, name)) : []),
  ];
  const needed =
    files.reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0) *
      1.2 +
    spare;
  const { bavail, bsize } = statfsSync(copies);
  if (bavail * bsize < needed)
    throw new Fault("busy", "ERR_BACKUP_NO_SPACE", {
      message: `the disk is too full for a copy: it needs ${Math.ceil(needed / 1e6)} MB free`,
    });
}

/** One at a time, also among processes. Throws busy. */
export function lockCopies(copies: string): () => void {
  const release = lockAlone(join(copies, "lock.sqlite"));
  if (!release)
    throw new Fault("busy", "ERR_BACKUP_RUNNING", { message: "a copy is being made already" });
  return release;
}
