import { and, eq, gte, lt, ne, sql, type SQL } from "drizzle-orm";
import type { Identifier } from "../../../channel/channel.ts";
import type { CompanyDb } from "../../../kit/db/company-db.ts";
import { query } from "../../../kit/db/query.ts";
import { updateTimestamps } from "../../../kit/db/table.ts";
import { ack } from "../../../shared/states.ts";
import { findByIdentifiers } from "../../contacts/find-by-identifier.ts";
import { isLate, waitAfter } from "../../messages/file-retries.ts";
import { findByProviderId } from "../../messages/messages.ts";
import { retryAside, dequeue, retryAfter } from "../../messages/outbox.ts";
import type { OutboxItem } from "../../messages/outgoing.ts";
import { messages, type MessageRow } from "../../messages/table.ts";
import { emitMessage } from "./reply.ts";
import { loadTicket, patchRow } from "../tickets.ts";
import type { TicketRow } from "../table.ts";
import { hasFailed, waitAfterAnswer, waitingSince } from "../waiting.ts";

/**
 * The network took the message, under this id of its own: its state rises to "sent" if it was
 * lower, and it leaves the outbox.
 */
export const markSent = (db: CompanyDb, messageId: number, networkId?: string) =>
  setAck(db, messageId, ack.sent, null, networkId);

/** The network refused the message, for a reason that the agent is shown. */
export const markFailed = (db: CompanyDb, messageId: number, reason: string) =>
  setAck(db, messageId, ack.failed, reason);

/**
 * A message's file could not be sent now: it is tried again later, and fails after a day. Once it
 * is late, later messages no longer wait for it. rules.md#file-retries
 */
export function sendLater(db: CompanyDb, { message: { id, createdAt }, attempts }: OutboxItem) {
  const now = db.now();
  const wait = waitAfter(attempts + 1);
  if (wait === undefined) return markFailed(db, id, "ERR_MEDIA_NEVER_LEFT");
  if (!isLate(createdAt, now)) return retryAfter(db, id, now + wait);
  db.write((tx) => {
    if (!retryAside(tx, id, now + wait)) return;
    const { ticketId } = tx
      .update(messages)
      .set(updateTimestamps(now))
      .where(eq(messages.id, id))
      .returning({ ticketId: messages.ticketId })
      .get()!;
    emitMessage(tx, id, loadTicket(db, ticketId));
  });
}

/**
 * The network reports how far a message of ours came, and why it failed. A report by another
 * customer's phone is ignored. A report may come before the network's id is stored: the message is
 * then found by `ours`. rules.md#acks
 */
export function acknowledge(
  db: CompanyDb,
  whatsappId: number,
  providerId: string,
  level: number,
  { reason, from, ours }: { reason?: string; from?: Identifier; ours?: string } = {},
) {
  const message =
    findByProviderId(db, whatsappId, providerId) ??
    (ours === undefined ? undefined : findByProviderId(db, whatsappId, ours));
  if (!message || (level !== ack.failed && level < ack.sent)) return;
  if (from && isSomeoneElse(db, loadTicket(db, message.ticketId), from)) return;
  setAck(db, message.id, Math.min(level, ack.played), reason, providerId);
}

// An unknown identifier may be another one of this contact's, so it does not count as someone else.
function isSomeoneElse(
  db: CompanyDb,
  { contactId, isGroup }: TicketRow,
  from: Identifier,
): boolean {
  const people = isGroup ? [] : findByIdentifiers(db, [from]);
  return people.length > 0 && !people.some(({ id }) => id === contactId);
}

function setAck(
  db: CompanyDb,
  id: number,
  level: number,
  reason: string | null = null,
  networkId?: string,
) {
  db.write((tx) => {
    if (networkId !== undefined) renameQuery(tx).run({ id, networkId });
    const moved = (level === ack.failed ? failQuery : riseQuery)(db).get({
      id,
      level,
      reason,
      now: db.now(),
    });
    const wasQueued = dequeue(tx, id);
    if (!moved) return;
    const ticket = loadTicket(db, moved.ticketId);
    const change =
      level === ack.failed
        ? refused(db, ticket, moved, wasQueued)
        : reached(db, ticket, moved, wasQueued);
    emitMessage(tx, id, change ? patchRow(tx, ticket.id, change) : ticket);
  });
}

type Moved = Pick<MessageRow, "id" | "ticketId" | "origin" | "createdAt">;
type Change = Partial<TicketRow> | undefined;

/** A ticket notes when a message left if it was this late (ms). rules.md#inactivity */
const lateFrom = 60_000;

/** The ticket's changes once a message of ours reached the network. rules.md#longest-wait */
function reached(db: CompanyDb, ticket: TicketRow, moved: Moved, wasQueued: boolean): Change {
  const now = db.now();
  const isLate = (wasQueued || ticket.sendFailed) && now - moved.createdAt.getTime() >= lateFrom;
  const waits =
    moved.origin === "agent" ? waitAfterAnswer(db, ticket, moved.id) : ticket.waitingSince;
  return changed({
    ...(waits?.getTime() !== ticket.waitingSince?.getTime() && { waitingSince: waits }),
    ...(ticket.sendFailed && !hasFailed(db, ticket.id) && { sendFailed: false }),
    ...(isLate && { reachedAt: new Date(now) }),
  });
}

/**
 * The ticket's changes once a message of ours was refused. The wait that it had ended goes on, and
 * a customer to whom the bot wrote in vain waits for people. rules.md#unsent
 */
function refused(db: CompanyDb, ticket: TicketRow, moved: Moved, wasQueued: boolean): Change {
  const isClosed = ticket.status === "closed";
  const endedWait = moved.origin === "agent" && !wasQueued && !isClosed;
  // After the attendance a refused text of a bot, for example a farewell, concerns no agent any
  // more.
  const isMarked = moved.origin === "agent" || !isClosed;
  return changed({
    ...(!ticket.sendFailed && isMarked && { sendFailed: true }),
    ...(endedWait && { waitingSince: waitingSince(db, ticket.id) }),
    ...(moved.origin === "bot" && ticket.withBot && { withBot: false }),
  });
}

const changed = (values: Partial<TicketRow>): Change =>
  Object.keys(values).length > 0 ? values : undefined;

const movedBy = (mayBecome: SQL | undefined) =>
  query((db) =>
    db
      .update(messages)
      .set({
        ack: sql`${sql.placeholder("level")}`,
        reason: sql`${sql.placeholder("reason")}`,
        updatedAt: sql`${sql.placeholder("now")}`,
      })
      .where(and(eq(messages.id, sql.placeholder("id")), eq(messages.fromMe, true), mayBecome))
      .returning({
        id: messages.id,
        ticketId: messages.ticketId,
        origin: messages.origin,
        createdAt: messages.createdAt,
      }),
  );
const renameQuery = query((db) =>
  db
    .update(messages)
    .set({ providerId: sql`${sql.placeholder("networkId")}` })
    .where(
      and(
        eq(messages.id, sql.placeholder("id")),
        eq(messages.fromMe, true),
        ne(messages.providerId, sql.placeholder("networkId")),
      ),
    ),
);
// Only a message that was not delivered can fail. A failed one that was delivered after all rises
// again.
const failQuery = movedBy(and(gte(messages.ack, ack.queued), lt(messages.ack, ack.delivered)));
const riseQuery = movedBy(sql`${messages.ack} < ${sql.placeholder("level")}`);
