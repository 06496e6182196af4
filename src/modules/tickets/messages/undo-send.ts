import { and, desc, eq } from "drizzle-orm";
import type { Me } from "../../../kit/db/audience.ts";
import { Fault } from "../../../kit/fault.ts";
import type { CompanyDb, Tx } from "../../../kit/db/company-db.ts";
import { deleteUnusedMedia } from "../../../kit/db/media.ts";
import { messages, outbox } from "../../messages/table.ts";
import { deleteUnusedFiles } from "../../messages/stored-files.ts";
import { audienceOf } from "../audience.ts";
import { changeRow, findTicket, loadTicket, missing } from "../tickets.ts";
import { lastMessageOf, lastVisibleMessage } from "../waiting.ts";

/**
 * Cancels a message of `me` that is still in the outbox: it is deleted with its file. Throws
 * missing, forbidden for another's message, a conflict once it is being sent.
 */
export async function undoSend(db: CompanyDb, me: Me, messageId: number) {
  const orphans = db.write((tx) => {
    const message = tx.select().from(messages).where(eq(messages.id, messageId)).get() ?? missing();
    findTicket(db, me, message.ticketId);
    if (message.userId !== me.id)
      throw new Fault("forbidden", "ERR_NO_PERMISSION", { message: "Só se desfaz o que se disse" });
    const waits = tx
      .select()
      .from(outbox)
      .where(and(eq(outbox.messageId, messageId), eq(outbox.state, "queued")))
      .get();
    if (!waits || waits.attempts > 0 || waits.dueAt <= db.now())
      throw new Fault("conflict", "ERR_MESSAGE_LEFT", { message: "Esta mensagem já saiu" });
    return removeUnsent(tx, messageId);
  });
  await deleteUnusedFiles(db, orphans);
  return {};
}

/**
 * Deletes a message that was never sent; the ticket shows the one before. Returns the hash of its
 * file when nothing uses that now, for `deleteUnusedFiles`.
 */
export function removeUnsent(tx: Tx, messageId: number): string[] {
  const { ticketId, mediaId } = tx
    .delete(messages)
    .where(eq(messages.id, messageId))
    .returning({ ticketId: messages.ticketId, mediaId: messages.mediaId })
    .get()!;
  const ticket = loadTicket(tx, ticketId);
  const last = tx
    .select()
    .from(messages)
    .where(eq(messages.ticketId, ticketId))
    .orderBy(desc(messages.id))
    .limit(1)
    .get();
  const visible = lastVisibleMessage(tx, ticketId);
  const updated = changeRow(tx, ticket, {
    ...(visible ? lastMessageOf(visible) : { lastMessage: "", lastMessageFromMe: false }),
    ...(last && { lastMessageAt: last.createdAt, fromMe: last.fromMe }),
  });
  tx.emit("appMessage", "delete", { messageId, ticketId, ticket: updated }, audienceOf(updated));
  return deleteUnusedMedia(tx, mediaId === null ? [] : [mediaId]);
}
