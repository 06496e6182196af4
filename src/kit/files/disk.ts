import {
  chownSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Makes a folder that only this box's user may enter. */
export function privateFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return path;
}

/**
 * Writes a small file down to the disk, whole or not at all. A file that root writes gets the owner
 * of its folder.
 */
export function writeWhole(path: string, content: string | Uint8Array) {
  const part = `${path}.part`;
  writeFileSync(part, content, { mode: 0o600, flush: true });
  const { uid, gid } = statSync(dirname(path));
  if (process.getuid?.() === 0) chownSync(part, uid, gid);
  renameSync(part, path);
  syncFolder(dirname(path));
}

/**
 * Syncs a folder's names to the disk: a file that was moved there stays there after a power cut.
 */
export function syncFolder(path: string) {
  // Windows syncs no folder: its file system keeps a journal of names.
  if (process.platform === "win32") return;
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Writes a file of a folder, under a name of its own, down to the disk. Returns its path. */
export async function writeSynced(
  folder: string,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, crypto.randomUUID());
  const handle = await open(path, "wx", 0o600);
  try {
    for await (const chunk of chunks) await handle.appendFile(chunk);
    await handle.sync();
  } catch (thrown) {
    await rm(path, { force: true });
    throw thrown;
  } finally {
    await handle.close();
  }
  return path;
}

/** Moves a file to its place, and makes the folder. When it throws, the file is deleted. */
export async function moved(from: string, to: string) {
  try {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    await rename(from, to);
  } catch (thrown) {
    await rm(from, { force: true });
    throw thrown;
  }
}
