import { Database } from "bun:sqlite";
import { open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { checkpoint } from "../../kit/db/checkpoint.ts";
import { Fault } from "../../kit/fault.ts";
import { privateFolder } from "../../kit/files/disk.ts";
import { Files } from "../../kit/files/files.ts";
import { seals } from "../../kit/files/seal.ts";
import type { CompanyDbs } from "../../kit/db/company-dbs.ts";
import { openFile } from "../../kit/db/open-file.ts";
import { hashOf, mediaPath } from "../backups/media-pool.ts";
import { openWithCode } from "../backups/recovery-code.ts";
import { holdBack } from "../backups/safe-mode.ts";
import { figuresOf } from "../backups/snapshot.ts";
import { refuseUnfitCompany } from "../company-rows/fit-company.ts";
import { refuseForeignSchema } from "../company-rows/foreign-schema.ts";
import { unfit } from "../company-rows/unfit.ts";
import { putCompany, putPeople, refuseTaken, type ControlRows } from "./control-rows.ts";
import { refuseUnfitRows } from "./fit-rows.ts";
import { awaitMove } from "./moves.ts";
import { sha256Of, type BoxFiles, type Sealed } from "./export.ts";
import type { Imported } from "./table.ts";
import { openArchive, type CompanyArchive } from "./manifest.ts";
import { lockImports, noteFinished, noteUnfinished, removeUnfinished } from "./unfinished.ts";

type ImportingBox = BoxFiles & { dbs: CompanyDbs };

/** `mediaKey` signs links to media in this box; `name` is a new name for the company. */
export type ImportOptions = { code?: string; mediaKey: Uint8Array; name?: string };

/**
 * Imports a company under a new number. A failure or a crash leaves nothing behind. A moving
 * company stays blocked until the other box hands it over. Throws busy during another import.
 * rules.md#company-files
 */
export async function importCompany(
  box: ImportingBox,
  path: string,
  options: ImportOptions,
): Promise<Imported> {
  const release = lockImports(box.data);
  try {
    await removeUnfinished(box.dbs);
    return await imported(box, path, options);
  } finally {
    release();
  }
}

async function imported(
  box: ImportingBox,
  path: string,
  { code, mediaKey, name }: ImportOptions,
): Promise<Imported> {
  const archive = await openArchive(path);
  const { rows, key, moveHash, isOwn } = await openSealed(box, archive, code);
  if (name) rows.company.name = name;
  refuseTaken(box.control, rows);
  const id = atomically(box.control, () =>
    noteUnfinished(box.control, putCompany(box.control, rows, isOwn)),
  );
  try {
    await putFiles(box, archive, id, Buffer.from(key, "base64"), mediaKey);
    refuseStrangers(companyPath(box.data, id), rows);
    // The box that made the file continues its campaigns and schedules.
    if (!moveHash) holdBack(box.dbs, id);
    atomically(box.control, () => {
      putPeople(box.control, seals(box.key, new Uint8Array(), "identities"), id, rows);
      if (moveHash) awaitMove(box.control, id, moveHash, rows.company.status === 0);
      else
        box.control.run("UPDATE companies SET status = ? WHERE id = ?", [
          rows.company.status ?? 1,
          id,
        ]);
      noteFinished(box.control, id);
    });
  } catch (thrown) {
    await removeUnfinished(box.dbs);
    throw thrown;
  }
  const { counts, media } = archive.manifest;
  return {
    company: id,
    name: String(rows.company.name),
    messages: counts.messages ?? 0,
    media: media.length,
    waits: moveHash !== null,
  };
}

/** The sealed part of a file; `isOwn`: this box made it. */
type Opened = Sealed & { isOwn: boolean };

/**
 * Opens the sealed part of a file and checks the rest against it. Throws invalid without the code
 * that another box's file needs, and for a wrong code.
 */
export async function openSealed(
  box: BoxFiles,
  archive: CompanyArchive,
  code: string | undefined,
): Promise<Opened> {
  const sealed = await unseal(box, archive, code);
  if (sha256Of(await bytesOf(archive.parts, "manifest.json")) !== sealed.manifestHash)
    throw unfit(
      "the file was changed after it was made, or an older version made it: its manifest is not the one that was sealed",
    );
  refuseUnfitRows(sealed.rows);
  return sealed;
}

const companyPath = (data: string, id: number) => join(data, "companies", `${id}.sqlite`);

async function unseal(
  { key }: BoxFiles,
  { parts }: CompanyArchive,
  code: string | undefined,
): Promise<Opened> {
  const own = openedHere(key, await bytesOf(parts, "box.own"));
  if (own) return { ...own, isOwn: true };
  if (!code)
    throw new Fault("invalid", "ERR_CODE_NEEDED", {
      message:
        "this file comes from another box: the code that was shown when it was made is needed",
    });
  const sealed = openWithCode(code, await bytesOf(parts, "box.sealed")).toString();
  return { ...(JSON.parse(sealed) as Sealed), isOwn: false };
}

function openedHere(key: Uint8Array, sealed: Uint8Array): Sealed | undefined {
  try {
    return JSON.parse(
      seals(key, new Uint8Array(), "company file").open([], sealed).toString(),
    ) as Sealed;
  } catch {
    return undefined;
  }
}

const bytesOf = async (parts: Map<string, Blob>, name: string) =>
  new Uint8Array((await parts.get(name)?.arrayBuffer()) ?? new ArrayBuffer(0));

async function putFiles(
  { data, key, reseal }: BoxFiles,
  { manifest, parts }: CompanyArchive,
  id: number,
  transit: Uint8Array,
  mediaKey: Uint8Array,
) {
  const path = companyPath(data, id);
  privateFolder(dirname(path));
  await put(parts, "company.sqlite", path, manifest.database.sha256);
  refuseForeignSchema(path);
  if (!Bun.deepEquals(figuresOf(path).counts, manifest.counts))
    throw unfit("the database has other rows than its manifest says");
  refuseUnfitCompany(path);
  for (const { sha256 } of manifest.media)
    await put(parts, `media/${sha256}`, privatePath(mediaPath(data, id, sha256)), sha256);
  const sqlite = openFile(path, "company");
  try {
    reseal(sqlite, transit, key);
    linkAnew(sqlite, new Files(id, join(data, "media", String(id)), mediaKey, Date.now));
    sqlite.run("UPDATE connections SET status = 'DISCONNECTED', qrcode = ''");
    forgetReckoned(sqlite);
    checkpoint(sqlite);
  } finally {
    sqlite.close();
  }
}

// This box computes daily figures and SQLite's statistics itself, so the file's are dropped.
function forgetReckoned(sqlite: Database) {
  sqlite.run("DELETE FROM roundDays");
  if (sqlite.query("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_stat1'").get())
    sqlite.run("DELETE FROM sqlite_stat1");
}

/** Throws invalid for a sign-in that belongs to no user of the company. */
function refuseStrangers(path: string, { identities }: ControlRows) {
  const sqlite = new Database(path, { readonly: true, strict: true });
  try {
    const users = new Set(
      sqlite
        .query<{ id: number }, []>("SELECT id FROM users")
        .all()
        .map(({ id }) => id),
    );
    for (const { identity } of identities)
      if (!users.has(Number(identity.userId)))
        throw unfit(`${String(identity.email)} signs in and is no user of the company`);
  } finally {
    sqlite.close();
  }
}

function privatePath(path: string): string {
  privateFolder(dirname(path));
  return path;
}

async function put(parts: Map<string, Blob>, name: string, path: string, sha256: string) {
  const part = parts.get(name);
  if (!part) throw unfit(`${name} is missing in the file`);
  const file = await open(path, "wx", 0o600);
  try {
    // Not `Bun.write`, which writes the whole archive when it gets a slice of it.
    for await (const chunk of part.stream()) await file.appendFile(chunk);
    await file.sync();
  } finally {
    await file.close();
  }
  if ((await hashOf(path)) !== sha256) throw unfit(`${name} is damaged in the file`);
}

// Contacts store the link of their picture, which has the company's number and its box's signature.
function linkAnew(sqlite: Database, files: Files) {
  const pictures = sqlite
    .query<{ id: number; link: string }, []>(
      "SELECT id, profilePicUrl AS link FROM contacts WHERE profilePicUrl LIKE '/media/%'",
    )
    .all();
  const update = sqlite.prepare("UPDATE contacts SET profilePicUrl = ? WHERE id = ?");
  for (const { id, link } of pictures) {
    const [, , , sha256 = "", name = ""] = link.split("?")[0]!.split("/");
    update.run(files.permanentLink({ sha256, name: decodeURIComponent(name) }), id);
  }
}

function atomically<T>(control: Database, work: () => T): T {
  control.run("BEGIN IMMEDIATE");
  try {
    const result = work();
    control.run("COMMIT");
    return result;
  } catch (thrown) {
    control.run("ROLLBACK");
    throw thrown;
  }
}
