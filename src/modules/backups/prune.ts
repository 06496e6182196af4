import { rm } from "node:fs/promises";
import { join } from "node:path";
import { lockCopies } from "./copy.ts";
import { listCopies } from "./manifest.ts";
import { dropUnlisted } from "./media-pool.ts";
import { copiesToKeep } from "./retention.ts";

/**
 * Removes the expired copies of a folder, and media that no copy lists. Throws busy during a copy.
 */
export async function prune(
  copies: string,
  timezone = "America/Sao_Paulo",
): Promise<{ removed: string[]; kept: string[]; media: number }> {
  const unlock = lockCopies(copies);
  try {
    const all = listCopies(copies);
    const staying = copiesToKeep(all, timezone);
    const removed = all.filter((copy) => !staying.has(copy)).map(({ name }) => name);
    for (const name of removed) await rm(join(copies, name), { recursive: true, force: true });
    const names = [...staying].map(({ name }) => name);
    return { removed, kept: names, media: await dropUnlisted(copies, names) };
  } finally {
    unlock();
  }
}
