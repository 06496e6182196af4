import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import type { Sla } from "../../shared/sla.ts";
import { dueTimes, type GoalRound } from "../sla/due-times.ts";
import { goalsByQueue, hoursByQueue } from "../sla/goals.ts";

type Flag = 0 | 1;
type StaleRow = Omit<GoalRound, "byUs" | "withBot" | "isSnoozed" | "isGroup"> & {
  id: number;
  ticketId: number;
  queueId: number | null;
  userId: number | null;
  answerUserId: number | null;
  answerQueueId: number | null;
  byUs: Flag;
  withBot: Flag;
  isSnoozed: Flag;
  isGroup: Flag;
  sla: string | null;
};

const roundQuery = `SELECT r.id, r.ticketId, t.queueId, t.userId, r.queuedAt, r.answeredAt, r.byUs,
    r.goalFrom, r.firstAnswerDue, r.resolutionDue, r.answerUserId, r.answerQueueId, r.pausedAt,
    r.pausedMs, t.withBot, t.snoozedUntil IS NOT NULL AS isSnoozed, t.isGroup, t.sla
  FROM ticketRounds r JOIN tickets t ON t.id = r.ticketId WHERE r.finishedAt IS NULL`;
export const staleQuery = `${roundQuery} AND r.ticketId = ? AND r.isStale = 1`;
export const manyQuery = `${roundQuery} AND r.ticketId IN (SELECT value FROM json_each(?))`;

/** The due times of a ticket whose round the database marked. Returns whether its goals changed. */
export function settleGoals(tx: Tx, ticketId: number): boolean {
  const { sqlite } = tx;
  const stale = sqlite.query<StaleRow, [number]>(staleQuery).all(ticketId);
  return stale.length > 0 && compute(tx, stale).length > 0;
}

/**
 * The due times of all these tickets, at the present moment. Returns the ids of those whose goals
 * changed.
 */
export function settleMany(tx: Tx, ticketIds: number[]): number[] {
  return compute(tx, tx.sqlite.query<StaleRow, [string]>(manyQuery).all(JSON.stringify(ticketIds)));
}

/** The tickets whose due times have to be computed, or whose state changes by now. */
export const ticketsToSettle = ({ sqlite }: CompanyDb, now: number, limit: number): number[] =>
  sqlite
    .query<{ id: number }, [string, number]>(toSettleQuery)
    .all(new Date(now).toISOString(), limit)
    .map(({ id }) => id);

export const toSettleQuery = `SELECT ticketId AS id FROM ticketRounds WHERE isStale = 1
  UNION ALL SELECT id FROM tickets
    WHERE sla ->> '$.changesAt' IS NOT NULL AND sla ->> '$.changesAt' <= ? LIMIT ?`;

function compute(tx: Tx, rounds: StaleRow[]): number[] {
  const goalsOf = goalsByQueue(tx);
  const hoursOf = hoursByQueue(tx);
  const computed = rounds.map((row) => {
    const { queueId, byUs, withBot, isSnoozed, isGroup } = row;
    const round = {
      ...row,
      byUs: byUs === 1,
      withBot: withBot === 1,
      isSnoozed: isSnoozed === 1,
      isGroup: isGroup === 1,
    };
    const due = dueTimes(round, goalsOf(queueId), hoursOf(queueId), tx.now());
    return { row, due, sla: wire(due.sla) };
  });
  tx.sqlite.query<unknown, [string]>(roundsUpdate).run(
    JSON.stringify(
      computed.map(({ row, due: { sla: _, ...due } }) => ({
        ...answererOf(row),
        ...due,
        id: row.id,
        queueId: row.queueId,
      })),
    ),
  );
  const changed = computed.filter(({ row, sla }) => sla !== row.sla);
  if (changed.length > 0)
    tx.sqlite
      .query<unknown, [string]>(ticketsUpdate)
      .run(JSON.stringify(changed.map(({ row, sla }) => ({ id: row.ticketId, sla }))));
  return changed.map(({ row }) => row.ticketId);
}

const wire = (sla: Sla | null) => (sla === null ? null : JSON.stringify(sla));

/** The first answer counts for the user and the queue that had the ticket then. */
const answererOf = ({ answeredAt, answerUserId, answerQueueId, userId, queueId }: StaleRow) => {
  if (answeredAt === null) return { answerUserId: null, answerQueueId: null };
  const isNew = answerUserId === null && answerQueueId === null;
  return isNew ? { answerUserId: userId, answerQueueId: queueId } : { answerUserId, answerQueueId };
};

const valueOf = (name: string) => `${name} = j.value ->> '$.${name}'`;
const roundsUpdate = `UPDATE ticketRounds SET isStale = 0, ${[
  "queueId",
  "goalFrom",
  "firstAnswerDue",
  "resolutionDue",
  "answerUserId",
  "answerQueueId",
  "pausedAt",
  "pausedMs",
]
  .map(valueOf)
  .join(", ")} FROM json_each(?) j WHERE ticketRounds.id = j.value ->> '$.id'`;
const ticketsUpdate = `UPDATE tickets SET ${valueOf("sla")} FROM json_each(?) j
  WHERE tickets.id = j.value ->> '$.id'`;
