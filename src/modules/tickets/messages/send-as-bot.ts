import { and, eq, gt } from "drizzle-orm";
import type { Tx } from "../../../kit/store.ts";
import { ack, type MessageKind } from "../../../shared/states.ts";
import { newProviderId } from "../../messages/messages.ts";
import { enqueue } from "../../messages/outbox.ts";
import { messages, outbox, type Message } from "../../messages/table.ts";
import { append } from "./append.ts";
import { removeUnsent } from "./undo-send.ts";
import type { TicketRow } from "../table.ts";

type Options = { also?: Partial<TicketRow>; byUserId?: number; /** Leaves the box so many ms later. */ later?: number; file?: { mediaId: number; mediaType: MessageKind } };

/** Words of the company itself at the end of a ticket: a notice, a farewell, what its bot says. Nothing where there is no connection to say them on. */
export function sendAsBot(tx: Tx, ticket: TicketRow, body: string, { also, byUserId, later, file }: Options = {}): Message | undefined {
  const { contactId, whatsappId } = ticket;
  if (whatsappId === null) return undefined;
  const message = append(tx, ticket, { contactId, whatsappId, providerId: newProviderId(), origin: "bot", fromMe: true, read: true, mediaType: "chat", body, ...file }, also, byUserId);
  enqueue(tx, { id: message.id, whatsappId, contactId }, tx.store.now(), later);
  return message;
}

/** Takes back what the company was about to say in a ticket and has not said yet. Files that nothing names then are swept. */
export function cancelPending(tx: Tx, ticketId: number) {
  const waiting = tx.select({ id: messages.id }).from(messages).innerJoin(outbox, eq(outbox.messageId, messages.id))
    .where(and(eq(messages.ticketId, ticketId), eq(messages.origin, "bot"), eq(messages.ack, ack.queued), eq(outbox.state, "queued"), eq(outbox.attempts, 0), gt(outbox.dueAt, tx.store.now()))).all();
  for (const { id } of waiting) removeUnsent(tx, id);
}
