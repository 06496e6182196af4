import { and, eq, isNotNull, sql, type SQL } from "drizzle-orm";
import type { Tx } from "../../../kit/store.ts";
import { messages, messageVersions } from "../../messages/table.ts";

/** The ids of the media that these messages have, or had before they were edited or deleted. */
export function filesOf(tx: Tx, which: SQL): number[] {
  const rows = [
    ...tx.select({ id: messages.mediaId }).from(messages).where(and(which, isNotNull(messages.mediaId))).all(),
    ...tx.select({ id: messageVersions.mediaId }).from(messageVersions).innerJoin(messages, eq(messages.id, messageVersions.messageId)).where(and(which, isNotNull(messageVersions.mediaId))).all(),
  ];
  return rows.map(({ id }) => id!);
}

/** Messages of a contact's own tickets, whoever wrote them. */
export const inTicketsOf = (contactId: number) => sql`${messages.ticketId} IN (SELECT id FROM tickets WHERE contactId = ${contactId})`;

/** Messages that a contact wrote in groups' tickets. */
export const inOtherTickets = (contactId: number) => sql`${messages.contactId} = ${contactId} AND ${messages.ticketId} NOT IN (SELECT id FROM tickets WHERE contactId = ${contactId})`;
