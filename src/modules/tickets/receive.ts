import { and, eq } from "drizzle-orm";
import type { Heard } from "../../channel/channel.ts";
import type { Kept } from "../../kit/files.ts";
import type { Store, Tx } from "../../kit/store.ts";
import { born } from "../../kit/table.ts";
import { connectionQueues, connections } from "../connections/table.ts";
import { meet } from "../contacts/contacts.ts";
import { addMedia, byProvider, mediaTypeOf, one, preview } from "../messages/messages.ts";
import { messages, type Message } from "../messages/table.ts";
import { read as setting } from "../settings/settings.ts";
import { active, add, change, latest, sightOf } from "./tickets.ts";
import { tickets, type TicketRow } from "./table.ts";

/**
 * A message that arrived on a connection: its contact, its ticket and itself, all or nothing. The same one twice is one message.
 * Undefined when it is none of ours: a group while groups are ignored, someone who is blocked. doc 4 §1.1
 */
export function receive(store: Store, whatsappId: number, heard: Heard, file?: Kept): Message | undefined {
  if (heard.group && setting(store, "CheckMsgIsGroup") === "enabled") return undefined;
  return store.write((tx, emit) => {
    const known = tx.select({ id: messages.id }).from(messages).where(byProvider(whatsappId, heard.id)).get();
    if (known) return one(store, known.id);

    const now = store.now();
    const author = meet(tx, emit, { type: "phone", value: heard.from }, { name: heard.name }, now);
    const contact = heard.group ? meet(tx, emit, { type: "group", value: heard.group.id }, { name: heard.group.subject, isGroup: true }, now) : author;
    if (!contact.active || !author.active) return undefined;

    const { ticket, again } = ticketFor(store, tx, contact.id, whatsappId, contact.isGroup);
    const mediaType = file ? mediaTypeOf(file.type) : "chat";
    const quoted = heard.quotedId && quotedFrom(tx, whatsappId, heard.quotedId, contact.id);
    const { id } = tx.insert(messages).values({
      ticketId: ticket.id, contactId: author.id, whatsappId, providerId: heard.id, origin: "contact", ack: 2,
      body: heard.body, mediaType, mediaId: file ? addMedia(tx, file, now) : null, quotedMsgId: quoted ? quoted.id : null, ...born(now),
    }).returning({ id: messages.id }).get();
    const told = change(store, tx, emit, ticket, {
      ...again, lastMessage: preview(heard.body, mediaType), lastMessageAt: new Date(now), unreadMessages: ticket.unreadMessages + 1,
    });
    const message = one(store, id)!;
    emit("appMessage", "create", { message, ticket: told, contact }, sightOf(told));
    return message;
  });
}

/** The ticket that a contact's message belongs to, and what changes when it is one that was closed. doc 4 §1.3 */
function ticketFor(store: Store, tx: Tx, contactId: number, whatsappId: number, isGroup: boolean): { ticket: TicketRow; again?: Partial<TicketRow> } {
  const current = active(store, contactId, whatsappId);
  if (current) return { ticket: current };
  const last = latest(store, contactId, whatsappId);
  if (last && (isGroup || store.now() - last.updatedAt.getTime() < reopenWindow(tx, whatsappId))) return { ticket: last, again: { status: "pending", userId: null } };
  return { ticket: add(store, tx, { status: "pending", contactId, whatsappId, isGroup, queueId: onlyQueue(tx, whatsappId) }) };
}

// Only from their own conversation: an id could be another's.
const quotedFrom = (tx: Tx, whatsappId: number, providerId: string, contactId: number) =>
  tx.select({ id: messages.id }).from(messages).innerJoin(tickets, eq(tickets.id, messages.ticketId)).where(and(byProvider(whatsappId, providerId), eq(tickets.contactId, contactId))).get();

const reopenWindow = (tx: Tx, whatsappId: number) => (tx.select().from(connections).where(eq(connections.id, whatsappId)).get()?.reopenMinutes ?? 0) * 60_000;

function onlyQueue(tx: Tx, whatsappId: number): number | null {
  const served = tx.select().from(connectionQueues).where(eq(connectionQueues.connectionId, whatsappId)).limit(2).all();
  return served.length === 1 ? served[0]!.queueId : null;
}
