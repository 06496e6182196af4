import { eq } from "drizzle-orm";
import type { Done, Person } from "../../../channel/channel.ts";
import type { Store, Tx } from "../../../kit/store.ts";
import { touched } from "../../../kit/table.ts";
import type { MessageKind } from "../../../shared/states.ts";
import { findByIdentifiers } from "../../contacts/find-by-identifier.ts";
import type { Contact } from "../../contacts/table.ts";
import { findByProviderId } from "../../messages/messages.ts";
import { messages, messageVersions, type Message, type MessageRow } from "../../messages/table.ts";
import { emitMessage } from "./reply.ts";
import { load, audienceOf } from "../tickets.ts";
import { tickets, type Ticket } from "../table.ts";
import { lastMessageOf, shownMessage } from "../waiting.ts";

/** A message that something was done to, where it stands. */
type AffectedMessage = { message: MessageRow; ticket: Ticket; chat: Contact };

/** Kinds whose body is what someone wrote. */
const texts: MessageKind[] = ["chat", "image", "video", "application"];

/** A message's author wrote it anew. What it said before is kept. One that isn't here, or is someone else's, stays as it is. doc 4 §1.14 */
export function applyInboundEdit(store: Store, whatsappId: number, done: Done & { body: string }) {
  store.write((tx) => {
    const found = findAffectedMessage(store, whatsappId, done);
    if (!found || !isAuthor(store, found, done.from) || !texts.includes(found.message.mediaType)) return;
    const { message } = found;
    if (message.isDeleted || message.body === done.body) return;
    rewrite(tx, message, { body: done.body, isEdited: true });
  });
}

/** A message's author took it back, or in a group an admin did. What it said is kept for the shop's own admins. doc 4 §1.14 */
export function applyInboundDelete(store: Store, whatsappId: number, done: Done & { byAdmin?: boolean }) {
  store.write((tx) => {
    const found = findAffectedMessage(store, whatsappId, done);
    const may = found && ((found.ticket.isGroup && done.byAdmin) || isAuthor(store, found, done.from));
    if (!found || found.message.isDeleted || !may) return;
    rewrite(tx, found.message, { body: "", mediaId: null, isDeleted: true });
  });
}

/** The message that something was done to; undefined unless it stands in that very conversation, since an id could be another's. */
export function findAffectedMessage(store: Store, whatsappId: number, { to, chat }: Pick<Done, "to" | "chat">): AffectedMessage | undefined {
  const message = findByProviderId(store, whatsappId, to);
  if (!message) return undefined;
  const ticket = load(store, message.ticketId);
  const contact = findByIdentifiers(store, chat.ids).find(({ id }) => id === ticket.contactId);
  return contact && { message, ticket, chat: contact };
}

/** Gives a message another content, keeps what it was, and tells it. */
export function rewrite(tx: Tx, { id, ticketId, body, mediaId }: MessageRow, values: Partial<MessageRow>): Message {
  const now = tx.store.now();
  tx.insert(messageVersions).values({ messageId: id, body, mediaId, createdAt: new Date(now) }).run();
  tx.update(messages).set({ ...values, ...touched(now) }).where(eq(messages.id, id)).run();
  return emitMessage(tx, id, updateLastMessage(tx, id, ticketId));
}

/** A message changed: its ticket's line in the lists follows when it is the one that stands there. Returns the ticket as it is then. */
export function updateLastMessage(tx: Tx, messageId: number, ticketId: number): Ticket {
  const ticket = load(tx.store, ticketId);
  const shown = shownMessage(tx.store, ticketId);
  if (shown?.id !== messageId) return ticket;
  const { lastMessage } = lastMessageOf(shown);
  if (lastMessage === ticket.lastMessage) return ticket;
  // No new `updatedAt`: what changes in the past must not move a ticket to the top of everyone's list.
  tx.update(tickets).set({ lastMessage }).where(eq(tickets.id, ticketId)).run();
  const updated = { ...ticket, lastMessage };
  tx.emit("ticket", "update", { ticket: updated }, audienceOf(updated));
  return updated;
}

function isAuthor(store: Store, { message, ticket, chat }: AffectedMessage, from: Person | null): boolean {
  if (from === null || message.fromMe) return from === null && message.fromMe;
  const authors = ticket.isGroup ? findByIdentifiers(store, from.ids) : [chat];
  return authors.some(({ id, active }) => active && id === message.contactId);
}
