import { desc, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import type { Db } from "../../../kit/db/queried-file.ts";
import { place, type Columns } from "../tickets.ts";
import type { TicketGroup } from "../../../shared/ticket-list.ts";
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
 * How much of `place` one part of the active tickets' list spans, and how much time (ms) one part
 * of the closed tickets' list.
 */
export const turnSpan = 1e13;
const partSpan = 2 ** 30;

/** The place from which on tickets are snoozed, as the migration defines it. */
export const snoozedFrom = sql.raw("40000000000000");

/**
 * How many tickets match a condition on `ofCounts`, how many of them are before a part of their
 * list, and how many are snoozed.
 */
export const summed = (db: Db, where: SQL | undefined, turn: number | undefined) =>
  db
    .select({
      count: sum,
      first:
        turn === undefined
          ? none
          : sql<number>`ifnull(sum(${ticketCounts.count}) FILTER (WHERE ${ticketCounts.part} < ${sql.raw(String(turn))}), 0)`,
      snoozed:
        turn === undefined
          ? none
          : sql<number>`ifnull(sum(${ticketCounts.count}) FILTER (WHERE ${ticketCounts.part} >= ${snoozedFrom} / ${sql.raw(String(turnSpan))}), 0)`,
    })
    .from(ticketCounts)
    .where(where);

/** The same of any condition, ticket by ticket. */
export const counted = (db: Db, where: SQL | undefined, turn: number | undefined) =>
  db
    .select({
      count: sql<number>`count(*)`,
      first:
        turn === undefined
          ? none
          : sql<number>`total(${place} < ${sql.raw(String(turn * turnSpan))})`,
      snoozed: turn === undefined ? none : sql<number>`total(${place} >= ${snoozedFrom})`,
    })
    .from(tickets)
    .where(where);

/** Leaves a group of the active tickets' list out. */
export const isNotIn = (group: TicketGroup, turn: number): SQL => {
  const others = sql.raw(String(turn * turnSpan));
  if (group === "waiting") return sql`${place} >= ${others}`;
  if (group === "snoozed") return sql`${place} < ${snoozedFrom}`;
  return sql`(${place} < ${others} OR ${place} >= ${snoozedFrom})`;
};

/**
 * A time (epoch ms) of each group of the active tickets' list. They are the start of the longest
 * wait, our oldest message without an answer, and the next time at which a ticket wakes.
 */
export const edgesOf = (db: Db, where: SQL | undefined, turn: number) => {
  const span = sql.raw(String(turnSpan));
  const others = sql.raw(String(turn * turnSpan));
  const isOther = sql`${place} >= ${others} AND ${place} < ${snoozedFrom}`;
  return db
    .select({
      longestWait: sql<
        number | null
      >`min(${place}) FILTER (WHERE ${place} < ${others} AND ${place} < ${span})`,
      // A bot's customers come with the longest wait first, those whom we answered with the latest.
      oldestOther:
        turn === 1
          ? sql<number | null>`2 * ${span} - max(${place}) FILTER (WHERE ${isOther})`
          : sql<
              number | null
            >`min(${place}) FILTER (WHERE ${isOther} AND ${place} < ${others} + ${span}) - ${others}`,
      nextWake: sql<
        number | null
      >`min(${place}) FILTER (WHERE ${place} >= ${snoozedFrom} AND ${place} < ${snoozedFrom} + 9999999999999) - ${snoozedFrom}`,
    })
    .from(tickets)
    .where(where);
};

/** How many closed tickets each part of their list has, the latest first. */
export const partsOf = (db: Db, where: SQL | undefined) =>
  db
    .select({ part: ticketCounts.part, count: sum })
    .from(ticketCounts)
    .where(where)
    .groupBy(ticketCounts.part)
    .orderBy(desc(ticketCounts.part));

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
