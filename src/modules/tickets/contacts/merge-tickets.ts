import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Audience } from "../../../kit/db/audience.ts";
import type { Tx } from "../../../kit/db/company-db.ts";
import { query } from "../../../kit/db/query.ts";
import { messages } from "../../messages/table.ts";
import { personalData } from "../../personal-data/register.ts";
import { emitMessage } from "../messages/reply.ts";
import { cancelPending } from "../messages/send-as-bot.ts";
import { emitNote } from "../notes/notes.ts";
import { audienceOf } from "../audience.ts";
import { active, isSeenByAssignee, loadTicket } from "../tickets.ts";
import { ticketNotes, tickets, type Ticket, type TicketRow } from "../table.ts";

/**
 * The events of a ticket that another was merged into. `before`: the users who saw it until then.
 */
type Arrivals = { id: number; before: Audience; messages: number[]; notes: number[] };

/** The most of each that are emitted. */
const maxAnnounced = 20;

const activeTicketsQuery = query((db) =>
  db
    .select()
    .from(tickets)
    .where(
      and(
        eq(tickets.contactId, sql.placeholder("contactId")),
        inArray(tickets.status, ["pending", "open"]),
      ),
    ),
);

/**
 * Gives one contact's tickets to another. Two active ones on the same connection are merged too.
 * Returns a function that emits it.
 */
export function mergeTicketsOf(tx: Tx, winnerId: number, loserId: number) {
  const merged = activeTicketsQuery(tx)
    .all({ contactId: loserId })
    .map((theirs) => {
      const ours = theirs.whatsappId === null ? undefined : active(tx, winnerId, theirs.whatsappId);
      return ours
        ? mergeTickets(tx, ours, theirs)
        : { id: theirs.id, before: audienceOf(theirs), messages: [], notes: [] };
    });
  tx.update(tickets).set({ contactId: winnerId }).where(eq(tickets.contactId, loserId)).run();
  return () => {
    for (const arrivals of merged) emitArrivals(tx, loadTicket(tx, arrivals.id), arrivals);
  };
}

/**
 * Merges two active tickets into one: an open one stays before a pending one, then the older. Emits
 * the deletion of the other; returns the events of the one that stays.
 */
function mergeTickets(tx: Tx, one: TicketRow, other: TicketRow): Arrivals {
  const [winner, gone] = [one, other].toSorted(
    (a, b) => Number(b.status === "open") - Number(a.status === "open") || a.id - b.id,
  ) as [TicketRow, TicketRow];
  cancelPending(tx, gone.id);
  const arrivals = arrivalsOf(tx, winner, gone.id);
  tx.emit("ticket", "delete", { ticketId: gone.id }, audienceOf(gone));
  for (const { mergeTickets: how } of personalData())
    if (typeof how === "function") how(tx, winner.id, gone.id);
  tx.delete(tickets).where(eq(tickets.id, gone.id)).run();
  // The queue is taken over only if the assignee may see it. rules.md#assignee-must-see
  const mayTakeQueue =
    winner.status !== "open" || isSeenByAssignee(tx, { ...winner, queueId: gone.queueId });
  const last = gone.lastMessageAt > winner.lastMessageAt ? gone : winner;
  tx.update(tickets)
    .set({
      queueId: winner.queueId ?? (mayTakeQueue ? gone.queueId : null),
      unreadMessages: winner.unreadMessages + gone.unreadMessages,
      lastMessage: last.lastMessage,
      lastMessageFromMe: last.lastMessageFromMe,
      lastMessageAt: last.lastMessageAt,
      fromMe: last.fromMe,
      waitingSince: earliest(winner.waitingSince, gone.waitingSince),
      withBot: winner.withBot && gone.withBot,
      sendFailed: winner.sendFailed || gone.sendFailed,
      // Someone waits in one of the two, or wrote there: the merged ticket is not put away.
      snoozedUntil: gone.snoozedUntil === null ? null : winner.snoozedUntil,
      markedUnread: winner.markedUnread || gone.markedUnread,
      reachedAt: latestOf(winner.reachedAt, gone.reachedAt),
      updatedAt: gone.updatedAt > winner.updatedAt ? gone.updatedAt : winner.updatedAt,
    })
    .where(eq(tickets.id, winner.id))
    .run();
  return arrivals;
}

function arrivalsOf(tx: Tx, winner: TicketRow, goneId: number): Arrivals {
  const unread = tx
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.ticketId, goneId), sql`${messages.read} = 0`))
    .orderBy(desc(messages.id))
    .limit(maxAnnounced)
    .all();
  const notes = tx
    .select({ id: ticketNotes.id })
    .from(ticketNotes)
    .where(eq(ticketNotes.ticketId, goneId))
    .orderBy(desc(ticketNotes.id))
    .limit(maxAnnounced)
    .all();
  return {
    id: winner.id,
    before: audienceOf(winner),
    messages: unread.map(({ id }) => id).reverse(),
    notes: notes.map(({ id }) => id).reverse(),
  };
}

// A reply in one of the two was an answer to that one only: the longer wait goes on.
const earliest = (one: Date | null, other: Date | null) =>
  one && other ? new Date(Math.min(one.getTime(), other.getTime())) : (one ?? other);

const latestOf = (one: Date | null, other: Date | null) =>
  one && other && one < other ? other : (one ?? other);

function emitArrivals(tx: Tx, ticket: Ticket, arrivals: Arrivals) {
  tx.emit("ticket", "update", { ticket }, audienceOf(ticket), arrivals.before);
  for (const id of arrivals.messages) emitMessage(tx, id, ticket);
  for (const id of arrivals.notes) emitNote(tx, id, ticket);
}
