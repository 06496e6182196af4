import { and, eq, gte, lt, type SQL } from "drizzle-orm";
import type { Store, Tx } from "../../kit/store.ts";
import { ack } from "../../shared.ts";
import { byProvider } from "../messages/messages.ts";
import { leave } from "../messages/outbox.ts";
import { messages } from "../messages/table.ts";
import { tellMessage } from "./reply.ts";
import { load } from "./tickets.ts";

/** The network took the message. Its state rises if it was lower, and it leaves the line. */
export const sent = (store: Store, messageId: number) => settle(store, eq(messages.id, messageId), ack.sent);

/** The network refused the message, for a reason that the agent is shown. */
export const failed = (store: Store, messageId: number, reason: string) => settle(store, eq(messages.id, messageId), ack.failed, reason);

/** The network says how far a message of ours came. It only rises. doc 4 §1.13 */
export const acknowledge = (store: Store, whatsappId: number, providerId: string, level: number) => settle(store, byProvider(whatsappId, providerId)!, level);

function settle(store: Store, which: SQL, level: number, reason: string | null = null) {
  store.write((tx, emit) => {
    const moved = tx.update(messages).set({ ack: level, reason, updatedAt: new Date(store.now()) })
      .where(and(which, eq(messages.fromMe, true), rises(level))).returning({ id: messages.id, ticketId: messages.ticketId }).get();
    const id = moved?.id ?? idOf(tx, which);
    if (id !== undefined) leave(tx, id);
    if (moved) tellMessage(store, emit, moved.id, load(store, moved.ticketId));
  });
}

// Only what has not gone through can fail; a failed one that was delivered after all rises again.
const rises = (level: number) => (level === ack.failed ? and(gte(messages.ack, ack.queued), lt(messages.ack, ack.delivered)) : lt(messages.ack, level));

const idOf = (tx: Tx, which: SQL) => tx.select({ id: messages.id }).from(messages).where(which).get()?.id;
