import { and, eq, gt, isNotNull, isNull, lte, or, sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { hoursOf } from "../../../attendance/opening-hours.ts";
import { log, trace } from "../../../kit/process/log.ts";
import type { CompanyDb, Tx } from "../../../kit/db/company-db.ts";
import { query } from "../../../kit/db/query.ts";
import { connections } from "../../connections/table.ts";
import { markAllRead } from "../../messages/messages.ts";
import * as queues from "../../queues/queues.ts";
import * as settings from "../../settings/settings.ts";
import { handleTurn } from "../attendance/handle-turn.ts";
import { say } from "../attendance/apply-effects.ts";
import { arrivalNotice } from "./transfer.ts";
import { deskOf } from "../attendance/desk.ts";
import { loadTicket } from "../tickets.ts";
import { attendances, tickets } from "../table.ts";

const minute = 60_000;

/** The most tickets of each kind in one run. */
const batchSize = 50;

const now = sql.placeholder("now");
const since = (minutes: SQLiteColumn) => sql`${now} - ${minutes} * ${minute}`;

// A connection that was just restored first delivers missed messages: no timeout may come before.
const isSettled = and(
  eq(connections.status, "CONNECTED"),
  lte(connections.updatedAt, sql`${now} - ${minute}`),
);

// Written as in the partial index.
const isPerson = sql`${tickets.isGroup} = 0 AND ${tickets.status} <> 'closed'`;

// Starts from the few connections and finds their tickets by index. Left to choose, SQLite would
// begin with all active tickets.
const isOnConnection = eq(tickets.whatsappId, connections.id);

// A customer who did not get our last message has not left it unanswered. rules.md#inactivity
const hasReached = and(
  eq(tickets.sendFailed, false),
  sql`NOT EXISTS (SELECT 1 FROM outbox o WHERE o.contactId = ${tickets.contactId} AND o.whatsappId = ${tickets.whatsappId})`,
);
// A ticket that has just come back is looked at first. rules.md#snooze
const isAwakeFor = (minutes: SQLiteColumn) =>
  and(
    isNull(tickets.snoozedUntil),
    or(isNull(tickets.wokenAt), lte(tickets.wokenAt, since(minutes))),
  );
const isSilentFor = (minutes: SQLiteColumn) =>
  and(
    gt(minutes, 0),
    lte(tickets.lastMessageAt, since(minutes)),
    or(isNull(tickets.reachedAt), lte(tickets.reachedAt, since(minutes))),
    isAwakeFor(minutes),
  );

// A customer who waits for an answer is not inactive, whatever was sent automatically.
// rules.md#longest-wait
const isInactive = and(
  eq(tickets.status, "open"),
  isNull(tickets.waitingSince),
  isSilentFor(connections.expiresTicket),
);

// The bot asked last, and only the customer can go on. Tickets that wait for people are left out,
// also those whose customer got the closed notice.
const isAsked = or(
  eq(tickets.chatbot, true),
  and(
    isNull(tickets.queueId),
    sql`${attendances.memory} ->> '$.askedAt' >= ${tickets.lastMessageAt} - 1000`,
  ),
);
const isUnansweredBot = and(
  eq(tickets.status, "pending"),
  isSilentFor(connections.expiresBotTicket),
  isNull(tickets.userId),
  sql`NOT ${attendances.memory} ->> '$.over'`,
  isAsked,
  sql`${tickets.id} || '/' || ${tickets.lastMessageAt} NOT IN (SELECT value FROM json_each(${sql.placeholder("outOfHours")}))`,
);

const inactiveQuery = (falls: SQL | undefined) =>
  query((db) =>
    db
      .select({
        id: tickets.id,
        whatsappId: tickets.whatsappId,
        queueId: tickets.queueId,
        lastMessageAt: tickets.lastMessageAt,
      })
      .from(connections)
      .crossJoin(tickets)
      .leftJoin(attendances, eq(attendances.ticketId, tickets.id))
      .where(and(isOnConnection, isSettled, isPerson, eq(tickets.fromMe, true), falls, hasReached))
      .limit(batchSize),
  );
const inactiveOpenQuery = inactiveQuery(isInactive);
const unansweredBotQuery = inactiveQuery(isUnansweredBot);

/**
 * Closes tickets whose customer no longer answers, with the connection's text, without a request to
 * rate or a farewell. Returns how many. rules.md#inactivity
 */
export function closeInactive(db: CompanyDb): number {
  const values = { now: db.now() };
  return each(
    db,
    [...inactiveOpenQuery(db).all(values), ...unansweredBotTickets(db)],
    (tx, { id }) => closeTicket(tx, id),
  );
}

/**
 * Tickets whose customer did not answer a bot. Customers who got the closed notice wait for the
 * company to open.
 */
function unansweredBotTickets(db: CompanyDb): { id: number }[] {
  const lastAt = askedOutOfHours.get(db) ?? new Map<number, number>();
  askedOutOfHours.set(db, lastAt);
  if (lastAt.size > maxClosedHours) lastAt.clear();
  const rows = unansweredBotQuery(db).all({
    now: db.now(),
    outOfHours: JSON.stringify([...lastAt].map(([id, at]) => `${id}/${at}`)),
  });
  return rows.filter(({ id, whatsappId, queueId, lastMessageAt }) => {
    const desk = deskOf(db, whatsappId!);
    const wasOpen = !desk || hoursOf(desk, queueId, lastMessageAt.getTime()).open;
    if (!wasOpen) lastAt.set(id, lastMessageAt.getTime());
    return wasOpen;
  });
}

const maxClosedHours = 1000;
// Tickets that were found to wait for opening hours are not checked again before their next
// message.
const askedOutOfHours = new WeakMap<CompanyDb, Map<number, number>>();

/**
 * Runs `work` for each row in its own transaction: one that fails does not stop the others. Returns
 * how many succeeded.
 */
function each<Row extends { id: number }>(
  db: CompanyDb,
  rows: Row[],
  work: (tx: Tx, row: Row) => void,
): number {
  return rows.filter((row) => {
    try {
      db.write((tx) => work(tx, row));
      return true;
    } catch (thrown) {
      log("error", "clock", { company: db.company, ticket: row.id, ...trace(thrown) });
      return false;
    }
  }).length;
}

function closeTicket(tx: Tx, id: number) {
  const ticket = loadTicket(tx, id);
  const text = tx
    .select({ text: connections.expiresInactiveMessage })
    .from(connections)
    .where(eq(connections.id, ticket.whatsappId!))
    .get()!.text;
  if (text.trim()) say(tx, ticket, { text });
  markAllRead(tx, id);
  handleTurn(
    tx,
    loadTicket(tx, id),
    { type: "closed", silent: true, attended: false },
    { also: { status: "closed", unreadMessages: 0 }, cause: { detail: { cause: "inactivity" } } },
  );
}

const waitingQuery = query((db) =>
  db
    .select({ id: tickets.id, queueId: connections.transferQueueId })
    .from(connections)
    .crossJoin(tickets)
    .where(
      and(
        isOnConnection,
        gt(connections.timeToTransfer, 0),
        isNotNull(connections.transferQueueId),
        isPerson,
        eq(tickets.status, "pending"),
        isNull(tickets.queueId),
        lte(tickets.lastMessageAt, since(connections.timeToTransfer)),
        isAwakeFor(connections.timeToTransfer),
      ),
    )
    .limit(batchSize),
);

/**
 * Moves tickets that wait too long without a queue to the queue that their connection names.
 * Returns how many. rules.md#transfer-queue
 */
export function transferWaiting(db: CompanyDb): number {
  return each(db, waitingQuery(db).all({ now: db.now() }), (tx, { id, queueId }) => {
    const moved = handleTurn(
      tx,
      loadTicket(db, id),
      { type: "reassigned" },
      { also: { queueId }, cause: { detail: { cause: "waited" } } },
    );
    // Outside of opening hours the text would promise too much: no agent is about to answer.
    const desk = deskOf(db, moved.whatsappId!);
    const isOpen = !desk || hoursOf(desk, queueId, db.now()).open;
    if (isOpen && settings.read(db, "sendMsgTransfTicket") === "enabled")
      say(tx, moved, { text: arrivalNotice(queues.findQueue(db, queueId!).name) });
  });
}
