import { and, desc, eq, getTableColumns, lt, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { prepared, type Store, type Tx } from "../../kit/store.ts";
import type { Kept } from "../../kit/files.ts";
import { contacts } from "../contacts/table.ts";
import { media, messages, type Message } from "./table.ts";

export const pageSize = 20;

const quoted = alias(messages, "quoted");
const { mediaId: _, ...columns } = getTableColumns(messages);
const shape = {
  ...columns,
  contact: { id: contacts.id, name: contacts.name, profilePicUrl: contacts.profilePicUrl },
  file: { sha256: media.sha256, name: media.name },
  quotedMsg: { id: quoted.id, body: quoted.body, fromMe: quoted.fromMe, mediaType: quoted.mediaType },
};

const whole = (db: Store["db"]) =>
  db.select(shape).from(messages).innerJoin(contacts, eq(contacts.id, messages.contactId)).leftJoin(media, eq(media.id, messages.mediaId))
    .leftJoin(quoted, eq(quoted.id, messages.quotedMsgId)).$dynamic();

const oneQuery = prepared((db) => whole(db).where(eq(messages.id, sql.placeholder("id"))).prepare());
const newestQuery = prepared((db) =>
  whole(db).where(and(eq(messages.ticketId, sql.placeholder("ticketId")), lt(messages.id, sql.placeholder("beforeId")))).orderBy(desc(messages.id))
    .limit(sql.placeholder("limit")).offset(sql.placeholder("offset")).prepare(),
);
const countQuery = prepared((db) => db.select({ count: sql<number>`count(*)` }).from(messages).where(eq(messages.ticketId, sql.placeholder("ticketId"))).prepare());
const byClientQuery = prepared((db) => db.select({ id: messages.id }).from(messages).where(and(eq(messages.ticketId, sql.placeholder("ticketId")), eq(messages.clientId, sql.placeholder("clientId")))).prepare());

/** One message as it travels. */
export function one(store: Store, id: number): Message | undefined {
  const row = oneQuery(store).get({ id });
  return row && withLink(store, row);
}

/** Twenty messages of a ticket, oldest first: those before a message, or a page counted from the newest. Marks nothing read. */
export function page(store: Store, ticketId: number, { pageNumber, beforeId }: { pageNumber: number; beforeId?: number }) {
  const offset = beforeId ? 0 : (pageNumber - 1) * pageSize;
  const rows = newestQuery(store).all({ ticketId, beforeId: beforeId ?? Number.MAX_SAFE_INTEGER, limit: pageSize + 1, offset });
  const { count } = countQuery(store).get({ ticketId })!;
  return { messages: rows.slice(0, pageSize).reverse().map((row) => withLink(store, row)), hasMore: rows.length > pageSize, count };
}

/** The message that a screen already asked for under this id. */
export const byClient = (store: Store, ticketId: number, clientId: string) => byClientQuery(store).get({ ticketId, clientId });

/** The condition that finds a message by the id its network gave it. */
export const byProvider = (whatsappId: number, providerId: string) => and(eq(messages.whatsappId, whatsappId), eq(messages.providerId, providerId));

/** A media row for a file that was kept. */
export function addMedia(tx: Tx, file: Kept, now: number): number {
  return tx.insert(media).values({ ...file, createdAt: new Date(now) }).returning({ id: media.id }).get().id;
}

/** Document 1's media types: the first half of the sniffed type, anything unknown a document. doc 4 §1.15 */
export function mediaTypeOf(type: string): string {
  const [kind] = type.split("/");
  return kind === "image" || kind === "audio" || kind === "video" ? kind : "application";
}

/** What a list shows of a message. */
export const preview = (body: string, mediaType: string) => (mediaType === "image" ? `📷 ${body}`.trim() : body).slice(0, 255);

type Row = Omit<Message, "mediaUrl" | "mediaName"> & { file: { sha256: string; name: string } | null };

function withLink(store: Store, { file, ...row }: Row): Message {
  return { ...row, mediaUrl: file && store.files.link(file), mediaName: file?.name ?? null };
}
