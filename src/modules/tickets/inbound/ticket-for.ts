import { eq, sql } from "drizzle-orm";
import type { CompanyDb, Tx } from "../../../kit/db/company-db.ts";
import { query } from "../../../kit/db/query.ts";
import { connectionQueues, connections } from "../../connections/table.ts";
import type { Contact } from "../../contacts/table.ts";
import * as settings from "../../settings/settings.ts";
import { active, add, isSeenByAssignee, latest } from "../tickets.ts";
import type { TicketRow } from "../table.ts";

/**
 * The ticket that a contact's message belongs to. `fresh`: a new attendance begins with it; then
 * `last` is the contact's earlier ticket, and `again` the
 * changes when that one is reopened. rules.md#reopening
 */
export function ticketFor(
  tx: Tx,
  contact: Contact,
  whatsappId: number,
): { ticket: TicketRow; fresh: boolean; last?: TicketRow; again?: Partial<TicketRow> } {
  const current = active(tx, contact.id, whatsappId);
  if (current) return { ticket: current, fresh: false };
  const last = latest(tx, contact.id, whatsappId);
  const isRecent = last && tx.now() - last.updatedAt.getTime() < reopenWindow(tx, whatsappId);
  if (last && (contact.isGroup || isRecent))
    return {
      ticket: last,
      fresh: true,
      last,
      again:
        isRecent && mayKeepAssignee(tx, last)
          ? { status: "open" }
          : { status: "pending", userId: null },
    };
  return { ticket: addTicket(tx, contact, whatsappId, "pending"), fresh: true, last };
}

/** Whether the last user of a closed ticket keeps it when it is reopened. rules.md#reopening */
const mayKeepAssignee = (db: CompanyDb, last: TicketRow) =>
  settings.read(db, "keepUser") === "enabled" && isSeenByAssignee(db, { ...last, status: "open" });

export const addTicket = (
  tx: Tx,
  { id, isGroup }: Contact,
  whatsappId: number,
  status: "pending" | "closed",
  queueId: number | null = null,
) => add(tx, { status, contactId: id, whatsappId, isGroup, queueId });

const windowQuery = query((db) =>
  db
    .select({ minutes: connections.reopenMinutes })
    .from(connections)
    .where(eq(connections.id, sql.placeholder("id"))),
);

const reopenWindow = (db: CompanyDb, whatsappId: number) =>
  (windowQuery(db).get({ id: whatsappId })?.minutes ?? 0) * 60_000;

const queuesQuery = query((db) =>
  db
    .select({ id: connectionQueues.queueId })
    .from(connectionQueues)
    .where(eq(connectionQueues.connectionId, sql.placeholder("id")))
    .limit(2),
);

export function onlyQueue(db: CompanyDb, whatsappId: number): number | null {
  const queues = queuesQuery(db).all({ id: whatsappId });
  return queues.length === 1 ? queues[0]!.id : null;
}
