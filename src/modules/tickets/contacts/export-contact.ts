import { and, asc, eq, gt, or } from "drizzle-orm";
import { z } from "zod";
import type { Me } from "../../../kit/audience.ts";
import type { Store } from "../../../kit/store.ts";
import { addAuditEntry } from "../../audit/audit.ts";
import { identifiersOf } from "../../contacts/identifiers.ts";
import { notErased } from "../../contacts/contacts.ts";
import { withFields } from "../../contacts/fields.ts";
import { addressesOf } from "../../contacts/addresses.ts";
import { media, messages, messageVersions } from "../../messages/table.ts";
import { queues } from "../../queues/table.ts";
import { userRatings } from "../../ratings/table.ts";
import { tags, ticketTags } from "../../tags/table.ts";
import { languages } from "../../../shared/languages.ts";
import { inOtherTickets, inTicketsOf } from "./contact-files.ts";
import { ticketNotes, tickets } from "../table.ts";

export type ContactExport = Awaited<ReturnType<typeof exportContact>>;

/** How many messages are read before others have a turn. */
const chunk = 500;

export const exportQuery = z.object({ format: z.enum(["json", "html"]).default("json"), language: z.enum(languages).default("ptBR") });

/** All that is known of a person, as they may demand by law (LGPD): who they are, messages, notes, ratings, and the list of files. Throws missing. */
export async function exportContact(store: Store, me: Me, id: number) {
  const { erasedAt: _, ...contact } = withFields(store, notErased(store.db, id));
  store.write((tx) => addAuditEntry(tx, { userId: me.id, action: "contactExported", subject: `contact ${id}` }));
  return {
    exportedAt: new Date(store.now()),
    company: store.about().name,
    contact: { ...contact, names: identifiersOf(store, id), addresses: addressesOf(store, id) },
    tickets: ticketsOf(store, id),
    messages: await messagesOf(store, id),
    notes: store.db.select({ ticketId: ticketNotes.ticketId, note: ticketNotes.note, createdAt: ticketNotes.createdAt }).from(ticketNotes).where(eq(ticketNotes.contactId, id)).orderBy(asc(ticketNotes.id)).all(),
    ratings: store.db.select({ ticketId: userRatings.ticketId, rate: userRatings.rate, createdAt: userRatings.createdAt }).from(userRatings)
      .innerJoin(tickets, eq(tickets.id, userRatings.ticketId)).where(eq(tickets.contactId, id)).orderBy(asc(userRatings.id)).all(),
    files: filesOf(store, id),
  };
}

function ticketsOf(store: Store, contactId: number) {
  const rows = store.db.select({ id: tickets.id, uuid: tickets.uuid, status: tickets.status, queue: queues.name, createdAt: tickets.createdAt, updatedAt: tickets.updatedAt })
    .from(tickets).leftJoin(queues, eq(queues.id, tickets.queueId)).where(eq(tickets.contactId, contactId)).orderBy(asc(tickets.id)).all();
  const labels = store.db.select({ ticketId: ticketTags.ticketId, name: tags.name }).from(ticketTags).innerJoin(tags, eq(tags.id, ticketTags.tagId))
    .innerJoin(tickets, eq(tickets.id, ticketTags.ticketId)).where(eq(tickets.contactId, contactId)).all();
  return rows.map((ticket) => ({ ...ticket, tags: labels.filter(({ ticketId }) => ticketId === ticket.id).map(({ name }) => name) }));
}

async function messagesOf(store: Store, contactId: number) {
  const said = or(inTicketsOf(contactId), inOtherTickets(contactId));
  const page = (after: number) =>
    store.db.select({
      id: messages.id, ticketId: messages.ticketId, fromMe: messages.fromMe, mediaType: messages.mediaType, body: messages.body, file: media.name,
      isDeleted: messages.isDeleted, isEdited: messages.isEdited, sentAt: messages.sentAt, createdAt: messages.createdAt,
    }).from(messages).leftJoin(media, eq(media.id, messages.mediaId)).where(and(said, gt(messages.id, after))).orderBy(asc(messages.id)).limit(chunk).all();
  const all: (ReturnType<typeof page>[number] & { before: string[] })[] = [];
  for (let after = 0; ; await new Promise(setImmediate)) {
    const rows = page(after);
    const earlier = store.db.select({ messageId: messageVersions.messageId, body: messageVersions.body }).from(messageVersions)
      .innerJoin(messages, eq(messages.id, messageVersions.messageId)).where(and(said, gt(messages.id, after))).orderBy(asc(messageVersions.id)).all();
    all.push(...rows.map((row) => ({ ...row, before: earlier.filter(({ messageId }) => messageId === row.id).map(({ body }) => body) })));
    if (rows.length < chunk) return all;
    after = rows.at(-1)!.id;
  }
}

function filesOf(store: Store, contactId: number) {
  const rows = store.db.select({ messageId: messages.id, name: media.name, type: media.type, size: media.size, sha256: media.sha256 }).from(messages)
    .innerJoin(media, eq(media.id, messages.mediaId)).where(or(inTicketsOf(contactId), inOtherTickets(contactId))).orderBy(asc(messages.id)).all();
  return rows.map(({ sha256, ...file }) => ({ ...file, link: sha256 === "" ? null : store.files.link({ sha256, name: file.name }) }));
}
