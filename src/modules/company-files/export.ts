import { Database } from "bun:sqlite";
import { randomBytes } from "node:crypto";
import { createWriteStream, readdirSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { privateFolder, syncFolder } from "../../kit/files/disk.ts";
import { seals } from "../../kit/files/seal.ts";
import { tarOf, type TarPart } from "../../kit/files/tar.ts";
import { hashOf, mediaOf, mediaPath, synced, type Listed } from "../backups/media-pool.ts";
import { plain, sealWithCode } from "../backups/recovery-code.ts";
import { figuresOf, partOf, snapshot } from "../backups/snapshot.ts";
import { linkedSessions, unlinkSessions } from "../connections/unlink-sessions.ts";
import { takeRows, type ControlRows } from "./control-rows.ts";
import { explanation, listOf, type CompanyManifest } from "./manifest.ts";
import { refuseUnread } from "./read-back.ts";
import { writeReadable } from "./readable.ts";

/**
 * Seals the WhatsApp rows of a file with another key: `resealSessions`, which is above the modules.
 */
export type Reseal = (sqlite: Database, from: Uint8Array, to: Uint8Array) => void;

/** A box that exports or imports a company. `key`: the one that seals sessions (32 bytes). */
export type BoxFiles = { data: string; control: Database; key: Uint8Array; reseal: Reseal };

/**
 * `moveCode`: the code that lets the company work in the other box; with it the WhatsApp sessions
 * come along. `code` opens the sealed part.
 */
export type ExportOptions = { to: string; code: string; version: string; moveCode?: string };

/**
 * The sealed part of a company's file. `key` opens its WhatsApp rows. `moveHash` is the SHA-256 of
 * the code that lets it work. `manifestHash` is that of the manifest, which has the hashes of the
 * other parts.
 */
export type Sealed = {
  rows: ControlRows;
  key: string;
  moveHash: string | null;
  manifestHash: string;
};

/** Writes a company into one file, as of one moment, even while it works. rules.md#company-files */
export async function exportCompany(
  { data, control, key, reseal }: BoxFiles,
  id: number,
  { to, code, version, moveCode }: ExportOptions,
): Promise<CompanyManifest> {
  // The rest of an export that was cut off.
  await rm(`${to}.parts`, { recursive: true, force: true });
  const folder = privateFolder(`${to}.parts`);
  try {
    const boxSeals = seals(key, new Uint8Array(), "identities");
    const rows = takeRows(control, boxSeals, id, moveCode !== undefined);
    const database = join(folder, "company.sqlite");
    await snapshot(join(data, "companies", `${id}.sqlite`), database);
    const transit = randomBytes(32);
    prepare(database, (sqlite) => reseal(sqlite, key, transit), moveCode !== undefined);
    await synced(database);
    const tables = readable(folder, database, control, id);
    const media = await soundMedia(data, id);
    const manifest: CompanyManifest = {
      format: 2,
      company: { id, name: String(rows.company.name) },
      at: new Date().toISOString(),
      version,
      moves: moveCode !== undefined,
      database: await partOf(database),
      ...figuresOf(database),
      media: media.map(({ sha256, size }) => ({ sha256, size })),
    };
    const list = listOf(manifest.media);
    const written = JSON.stringify({
      ...manifest,
      media: undefined,
      mediaList: { size: Buffer.byteLength(list), sha256: sha256Of(list) },
    });
    const sealed: Sealed = {
      rows,
      key: transit.toString("base64"),
      moveHash: moveCode === undefined ? null : hashOfCode(moveCode),
      manifestHash: sha256Of(written),
    };
    await writeTar(`${to}.part`, [
      { name: "LEIA-ME.txt", content: Buffer.from(explanation) },
      { name: "manifest.json", content: Buffer.from(written) },
      { name: "media.txt", content: Buffer.from(list) },
      ...tables.map((name): TarPart => ({ name, content: Bun.file(join(folder, name)) })),
      { name: "company.sqlite", content: Bun.file(database) },
      { name: "box.sealed", content: sealWithCode(code, Buffer.from(JSON.stringify(sealed))) },
      // The box that made the file needs no code.
      {
        name: "box.own",
        content: seals(key, new Uint8Array(), "company file").seal(
          [],
          Buffer.from(JSON.stringify(sealed)),
        ),
      },
      ...media.map(({ sha256 }): TarPart => ({
        name: `media/${sha256}`,
        content: Bun.file(mediaPath(data, id, sha256)),
      })),
    ]);
    await refuseUnread(`${to}.part`, manifest);
    await rename(`${to}.part`, to);
    syncFolder(dirname(to));
    return manifest;
  } finally {
    await rm(folder, { recursive: true, force: true });
    await rm(`${to}.part`, { force: true });
  }
}

// Damaged or just deleted files are left out: an import would refuse the whole file.
async function soundMedia(data: string, id: number) {
  const sound: Listed[] = [];
  for (const one of mediaOf(data))
    if (one.company === id && (await hashOf(mediaPath(data, id, one.sha256))) === one.sha256)
      sound.push(one);
  return sound;
}

export const hashOfCode = (code: string) => sha256Of(plain(code));

export const sha256Of = (written: string | Uint8Array) =>
  new Bun.CryptoHasher("sha256").update(written).digest("hex");

// A session works in one box only: it goes with a move, and is removed from a mere copy.
function prepare(path: string, reseal: (sqlite: Database) => void, moves: boolean) {
  const sqlite = new Database(path, { strict: true });
  try {
    if (!moves) {
      unlinkSessions(
        sqlite,
        linkedSessions(sqlite).map(({ id }) => id),
      );
      // A number's messages go to one address: two boxes would answer as one shop.
      sqlite.run("DELETE FROM cloudAccounts");
    }
    reseal(sqlite);
  } finally {
    sqlite.close();
  }
}

function readable(folder: string, path: string, control: Database, id: number): string[] {
  const sqlite = new Database(path, { readonly: true });
  try {
    return writeReadable(folder, sqlite, control, id);
  } finally {
    sqlite.close();
    for (const name of readdirSync(folder))
      if (/-(wal|shm|journal)$/.test(name)) void rm(join(folder, name), { force: true });
  }
}

async function writeTar(path: string, parts: TarPart[]) {
  await pipeline(tarOf(parts), createWriteStream(path, { mode: 0o600, flush: true }));
}
