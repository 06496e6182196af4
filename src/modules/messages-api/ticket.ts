import { invalidFields } from "../../kit/fault.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import type { Contact } from "../contacts/table.ts";
import { markAllRead } from "../messages/messages.ts";
import * as queues from "../queues/queues.ts";
import { handleTurn } from "../tickets/attendance/handle-turn.ts";
import { audienceOf } from "../tickets/audience.ts";
import { record } from "../tickets/events/events.ts";
import { active, add, isSeenByAssignee, latest, loadTicket } from "../tickets/tickets.ts";
import type { Ticket } from "../tickets/table.ts";

type TicketRequest = { queueId?: number | null; userId?: number | null; openTicket: boolean };

/** How long (ms) after the message a farewell leaves. */
const farewellDelay = 1000;

/**
 * The ticket that a message belongs to: the contact's active one, else their last, which stays
 * closed. A new one is opened only where the request has `openTicket`, a queue or a user. Throws
 * invalid for an unknown queue, and a user who would not see the ticket. rules.md#messages-api
 */
export function ticketFor(
  tx: Tx,
  whatsappId: number,
  { id: contactId, isGroup }: Contact,
  { queueId = null, userId = null, openTicket }: TicketRequest,
): { ticket: Ticket; ended: boolean } {
  refuseUnknownQueue(tx, queueId);
  const current = active(tx, contactId, whatsappId);
  if (!openTicket && queueId === null && userId === null)
    return {
      ticket:
        current ??
        loadTicket(
          tx,
          (
            latest(tx, contactId, whatsappId) ??
            add(tx, { contactId, whatsappId, isGroup, status: "closed" })
          ).id,
        ),
      ended: !current,
    };
  // An open ticket stays with its agent.
  if (current?.status === "open") return { ticket: current, ended: false };
  const place = {
    status: userId === null ? "pending" : "open",
    queueId: queueId ?? current?.queueId ?? null,
    userId,
    whatsappId,
  } as const;
  if (userId !== null && !isSeenByAssignee(tx, place)) throw invalidFields({ userId: "invalid" });
  if (current && place.status === "pending" && place.queueId === current.queueId)
    return { ticket: current, ended: false };
  if (current)
    return {
      ticket: handleTurn(tx, current, { type: "reassigned" }, { also: place, cause: byApi }),
      ended: false,
    };
  const ticket = loadTicket(tx, add(tx, { ...place, contactId, isGroup }).id);
  tx.emit("ticket", "update", { ticket }, audienceOf(ticket));
  record(tx, ticket, { kind: "opened", byUserId: null, ...byApi });
  return { ticket, ended: false };
}

const byApi = { detail: { cause: "api" } } as const;

/**
 * Closes a ticket as a person would, with the request to rate or the farewell. One that had ended
 * stays as it was.
 */
export function closeAfter(tx: Tx, ticketId: number, ended: boolean) {
  if (ended) return;
  const ticket = loadTicket(tx, ticketId);
  markAllRead(tx, ticketId);
  handleTurn(
    tx,
    ticket,
    { type: "closed", silent: false, attended: ticket.userId !== null },
    { also: { status: "closed", unreadMessages: 0 }, cause: byApi, later: farewellDelay },
  );
}

function refuseUnknownQueue(db: CompanyDb, queueId: number | null) {
  if (queueId !== null && !queues.list(db).some(({ id }) => id === queueId))
    throw invalidFields({ queueId: "invalid" });
}
