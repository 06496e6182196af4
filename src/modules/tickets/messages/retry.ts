import { and, eq, gt, gte } from "drizzle-orm";
import type { Me } from "../../../kit/db/audience.ts";
import { Fault } from "../../../kit/fault.ts";
import type { CompanyDb, Tx } from "../../../kit/db/company-db.ts";
import { updateTimestamps } from "../../../kit/db/table.ts";
import { media } from "../../../kit/db/media.ts";
import { ack } from "../../../shared/states.ts";
import { enqueue, retryNow } from "../../messages/outbox.ts";
import { messages, type Message, type MessageRow } from "../../messages/table.ts";
import { refuseClosedWindow } from "../../windows/window.ts";
import { clearFailure } from "./inbound-edit.ts";
import { refuseUnlessOpen, emitMessage } from "./reply.ts";
import { findTicket, missing } from "../tickets.ts";

/**
 * Retries a failure: a message of ours is sent again as the same message, a file is downloaded
 * again. A message that waits for its next try is tried at once. Throws missing, or a conflict when
 * nothing failed. Also a conflict when the network accepts messages only to contacts who wrote
 * first and this one has not. rules.md#cold-messages
 */
export function retry(db: CompanyDb, me: Me, messageId: number): Message {
  return db.write((tx) => {
    const message = tx.select().from(messages).where(eq(messages.id, messageId)).get();
    if (!message) return missing();
    const ticket = findTicket(db, me, message.ticketId);
    if (isFailed(message)) {
      refuseUnlessOpen(ticket);
      sendAgain(tx, message, ticket.contactId, db.now());
    } else if (retryNow(tx, messageId))
      tx.update(messages).set(updateTimestamps(db.now())).where(eq(messages.id, messageId)).run();
    else askForFile(tx, message, db.now());
    return emitMessage(tx, messageId, clearFailure(tx, ticket));
  });
}

const isFailed = ({ fromMe, ack: level }: MessageRow) => fromMe && level === ack.failed;

function sendAgain(tx: Tx, message: MessageRow, contactId: number, now: number) {
  const { id, whatsappId } = message;
  if (message.isDeleted || whatsappId === null) throw notFailed();
  if (message.reason === "ERR_WAPP_REACHOUT" && !hasWrittenSince(tx, message, contactId)) {
    throw new Fault("conflict", "ERR_WAPP_REACHOUT", {
      message: "O WhatsApp só deixa responder a quem escreveu primeiro",
    });
  }
  if (!message.template) refuseClosedWindow(tx, { contactId, whatsappId });
  tx.update(messages)
    .set({ ack: ack.queued, reason: null, ...updateTimestamps(now) })
    .where(eq(messages.id, id))
    .run();
  enqueue(tx, { id, whatsappId, contactId }, now);
}

const hasWrittenSince = (tx: Tx, { id, whatsappId, createdAt }: MessageRow, contactId: number) =>
  tx
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.contactId, contactId),
        gt(messages.id, id),
        eq(messages.fromMe, false),
        eq(messages.whatsappId, whatsappId!),
        gte(messages.createdAt, createdAt),
      ),
    )
    .limit(1)
    .get() !== undefined;

function askForFile(tx: Tx, { id, mediaId, whatsappId }: MessageRow, now: number) {
  const file =
    mediaId === null ? undefined : tx.select().from(media).where(eq(media.id, mediaId)).get();
  if (!file || file.sha256 !== "" || (file.reason === null && file.retryAt === null))
    throw notFailed();
  if (whatsappId === null)
    throw new Fault("conflict", "ERR_NO_WAPP_FOUND", {
      message: "A conexão desta mensagem foi excluída",
    });
  tx.update(media).set({ reason: null, retryAt: null }).where(eq(media.id, file.id)).run();
  tx.update(messages).set(updateTimestamps(now)).where(eq(messages.id, id)).run();
}

const notFailed = () =>
  new Fault("conflict", "ERR_MESSAGE_NOT_FAILED", { message: "Esta mensagem não falhou" });
