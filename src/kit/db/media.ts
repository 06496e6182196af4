import { and, inArray, not, or, sql } from "drizzle-orm";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { StoredFile } from "../files/files.ts";
import type { Tx } from "./company-db.ts";
import { flag, instant } from "./table.ts";

/** The files of a company that its rows name, by `mediaId`. Several rows may have one hash. */
export const media = sqliteTable("media", {
  id: integer().primaryKey(),
  sha256: text().notNull(),
  type: text().notNull(),
  size: integer().notNull(),
  name: text().notNull(),
  reason: text(),
  seconds: integer(),
  voice: flag().notNull().default(false),
  waveform: text({ mode: "json" }).$type<number[]>(),
  tries: integer().notNull().default(0),
  retryAt: instant(),
  createdAt: instant().notNull(),
});

/** Inserts the media row of a stored file. */
export function addMedia(tx: Tx, file: StoredFile, now: number): number {
  return tx
    .insert(media)
    .values({ ...file, createdAt: new Date(now) })
    .returning({ id: media.id })
    .get().id;
}

/**
 * Deletes those of these media rows that no row refers to any more, by the foreign keys of the
 * file. Returns the hashes that have no row now, for `files.drop`.
 */
export function deleteUnusedMedia(tx: Tx, ids: number[]): string[] {
  if (ids.length === 0) return [];
  const naming = tx.all<{ table: string; column: string }>(
    sql`SELECT s.name AS "table", k."from" AS "column" FROM sqlite_schema s, pragma_foreign_key_list(s.name) k WHERE s.type = 'table' AND k."table" = 'media'`,
  );
  const named = naming.map(
    ({ table, column }) =>
      sql`EXISTS (SELECT 1 FROM ${sql.identifier(table)} n WHERE n.${sql.identifier(column)} = ${media.id})`,
  );
  const gone = tx
    .delete(media)
    .where(
      and(
        inArray(media.id, sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`),
        not(or(...named)!),
      ),
    )
    .returning({ sha256: media.sha256 })
    .all();
  const hashes = [...new Set(gone.map(({ sha256 }) => sha256))].filter((sha256) => sha256 !== "");
  const inUse = tx
    .select({ sha256: media.sha256 })
    .from(media)
    .where(inArray(media.sha256, sql`(SELECT value FROM json_each(${JSON.stringify(hashes)}))`))
    .all();
  return hashes.filter((sha256) => !inUse.some((row) => row.sha256 === sha256));
}
