import { and, eq, inArray, sql, type SQL } from "drizzle-orm";
import type { Me } from "../../kit/db/audience.ts";
import { readsNumber } from "../../kit/http/hidden.ts";
import type { Db } from "../../kit/db/queried-file.ts";
import { snippet } from "../../kit/db/snippet.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { searchedWords } from "../../shared/search.ts";
import { preview } from "./preview.ts";
import { indexedFrom, wordsMatch, wordsMatchIn } from "./search-index.ts";
import { messages, type MessageRow } from "./table.ts";

/** The most hits of one conversation that are read at once. */
export const maxHits = 100;

/** How many words are shown around a hit: in a ticket's row, and in the list of hits. */
const around = { line: 14, list: 24 };

export type Searcher = Pick<Me, "hidesNumbers">;
const everyNumber: Searcher = { hidesNumbers: false };

const isSearchable = and(
  eq(messages.isDeleted, false),
  sql`${messages.mediaType} <> 'unsupported'`,
  sql`(${sql.placeholder("cards")} OR ${messages.mediaType} <> 'vcard')`,
)!;
const [match, beforeId, ticketId] = [
  sql.placeholder("match"),
  sql.placeholder("beforeId"),
  sql.placeholder("ticketId"),
];

const piecesQuery = query((db) =>
  db
    .select({
      id: messages.id,
      body: messages.body,
      mediaType: messages.mediaType,
      at: messages.sentAt,
    })
    .from(messages)
    .where(
      and(
        inArray(messages.id, sql`(SELECT value FROM json_each(${sql.placeholder("ids")}))`),
        isSearchable,
      ),
    ),
);
const newestQuery = query((db) =>
  db.select({ id: sql<number>`ifnull(max(${messages.id}), 0)` }).from(messages),
);
const ticketsQuery = query((db) =>
  db
    .selectDistinct({ ticketId: messages.ticketId })
    .from(sql`messageSearch`)
    .crossJoin(messages)
    .where(
      and(
        sql`messageSearch MATCH ${match} AND messageSearch.rowid >= ${sql.placeholder("fromId")} AND messageSearch.rowid <= ${sql.placeholder("toId")} AND ${messages.id} = messageSearch.rowid`,
        isSearchable,
      ),
    ),
);
const busyQuery = query((db) =>
  db
    .select({ id: sql<number>`value` })
    .from(sql`json_each(${sql.placeholder("ids")})`)
    .where(
      sql`EXISTS (SELECT 1 FROM messages WHERE ticketId = value AND id >= ${sql.placeholder("fromId")} AND id <= ${sql.placeholder("toId")})`,
    ),
);
const hitsQuery = query((db) =>
  db
    .select({
      id: messages.id,
      sentAt: messages.sentAt,
      fromMe: messages.fromMe,
      body: messages.body,
      mediaType: messages.mediaType,
    })
    .from(sql`messageSearch`)
    .crossJoin(messages)
    .where(
      and(
        sql`messageSearch MATCH ${match} AND messageSearch.rowid < ${beforeId} AND ${messages.id} = messageSearch.rowid AND ${messages.ticketId} = ${ticketId}`,
        isSearchable,
      ),
    )
    .orderBy(sql`messageSearch.rowid DESC`)
    .limit(maxHits + 1),
);

/**
 * A user's search text as an FTS5 query. Undefined where it has no words, and where it could reveal
 * a number that the user may not see.
 */
export const matchFor = ({ hidesNumbers }: Searcher, text: string) =>
  hidesNumbers && readsNumber(text) ? undefined : wordsMatch(text);

/**
 * Of the `size` messages before one that match, the newest first: `about` of each where `isFound`.
 * The words are looked up alone, so that no more messages are read than needed. `foundBy` is bound
 * to it.
 */
export const newestMatching = <About>(db: Db, about: SQL<About>) =>
  db
    .select({ id: sql<number>`messageSearch.rowid`, about: sql<About | null>`(${about})` })
    .from(sql`messageSearch`)
    .where(sql`messageSearch MATCH ${match} AND messageSearch.rowid < ${beforeId}`)
    .orderBy(sql`messageSearch.rowid DESC`)
    .limit(sql.placeholder("size"));

/** A message that matches and may be found. Users who don't see numbers find no contact cards. */
export const isFound = and(eq(messages.id, sql`messageSearch.rowid`), isSearchable)!;

export const foundBy = (
  { hidesNumbers }: Searcher,
  about: { match: string; beforeId: number; size: number },
) => ({ ...about, cards: !hidesNumbers });

/**
 * The part of each message that has what was looked for, and when it was sent; without those that
 * may not be found any more.
 */
export function pieces(
  db: CompanyDb,
  { hidesNumbers }: Searcher,
  ids: number[],
  text: string,
): Map<number, { text: string; at: Date }> {
  return new Map(
    piecesQuery(db)
      .all({ ids: JSON.stringify(ids), cards: !hidesNumbers })
      .map(({ id, at, ...row }) => [id, { text: piece(row, text, "line"), at }]),
  );
}

/** The newest message of all, or 0. */
export const newestOf = (db: CompanyDb): number => newestQuery(db).get()!.id;

/** Which of some tickets have a message that matches between two ids. */
export function ticketsWith(
  db: CompanyDb,
  { hidesNumbers }: Searcher,
  ticketIds: number[],
  { match, ...range }: { match: string; fromId: number; toId: number },
): Set<number> {
  if (ticketIds.length === 0 || range.fromId > range.toId) return new Set();
  const ids = busyQuery(db)
    .all({ ids: JSON.stringify(ticketIds), ...range })
    .map(({ id }) => id);
  if (ids.length === 0) return new Set();
  return new Set(
    ticketsQuery(db)
      .all({ match: wordsMatchIn(match, ids), ...range, cards: !hidesNumbers })
      .map(({ ticketId }) => ticketId),
  );
}

/**
 * The messages of a ticket that match a text, the newest first. At most a hundred; with `hasMore`
 * the next page begins at the last. Without access rules.
 */
export function hitsIn(
  db: CompanyDb,
  ticketId: number,
  { text, beforeId = Number.MAX_SAFE_INTEGER }: { text: string; beforeId?: number },
  me: Searcher = everyNumber,
) {
  const match = matchFor(me, text);
  if (!match) return { hits: [], hasMore: false, count: 0 };
  const rows = hitsQuery(db).all({
    match: wordsMatchIn(match, [ticketId]),
    ticketId,
    beforeId,
    cards: !me.hidesNumbers,
  });
  const hits = rows.slice(0, maxHits).map(({ body, mediaType, ...hit }) => ({
    ...hit,
    text: piece({ body, mediaType }, text, "list"),
  }));
  const hasMore = rows.length > maxHits || indexedFrom(db) > 1;
  return { hits, hasMore, count: hits.length + (hasMore ? 1 : 0) };
}

/** The part of a message that has what was looked for, as people read it. */
function piece(
  { body, mediaType }: Pick<MessageRow, "body" | "mediaType">,
  text: string,
  where: keyof typeof around,
): string {
  const part = snippet(body, searchedWords(text), around[where]);
  return mediaType === "locationMessage" || mediaType === "vcard" ? preview(part, mediaType) : part;
}
