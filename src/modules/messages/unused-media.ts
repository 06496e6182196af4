import { and, eq, inArray, isNotNull, not, or, sql, type SQL } from "drizzle-orm";
import type { Tx } from "../../kit/store.ts";
import { media, messages, messageVersions } from "./table.ts";

/** The media rows that these messages name, or named before they were edited. */
export function mediaIdsOf(tx: Tx, which: SQL): number[] {
  const rows = [
    ...tx.select({ id: messages.mediaId }).from(messages).where(and(which, isNotNull(messages.mediaId))).all(),
    ...tx.select({ id: messageVersions.mediaId }).from(messageVersions).innerJoin(messages, eq(messages.id, messageVersions.messageId)).where(and(which, isNotNull(messageVersions.mediaId))).all(),
  ];
  return rows.map(({ id }) => id!);
}

/** Deletes those of these media rows that nothing names any more: what may name one is what the file's foreign keys say. Returns the hashes that no row names now, for `files.drop`. */
export function deleteUnusedMedia(tx: Tx, ids: number[]): string[] {
  if (ids.length === 0) return [];
  const naming = tx.all<{ table: string; column: string }>(sql`SELECT s.name AS "table", k."from" AS "column" FROM sqlite_schema s, pragma_foreign_key_list(s.name) k WHERE s.type = 'table' AND k."table" = 'media'`);
  const named = naming.map(({ table, column }) => sql`EXISTS (SELECT 1 FROM ${sql.identifier(table)} n WHERE n.${sql.identifier(column)} = ${media.id})`);
  const gone = tx.delete(media).where(and(inArray(media.id, sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`), not(or(...named)!))).returning({ sha256: media.sha256 }).all();
  const hashes = [...new Set(gone.map(({ sha256 }) => sha256))].filter((sha256) => sha256 !== "");
  const kept = tx.select({ sha256: media.sha256 }).from(media).where(inArray(media.sha256, sql`(SELECT value FROM json_each(${JSON.stringify(hashes)}))`)).all();
  return hashes.filter((sha256) => !kept.some((row) => row.sha256 === sha256));
}
