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

/** What a ticket's readers are told of when it takes another one in. */
type Arrivals = { id: number; messages: number[]; notes: number[] };

/** The most of each that they are told of. */
const maxAnnounced = 20;

const activeTicketsQuery = prepared((db) => db.select().from(tickets).where(and(eq(tickets.contactId, sql.placeholder("contactId")), inArray(tickets.status, ["pending", "open"]))).prepare());

/** More is known of someone: another name, a lid's phone. Nobody is met by it: undefined when none of the names is known. */
export function learnIdentifiers(store: Store, person: Person): Contact | undefined {
  if (findByIdentifiers(store, person.ids).length === 0) return undefined;
  return store.write((tx) => findAndUpdateContact(tx, person, mergeContacts));
}

/**
 * Two contacts are one person: all that the loser has becomes the winner's, and the loser goes. Where both have a ticket at work on a connection, one
 * ticket takes in the other's messages. Returns the winner as it is then. doc 4 §0.4
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

/** One ticket takes in the other: an open one before one that waits, then the older. Tells the other's end; returns what the first has to tell. */
function mergeTickets(tx: Tx, one: TicketRow, other: TicketRow): Arrivals {
  const [kept, gone] = [one, other].toSorted((a, b) => Number(b.status === "open") - Number(a.status === "open") || a.id - b.id) as [TicketRow, TicketRow];
  // Its bot speaks in it no more.
  cancelPending(tx, gone.id);
  const unread = tx.select({ id: messages.id }).from(messages).where(and(eq(messages.ticketId, gone.id), sql`${messages.read} = 0`)).orderBy(desc(messages.id)).limit(maxAnnounced).all();
  tx.update(messages).set({ ticketId: kept.id, updatedAt: new Date(tx.store.now()) }).where(eq(messages.ticketId, gone.id)).run();
  tx.run(sql`INSERT OR IGNORE INTO ${ticketTags} (ticketId, tagId) SELECT ${kept.id}, tagId FROM ${ticketTags} WHERE ticketId = ${gone.id}`);
  tx.update(userRatings).set({ ticketId: kept.id }).where(eq(userRatings.ticketId, gone.id)).run();
  const notes = moveNotes(tx, gone.id, kept.id);
  tx.emit("ticket", "delete", { ticketId: gone.id }, audienceOf(gone));
  moveDrafts(tx, gone.id, kept.id);
  tx.delete(tickets).where(eq(tickets.id, gone.id)).run();
  // rules.md#held-in-sight
  const fits = kept.status !== "open" || isSeenByAssignee(tx.store, { ...kept, queueId: gone.queueId });
  const last = gone.lastMessageAt > kept.lastMessageAt ? gone : kept;
  tx.update(tickets).set({
    queueId: kept.queueId ?? (fits ? gone.queueId : null), unreadMessages: kept.unreadMessages + gone.unreadMessages, lastMessage: last.lastMessage, lastMessageFromMe: last.lastMessageFromMe, lastMessageAt: last.lastMessageAt, fromMe: last.fromMe,
    waitingSince: earliest(kept.waitingSince, gone.waitingSince), withBot: kept.withBot && gone.withBot,
    updatedAt: gone.updatedAt > kept.updatedAt ? gone.updatedAt : kept.updatedAt,
  }).where(eq(tickets.id, kept.id)).run();
  return { id: kept.id, messages: unread.map(({ id }) => id).reverse(), notes: notes.slice(-maxAnnounced) };
}

// What was said in one of the two is answered there: nobody's wait ends by it.
const earliest = (one: Date | null, other: Date | null) => (one && other ? new Date(Math.min(one.getTime(), other.getTime())) : (one ?? other));

// Who reacted as both to one message keeps what the winner said.
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
