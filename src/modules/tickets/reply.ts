import { eq } from "drizzle-orm";
import type { Me } from "../../kit/audience.ts";
import { Fault } from "../../kit/fault.ts";
import type { Kept } from "../../kit/files.ts";
import type { Emit, Store } from "../../kit/store.ts";
import { born } from "../../kit/table.ts";
import { ack } from "../../shared.ts";
import { addMedia, byClient, mediaTypeOf, one, preview } from "../messages/messages.ts";
import { enqueue } from "../messages/outbox.ts";
import { messages, type Message } from "../messages/table.ts";
import { change, find, missing, sightOf } from "./tickets.ts";
import type { TicketRow } from "./table.ts";

type Draft = { body: string; clientId?: string; quotedMsgId?: number; files?: Kept[] };

/**
 * What an agent says: stored before it is sent, one message a file, in line to leave. Asked again under the same `clientId`, it is the same message.
 * Throws missing, a conflict when the ticket isn't open, invalid when there is nothing to say. doc 4 §1.2
 */
export function reply(store: Store, me: Me, ticketId: number, { body, clientId, quotedMsgId, files = [] }: Draft): Message[] {
  const parts = files.length > 0 ? files : [undefined];
  if (files.length === 0 && body.trim() === "") throw new Fault("invalid", "ERR_VALIDATION", { message: "Escreva uma mensagem", fields: { body: "required" } });
  return store.write((tx, emit) => {
    let ticket: TicketRow = find(store, me, ticketId);
    return parts.map((file, index) => {
      const key = clientId && (index === 0 ? clientId : `${clientId}:${index}`);
      const known = key && byClient(store, ticketId, key);
      if (known) return one(store, known.id)!;
      refuseUnlessOpen(ticket);
      const { whatsappId } = ticket;
      if (whatsappId === null) throw new Fault("conflict", "ERR_NO_WAPP_FOUND", { message: "A conexão deste atendimento foi excluída" });

      const now = store.now();
      const text = index === 0 ? body : "";
      const mediaType = file ? mediaTypeOf(file.type) : "chat";
      const quotes = quotedMsgId !== undefined && one(store, quotedMsgId)?.ticketId === ticketId;
      const row = tx.insert(messages).values({
        ticketId, contactId: ticket.contactId, whatsappId, providerId: newProviderId(), clientId: key ?? null, origin: "agent", userId: me.id, fromMe: true, read: true,
        body: text, mediaType, mediaId: file ? addMedia(tx, file, now) : null, quotedMsgId: quotes ? quotedMsgId : null, ...born(now),
      }).returning({ id: messages.id }).get();
      enqueue(tx, { id: row.id, whatsappId, contactId: ticket.contactId });
      const told = change(store, tx, emit, ticket, { lastMessage: preview(text, mediaType), lastMessageAt: new Date(now) });
      const message = one(store, row.id)!;
      emit("appMessage", "create", { message, ticket: told, contact: told.contact }, sightOf(told));
      ticket = told;
      return message;
    });
  });
}

/** Sends a failed message again, as the same message. Throws missing, or a conflict when it didn't fail. */
export function retry(store: Store, me: Me, messageId: number): Message {
  return store.write((tx, emit) => {
    const message = one(store, messageId);
    if (!message) return missing();
    const ticket = find(store, me, message.ticketId);
    refuseUnlessOpen(ticket);
    if (message.ack !== ack.failed || message.whatsappId === null) throw new Fault("conflict", "ERR_MESSAGE_NOT_FAILED", { message: "Esta mensagem não falhou" });
    tx.update(messages).set({ ack: ack.queued, reason: null, updatedAt: new Date(store.now()) }).where(eq(messages.id, messageId)).run();
    enqueue(tx, { id: messageId, whatsappId: message.whatsappId, contactId: ticket.contactId });
    return tellMessage(store, emit, messageId, ticket);
  });
}

/** Throws a conflict when nobody attends the ticket. */
export function refuseUnlessOpen({ status }: Pick<TicketRow, "status">) {
  if (status !== "open") throw new Fault("conflict", "ERR_TICKET_NOT_OPEN", { message: "Aceite o atendimento antes de responder" });
}

/** Tells a message's new state to who sees its ticket. */
export function tellMessage(store: Store, emit: Emit, messageId: number, ticket: Parameters<typeof sightOf>[0] & { contact: object }): Message {
  const message = one(store, messageId)!;
  emit("appMessage", "update", { message, ticket, contact: ticket.contact }, sightOf(ticket));
  return message;
}

// The form that the network's own web client uses, made here so that a message sent again after a crash is the same one.
const newProviderId = () => `3EB0${Buffer.from(crypto.getRandomValues(new Uint8Array(9))).toString("hex").toUpperCase()}`;
