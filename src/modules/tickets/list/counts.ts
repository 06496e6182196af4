import { desc, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import { fastRows } from "../../../kit/db/rows.ts";
import type { Db } from "../../../kit/db/company-db.ts";
import { place, type Columns } from "../tickets.ts";
import { ticketCounts, tickets } from "../table.ts";

/** The columns of `ticketCounts` as those of tickets. */
const orNone = (column: SQLWrapper) => sql`nullif(${column}, 0)`;
export const ofCounts: Columns = {
  status: ticketCounts.status,
  queueId: orNone(ticketCounts.queueId),
  whatsappId: orNone(ticketCounts.whatsappId),
  userId: orNone(ticketCounts.userId),
};

const sum = sql<number>`ifnull(sum(${ticketCounts.count}), 0)`;
const none = sql<null>`NULL`;

/**
 * How many tickets match a condition on `ofCounts`, and how many of them are before a part of their
 * list.
 */
export const summed = (db: Db, where: SQL | undefined, turn: number | undefined) =>
  db
    .select({
      count: sum,
      first:
        turn === undefined
          ? none
          : sql<number>`ifnull(sum(${ticketCounts.count}) FILTER (WHERE ${ticketCounts.part} < ${sql.raw(String(turn))}), 0)`,
    })
    .from(ticketCounts)
    .where(where)
    .prepare();

/** The same of any condition, ticket by ticket. */
export const counted = (db: Db, where: SQL | undefined, turn: number | undefined) =>
  db
    .select({
      count: sql<number>`count(*)`,
      first:
        turn === undefined
          ? none
          : sql<number>`total(${place} < ${sql.raw(String(turn * turnSpan))})`,
    })
    .from(tickets)
    .where(where)
    .prepare();

/**
 * How much of `place` one part of the active tickets' list spans, and how much time (ms) one part
 * of the closed tickets' list.
 */
const turnSpan = 1e13;
const partSpan = 2 ** 30;

/** How many closed tickets each part of their list has, the latest first. */
export const partsOf = (db: Db, where: SQL | undefined) =>
  fastRows(
    db
      .select({ part: ticketCounts.part, count: sum })
      .from(ticketCounts)
      .where(where)
      .groupBy(ticketCounts.part)
      .orderBy(desc(ticketCounts.part))
      .prepare(),
  );

/**
 * Where to begin to read for the row at an offset: the tickets that changed before a time, and how
 * many of those to skip. Walking all rows up to the offset takes longer.
 */
export function startAt(
  parts: { part: number; count: number }[],
  offset: number,
): { before: number; offset: number } {
  for (const { part, count } of parts) {
    if (offset < count) return { before: (part + 1) * partSpan, offset };
    offset -= count;
  }
  return { before: 0, offset: 0 };
}
