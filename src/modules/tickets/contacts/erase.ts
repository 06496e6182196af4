import { and, eq, inArray, or, sql } from "drizzle-orm";
import type { Me } from "../../../kit/audience.ts";
import { Fault } from "../../../kit/fault.ts";
import { clear, finish, plan, type Job } from "../../../kit/jobs.ts";
import type { Store, Tx } from "../../../kit/store.ts";
import { addAuditEntry } from "../../audit/audit.ts";
import { notErased } from "../../contacts/contacts.ts";
import { contactAddresses, contactFields, contacts, contactTags, identifiers, type Contact } from "../../contacts/table.ts";
import { messages, messageVersions, outbox, reactions } from "../../messages/table.ts";
import { deleteUnusedMedia } from "../../messages/unused-media.ts";
import { deleteUnusedFiles } from "../../messages/stored-files.ts";
import { jobQueueOf } from "../attendance/handle-turn.ts";
import { inOtherTickets, filesOf, inTicketsOf } from "./contact-files.ts";
import { dropRatingRequest } from "../attendance/rate.ts";
import { change, load, audienceOf } from "../tickets.ts";
import { attendances, drafts, ticketNotes, tickets, type TicketRow } from "../table.ts";

/** The name of an erased contact in the tickets that stay. */
const erasedName = "Contato apagado";

/**
 * Erases a person's data at their request (LGPD): names, numbers and identifiers, all messages with and by them, and every file that no other conversation has.
 * Tickets, their moves and ratings stay, without texts or names. If they write again they are a new contact. Throws missing, invalid for a group.
 */
export async function erase(store: Store, me: Me, id: number) {
  const picture = notErased(store.db, id).profilePicUrl.split("/")[3];
  // SQLite overwrites what it deletes from here on.
  store.sqlite.run("PRAGMA secure_delete = ON");
  const orphans = store.write((tx) => {
    const contact = notErased(tx, id);
    if (contact.isGroup) throw new Fault("invalid", "ERR_VALIDATION", { message: "Um grupo não é uma pessoa: exclua-o", fields: { id: "invalid" } });
    const theirs = tx.select().from(tickets).where(eq(tickets.contactId, id)).orderBy(tickets.id).all();
    for (const ticket of theirs) closeTicket(tx, ticket);
    const files = eraseMessages(tx, id);
    eraseFromConnections(tx, id);
    eraseFromImports(tx, id);
    anonymise(tx, contact);
    for (const { id } of theirs) {
      const ticket = load(store, id);
      tx.emit("ticket", "update", { ticket }, audienceOf(ticket));
    }
    addAuditEntry(tx, { userId: me.id, action: "contactErased", subject: `contact ${id}`, details: { tickets: theirs.length } });
    plan(tx, { kind: "tidy", lane: "tidy", runAt: store.now(), payload: {} });
    tx.emit("contact", "delete", { contactId: id }, { to: "everyone" });
    // Earlier events hold texts and names. Clients that were away load their lists again.
    tx.run(sql`DELETE FROM events WHERE seq < (SELECT max(seq) FROM events)`);
    return deleteUnusedMedia(tx, files);
  });
  await deleteUnusedFiles(store, picture ? [...orphans, picture] : orphans);
  return {};
}

/** Merges the full-text indexes, which keep deleted words until then, in small steps, and truncates the write-ahead log. */
export async function compactSearchIndex(store: Store, job: Job) {
  for (const index of ["messageSearch", "contactSearch"]) {
    for (let slice = -16, more = true; more; slice = 16) {
      const before = changes(store);
      store.sqlite.run(`INSERT INTO ${index} (${index}, rank) VALUES ('merge', ${slice})`);
      more = changes(store) - before >= 2;
      await new Promise(setImmediate);
    }
  }
  store.write((tx) => void finish(tx, job.id));
  store.sqlite.run("PRAGMA wal_checkpoint(TRUNCATE)");
}

const changes = (store: Store) => (store.sqlite.query("SELECT total_changes() AS count").get() as { count: number }).count;

