import { constants, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { copyFile, link, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { privateFolder } from "../../kit/files/disk.ts";
import { pathOfHash } from "../../kit/files/files.ts";
import { mediaListFile } from "./manifest.ts";

/** A media file as a copy lists it. */
export type Listed = { company: number; sha256: string; size: number };

/** Where the copies of a folder share their media: each file once, under its hash. */
export const pooled = (copies: string, sha256: string) => pathOfHash(join(copies, "media"), sha256);

/** Every media file of a box, by company. */
export function mediaOf(data: string): Listed[] {
  const folder = join(data, "media");
  return namesIn(folder)
    .filter((name) => /^\d+$/.test(name))
    .flatMap((company) =>
      namesIn(join(folder, company))
        .filter((name) => /^[0-9a-f]{2}$/.test(name))
        .flatMap((prefix) =>
          namesIn(join(folder, company, prefix))
            .filter((name) => /^[0-9a-f]{64}$/.test(name))
            .flatMap((sha256) => {
              const size = statSync(mediaPath(data, Number(company), sha256), {
                throwIfNoEntry: false,
              })?.size;
              return size === undefined ? [] : [{ company: Number(company), sha256, size }];
            }),
        ),
    );
}

export const mediaPath = (data: string, company: number, sha256: string) =>
  pathOfHash(join(data, "media", String(company)), sha256);

export const writtenList = (listed: Listed[]) =>
  listed.map(({ company, sha256, size }) => `${company} ${sha256} ${size}\n`).join("");

/** The media of a copy. */
export const readList = (copy: string): Listed[] =>
  readFileSync(join(copy, mediaListFile), "utf8")
    .split("\n")
    .filter(Boolean)
    .flatMap((line) => {
      // Each line becomes a path and may be forged, so its form is checked.
      const [, company, sha256 = "", size] = /^(\d+) ([0-9a-f]{64}) (\d+)$/.exec(line) ?? [];
      return sha256 ? [{ company: Number(company), sha256, size: Number(size) }] : [];
    });

/**
 * Puts a file into a pool unless it is there. On one disk it makes a link, which costs no space,
 * else a synced copy that it reads back. Returns whether the pooled file matches its hash.
 */
export async function pool(
  copies: string,
  from: string,
  { sha256, size }: Listed,
): Promise<boolean> {
  const target = pooled(copies, sha256);
  if (statSync(target, { throwIfNoEntry: false })?.size === size) return true;
  if ((await hashOf(from)) !== sha256) return false;
  await linkOrCopy(from, target);
  return (await hashOf(target)) === sha256;
}

/** Links a file, or copies it to another disk; whole or not at all. */
export async function linkOrCopy(from: string, to: string) {
  privateFolder(dirname(to));
  await rm(to, { force: true });
  try {
    await link(from, to);
  } catch {
    await copySynced(from, `${to}.part`);
    await rename(`${to}.part`, to);
  }
}

/** Copies a file down to the disk. */
export async function copySynced(from: string, to: string) {
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  await synced(to);
}

/** Waits until a file is on the disk. */
export async function synced(path: string) {
  const handle = await open(path, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The SHA-256 of a file; undefined where there is none. */
export async function hashOf(path: string): Promise<string | undefined> {
  if (!existsSync(path)) return undefined;
  const hasher = new Bun.CryptoHasher("sha256");
  for await (const chunk of Bun.file(path).stream()) hasher.update(chunk);
  return hasher.digest("hex");
}

/** Removes the files of a pool that no copy beside it lists. Returns how many it removed. */
export async function dropUnlisted(copies: string, names: string[]): Promise<number> {
  const listed = new Set(
    names.flatMap((name) => readList(join(copies, name)).map(({ sha256 }) => sha256)),
  );
  const folder = join(copies, "media");
  const gone = namesIn(folder).flatMap((prefix) =>
    namesIn(join(folder, prefix))
      .filter((sha256) => !listed.has(sha256))
      .map((sha256) => join(folder, prefix, sha256)),
  );
  for (const path of gone) await rm(path, { force: true });
  return gone.length;
}

const namesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);
