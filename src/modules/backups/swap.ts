import { existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { syncFolder, writeWhole } from "../../kit/files/disk.ts";

/** The files and folders of a box, apart from its copies. */
const parts = [
  "control.sqlite",
  "control.sqlite-wal",
  "control.sqlite-shm",
  "companies",
  "media",
  "practice",
  "secrets",
  "tls",
  "config.toml",
];

/**
 * A swap in progress: the folder of the new parts, the folder for the old ones, and the old parts
 * that existed.
 */
type Swap = { from: string; aside: string; had: string[] };

const note = (data: string) => join(data, "swap.json");

/** Whether a swap began and did not finish. */
export const isSwapping = (data: string) => existsSync(note(data));

/**
 * Swaps the parts in the folder `from` into the data folder; the old ones go to `aside`. It moves
 * all or none: an error rolls back here, and `undoSwap` rolls back a swap that was cut off.
 */
export async function swapIn(data: string, from: string, aside: string) {
  const swap: Swap = { from, aside, had: parts.filter((part) => existsSync(join(data, part))) };
  // The folder must be new: an existing one holds older files that the move would overwrite.
  mkdirSync(join(data, aside), { mode: 0o700 });
  writeWhole(note(data), JSON.stringify(swap));
  try {
    for (const part of parts) {
      move(join(data, part), join(data, aside, part));
      move(join(data, from, part), join(data, part));
    }
    for (const folder of [data, join(data, from), join(data, aside)]) syncFolder(folder);
    await rm(note(data));
    syncFolder(data);
  } catch (thrown) {
    await undoSwap(data);
    throw thrown;
  }
}

/** Rolls back a swap that was cut off. Every step may run twice. */
export async function undoSwap(data: string) {
  if (!isSwapping(data)) return;
  const { from, aside, had } = JSON.parse(readFileSync(note(data), "utf8")) as Swap;
  for (const part of parts.toReversed()) {
    const old = join(data, aside, part);
    // A part without an older version is new, and so is one whose older version is still aside.
    if (existsSync(old) || !had.includes(part)) move(join(data, part), join(data, from, part));
    move(old, join(data, part));
  }
  for (const folder of [data, join(data, aside)]) syncFolder(folder);
  await rm(note(data));
  syncFolder(data);
}

function move(from: string, to: string) {
  if (existsSync(from)) renameSync(from, to);
}
