import { eq, like } from "drizzle-orm";
import { durationIn } from "../../kit/files/duration/duration.ts";
import type { StoredFile, Upload } from "../../kit/files/files.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { media } from "../../kit/db/media.ts";
import { contacts } from "../contacts/table.ts";

/** Stores an uploaded file, and reads how long it plays. */
export async function storeUpload(
  db: CompanyDb,
  upload: Upload,
): Promise<StoredFile & { seconds?: number }> {
  const stored = await db.files.keep(upload);
  if (!/^(audio|video)\//.test(stored.type)) return stored;
  const seconds = await durationIn(db.files.path(stored.sha256));
  return seconds === undefined ? stored : { ...stored, seconds: wholeSeconds(seconds) };
}

/** Playing time as it is shown: whole seconds, at least one. */
export const wholeSeconds = (seconds: number) => Math.max(1, Math.round(seconds));

/** Whether any row of the company uses a file: media, a contact's picture, or its logo. */
export function isUsed(db: CompanyDb, sha256: string): boolean {
  // A row that is deleted and not yet committed may be there again.
  db.flush();
  return (
    db.about().logo === sha256 ||
    db.select({ id: media.id }).from(media).where(eq(media.sha256, sha256)).limit(1).get() !==
      undefined ||
    db
      .select({ id: contacts.id })
      .from(contacts)
      .where(like(contacts.profilePicUrl, `%/${sha256}/%`))
      .limit(1)
      .get() !== undefined
  );
}

/**
 * The same for many files, for `files.sweep`. Reads every row that may use one first, some at a
 * time; throws when a row can't be read, so that nothing is deleted then.
 */
export async function usedFiles(db: CompanyDb): Promise<(sha256: string) => boolean> {
  const named = new Set<string>();
  for (const source of [
    "SELECT id, sha256 AS name FROM media NOT INDEXED",
    "SELECT id, profilePicUrl AS name FROM contacts NOT INDEXED",
  ]) {
    const some = db.sqlite.query<{ id: number; name: string }, [number]>(
      `${source} WHERE id > ? ORDER BY id LIMIT 5000`,
    );
    for (let rows = some.all(0); rows.length > 0; rows = some.all(rows.at(-1)!.id)) {
      for (const { name } of rows) named.add(/[0-9a-f]{64}/.exec(name)?.[0] ?? "");
      await Bun.sleep(0);
    }
  }
  return (sha256) => named.has(sha256) || isUsed(db, sha256);
}

/** Deletes these files from the disk, unless they are used again by now. */
export async function deleteUnusedFiles(db: CompanyDb, hashes: string[]) {
  for (const sha256 of hashes) if (!isUsed(db, sha256)) await db.files.drop(sha256);
}