/** Closes an active ticket. Without a user, so that it can't be undone. */
function closeTicket(tx: Tx, ticket: TicketRow) {
  const { id } = ticket;
  clear(tx, jobQueueOf(id));
  dropRatingRequest(tx, id);
  tx.delete(attendances).where(eq(attendances.ticketId, id)).run();
  for (const { userId } of tx.delete(drafts).where(eq(drafts.ticketId, id)).returning({ userId: drafts.userId }).all()) tx.emit("draft", "delete", { draftId: id, ticketId: id }, { to: "user", userId });
  for (const gone of tx.delete(ticketNotes).where(eq(ticketNotes.ticketId, id)).returning({ id: ticketNotes.id }).all()) tx.emit("ticketNote", "delete", { ticketNoteId: gone.id }, audienceOf(ticket));
  const quiet = { lastMessage: "", lastMessageFromMe: false, unreadMessages: 0, chatbot: false, useIntegration: false, queueOptionId: null };
  if (ticket.status === "closed") tx.update(tickets).set(quiet).where(eq(tickets.id, id)).run();
  else change(tx, ticket, { ...quiet, status: "closed" });
}

/** Empties all messages with the contact, and by them in groups. Returns the ids of the media that they had. */
function eraseMessages(tx: Tx, contactId: number): number[] {
  const said = or(inTicketsOf(contactId), inOtherTickets(contactId))!;
  const ids = tx.select({ id: messages.id }).from(messages).where(said);
  const files = filesOf(tx, said);
  tx.run(sql`DELETE FROM waContents WHERE EXISTS (SELECT 1 FROM ${messages} WHERE ${messages.whatsappId} = waContents.connectionId AND ${messages.providerId} = waContents.id AND ${said})`);
  tx.run(sql`DELETE FROM waInbox WHERE EXISTS (SELECT 1 FROM ${messages} WHERE ${messages.whatsappId} = waInbox.connectionId AND ${messages.providerId} = waInbox.messageId AND ${said})`);
  tx.delete(outbox).where(eq(outbox.contactId, contactId)).run();
  tx.delete(messageVersions).where(inArray(messageVersions.messageId, ids)).run();
  tx.delete(reactions).where(or(inArray(reactions.messageId, tx.select({ id: messages.id }).from(messages).where(inTicketsOf(contactId))), eq(reactions.contactId, contactId))).run();
  tx.update(messages).set({ body: "", mediaId: null, quotedMsgId: null, isDeleted: true, isEdited: false, read: true, reason: null }).where(said).run();
  return files;
}

/** Deletes what connections' sessions store about these identifiers. */
function eraseFromConnections(tx: Tx, contactId: number) {
  for (const type of ["phone", "lid"] as const) {
    const values = tx.select({ value: identifiers.value }).from(identifiers).where(and(eq(identifiers.contactId, contactId), eq(identifiers.type, type)));
    tx.run(sql`DELETE FROM waPeople WHERE ${sql.identifier(type)} IN ${values}`);
  }
}

/** Deletes refused import rows that hold one of the contact's numbers. The last eight digits are the same with and without the ninth digit. */
function eraseFromImports(tx: Tx, contactId: number) {
  const plain = [" ", "-", "(", ")", ".", "+"].reduce((text, mark) => sql`replace(${text}, ${mark}, '')`, sql`importRows.cells`);
  tx.run(sql`DELETE FROM importRows WHERE EXISTS (SELECT 1 FROM ${identifiers} i WHERE i.contactId = ${contactId} AND i.type = 'phone' AND length(i.value) >= 8 AND instr(${plain}, substr(i.value, -8)) > 0)`);
}

function anonymise(tx: Tx, { id }: Contact) {
  for (const table of [contactFields, contactAddresses, contactTags, identifiers]) tx.delete(table).where(eq(table.contactId, id)).run();
  const now = new Date(tx.store.now());
  tx.update(contacts).set({ name: erasedName, pushName: "", number: "", email: "", profilePicUrl: "", active: true, disableBot: false, erasedAt: now, updatedAt: now }).where(eq(contacts.id, id)).run();
}
