import { existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { syncFolder, writeWhole } from "../../kit/files/disk.ts";

/** What a box is made of, apart from its copies. */
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
 * A swap that has begun: where the new parts lie, where the old ones go, and which old ones there
 * were.
 */
type Swap = { from: string; aside: string; had: string[] };

const note = (data: string) => join(data, "swap.json");

/** Whether a swap has begun and did not end. */
export const isSwapping = (data: string) => existsSync(note(data));

/**
 * Puts the parts that lie in one folder of the data folder in the place of those there are, which
 * go to another. All or none: where it fails it goes back, and where it is cut off `undoSwap` does.
 */
export async function swapIn(data: string, from: string, aside: string) {
  const swap: Swap = { from, aside, had: parts.filter((part) => existsSync(join(data, part))) };
  // Never one that is there: what went aside before would be overwritten.
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

/** Goes back where a swap was cut off. Every step may be done twice. */
export async function undoSwap(data: string) {
  if (!isSwapping(data)) return;
  const { from, aside, had } = JSON.parse(readFileSync(note(data), "utf8")) as Swap;
  for (const part of parts.toReversed()) {
    const old = join(data, aside, part);
    // A part that has no older one is new where it stands; one whose older one is still aside is
    // new too.
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
