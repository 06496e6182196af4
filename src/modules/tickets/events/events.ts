import { desc, eq, and, lt, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { CompanyDb, Tx } from "../../../kit/db/company-db.ts";
import type { Db } from "../../../kit/db/queried-file.ts";
import { query } from "../../../kit/db/query.ts";
import type { TicketEventDetail, TicketEventKind } from "../../../shared/ticket-events.ts";
import { queues } from "../../queues/table.ts";
import { users } from "../../users/table.ts";
import { audienceOf } from "../audience.ts";
import { ticketEvents, type TicketEvent, type TicketRow } from "../table.ts";

/** A ticket's place before a move. */
export type EventOrigin = Pick<TicketRow, "status" | "queueId" | "userId" | "unreadMessages">;

type Fields = {
  kind: TicketEventKind;
  byUserId: number | null;
  from?: EventOrigin;
  note?: string | null;
  detail?: TicketEventDetail | null;
};

/**
 * Why a ticket changes. `kind`: of the event, where the move does not tell it by itself. `always`:
 * the event is recorded even if nothing moves.
 */
export type Cause = Partial<Omit<Fields, "from">> & { always?: boolean };

/**
 * Records what happened to a ticket, in the transaction of its cause, and emits it to the users who
 * see the ticket. `ticket`: as it is afterwards. `from`: its place before, where it moved.
 */
export function record(
  tx: Tx,
  ticket: TicketRow,
  { kind, byUserId, from, note = null, detail = null }: Fields,
): TicketEvent {
  const id = insertEvent(tx, {
    ticketId: ticket.id,
    kind,
    byUserId,
    at: new Date(tx.now()),
    fromStatus: from?.status ?? null,
    fromQueueId: from?.queueId ?? null,
    fromUserId: from?.userId ?? null,
    fromUnread: from?.unreadMessages ?? 0,
    status: ticket.status,
    queueId: ticket.queueId,
    userId: ticket.userId,
    note,
    detail,
  });
  return emitEvent(tx, id, ticket);
}

/** Records the move between two states of a ticket, if there is one. */
export function recordMove(
  tx: Tx,
  before: TicketRow,
  after: TicketRow,
  { kind, byUserId = null, note, detail, always = false }: Cause,
) {
  if (isMoved(before, after))
    record(tx, after, {
      kind: kind ?? kindOf(before, after, byUserId),
      byUserId,
      from: before,
      note,
      detail,
    });
  else if (always && kind) record(tx, after, { kind, byUserId, note, detail });
}

/**
 * Records that a ticket was put away or came back. A move says by itself that it came back.
 * rules.md#snooze
 */
export function recordSnooze(tx: Tx, before: TicketRow, after: TicketRow, byUserId: number | null) {
  const { snoozedUntil: until } = after;
  if (until?.valueOf() === before.snoozedUntil?.valueOf()) return;
  if (until !== null)
    record(tx, after, {
      kind: "snoozed",
      byUserId,
      detail: { until: until === "reply" ? until : until.toISOString() },
    });
  else if (!isMoved(before, after)) {
    const isByClock = after.wokenAt?.valueOf() !== before.wokenAt?.valueOf();
    const isByCustomer = byUserId === null && !isByClock;
    record(tx, after, {
      kind: "woken",
      byUserId,
      detail: isByCustomer ? { cause: "customer" } : null,
    });
  }
}

/** Emits a stored event to the users who see its ticket. */
export function emitEvent(
  tx: Tx,
  id: number,
  ticket: TicketRow,
  action: "create" | "update" = "create",
): TicketEvent {
  const ticketEvent = wireEvent(byId(tx).get({ id })!);
  tx.emit("ticketEvent", action, { ticketEvent }, audienceOf(ticket));
  return ticketEvent;
}

/** Takes a deleted note out of the events: its own goes, another that carried it stays without. */
export function forgetNote(tx: Tx, ticket: TicketRow, noteId: number) {
  const rows = tx
    .select({ id: ticketEvents.id, kind: ticketEvents.kind })
    .from(ticketEvents)
    .where(
      and(
        eq(ticketEvents.ticketId, ticket.id),
        eq(sql`${ticketEvents.detail} ->> '$.noteId'`, noteId),
      ),
    )
    .all();
  for (const { id, kind } of rows) {
    const one = eq(ticketEvents.id, id);
    if (kind === "noted") {
      tx.delete(ticketEvents).where(one).run();
      const gone = { ticketEventId: id, ticketId: ticket.id };
      tx.emit("ticketEvent", "delete", gone, audienceOf(ticket));
    } else {
      const detail = sql`json_remove(detail, '$.noteId', '$.mentions')`;
      tx.update(ticketEvents).set({ note: null, detail }).where(one).run();
      emitEvent(tx, id, ticket, "update");
    }
  }
}

/** The events of a ticket before an id, the newest first, one more than `limit` if there is one. */
export const eventsBefore = (
  db: CompanyDb,
  ticketId: number,
  before: number,
  limit: number,
): TicketEvent[] => pageQuery(db).all({ ticketId, before, limit }).map(wireEvent);

const insertEvent = query.insert(ticketEvents);

const isMoved = (before: TicketRow, after: TicketRow) =>
  after.status !== before.status ||
  after.queueId !== before.queueId ||
  after.userId !== before.userId;

/** The kind of a move by its direction. rules.md#ticket-events */
function kindOf(before: TicketRow, after: TicketRow, byUserId: number | null): TicketEventKind {
  if (after.status === "closed") return "closed";
  if (before.status === "closed") return "reopened";
  if (before.status === "pending" && after.status === "open")
    return after.userId === byUserId ? "accepted" : "assigned";
  return after.status === "pending" && before.status === "open" && after.queueId === before.queueId
    ? "returned"
    : "transferred";
}

const makers = alias(users, "makers");
const fromUsers = alias(users, "fromUsers");
const toUsers = alias(users, "toUsers");
const fromQueues = alias(queues, "fromQueues");
const toQueues = alias(queues, "toQueues");

const eventsQuery = (db: Db) =>
  db
    .select({
      id: ticketEvents.id,
      ticketId: ticketEvents.ticketId,
      kind: ticketEvents.kind,
      at: ticketEvents.at,
      by: { id: makers.id, name: makers.name },
      fromStatus: ticketEvents.fromStatus,
      fromQueue: { id: fromQueues.id, name: fromQueues.name },
      fromUser: { id: fromUsers.id, name: fromUsers.name },
      status: ticketEvents.status,
      queue: { id: toQueues.id, name: toQueues.name },
      user: { id: toUsers.id, name: toUsers.name },
      note: ticketEvents.note,
      detail: ticketEvents.detail,
    })
    .from(ticketEvents)
    .leftJoin(makers, eq(makers.id, ticketEvents.byUserId))
    .leftJoin(fromQueues, eq(fromQueues.id, ticketEvents.fromQueueId))
    .leftJoin(fromUsers, eq(fromUsers.id, ticketEvents.fromUserId))
    .leftJoin(toQueues, eq(toQueues.id, ticketEvents.queueId))
    .leftJoin(toUsers, eq(toUsers.id, ticketEvents.userId))
    .$dynamic();

const byId = query((db) => eventsQuery(db).where(eq(ticketEvents.id, sql.placeholder("id"))));

const pageQuery = query((db) =>
  eventsQuery(db)
    .where(
      and(
        eq(ticketEvents.ticketId, sql.placeholder("ticketId")),
        lt(ticketEvents.id, sql.placeholder("before")),
      ),
    )
    .orderBy(desc(ticketEvents.id))
    .limit(sql.placeholder("limit")),
);

const wireEvent = ({
  fromStatus,
  fromQueue,
  fromUser,
  status,
  queue,
  user,
  ...event
}: ReturnType<typeof eventsQuery>["_"]["result"][number]): TicketEvent => ({
  ...event,
  from: fromStatus && { status: fromStatus, queue: fromQueue, user: fromUser },
  to: { status, queue, user },
});
