import { eq, sql } from "drizzle-orm";
import { shareOut, type HandOut, type SharePerson } from "../../attendance/share.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { afterOpenTime, hoursAt } from "../../shared/hours.ts";
import { holds } from "../../shared/permissions.ts";
import { isStopped } from "../companies/standing.ts";
import { notify } from "../notifications/notify.ts";
import { queues, type Queue } from "../queues/table.ts";
import { hoursByQueue } from "../sla/goals.ts";
import { handleTurn } from "../tickets/attendance/handle-turn.ts";
import { loadTicket } from "../tickets/tickets.ts";
import { isOnline } from "../users/online.ts";
import { meOf } from "../users/users.ts";
import { handOuts } from "./table.ts";

const minute = 60_000;
/** The most waiting tickets of a queue that are looked at in one run. */
const batchSize = 50;

const sharing = query((db) =>
  db
    .select()
    .from(queues)
    .where(sql`share <> 'off'`),
);

/**
 * Hands out the waiting tickets of the queues that do so while they are open. A queue is decided and
 * written in one transaction: nobody accepts a ticket in between. rules.md#share-of-load
 */
export function handOutWaiting(db: CompanyDb) {
  const all = sharing(db).all();
  if (all.length === 0 || isStopped(db)) return;
  const hoursOf = hoursByQueue(db);
  for (const queue of all) {
    const hours = hoursOf(queue.id);
    if (hours && !hoursAt(hours, db.now()).open) continue;
    if (waitingIn(db, queue.id, 1).length > 0) db.write((tx) => handOutQueue(tx, queue));
  }
}

function handOutQueue(tx: Tx, queue: Queue) {
  const waiting = waitingIn(tx, queue.id, batchSize);
  const all = shareOut(queue, waiting, peopleOf(tx, queue.id), tx.now());
  for (const [index, each] of all.entries()) handOut(tx, queue, each, index);
}

function handOut(tx: Tx, queue: Queue, { ticketId, userId, open }: HandOut, index: number) {
  const rule = queue.share === "turns" ? "turns" : "fewest";
  handleTurn(
    tx,
    loadTicket(tx, ticketId),
    { type: "reassigned" },
    {
      also: { status: "open", userId },
      cause: { detail: { cause: "share", share: { rule, n: open } } },
    },
  );
  notify(tx, [userId], { kind: "handedOver", ticketId, byUserId: null, note: "" });
  tx.sqlite.run("UPDATE userQueues SET handedAt = ? WHERE userId = ? AND queueId = ?", [
    tx.now() + index,
    userId,
    queue.id,
  ]);
  const { takeBackMinutes: minutes } = queue;
  if (minutes === null) return;
  const dueAt = afterOpenTime(hoursByQueue(tx)(queue.id), tx.now(), minutes * minute);
  if (dueAt === undefined) return;
  tx.insert(handOuts)
    .values({ ticketId, userId, at: new Date(tx.now()), minutes, dueAt: new Date(dueAt) })
    .run();
}

type WaitingRow = {
  id: number;
  isWaiting: 0 | 1;
  isGroup: 0 | 1;
  chatbot: 0 | 1;
  takenFrom: string;
};

/** Those without a person, the longest wait first; `place` leaves out bots and what is put away. */
const waitingIn = ({ sqlite }: CompanyDb, queueId: number, limit: number) =>
  sqlite
    .query<WaitingRow, [number, number]>(waitingQuery)
    .all(queueId, limit)
    .map(({ id, isWaiting, isGroup, chatbot, takenFrom }) => ({
      id,
      isWaiting: isWaiting === 1,
      withBot: chatbot === 1,
      isSnoozed: false,
      isGroup: isGroup === 1,
      takenFrom: JSON.parse(takenFrom) as number[],
    }));

export const waitingQuery = `SELECT t.id, t.waitingSince IS NOT NULL AS isWaiting, t.isGroup, t.chatbot,
    (SELECT json_group_array(e.fromUserId) FROM ticketEvents e WHERE e.ticketId = t.id
      AND e.fromStatus = 'open' AND e.status = 'pending' AND e.fromUserId IS NOT NULL
      AND e.at >= t.waitingSince) AS takenFrom
  FROM tickets t WHERE t.status = 'pending' AND t.status <> 'closed' AND t.place < 10000000000000
    AND t.queueId = ? AND t.userId IS NULL AND t.isGroup = 0 AND t.chatbot = 0
  ORDER BY t.place, t.id LIMIT ?`;

type PersonRow = { id: number; handedAt: number | null; isAway: number; open: number };

function peopleOf(db: CompanyDb, queueId: number): SharePerson[] {
  return db.sqlite
    .query<PersonRow, [number]>(peopleQuery)
    .all(queueId)
    .map(({ id, handedAt, isAway, open }) => {
      const online = isOnline(db, id);
      const me = online ? meOf(db, id, false) : undefined;
      const mayServe = me !== undefined && holds(me, "tickets.write");
      return { id, isOnline: online, isAway: isAway === 1, mayServe, open, handedAt };
    });
}

/** Tickets that are put away burden nobody. */
export const peopleQuery = `SELECT q.userId AS id, q.handedAt,
    ifnull((SELECT preferences ->> '$.isAway' FROM userPreferences WHERE userId = q.userId), 0) AS isAway,
    (SELECT count(*) FROM tickets t WHERE t.userId = q.userId AND t.status = 'open'
      AND t.status <> 'closed' AND t.place < 40000000000000) AS open
  FROM userQueues q WHERE q.queueId = ?`;

/**
 * Takes back the tickets whose person has not answered in time, also those that came due while the
 * box was off. rules.md#share-of-load
 */
export function takeBackDue(db: CompanyDb) {
  const due = dueQuery(db).all({ now: db.now() });
  for (const { ticketId } of due) db.write((tx) => takeBack(tx, ticketId));
}

const dueQuery = query((db) =>
  db
    .select({ ticketId: handOuts.ticketId })
    .from(handOuts)
    .where(sql`${handOuts.dueAt} <= ${sql.placeholder("now")}`)
    .orderBy(handOuts.dueAt)
    .limit(batchSize),
);

function takeBack(tx: Tx, ticketId: number) {
  const row = tx.delete(handOuts).where(eq(handOuts.ticketId, ticketId)).returning().get();
  const ticket = row && loadTicket(tx, ticketId);
  if (!row || ticket?.status !== "open" || ticket.userId !== row.userId) return;
  if (ticket.waitingSince === null || hasWritten(tx, ticketId, row.at)) return;
  const queue = tx
    .select()
    .from(queues)
    .where(eq(queues.id, ticket.queueId ?? 0))
    .get();
  if (!queue || queue.share === "off" || queue.takeBackMinutes === null) return;
  handleTurn(
    tx,
    ticket,
    { type: "reassigned" },
    {
      also: { status: "pending", userId: null },
      cause: { detail: { cause: "takeBack", share: { rule: "takeBack", n: row.minutes } } },
    },
  );
}

/** An answer that has not left yet is one. */
const hasWritten = ({ sqlite }: CompanyDb, ticketId: number, since: Date) =>
  sqlite
    .query<object, [number, number]>(
      `SELECT 1 FROM messages WHERE ticketId = ? AND createdAt >= ?
        AND origin IN ('agent', 'device') AND isDeleted = 0 LIMIT 1`,
    )
    .get(ticketId, since.getTime()) !== null;
