import { and, inArray, not, or, sql } from "drizzle-orm";
import type { Tx } from "../../kit/store.ts";
import { queueOptions } from "../queues/table.ts";
import { media, messages, messageVersions } from "./table.ts";

/** Deletes those of these media rows that no message and no queue option uses any more. Returns the hashes that no row has now, for `files.drop`. */
export function deleteUnusedMedia(tx: Tx, ids: number[]): string[] {
  if (ids.length === 0) return [];
  const named = [messages, messageVersions, queueOptions].map((table) => sql`EXISTS (SELECT 1 FROM ${table} WHERE mediaId = ${media.id})`);
  const gone = tx.delete(media).where(and(inArray(media.id, sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`), not(or(...named)!))).returning({ sha256: media.sha256 }).all();
  const hashes = [...new Set(gone.map(({ sha256 }) => sha256))].filter((sha256) => sha256 !== "");
  const kept = tx.select({ sha256: media.sha256 }).from(media).where(inArray(media.sha256, sql`(SELECT value FROM json_each(${JSON.stringify(hashes)}))`)).all();
  return hashes.filter((sha256) => !kept.some((row) => row.sha256 === sha256));
}
