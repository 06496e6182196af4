import { and, eq, gte, lt, sql, type SQL } from "drizzle-orm";
import type { Identifier } from "../../../channel/channel.ts";
import { prepared, type Store } from "../../../kit/store.ts";
import { updateTimestamps } from "../../../kit/table.ts";
import { ack } from "../../../shared/states.ts";
import { findByIdentifiers } from "../../contacts/find-by-identifier.ts";
import { isLate, waitAfter } from "../../messages/file-retries.ts";
import { findByProviderId } from "../../messages/messages.ts";
import { retryAside, dequeue, retryAfter, type OutboxItem } from "../../messages/outbox.ts";
import { messages, type MessageRow } from "../../messages/table.ts";
import { emitMessage } from "./reply.ts";
import { load, patchRow } from "../tickets.ts";
import type { TicketRow } from "../table.ts";
import { hasFailed, waitAfterAnswer, waitingSince } from "../waiting.ts";

/**
 * The network took the message: its state rises to "sent" if it was lower, and it leaves the
 * outbox.
 */
export const markSent = (store: Store, messageId: number) => setAck(store, messageId, ack.sent);

/** The network refused the message, for a reason that the agent is shown. */
export const markFailed = (store: Store, messageId: number, reason: string) =>
  setAck(store, messageId, ack.failed, reason);

/**
 * A message's file could not be sent now: it is tried again later, and fails after a day. Once it
 * is late, later messages no longer wait for it. rules.md#file-retries
 */
export function sendLater(store: Store, { message: { id, createdAt }, attempts }: OutboxItem) {
  const now = store.now();
  const wait = waitAfter(attempts + 1);
  if (wait === undefined) return markFailed(store, id, "ERR_MEDIA_NEVER_LEFT");
  if (!isLate(createdAt, now)) return retryAfter(store, id, now + wait);
  store.write((tx) => {
    if (!retryAside(tx, id, now + wait)) return;
    const { ticketId } = tx
      .update(messages)
      .set(updateTimestamps(now))
      .where(eq(messages.id, id))
      .returning({ ticketId: messages.ticketId })
      .get()!;
    emitMessage(tx, id, load(store, ticketId));
  });
}

/**
 * The network reports how far a message of ours came, and why it failed. A report by another
 * customer's phone is ignored. rules.md#acks
 */
export function acknowledge(
  store: Store,
  whatsappId: number,
  providerId: string,
  level: number,
  { reason, from }: { reason?: string; from?: Identifier } = {},
) {
  const message = findByProviderId(store, whatsappId, providerId);
  if (!message || (level !== ack.failed && level < ack.sent)) return;
  if (from && isSomeoneElse(store, load(store, message.ticketId), from)) return;
  setAck(store, message.id, Math.min(level, ack.played), reason);
}

// An unknown identifier may be another one of this contact's, so it does not count as someone else.
function isSomeoneElse(store: Store, { contactId, isGroup }: TicketRow, from: Identifier): boolean {
  const people = isGroup ? [] : findByIdentifiers(store, [from]);
  return people.length > 0 && !people.some(({ id }) => id === contactId);
}

function setAck(store: Store, id: number, level: number, reason: string | null = null) {
  store.write((tx) => {
    const moved = (level === ack.failed ? failQuery : riseQuery)(store).get({
      id,
      level,
      reason,
      now: store.now(),
    });
    const wasQueued = dequeue(tx, id);
    if (!moved) return;
    const ticket = load(store, moved.ticketId);
    const change =
      level === ack.failed
        ? refused(store, ticket, moved, wasQueued)
        : reached(store, ticket, moved, wasQueued);
    emitMessage(tx, id, change ? patchRow(tx, ticket.id, change) : ticket);
  });
}

type Moved = Pick<MessageRow, "id" | "ticketId" | "origin" | "createdAt">;
type Change = Partial<TicketRow> | undefined;

/** From so late (ms) on a ticket notes when a message left. rules.md#inactivity */
const lateFrom = 60_000;

/** The ticket's changes once a message of ours reached the network. rules.md#longest-wait */
function reached(store: Store, ticket: TicketRow, moved: Moved, wasQueued: boolean): Change {
  const now = store.now();
  const isLate = (wasQueued || ticket.sendFailed) && now - moved.createdAt.getTime() >= lateFrom;
  const waits =
    moved.origin === "agent" ? waitAfterAnswer(store, ticket, moved.id) : ticket.waitingSince;
  return changed({
    ...(waits?.getTime() !== ticket.waitingSince?.getTime() && { waitingSince: waits }),
    ...(ticket.sendFailed && !hasFailed(store, ticket.id) && { sendFailed: false }),
    ...(isLate && { reachedAt: new Date(now) }),
  });
}

/**
 * The ticket's changes once a message of ours was refused: the wait that it had ended goes on, and
 * a customer whom the bot asked in vain waits for people. rules.md#unsent
 */
function refused(store: Store, ticket: TicketRow, moved: Moved, wasQueued: boolean): Change {
  const isClosed = ticket.status === "closed";
  const endedWait = moved.origin === "agent" && !wasQueued && !isClosed;
  // After the attendance a bot's text, as a farewell, is nobody's matter any more.
  const isMarked = moved.origin === "agent" || !isClosed;
  return changed({
    ...(!ticket.sendFailed && isMarked && { sendFailed: true }),
    ...(endedWait && { waitingSince: waitingSince(store, ticket.id) }),
    ...(moved.origin === "bot" && ticket.withBot && { withBot: false }),
  });
}

const changed = (values: Partial<TicketRow>): Change =>
  Object.keys(values).length > 0 ? values : undefined;

const movedBy = (mayBecome: SQL | undefined) =>
  prepared((db) =>
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
      })
      .prepare(),
  );
// Only a message that was not delivered can fail. A failed one that was delivered after all rises
// again.
const failQuery = movedBy(and(gte(messages.ack, ack.queued), lt(messages.ack, ack.delivered)));
const riseQuery = movedBy(sql`${messages.ack} < ${sql.placeholder("level")}`);
