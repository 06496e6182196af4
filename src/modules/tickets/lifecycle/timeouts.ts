import { and, eq, gt, isNotNull, isNull, lte, or, sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { hoursOf } from "../../../attendance/attendance.ts";
import { log, trace } from "../../../kit/log.ts";
import { prepared, type Store, type Tx } from "../../../kit/store.ts";
import { connections } from "../../connections/table.ts";
import { markAllRead } from "../../messages/messages.ts";
import { find as findQueue } from "../../queues/queues.ts";
import { read as setting } from "../../settings/settings.ts";
import { handleTurn, say } from "../attendance/handle-turn.ts";
import { arrivalNotice } from "./transfer.ts";
import { deskOf } from "../attendance/desk.ts";
import { load } from "../tickets.ts";
import { attendances, tickets } from "../table.ts";

const minute = 60_000;

/** The most tickets of a kind that one look moves: the rest has its turn at the next. */
const batchSize = 50;

const now = sql.placeholder("now");
const since = (minutes: SQLiteColumn) => sql`${now} - ${minutes} * ${minute}`;

// What came while the box or the line was down is heard before anyone is given up.
const isSettled = and(eq(connections.status, "CONNECTED"), lte(connections.updatedAt, sql`${now} - ${minute}`));

// As the partial index says it.
const isPerson = sql`${tickets.isGroup} = 0 AND ${tickets.status} <> 'closed'`;

// Connections are few: from each of them, what fell silent on it is found at once. Left to choose, SQLite begins with all that is at work.
const isOnConnection = eq(tickets.whatsappId, connections.id);

// Who waits for an answer has not fallen silent, whatever the company said by itself. rules.md#longest-wait
const isInactive = and(eq(tickets.status, "open"), isNull(tickets.waitingSince), gt(connections.expiresTicket, 0), lte(tickets.lastMessageAt, since(connections.expiresTicket)));

// The bot asked last, and nobody but the customer can go on. What the desk was told, or was closed for, waits for the desk.
const isAsked = or(eq(tickets.chatbot, true), and(isNull(tickets.queueId), sql`${attendances.memory} ->> '$.askedAt' >= ${tickets.lastMessageAt} - 1000`));
const isUnansweredBot = and(
  eq(tickets.status, "pending"), gt(connections.expiresBotTicket, 0), lte(tickets.lastMessageAt, since(connections.expiresBotTicket)), isNull(tickets.userId),
  sql`NOT ${attendances.memory} ->> '$.over'`, isAsked,
  sql`${tickets.id} || '/' || ${tickets.lastMessageAt} NOT IN (SELECT value FROM json_each(${sql.placeholder("outOfHours")}))`,
);

const inactiveQuery = (falls: SQL | undefined) => prepared((db) =>
  db.select({ id: tickets.id, whatsappId: tickets.whatsappId, queueId: tickets.queueId, lastMessageAt: tickets.lastMessageAt }).from(connections).crossJoin(tickets).leftJoin(attendances, eq(attendances.ticketId, tickets.id))
    .where(and(isOnConnection, isSettled, isPerson, eq(tickets.fromMe, true), falls)).limit(batchSize).prepare(),
);
const inactiveOpenQuery = inactiveQuery(isInactive);
const unansweredBotQuery = inactiveQuery(isUnansweredBot);

/** Attendances whose customer fell silent come to an end, and hear that they do: no request to rate, no farewell. Returns how many. doc 4 §1.8 */
export function closeInactive(store: Store): number {
  const given = { now: store.now() };
  return each(store, [...inactiveOpenQuery(store).all(given), ...unansweredBotTickets(store)], (tx, { id }) => closeTicket(tx, id));
}

/** Tickets that a bot asked in vain. Who was told that the desk is closed waits for it to open. */
function unansweredBotTickets(store: Store): { id: number }[] {
  const known = askedOutOfHours.get(store) ?? new Map<number, number>();
  askedOutOfHours.set(store, known);
  if (known.size > maxClosedHours) known.clear();
  const rows = unansweredBotQuery(store).all({ now: store.now(), outOfHours: JSON.stringify([...known].map(([id, at]) => `${id}/${at}`)) });
  return rows.filter(({ id, whatsappId, queueId, lastMessageAt }) => {
    const desk = deskOf(store, whatsappId!);
    const wasOpen = !desk || hoursOf(desk, queueId, lastMessageAt.getTime()).open;
    if (!wasOpen) known.set(id, lastMessageAt.getTime());
    return wasOpen;
  });
}

const maxClosedHours = 1000;
// What was found to wait for the desk is not looked at again until something is said in it.
const askedOutOfHours = new WeakMap<Store, Map<number, number>>();

/** One that can't be moved is its own trouble. Returns how many were. */
function each<Row extends { id: number }>(store: Store, rows: Row[], work: (tx: Tx, row: Row) => void): number {
  return rows.filter((row) => {
    try {
      store.write((tx) => work(tx, row));
      return true;
    } catch (thrown) {
      log("error", "clock", { company: store.company, ticket: row.id, ...trace(thrown) });
      return false;
    }
  }).length;
}

function closeTicket(tx: Tx, id: number) {
  const ticket = load(tx.store, id);
  const text = tx.select({ text: connections.expiresInactiveMessage }).from(connections).where(eq(connections.id, ticket.whatsappId!)).get()!.text;
  if (text.trim()) say(tx, ticket, { text });
  markAllRead(tx, id);
  handleTurn(tx, load(tx.store, id), { type: "closed", silent: true, attended: false }, { also: { status: "closed", unreadMessages: 0 } });
}

const waitingQuery = prepared((db) =>
  db.select({ id: tickets.id, queueId: connections.transferQueueId }).from(connections).crossJoin(tickets)
    .where(and(isOnConnection, gt(connections.timeToTransfer, 0), isNotNull(connections.transferQueueId), isPerson, eq(tickets.status, "pending"), isNull(tickets.queueId), lte(tickets.lastMessageAt, since(connections.timeToTransfer))))
    .limit(batchSize).prepare(),
);

/** Tickets that wait too long without a queue come to the one that their connection names, to wait there for people. Returns how many. doc 4 §1.9 */
export function transferWaiting(store: Store): number {
  return each(store, waitingQuery(store).all({ now: store.now() }), (tx, { id, queueId }) => {
    const there = handleTurn(tx, load(store, id), { type: "moved" }, { also: { queueId } });
    // Out of hours nobody is about to answer.
    const desk = deskOf(store, there.whatsappId!);
    const isOpen = !desk || hoursOf(desk, queueId, store.now()).open;
    if (isOpen && setting(store, "sendMsgTransfTicket") === "enabled") say(tx, there, { text: arrivalNotice(findQueue(store, queueId!).name) });
  });
}
