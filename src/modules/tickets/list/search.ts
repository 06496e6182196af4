import { and, eq, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Me } from "../../../kit/audience.ts";
import { prepared, type Store } from "../../../kit/store.ts";
import { wordsQuery } from "../../../kit/text.ts";
import { preview } from "../../messages/messages.ts";
import { messages, type MessageRow } from "../../messages/table.ts";
import type { Hit, Ticket } from "../table.ts";

/** Of a word that more messages contain only the newest so many are searched. */
const maxMatches = 2000;

/** The most hits shown of one conversation. */
export const maxHits = 100;

/** How many words are shown around a hit: in a ticket's row, and in the list of hits. */
const around = { line: 8, list: 24 };

/** The most characters shown of a message: a text may be one endless word. */
const longest = 400;

const words = sql.placeholder("words");
const ids = sql`(SELECT value FROM json_each(${sql.placeholder("ids")}))`;
const ticketId = sql.placeholder("ticketId");

const all = (column: SQLiteColumn) => sql<number[]>`json_group_array(${column})`.mapWith((json: string) => JSON.parse(json) as number[]);
const isShown = and(eq(messages.isDeleted, false), sql`${messages.mediaType} <> 'unsupported'`);
const isSearchable = and(isShown, sql`(${sql.placeholder("cards")} OR ${messages.mediaType} <> 'vcard')`);

/** Users who don't see numbers can't search contact cards, nor for long numbers: digit by digit they could guess one. */
const isGuess = ({ hidesNumbers }: Searcher, text: string) => hidesNumbers && /\d{7}/.test(text);
type Searcher = Pick<Me, "hidesNumbers">;
const everyNumber: Searcher = { hidesNumbers: false };

const piece = (length: number) => sql<string>`snippet(messageSearch, 0, char(2), char(3), '…', ${sql.raw(String(length))})`;

// The words are looked up once, between two ids, and the results compared: a lookup for each message takes a hundred times as long.
const among = (from: unknown, to: unknown, list: unknown) =>
  and(sql`messageSearch MATCH ${words} AND messageSearch.rowid BETWEEN ${from} AND ${to} AND +messageSearch.rowid IN ${list} AND ${messages.id} = messageSearch.rowid`, isSearchable);
const ofTicket = (what: string) => sql`(SELECT ${sql.raw(what)} FROM messages WHERE ticketId = ${ticketId})`;
const inTicket = among(ofTicket("min(id)"), ofTicket("max(id)"), ofTicket("id"));

// Two lists in one row: reading two thousand rows would take as long as finding them.
const newestQuery = prepared((db) =>
  db.select({ ticketIds: all(messages.ticketId), messageIds: all(messages.id) })
    .from(sql`(SELECT rowid AS foundId FROM messageSearch WHERE messageSearch MATCH ${words} ORDER BY rowid DESC LIMIT ${sql.raw(String(maxMatches))})`).crossJoin(messages)
    .where(and(sql`${messages.id} = foundId`, isSearchable)).prepare(),
);
const piecesQuery = prepared((db) =>
  db.select({ id: messages.id, mediaType: messages.mediaType, text: piece(around.line) }).from(sql`messageSearch`).crossJoin(messages)
    .where(among(sql.placeholder("from"), sql.placeholder("to"), ids)).prepare(),
);
const hitsQuery = prepared((db) =>
  db.select({ id: messages.id, sentAt: messages.sentAt, fromMe: messages.fromMe, mediaType: messages.mediaType, text: piece(around.list) }).from(sql`messageSearch`).crossJoin(messages)
    .where(inTicket).orderBy(sql`messageSearch.rowid DESC`).limit(maxHits).prepare(),
);
const countQuery = prepared((db) => db.select({ count: sql<number>`count(*)` }).from(sql`messageSearch`).crossJoin(messages).where(inTicket).prepare());

/** The tickets in which a text was said, each with the newest message that contains it. Without access rules: the caller applies them. */
export function newestMatches(store: Store, text: string, me: Searcher = everyNumber): Map<number, number> {
  const newest = new Map<number, number>();
  const words = wordsQuery(text);
  if (!words || isGuess(me, text)) return newest;
  const { ticketIds, messageIds } = newestQuery(store).get({ words, cards: !me.hidesNumbers })!;
  for (const [index, ticketId] of ticketIds.entries()) newest.set(ticketId, Math.max(messageIds[index]!, newest.get(ticketId) ?? 0));
  return newest;
}

/** Adds to each ticket what the search found in it. */
export function withHits(store: Store, rows: Ticket[], text: string, newest: Map<number, number>, me: Searcher = everyNumber): Ticket[] {
  const ids = rows.flatMap(({ id }) => newest.get(id) ?? []);
  const pieces = ids.length === 0 ? [] : piecesQuery(store).all({ words: wordsQuery(text)!, ids: JSON.stringify(ids), from: Math.min(...ids), to: Math.max(...ids), cards: !me.hidesNumbers });
  const hits = new Map(pieces.map(({ id, ...piece }): [number, Hit] => [id, { messageId: id, text: shown(piece) }]));
  return rows.map((row) => ({ ...row, hit: hits.get(newest.get(row.id) ?? 0) ?? null }));
}

/** Where a text was said in a ticket, the newest first. `count` is of all hits, `hits` has a hundred at most. */
export function hitsIn(store: Store, ticketId: number, text: string, me: Searcher = everyNumber) {
  const words = wordsQuery(text);
  if (!words || isGuess(me, text)) return { hits: [], count: 0 };
  const cards = !me.hidesNumbers;
  const hits = hitsQuery(store).all({ words, ticketId, cards }).map(({ mediaType, text, ...hit }) => ({ ...hit, text: shown({ mediaType, text }) }));
  const count = hits.length < maxHits ? hits.length : countQuery(store).get({ words, ticketId, cards })!.count;
  return { hits, count };
}

function shown({ mediaType, text }: Pick<MessageRow, "mediaType"> & { text: string }): string {
  return mediaType === "locationMessage" || mediaType === "vcard" ? preview(text, mediaType) : short(text);
}

function short(text: string): string {
  const from = text.length > longest ? Math.max(0, text.indexOf("\u0002") - longest / 4) : 0;
  return text.slice(from, from + longest);
}
