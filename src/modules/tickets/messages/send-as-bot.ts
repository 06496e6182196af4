import { and, eq, gt, sql } from "drizzle-orm";
import type { Tx } from "../../../kit/db/company-db.ts";
import { query } from "../../../kit/db/query.ts";
import type { Interactive } from "../../../shared/interactive.ts";
import { ack, type MessageKind } from "../../../shared/states.ts";
import type { TemplateUse } from "../../../shared/templates.ts";
import { newProviderId } from "../../messages/messages.ts";
import { enqueue } from "../../messages/outbox.ts";
import { messages, outbox, type Message, type MessageRow } from "../../messages/table.ts";
import { append } from "./append.ts";
import { removeUnsent } from "./undo-send.ts";
import type { TicketRow } from "../table.ts";

type Options = {
  also?: Partial<TicketRow>;
  byUserId?: number;
  /** How long (ms) it waits in the outbox. */ later?: number;
  /** By which its cause finds it again. */ clientId?: string;
  file?: { mediaId: number; mediaType: MessageKind };
  template?: TemplateUse;
  interactive?: Interactive;
  /** Its columns besides the text. */
  values?: Partial<Pick<MessageRow, "mediaType" | "place" | "cards" | "quotedMsgId">>;
};

/**
 * Stores and queues a message of the company's own: a notice, a farewell, a bot's answer. Undefined
 * where there is no connection to send it on.
 */
export function sendAsBot(
  tx: Tx,
  ticket: TicketRow,
  body: string,
  { also, byUserId, later, clientId, file, template, interactive, values }: Options = {},
): Message | undefined {
  const { contactId, whatsappId } = ticket;
  if (whatsappId === null) return undefined;
  const message = append(
    tx,
    ticket,
    {
      contactId,
      whatsappId,
      providerId: newProviderId(),
      origin: "bot",
      fromMe: true,
      read: true,
      mediaType: "chat",
      body,
      clientId,
      template,
      interactive,
      ...values,
      ...file,
    },
    also,
    { byUserId },
  );
  enqueue(tx, { id: message.id, whatsappId, contactId }, tx.now(), later);
  return message;
}

/**
 * Deletes the bot's messages of a ticket that have not been sent yet, and returns how many.
 * Messages with a `clientId` stay: their cause takes them back itself. Files that nothing uses then
 * are swept later.
 */
export function cancelPending(tx: Tx, ticketId: number): number {
  const waiting = pendingQuery(tx).all({ ticketId, now: tx.now() });
  for (const { id } of waiting) removeUnsent(tx, id);
  return waiting.length;
}

// Waiting messages are looked up by the contact, so that a long conversation or a full outbox is
// not read. The plus avoids an index that would read all messages without a `clientId`.
const pendingQuery = query((db) =>
  db
    .select({ id: messages.id })
    .from(outbox)
    .innerJoin(messages, eq(outbox.messageId, messages.id))
    .where(
      and(
        eq(
          outbox.contactId,
          sql`(SELECT contactId FROM tickets WHERE id = ${sql.placeholder("ticketId")})`,
        ),
        eq(messages.ticketId, sql.placeholder("ticketId")),
        eq(messages.origin, "bot"),
        sql`+${messages.clientId} IS NULL`,
        eq(messages.ack, ack.queued),
        eq(outbox.state, "queued"),
        eq(outbox.attempts, 0),
        gt(outbox.dueAt, sql.placeholder("now")),
      ),
    ),
);
