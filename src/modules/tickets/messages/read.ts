import { and, desc, eq, sql } from "drizzle-orm";
import type { Lines } from "../../../channel/channel.ts";
import type { Me } from "../../../kit/audience.ts";
import { Fault } from "../../../kit/fault.ts";
import { log, trace } from "../../../kit/log.ts";
import type { Store } from "../../../kit/store.ts";
import { onChannel } from "../../connections/on-channel.ts";
import { markAllRead } from "../../messages/messages.ts";
import { messages, type MessageRow } from "../../messages/table.ts";
import { isOnNetwork, targetIn } from "../../messages/targets.ts";
import { find, load, audienceOf } from "../tickets.ts";
import { tickets } from "../table.ts";

/** So many of the newest are told to be read: what is older follows from them. */
const maxReceipts = 100;

/** The agent has read the ticket: its counter falls to zero everywhere. Returns what had not been read, the newest first. Throws missing. doc 4 §1.12 */
export function markRead(store: Store, me: Me, ticketId: number): MessageRow[] {
  return store.write((tx) => {
    const ticket = find(store, me, ticketId);
    // As the partial index says it: with a bound value it would not be used.
    const unread = tx.select().from(messages).where(and(eq(messages.ticketId, ticketId), sql`${messages.read} = 0`)).orderBy(desc(messages.id)).limit(maxReceipts).all();
    markAllRead(tx, ticketId);
    if (ticket.unreadMessages === 0) return unread;
    // No new `updatedAt`: reading must not move a ticket to the top of everyone's list.
    tx.update(tickets).set({ unreadMessages: 0 }).where(eq(tickets.id, ticketId)).run();
    tx.emit("ticket", "updateUnread", { ticketId }, audienceOf(ticket));
    return unread;
  });
}

/** Tells the writers of a ticket's messages that they were read. Best effort: nobody waits for it, and nothing hangs on it. */
export async function sendReadReceipts(store: Store, lines: Lines, ticketId: number, read: MessageRow[]) {
  const { contactId, whatsappId } = load(store, ticketId);
  const targets = read.filter((message) => !message.fromMe && isOnNetwork(message) && message.whatsappId === whatsappId).map((message) => targetIn(store, contactId, message));
  if (targets.length === 0) return;
  try {
    await onChannel(store, lines, whatsappId, (channel) => channel.read(targets));
  } catch (thrown) {
    log(thrown instanceof Fault ? "debug" : "error", "read", { company: store.company, connection: whatsappId, ...trace(thrown) });
  }
}
