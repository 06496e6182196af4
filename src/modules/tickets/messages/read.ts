import { and, desc, eq, sql } from "drizzle-orm";
import type { ConnectionManager } from "../../../channel/channel.ts";
import type { Me } from "../../../kit/db/audience.ts";
import { Fault } from "../../../kit/fault.ts";
import { log, trace } from "../../../kit/process/log.ts";
import type { CompanyDb } from "../../../kit/db/company-db.ts";
import { query } from "../../../kit/db/query.ts";
import { onChannel } from "../../connections/on-channel.ts";
import { markAllRead } from "../../messages/messages.ts";
import { messages, type MessageRow } from "../../messages/table.ts";
import { isOnNetwork, targetIn } from "../../messages/targets.ts";
import { audienceOf } from "../audience.ts";
import { findTicket, loadTicket } from "../tickets.ts";
import { tickets } from "../table.ts";

/**
 * Receipts are sent for only this many of the newest messages: older ones count as read with them.
 */
const maxReceipts = 100;

/**
 * Marks a ticket as read: its unread counter becomes zero, and a mark as unread goes. Returns the
 * messages that were unread, the newest first. Throws missing. rules.md#reading
 */
export function markRead(db: CompanyDb, me: Me, ticketId: number): MessageRow[] {
  return db.write((tx) => {
    const ticket = findTicket(db, me, ticketId);
    // Written as in the partial index: with a bound value SQLite would not use it.
    const unread = tx
      .select()
      .from(messages)
      .where(and(eq(messages.ticketId, ticketId), sql`${messages.read} = 0`))
      .orderBy(desc(messages.id))
      .limit(maxReceipts)
      .all();
    markAllRead(tx, ticketId);
    if (ticket.unreadMessages === 0 && !ticket.markedUnread) return unread;
    // `updatedAt` stays: reading must not move the ticket up in everyone's list.
    tx.update(tickets)
      .set({ unreadMessages: 0, markedUnread: false })
      .where(eq(tickets.id, ticketId))
      .run();
    tx.emit("ticket", "updateUnread", { ticketId }, audienceOf(ticket));
    return unread;
  });
}

const unreadQuery = query((db) =>
  db
    .select({
      isUnread: sql<number>`${tickets.unreadMessages} > 0 OR ${tickets.markedUnread}`,
    })
    .from(tickets)
    .where(eq(tickets.id, sql.placeholder("id"))),
);

/**
 * Marks a ticket as read by its assignee's own deed: they accepted it, answered, or opened it in a
 * client that asks for that. Returns whether anything was unread. rules.md#reading
 */
export function readByAction(
  db: CompanyDb,
  me: Me,
  connectionManager: ConnectionManager,
  ticketId: number,
): boolean {
  if (!unreadQuery(db).get({ id: ticketId })?.isUnread) return false;
  const { status, userId } = findTicket(db, me, ticketId);
  if (status !== "open" || userId !== me.id) return false;
  void sendReadReceipts(db, connectionManager, ticketId, markRead(db, me, ticketId));
  return true;
}

/** Sends read receipts. Best effort: no caller waits for it. */
export async function sendReadReceipts(
  db: CompanyDb,
  connectionManager: ConnectionManager,
  ticketId: number,
  read: MessageRow[],
) {
  const { contactId, whatsappId } = loadTicket(db, ticketId);
  const targets = read
    .filter(
      (message) => !message.fromMe && isOnNetwork(message) && message.whatsappId === whatsappId,
    )
    .map((message) => targetIn(db, contactId, message));
  if (targets.length === 0) return;
  try {
    await onChannel(db, connectionManager, whatsappId, (channel) => channel.read(targets));
  } catch (thrown) {
    log(thrown instanceof Fault ? "debug" : "error", "read", {
      company: db.company,
      connection: whatsappId,
      ...trace(thrown),
    });
  }
}
