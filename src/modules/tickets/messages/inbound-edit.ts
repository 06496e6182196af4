import { eq } from "drizzle-orm";
import type { InboundChange, Person } from "../../../channel/channel.ts";
import type { CompanyDb, Tx } from "../../../kit/db/company-db.ts";
import { updateTimestamps } from "../../../kit/db/table.ts";
import { ack, type MessageKind } from "../../../shared/states.ts";
import { findByIdentifiers } from "../../contacts/find-by-identifier.ts";
import type { Contact } from "../../contacts/table.ts";
import { findByProviderId } from "../../messages/messages.ts";
import { messages, messageVersions, type Message, type MessageRow } from "../../messages/table.ts";
import { emitMessage } from "./reply.ts";
import { loadTicket, patchRow } from "../tickets.ts";
import type { Ticket } from "../table.ts";
import { hasFailed, lastMessageOf, lastVisibleMessage } from "../waiting.ts";

/** The message that an edit, a deletion or a reaction is about, with its ticket and contact. */
type AffectedMessage = { message: MessageRow; ticket: Ticket; chat: Contact };

/** Kinds whose body is a text that someone wrote. */
const texts: MessageKind[] = ["chat", "image", "video", "application"];

/**
 * The author edited a message on their phone. The earlier version is stored. Ignored for an unknown
 * message or another author. rules.md#edit-and-delete
 */
export function applyInboundEdit(
  db: CompanyDb,
  whatsappId: number,
  done: InboundChange & { body: string },
) {
  db.write((tx) => {
    const affected = findAffectedMessage(db, whatsappId, done);
    if (
      !affected ||
      !isAuthor(db, affected, done.from) ||
      !texts.includes(affected.message.mediaType)
    )
      return;
    const { message } = affected;
    if (message.isDeleted || message.body === done.body) return;
    rewrite(tx, message, { body: done.body, isEdited: true });
  });
}

/**
 * The author, or in a group an admin, deleted a message on their phone. The earlier version stays
 * stored for the company's admins. rules.md#edit-and-delete
 */
export function applyInboundDelete(
  db: CompanyDb,
  whatsappId: number,
  done: InboundChange & { byAdmin?: boolean },
) {
  db.write((tx) => {
    const affected = findAffectedMessage(db, whatsappId, done);
    const may =
      affected && ((affected.ticket.isGroup && done.byAdmin) || isAuthor(db, affected, done.from));
    if (!affected || affected.message.isDeleted || !may) return;
    rewrite(tx, affected.message, deleted);
  });
}

/** The content that a deleted message has. */
export const deleted = { body: "", place: null, cards: null, mediaId: null, isDeleted: true };

/**
 * The message that was changed; undefined unless it is in that very conversation, since an id could
 * be another conversation's.
 */
export function findAffectedMessage(
  db: CompanyDb,
  whatsappId: number,
  { to, chat }: Pick<InboundChange, "to" | "chat">,
): AffectedMessage | undefined {
  const message = findByProviderId(db, whatsappId, to);
  if (!message) return undefined;
  const ticket = loadTicket(db, message.ticketId);
  const contact = findByIdentifiers(db, chat.ids).find(({ id }) => id === ticket.contactId);
  return contact && { message, ticket, chat: contact };
}

/** Changes a message's content, keeps the earlier version, and emits the message. */
export function rewrite(
  tx: Tx,
  { id, ticketId, body, place, cards, mediaId, ack: level }: MessageRow,
  values: Partial<MessageRow>,
): Message {
  const now = tx.now();
  tx.insert(messageVersions)
    .values({ messageId: id, body, place, cards, mediaId, createdAt: new Date(now) })
    .run();
  tx.update(messages)
    .set({ ...values, ...updateTimestamps(now) })
    .where(eq(messages.id, id))
    .run();
  const ticket = updateLastMessage(tx, id, ticketId);
  const changed = level === ack.failed ? clearFailure(tx, ticket) : ticket;
  return emitMessage(tx, id, changed, values.isDeleted ? "deleted" : "edited");
}

/**
 * Takes the mark off a ticket whose refused messages were all sent again or deleted.
 * rules.md#unsent
 */
export const clearFailure = (tx: Tx, ticket: Ticket): Ticket =>
  ticket.sendFailed && !hasFailed(tx, ticket.id)
    ? patchRow(tx, ticket.id, { sendFailed: false })
    : ticket;

/**
 * Updates what lists show of the ticket, if it is the changed message that they show. Returns the
 * ticket as it is then, for the message's event.
 */
export function updateLastMessage(tx: Tx, messageId: number, ticketId: number): Ticket {
  const ticket = loadTicket(tx, ticketId);
  const visible = lastVisibleMessage(tx, ticketId);
  if (visible?.id !== messageId) return ticket;
  const { lastMessage } = lastMessageOf(visible);
  if (lastMessage === ticket.lastMessage) return ticket;
  return patchRow(tx, ticketId, { lastMessage });
}

function isAuthor(
  db: CompanyDb,
  { message, ticket, chat }: AffectedMessage,
  from: Person | null,
): boolean {
  if (from === null || message.fromMe) return from === null && message.fromMe;
  const authors = ticket.isGroup ? findByIdentifiers(db, from.ids) : [chat];
  return authors.some(({ id, active }) => active && id === message.contactId);
}
