import { and, eq, gte, lt } from "drizzle-orm";
import type { Address } from "../../../channel/channel.ts";
import type { Store } from "../../../kit/store.ts";
import { touched } from "../../../kit/table.ts";
import { ack } from "../../../shared/states.ts";
import { findByIdentifiers } from "../../contacts/find-by-identifier.ts";
import { isLate, waitAfter } from "../../messages/file-retries.ts";
import { findByProviderId } from "../../messages/messages.ts";
import { retryAside, dequeue, retryAfter, type OutboxItem } from "../../messages/outbox.ts";
import { messages } from "../../messages/table.ts";
import { emitMessage } from "./reply.ts";
import { load } from "../tickets.ts";
import type { TicketRow } from "../table.ts";

/** The network took the message. Its state rises if it was lower, and it leaves the line. */
export const markSent = (store: Store, messageId: number) => setAck(store, messageId, ack.sent);

/** The network refused the message, for a reason that the agent is shown. */
export const markFailed = (store: Store, messageId: number, reason: string) => setAck(store, messageId, ack.failed, reason);

/** A message's file did not go now: it goes again later, and has failed after a day. Once it is late, what was said after it passes it. rules.md#files-are-tried-for-a-day */
export function sendLater(store: Store, { message: { id, createdAt }, attempts }: OutboxItem) {
  const now = store.now();
  const wait = waitAfter(attempts + 1);
  if (wait === undefined) return markFailed(store, id, "ERR_MEDIA_NEVER_LEFT");
  if (!isLate(createdAt, now)) return retryAfter(store, id, now + wait);
  store.write((tx) => {
    if (!retryAside(tx, id, now + wait)) return;
    const { ticketId } = tx.update(messages).set(touched(now)).where(eq(messages.id, id)).returning({ ticketId: messages.ticketId }).get()!;
    emitMessage(tx, id, load(store, ticketId));
  });
}

/** The network says how far a message of ours came, and why it failed. It only rises, but for a failure. What another customer's phone says of it is not heard. doc 4 §1.13 */
export function acknowledge(store: Store, whatsappId: number, providerId: string, level: number, { reason, from }: { reason?: string; from?: Address } = {}) {
  const message = findByProviderId(store, whatsappId, providerId);
  if (!message || (level !== ack.failed && level < ack.sent)) return;
  if (from && isSomeoneElse(store, load(store, message.ticketId), from)) return;
  setAck(store, message.id, Math.min(level, ack.played), reason);
}

// Someone not known yet may be the contact by a name that is new to us.
function isSomeoneElse(store: Store, { contactId, isGroup }: TicketRow, from: Address): boolean {
  const people = isGroup ? [] : findByIdentifiers(store, [from]);
  return people.length > 0 && !people.some(({ id }) => id === contactId);
}

function setAck(store: Store, id: number, level: number, reason: string | null = null) {
  store.write((tx) => {
    const moved = tx.update(messages).set({ ack: level, reason, updatedAt: new Date(store.now()) })
      .where(and(eq(messages.id, id), eq(messages.fromMe, true), mayBecome(level))).returning({ ticketId: messages.ticketId }).get();
    dequeue(tx, id);
    if (moved) emitMessage(tx, id, load(store, moved.ticketId));
  });
}

// Only what has not gone through can fail; a failed one that was delivered after all rises again.
const mayBecome = (level: number) => (level === ack.failed ? and(gte(messages.ack, ack.queued), lt(messages.ack, ack.delivered)) : lt(messages.ack, level));
