import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { prepared, type Store, type Tx } from "../../../kit/store.ts";
import { mergeContactRows, findAndUpdateContact } from "../../contacts/find-or-create.ts";
import type { Contact } from "../../contacts/table.ts";
import { findByIdentifiers } from "../../contacts/find-by-identifier.ts";
import type { Person } from "../../../channel/channel.ts";
import { messages, outbox, reactions } from "../../messages/table.ts";
import { userRatings } from "../../ratings/table.ts";
import { ticketTags } from "../../tags/table.ts";
import { moveDrafts } from "../messages/drafts.ts";
import { moveNotes, emitNote } from "../notes/notes.ts";
import { emitMessage } from "../messages/reply.ts";
import { cancelPending } from "../messages/send-as-bot.ts";
import { active, isSeenByAssignee, load, audienceOf } from "../tickets.ts";
import { ticketNotes, tickets, type Ticket, type TicketRow } from "../table.ts";

/** What is emitted to those who see a ticket that took in another one. */
type Arrivals = { id: number; messages: number[]; notes: number[] };

/** The most of each that are emitted. */
const maxAnnounced = 20;

const activeTicketsQuery = prepared((db) => db.select().from(tickets).where(and(eq(tickets.contactId, sql.placeholder("contactId")), inArray(tickets.status, ["pending", "open"]))).prepare());

/** The network told another identifier of a person, such as the phone number of a lid. Undefined when no contact has any of them: none is created. */
export function learnIdentifiers(store: Store, person: Person): Contact | undefined {
  if (findByIdentifiers(store, person.ids).length === 0) return undefined;
  return store.write((tx) => findAndUpdateContact(tx, person, mergeContacts));
}

/**
 * Merges two contacts: everything of the loser's becomes the winner's, and the loser is deleted. Where both have an active ticket on a connection these are
 * merged too. Returns the winner as it is then. rules.md#identifiers
 */
export function mergeContacts(tx: Tx, winner: Contact, loser: Contact): Contact {
  const merged = activeTicketsQuery(tx.store).all({ contactId: loser.id }).map((theirs) => {
    const ours = theirs.whatsappId === null ? undefined : active(tx.store, winner.id, theirs.whatsappId);
    return ours ? mergeTickets(tx, ours, theirs) : { id: theirs.id, messages: [], notes: [] };
  });
  tx.update(tickets).set({ contactId: winner.id }).where(eq(tickets.contactId, loser.id)).run();
  tx.update(messages).set({ contactId: winner.id }).where(eq(messages.contactId, loser.id)).run();
  tx.update(outbox).set({ contactId: winner.id }).where(eq(outbox.contactId, loser.id)).run();
  tx.update(ticketNotes).set({ contactId: winner.id }).where(eq(ticketNotes.contactId, loser.id)).run();
  moveReactions(tx, winner.id, loser.id);
  const contact = mergeContactRows(tx, winner, loser);
  for (const arrivals of merged) emitArrivals(tx, load(tx.store, arrivals.id), arrivals);
  return contact;
}

/** Merges two active tickets into one: an open one is kept before a pending one, then the older. Emits the deletion of the other; returns what is to be emitted for the kept one. */
function mergeTickets(tx: Tx, one: TicketRow, other: TicketRow): Arrivals {
  const [kept, gone] = [one, other].toSorted((a, b) => Number(b.status === "open") - Number(a.status === "open") || a.id - b.id) as [TicketRow, TicketRow];
  cancelPending(tx, gone.id);
  const unread = tx.select({ id: messages.id }).from(messages).where(and(eq(messages.ticketId, gone.id), sql`${messages.read} = 0`)).orderBy(desc(messages.id)).limit(maxAnnounced).all();
  tx.update(messages).set({ ticketId: kept.id, updatedAt: new Date(tx.store.now()) }).where(eq(messages.ticketId, gone.id)).run();
  tx.run(sql`INSERT OR IGNORE INTO ${ticketTags} (ticketId, tagId) SELECT ${kept.id}, tagId FROM ${ticketTags} WHERE ticketId = ${gone.id}`);
  tx.update(userRatings).set({ ticketId: kept.id }).where(eq(userRatings.ticketId, gone.id)).run();
  const notes = moveNotes(tx, gone.id, kept.id);
  tx.emit("ticket", "delete", { ticketId: gone.id }, audienceOf(gone));
  moveDrafts(tx, gone.id, kept.id);
  tx.delete(tickets).where(eq(tickets.id, gone.id)).run();
  // The queue is taken over only if the assignee may see it. rules.md#held-in-sight
  const fits = kept.status !== "open" || isSeenByAssignee(tx.store, { ...kept, queueId: gone.queueId });
  const last = gone.lastMessageAt > kept.lastMessageAt ? gone : kept;
  tx.update(tickets).set({
    queueId: kept.queueId ?? (fits ? gone.queueId : null), unreadMessages: kept.unreadMessages + gone.unreadMessages, lastMessage: last.lastMessage, lastMessageFromMe: last.lastMessageFromMe, lastMessageAt: last.lastMessageAt, fromMe: last.fromMe,
    waitingSince: earliest(kept.waitingSince, gone.waitingSince), withBot: kept.withBot && gone.withBot,
    updatedAt: gone.updatedAt > kept.updatedAt ? gone.updatedAt : kept.updatedAt,
  }).where(eq(tickets.id, kept.id)).run();
  return { id: kept.id, messages: unread.map(({ id }) => id).reverse(), notes: notes.slice(-maxAnnounced) };
}

// A reply in one of the two was an answer to that one only: the longer wait goes on.
const earliest = (one: Date | null, other: Date | null) => (one && other ? new Date(Math.min(one.getTime(), other.getTime())) : (one ?? other));

// Where both reacted to one message the winner's reaction is kept.
function moveReactions(tx: Tx, winnerId: number, loserId: number) {
  const own = tx.select({ messageId: reactions.messageId }).from(reactions).where(eq(reactions.contactId, winnerId));
  tx.delete(reactions).where(and(eq(reactions.contactId, loserId), inArray(reactions.messageId, own))).run();
  tx.update(reactions).set({ contactId: winnerId }).where(eq(reactions.contactId, loserId)).run();
}

function emitArrivals(tx: Tx, ticket: Ticket, fresh: Arrivals) {
  tx.emit("ticket", "update", { ticket }, audienceOf(ticket));
  for (const id of fresh.messages) emitMessage(tx, id, ticket);
  for (const id of fresh.notes) emitNote(tx, id, ticket);
}
