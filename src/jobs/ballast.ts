import { existsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { join } from "node:path";

const megabyte = 1024 * 1024;

/** Room that is held in reserve: on a full disk SQLite can't even delete. */
export const ballastSize = 128 * megabyte;

export const ballastOf = (data: string) => join(data, "ballast");

/**
 * Lays the reserve, unless it is there. In small pieces, and of random bytes, which no file system
 * makes smaller.
 */
export async function layBallast(data: string) {
  const path = ballastOf(data);
  if (existsSync(path)) return;
  const piece = crypto.getRandomValues(new Uint8Array(65_536));
  const file = await open(`${path}.draft`, "w", 0o600);
  try {
    for (let at = 0; at < ballastSize; at += piece.length) await file.write(piece);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.draft`, path);
}

/** Gives the reserve back to the disk. Returns whether there was one. */
export async function dropBallast(data: string): Promise<boolean> {
  const there = existsSync(ballastOf(data));
  for (const path of [ballastOf(data), `${ballastOf(data)}.draft`]) await rm(path, { force: true });
  return there;
}
