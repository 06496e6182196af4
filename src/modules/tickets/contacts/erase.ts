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

/** What a forgotten contact is called wherever a ticket still counts. */
const erasedName = "Contato apagado";

/**
 * A person is forgotten, as the law lets them ask: what they are called and how they are reached, what was said with them and of them, and every file that is in
 * nobody else's conversation. Tickets, their ways and their ratings stay, without a word or a name. Should they write again, they are someone new. Throws missing,
 * invalid for a group.
 */
export async function erase(store: Store, me: Me, id: number) {
  const picture = notErased(store.db, id).profilePicUrl.split("/")[3];
  // What is overwritten must not stay on the disk behind it.
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
    // Events before this one tell what was said and by whom. Who was away reads lists instead.
    tx.run(sql`DELETE FROM events WHERE seq < (SELECT max(seq) FROM events)`);
    return deleteUnusedMedia(tx, files);
  });
  await deleteUnusedFiles(store, picture ? [...orphans, picture] : orphans);
  return {};
}

/** Merges the search indexes, in which deleted words stand until then, a little at a time, and empties the log of what was written. */
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

/** A ticket at work is done: there is nobody to talk to. By nobody, so that it is not undone. */
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

/** All that was said with someone, and by them in groups, says nothing any more. Returns the media that it had. */
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

/** Whom the phones knew by these names they know no more, as far as it is ours to say. */
function eraseFromConnections(tx: Tx, contactId: number) {
  for (const type of ["phone", "lid"] as const) {
    const values = tx.select({ value: identifiers.value }).from(identifiers).where(and(eq(identifiers.contactId, contactId), eq(identifiers.type, type)));
    tx.run(sql`DELETE FROM waPeople WHERE ${sql.identifier(type)} IN ${values}`);
  }
}

/** Rows of spreadsheets that were refused stay to be read: not theirs. The last eight digits are in both forms of a number. */
function eraseFromImports(tx: Tx, contactId: number) {
  const plain = [" ", "-", "(", ")", ".", "+"].reduce((text, mark) => sql`replace(${text}, ${mark}, '')`, sql`importRows.cells`);
  tx.run(sql`DELETE FROM importRows WHERE EXISTS (SELECT 1 FROM ${identifiers} i WHERE i.contactId = ${contactId} AND i.type = 'phone' AND length(i.value) >= 8 AND instr(${plain}, substr(i.value, -8)) > 0)`);
}

function anonymise(tx: Tx, { id }: Contact) {
  for (const table of [contactFields, contactAddresses, contactTags, identifiers]) tx.delete(table).where(eq(table.contactId, id)).run();
  const now = new Date(tx.store.now());
  tx.update(contacts).set({ name: erasedName, pushName: "", number: "", email: "", profilePicUrl: "", active: true, disableBot: false, erasedAt: now, updatedAt: now }).where(eq(contacts.id, id)).run();
}
