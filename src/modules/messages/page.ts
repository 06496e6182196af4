import { and, asc, desc, eq, gte, lt, sql } from "drizzle-orm";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { messageTexts } from "./messages.ts";
import { messages } from "./table.ts";

export const pageSize = 20;

const newestQuery = query((db) =>
  db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.ticketId, sql.placeholder("ticketId")),
        lt(messages.id, sql.placeholder("beforeId")),
      ),
    )
    .orderBy(desc(messages.id))
    .limit(sql.placeholder("limit"))
    .offset(sql.placeholder("offset")),
);
const nextQuery = query((db) =>
  db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.ticketId, sql.placeholder("ticketId")),
        gte(messages.id, sql.placeholder("fromId")),
      ),
    )
    .orderBy(asc(messages.id))
    .limit(sql.placeholder("limit")),
);

const countQuery = query((db) =>
  db
    .select({ count: sql<number>`count(*)` })
    .from(messages)
    .where(eq(messages.ticketId, sql.placeholder("ticketId"))),
);
const sinceQuery = query((db) =>
  db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.ticketId, sql.placeholder("ticketId")),
        sql`${messages.sentAt} >= ${sql.placeholder("from")}`,
      ),
    )
    .orderBy(asc(messages.id))
    .limit(1),
);

/** The part of a ticket's messages to read: relative to a message, or by page number. */
export type Part = { pageNumber: number; beforeId?: number; afterId?: number; aroundId?: number };

/**
 * Twenty messages of a ticket, the oldest first: those before a message, those after one, or a page
 * counted from the newest. Around a message: the twenty
 * before it and the twenty from it on. Marks nothing as read.
 */
export function page(
  db: CompanyDb,
  ticketId: number,
  { pageNumber, beforeId, afterId, aroundId }: Part,
) {
  const { count } = countQuery(db).get({ ticketId })!;
  const texts = (rows: { id: number }[]) => messageTexts(db).some(rows.map(({ id }) => id));
  const fromId = aroundId ?? (afterId && afterId + 1);
  if (fromId) {
    const before = aroundId ? pageSize : 0;
    const earlier = newestQuery(db).all({
      ticketId,
      beforeId: fromId,
      limit: before + 1,
      offset: 0,
    });
    const later = nextQuery(db).all({ ticketId, fromId, limit: pageSize + 1 });
    return {
      messages: texts([...earlier.slice(0, before).reverse(), ...later.slice(0, pageSize)]),
      hasMore: earlier.length > before,
      hasNewer: later.length > pageSize,
      count,
    };
  }
  const offset = beforeId ? 0 : (pageNumber - 1) * pageSize;
  const rows = newestQuery(db).all({
    ticketId,
    beforeId: beforeId ?? Number.MAX_SAFE_INTEGER,
    limit: pageSize + 1,
    offset,
  });
  return {
    messages: texts(rows.slice(0, pageSize).reverse()),
    hasMore: rows.length > pageSize,
    hasNewer: false,
    count,
  };
}

/** The id of a ticket's first message sent at `from` (epoch ms) or later. */
export const firstIdSince = (db: CompanyDb, ticketId: number, from: number): number | undefined =>
  sinceQuery(db).get({ ticketId, from })?.id;
