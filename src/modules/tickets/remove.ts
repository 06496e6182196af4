import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Me } from "../../kit/audience.ts";
import type { Store, Tx } from "../../kit/store.ts";
import { media, messages, messageVersions } from "../messages/table.ts";
import { find, sightOf } from "./tickets.ts";
import { tickets } from "./table.ts";

/** A ticket goes for good, with all that was said in it and every file that is in no other. Throws missing. doc 4 §1.10 */
export async function remove(store: Store, me: Me, id: number) {
  const orphans = store.write((tx, emit) => {
    const ticket = find(store, me, id);
    const files = filesOf(tx, id);
    tx.delete(tickets).where(eq(tickets.id, id)).run();
    emit("ticket", "delete", { ticketId: id }, sightOf(ticket));
    return unnamed(tx, files);
  });
  for (const sha256 of orphans) await store.files.drop(sha256);
  return {};
}

function filesOf(tx: Tx, ticketId: number): number[] {
  const said = and(eq(messages.ticketId, ticketId), isNotNull(messages.mediaId));
  const before = and(eq(messages.ticketId, ticketId), isNotNull(messageVersions.mediaId));
  const rows = [
    ...tx.select({ id: messages.mediaId }).from(messages).where(said).all(),
    ...tx.select({ id: messageVersions.mediaId }).from(messageVersions).innerJoin(messages, eq(messages.id, messageVersions.messageId)).where(before).all(),
  ];
  return rows.map(({ id }) => id!);
}

/** Takes out the media rows that no message has any more. Returns the hashes that no row names now. */
function unnamed(tx: Tx, ids: number[]): string[] {
  if (ids.length === 0) return [];
  const used = sql`EXISTS (SELECT 1 FROM ${messages} WHERE mediaId = ${media.id}) OR EXISTS (SELECT 1 FROM ${messageVersions} WHERE mediaId = ${media.id})`;
  const gone = tx.delete(media).where(and(inArray(media.id, sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`), sql`NOT (${used})`)).returning({ sha256: media.sha256 }).all();
  const hashes = [...new Set(gone.map(({ sha256 }) => sha256))].filter((sha256) => sha256 !== "");
  const kept = tx.select({ sha256: media.sha256 }).from(media).where(inArray(media.sha256, sql`(SELECT value FROM json_each(${JSON.stringify(hashes)}))`)).all();
  return hashes.filter((sha256) => !kept.some((row) => row.sha256 === sha256));
}
