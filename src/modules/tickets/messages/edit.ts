import { eq } from "drizzle-orm";
import type { ConnectionManager } from "../../../channel/channel.ts";
import type { Me } from "../../../kit/db/audience.ts";
import { Fault } from "../../../kit/fault.ts";
import type { CompanyDb } from "../../../kit/db/company-db.ts";
import { deleteWindow, editWindow } from "../../../shared/limits.ts";
import { ack, type MessageKind } from "../../../shared/states.ts";
import { onChannel } from "../../connections/on-channel.ts";
import { findMessage } from "../../messages/messages.ts";
import { isBeingSent, dequeue } from "../../messages/outbox.ts";
import { targetIn } from "../../messages/targets.ts";
import { messages, type Message, type MessageRow } from "../../messages/table.ts";
import { deleted, rewrite } from "./inbound-edit.ts";
import { refuseUnlessOpen } from "./reply.ts";
import { findTicket, missing } from "../tickets.ts";
import type { Ticket } from "../table.ts";

const editableKinds: MessageKind[] = ["chat", "image", "video", "application"];

/**
 * Changes the text of a message of ours, on the network too unless it is still in the outbox.
 * Throws missing, forbidden for another's message, and what `onChannel` throws. Throws conflicts
 * when the ticket isn't open, too late (ERR_EDIT_WINDOW), and before it is sent.
 * rules.md#edit-and-delete
 */
export async function edit(
  db: CompanyDb,
  me: Me,
  connectionManager: ConnectionManager,
  messageId: number,
  body: string,
): Promise<Message> {
  const { message, ticket } = findOurs(db, me, messageId);
  refuseUnlessOpen(ticket);
  if (message.isDeleted || !editableKinds.includes(message.mediaType))
    throw conflict("ERR_EDITING_WAPP_MSG", "Esta mensagem não pode ser editada");
  if (body === message.body) return findMessage(db, messageId)!;
  if (isUnsent(db, message)) return rewriteIfStands(db, messageId, { body, isEdited: true });
  if (message.ack < ack.sent)
    throw conflict("ERR_EDITING_WAPP_MSG", "Esta mensagem ainda não saiu");
  if (age(db, message) > editWindow)
    throw conflict("ERR_EDIT_WINDOW", "Esta mensagem não pode mais ser editada");
  await onChannel(
    db,
    connectionManager,
    message.whatsappId,
    (channel) => channel.edit(targetIn(db, ticket.contactId, message), body),
    { refused: "ERR_EDITING_WAPP_MSG", ability: "edit" },
  );
  return rewriteIfStands(db, messageId, { body, isEdited: true });
}

/**
 * Deletes a message of ours, on the network too unless it never left. Throws missing, forbidden for
 * another's message, conflicts when it is too late
 * (ERR_FETCH_WAPP_MSG) or just being sent, and what `onChannel` throws. rules.md#edit-and-delete
 */
export async function deleteMessage(
  db: CompanyDb,
  me: Me,
  connectionManager: ConnectionManager,
  messageId: number,
): Promise<Message> {
  const { message, ticket } = findOurs(db, me, messageId);
  if (message.isDeleted) return findMessage(db, messageId)!;
  if (message.ack === ack.failed || isUnsent(db, message))
    return rewriteIfStands(db, messageId, deleted);
  if (message.ack < ack.sent)
    throw conflict("ERR_DELETE_WAPP_MSG", "Esta mensagem está saindo agora");
  if (age(db, message) > deleteWindow)
    throw conflict("ERR_FETCH_WAPP_MSG", "Esta mensagem é antiga demais");
  await onChannel(
    db,
    connectionManager,
    message.whatsappId,
    (channel) => channel.delete(targetIn(db, ticket.contactId, message)),
    { refused: "ERR_DELETE_WAPP_MSG", ability: "delete" },
  );
  return rewriteIfStands(db, messageId, deleted);
}

function findOurs(
  db: CompanyDb,
  me: Me,
  messageId: number,
): { message: MessageRow; ticket: Ticket } {
  const message = db.select().from(messages).where(eq(messages.id, messageId)).get() ?? missing();
  const ticket = findTicket(db, me, message.ticketId);
  if (!message.fromMe)
    throw new Fault("forbidden", "ERR_NO_PERMISSION", {
      message: "Só se muda o que foi dito daqui",
    });
  return { message, ticket };
}

const isUnsent = (db: CompanyDb, { id, ack: level }: MessageRow) =>
  level === ack.queued && !isBeingSent(db, id);

const age = (db: CompanyDb, { createdAt }: MessageRow) => db.now() - createdAt.getTime();

/**
 * Rewrites the message as the network has it now. Reads it again, since others may have changed it
 * in the meantime.
 */
function rewriteIfStands(db: CompanyDb, messageId: number, values: Partial<MessageRow>): Message {
  return db.write((tx) => {
    const message = tx.select().from(messages).where(eq(messages.id, messageId)).get() ?? missing();
    if (message.isDeleted) return findMessage(db, messageId)!;
    if (values.isDeleted) dequeue(tx, messageId);
    return rewrite(tx, message, values);
  });
}

const conflict = (reason: string, message: string) => new Fault("conflict", reason, { message });
