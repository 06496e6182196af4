import { statfsSync } from "node:fs";

const megabyte = 1024 * 1024;

/** Below so much free space (bytes) the box takes in nothing that could wait. */
export const leastSpace = 500 * megabyte;

export type Space = { free: number; total: number; freeFiles: number; files: number };

/**
 * The room on the disk of a folder, for users other than root. `files` is 0 where the file system
 * has no such limit.
 */
export function spaceIn(folder: string): Space {
  const { bavail, blocks, bsize, ffree, files } = statfsSync(folder);
  return { free: bavail * bsize, total: blocks * bsize, freeFiles: ffree, files };
}

/** A number of bytes for people: whole megabytes, from ten thousand on gigabytes. */
export const bytes = (count: number) =>
  count < 10_000 * megabyte
    ? `${Math.round(count / megabyte)} MB`
    : `${Math.round(count / megabyte / 1024)} GB`;
