import { desc, eq, sql } from "drizzle-orm";
import type { CompanyDb, Tx } from "../../../kit/db/company-db.ts";
import { query } from "../../../kit/db/query.ts";
import { insertTimestamps } from "../../../kit/db/table.ts";
import { findMessage } from "../../messages/messages.ts";
import { messages, type Message, type MessageRow } from "../../messages/table.ts";
import { audienceOf } from "../audience.ts";
import type { Cause } from "../events/events.ts";
import { changeRow } from "../tickets.ts";
import type { TicketRow } from "../table.ts";
import { lastMessageOf, lastVisibleMessage } from "../waiting.ts";

/** `sentAt` (epoch ms) is the time that the network gives; without one it is now. */
type NewMessage = Omit<
  typeof messages.$inferInsert,
  "id" | "ticketId" | "createdAt" | "updatedAt" | "sentAt" | "body" | "mediaType"
> &
  Pick<Message, "body" | "mediaType"> & { sentAt?: number };

/**
 * Adds a message at the end of a ticket, updates the ticket's row in lists, and emits both as one
 * event. `also`: other columns to change. `cause`: why they change.
 */
export function append(
  tx: Tx,
  ticket: TicketRow,
  message: NewMessage,
  also: Partial<TicketRow> = {},
  cause?: Cause,
): Message {
  const now = tx.now();
  const row = {
    isDeleted: false,
    fromMe: false,
    ...message,
    ticketId: ticket.id,
    sentAt: sentAt(tx, ticket.id, message.sentAt || now, now),
    ...insertTimestamps(now),
  };
  const id = insertMessage(tx, row);
  const updated = changeRow(
    tx,
    ticket,
    {
      ...listChanges(tx, ticket, row),
      lastMessageAt: new Date(now),
      fromMe: row.fromMe,
      ...also,
    },
    cause,
  );
  const wireMessage = findMessage(tx, id)!;
  tx.emit(
    "appMessage",
    "create",
    { message: wireMessage, ticket: updated, contact: updated.contact },
    audienceOf(updated),
    audienceOf(ticket),
  );
  return wireMessage;
}

const insertMessage = query.insert(messages);

/**
 * A customer who wrote waits until a person's answer reaches the network: an agent's does when it
 * is acknowledged. A bot's message ends no wait, and lists prefer people's words.
 * rules.md#longest-wait
 */
function listChanges(
  db: CompanyDb,
  ticket: TicketRow,
  row: Pick<MessageRow, "body" | "mediaType" | "fromMe" | "isDeleted" | "origin" | "sentAt"> &
    Partial<Pick<MessageRow, "referral" | "choice">>,
): Partial<TicketRow> {
  switch (row.origin) {
    case "contact":
      return {
        ...lastMessageOf(row.choice ? lastVisibleMessage(db, ticket.id)! : row),
        waitingSince: ticket.waitingSince ?? row.sentAt,
        ...(ticket.snoozedUntil !== null && { snoozedUntil: null }),
      };
    case "agent":
      return lastMessageOf(row);
    case "device":
      return { ...lastMessageOf(row), waitingSince: null };
    case "bot":
      return lastMessageOf(lastVisibleMessage(db, ticket.id)!);
  }
}

const lastQuery = query((db) =>
  db
    .select({ sentAt: messages.sentAt })
    .from(messages)
    .where(eq(messages.ticketId, sql.placeholder("ticketId")))
    .orderBy(desc(messages.id))
    .limit(1),
);

/** Not before the ticket's last message and not later than now. rules.md#sent-time */
function sentAt(db: CompanyDb, ticketId: number, claimed: number, now: number): Date {
  const last = lastQuery(db).get({ ticketId })?.sentAt.getTime() ?? 0;
  return new Date(Math.min(now, Math.max(claimed, last)));
}
