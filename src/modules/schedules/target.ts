import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import * as connections from "../connections/connections.ts";
import type { Contact } from "../contacts/table.ts";
import { audienceOf } from "../tickets/audience.ts";
import { record } from "../tickets/events/events.ts";
import { active, add, isSeenByAssignee, latest, loadTicket } from "../tickets/tickets.ts";
import { tickets, type Ticket } from "../tickets/table.ts";
import type { ScheduleRow } from "./table.ts";

/** The connection on which it leaves: the chosen one, that of the contact's last ticket, or the default. */
export const lineOf = (db: CompanyDb, { whatsappId, contactId, userId }: ScheduleRow) => {
  const id = whatsappId ?? lastConnectionQuery(db).get({ contactId })?.id;
  return id ? connections.find(db, id) : connections.connectionFor(db, userId ?? 0);
};

/**
 * The contact's active ticket, or a new one where the schedule opens one; else their last, which
 * stays closed.
 */
export function ticketFor(
  tx: Tx,
  { contactId, userId, openTicket, queueId, ticketUserId }: ScheduleRow,
  { isGroup }: Contact,
  connectionId: number,
): Ticket {
  const current = active(tx, contactId, connectionId);
  if (current) return current;
  const place = { contactId, whatsappId: connectionId, isGroup };
  if (!openTicket)
    return loadTicket(
      tx,
      (latest(tx, contactId, connectionId) ?? add(tx, { ...place, status: "closed" })).id,
    );
  const mine = { status: "open", queueId, whatsappId: connectionId, userId: ticketUserId } as const;
  const ticket = loadTicket(
    tx,
    add(tx, {
      ...place,
      ...(isSeenByAssignee(tx, mine) ? mine : { status: "pending", queueId }),
    }).id,
  );
  tx.emit("ticket", "update", { ticket }, audienceOf(ticket));
  record(tx, ticket, { kind: "opened", byUserId: userId, detail: { cause: "schedule" } });
  return ticket;
}

const lastConnectionQuery = query((db) =>
  db
    .select({ id: tickets.whatsappId })
    .from(tickets)
    .where(and(eq(tickets.contactId, sql.placeholder("contactId")), isNotNull(tickets.whatsappId)))
    .orderBy(desc(tickets.updatedAt))
    .limit(1),
);
