import type { CompanyDb } from "../../kit/db/company-db.ts";

/** A round as the figures read it. `isServed`: it needs no person now. */
export type RoundRow = {
  ticketId: number;
  queuedAt: number;
  answeredAt: number | null;
  finishedAt: number | null;
  byUs: 0 | 1;
  byBot: 0 | 1;
  userId: number | null;
  isServed: 0 | 1;
};

type Span = { since: number; until: number };

/** The rounds that arrived in a span, in order. */
export const arrivedIn = ({ sqlite }: CompanyDb, { since, until }: Span) =>
  // Without drizzle: with so many rows, building its objects takes longer than reading them.
  sqlite.query<RoundRow, [number, number]>(arrivedQuery).all(since, until);

export const arrivedQuery = `SELECT r.ticketId, r.queuedAt, r.answeredAt, r.finishedAt, r.byUs, r.byBot, r.userId,
  CASE WHEN r.answeredAt IS NULL AND r.finishedAt IS NULL
    THEN (SELECT t.waitingSince IS NULL OR t.withBot FROM tickets t WHERE t.id = r.ticketId)
    ELSE 0 END AS isServed
  FROM ticketRounds r WHERE r.queuedAt >= ? AND r.queuedAt < ? ORDER BY r.queuedAt`;

export type FinishedRow = {
  ticketId: number;
  queuedAt: number;
  finishedAt: number;
  userId: number | null;
  byBot: 0 | 1;
};

/** The rounds that ended in a span, in order. */
export const finishedIn = ({ sqlite }: CompanyDb, { since, until }: Span) =>
  sqlite.query<FinishedRow, [number, number]>(finishedQuery).all(since, until);

export const finishedQuery = `SELECT ticketId, queuedAt, finishedAt, userId, byBot FROM ticketRounds
    WHERE finishedAt IS NOT NULL AND finishedAt >= ? AND finishedAt < ? ORDER BY finishedAt`;

/**
 * The wait for the first answer as it was at `until`, in ms. A customer who still waits counts with
 * the wait so far, one whose ticket was closed with the wait until then. Null where nobody waited
 * for a person. rules.md#day-figures
 */
export function firstAnswerWait(round: RoundRow, until: number): number | null {
  if (round.byUs || round.byBot || round.isServed) return null;
  const end = Math.min(round.answeredAt ?? round.finishedAt ?? until, until);
  return Math.max(0, end - round.queuedAt);
}

/** Whether the customer of a round still waited for the first answer at `until`. */
export const isUnanswered = (round: RoundRow, until: number) =>
  !round.byUs &&
  !round.byBot &&
  !round.isServed &&
  (round.answeredAt ?? round.finishedAt ?? Infinity) > until;
