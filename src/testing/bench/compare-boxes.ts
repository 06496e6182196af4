import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { hashOf, mediaOf, mediaPath } from "../../modules/backups/media-pool.ts";
import { figuresOf } from "../../modules/backups/snapshot.ts";

/**
 * Tables that a restore leaves out or writes itself: sessions, since people sign in again, and
 * `instance`, which records the restore.
 */
const ownTables = ["sessions", "instance"];

/**
 * Compares the boxes in two folders by the rows of each table and the content of each media file.
 * Neither box may be running.
 */
export async function differencesOf(one: string, other: string): Promise<string[]> {
  const databases = [
    "control.sqlite",
    ...readdirSync(join(one, "companies"))
      .filter((name) => name.endsWith(".sqlite"))
      .map((name) => join("companies", name)),
  ];
  const rows = databases.flatMap((name) => {
    const [ours, theirs] = [one, other].map((folder) =>
      existsSync(join(folder, name)) ? figuresOf(join(folder, name)).counts : {},
    ) as [Record<string, number>, Record<string, number>];
    return Object.keys({ ...ours, ...theirs })
      .filter((table) => !ownTables.includes(table) && ours[table] !== theirs[table])
      .map(
        (table) =>
          `${name} has ${theirs[table] ?? "no"} rows of ${table}, not ${ours[table] ?? "none"}`,
      );
  });
  const files: string[] = [];
  for (const { company, sha256 } of mediaOf(one))
    if ((await hashOf(mediaPath(other, company, sha256))) !== sha256)
      files.push(`media ${sha256} is missing or damaged`);
  return [
    ...rows,
    ...files,
    ...(mediaOf(one).length === mediaOf(other).length ? [] : ["there are other media files"]),
  ];
}

/** Bytes of a box's databases and media. */
export const sizeOf = (data: string) =>
  readdirSync(join(data, "companies")).reduce(
    (sum, name) => sum + statSync(join(data, "companies", name)).size,
    0,
  ) + mediaOf(data).reduce((sum, { size }) => sum + size, 0);
