import type { CompanyDb } from "../../kit/db/company-db.ts";
import type { Plan } from "../../shared/plan.ts";
import { needs } from "./needs.ts";
import type { DashboardNow, WaitingQueue } from "./table.ts";

const day = 86_400_000;

/** The places in a list of active tickets, as the migration defines them. rules.md#list-order */
export const turn = { bot: 2e13, none: 1e13, neverWaited: 3e13, snoozed: 4e13 } as const;
/** The place of a snoozed ticket that only its customer wakes. */
const untilReply = turn.snoozed + 9_999_999_999_999;

// The state is written as in the partial indexes: with bound values SQLite would not use them.
export const isWaiting =
  "t.status IN ('pending', 'open') AND t.status <> 'closed' AND t.place < 10000000000000";

/** The desk at this moment. rules.md#day-figures */
export function dashboardNow(db: CompanyDb, plan: Pick<Plan, "useSales">): DashboardNow {
  const queues = waitingQueues(db);
  const busy = new Set(queues.map(({ id }) => id));
  const { sqlite } = db;
  const team = queues.reduce((sum, { waiting }) => sum + waiting, 0);
  const customer = sqlite
    .query<{ count: number; overDay: number }, [number]>(customerQuery)
    .get(db.now() - day)!;
  const bot = sqlite.query<Edge, []>(botQuery).get()!;
  const snoozed = sqlite.query<Edge, []>(snoozedQuery).get()!;
  return {
    at: iso(db.now())!,
    team: { count: team, since: queues[0]?.longest.since ?? null },
    customer,
    bot: {
      count: bot.count,
      since: bot.place !== null && bot.place < turn.neverWaited ? iso(bot.place - turn.bot) : null,
    },
    snoozed: {
      count: snoozed.count,
      next:
        snoozed.place !== null && snoozed.place < untilReply
          ? iso(snoozed.place - turn.snoozed)
          : null,
    },
    queues,
    quietQueues: sqlite
      .query<{ id: number; name: string; color: string }, []>(
        "SELECT id, name, color FROM queues ORDER BY name COLLATE NOCASE",
      )
      .all()
      .filter(({ id }) => !busy.has(id)),
    lastAnswer: lastAnswer(db),
    needs: needs(db, plan),
  };
}

/** How many customers wait by the user who holds them; null for nobody. */
export const waitingByUser = ({ sqlite }: CompanyDb) =>
  new Map(
    sqlite
      .query<{ userId: number | null; count: number }, []>(byUserQuery)
      .all()
      .map(({ userId, count }) => [userId, count]),
  );

type Edge = { count: number; place: number | null };

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

export const byUserQuery = `SELECT t.userId, count(*) AS count FROM tickets t WHERE ${isWaiting} GROUP BY t.userId`;

export const isWithCustomer = `t.status IN ('pending', 'open') AND t.status <> 'closed'
  AND t.place >= 10000000000000
  AND (t.status = 'open' AND t.place < 40000000000000 OR t.status = 'pending' AND t.place < 20000000000000)`;
export const isWithBot = `t.status = 'pending' AND t.status <> 'closed'
  AND t.place >= 20000000000000 AND t.place < 40000000000000`;
export const isSnoozed = `t.status IN ('pending', 'open') AND t.status <> 'closed'
  AND t.place >= 40000000000000`;

export const customerQuery = `SELECT count(*) AS count,
  ifnull(sum(t.lastMessageAt < ?), 0) AS overDay FROM tickets t WHERE ${isWithCustomer}`;
export const botQuery = `SELECT count(*) AS count, min(t.place) AS place FROM tickets t WHERE ${isWithBot}`;
export const snoozedQuery = `SELECT count(*) AS count, min(t.place) AS place FROM tickets t WHERE ${isSnoozed}`;

type QueueRow = Omit<WaitingQueue, "longest"> & { since: number; uuid: string; contact: string };

/** The bare columns of a group are those of its lowest place: the longest wait. */
export const queuesQuery = `SELECT w.*, ifnull(q.name, '') AS name, ifnull(q.color, '') AS color, t.uuid,
    c.name AS contact
  FROM (
    SELECT t.queueId AS id, count(*) AS waiting, sum(t.userId IS NULL) AS unassigned,
      sum(t.userId IS NOT NULL) AS assigned, min(t.place) AS since, t.id AS ticketId
    FROM tickets t WHERE ${isWaiting} GROUP BY t.queueId
  ) w JOIN tickets t ON t.id = w.ticketId JOIN contacts c ON c.id = t.contactId
    LEFT JOIN queues q ON q.id = w.id ORDER BY w.since`;

const waitingQueues = ({ sqlite }: CompanyDb): WaitingQueue[] =>
  sqlite
    .query<QueueRow & { ticketId: number }, []>(queuesQuery)
    .all()
    .map(({ since, uuid, contact, ticketId: _, ...queue }) => ({
      ...queue,
      longest: { uuid, name: contact, since: iso(since)! },
    }));

export const lastAnswerQuery = `SELECT t.lastMessageAt AS at, ifnull(u.name, '') AS user, c.name, t.uuid
  FROM tickets t JOIN contacts c ON c.id = t.contactId LEFT JOIN users u ON u.id = t.userId
  WHERE t.status = 'open' AND t.status <> 'closed' AND t.place >= 10000000000000
    AND t.place < 40000000000000 ORDER BY t.place LIMIT 1`;

function lastAnswer({ sqlite }: CompanyDb): DashboardNow["lastAnswer"] {
  const row = sqlite
    .query<{ at: number; user: string; name: string; uuid: string }, []>(lastAnswerQuery)
    .get();
  return row && { ...row, at: iso(row.at)! };
}
