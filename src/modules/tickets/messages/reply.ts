import { and, desc, eq, gt } from "drizzle-orm";
import type { ChannelPlace } from "../../../channel/channel.ts";
import type { Me } from "../../../kit/db/audience.ts";
import { Fault } from "../../../kit/fault.ts";
import type { StoredFile } from "../../../kit/files/files.ts";
import type { CompanyDb, Tx } from "../../../kit/db/company-db.ts";
import { addMedia } from "../../../kit/db/media.ts";
import { undoWindow } from "../../../shared/limits.ts";
import { isBlank } from "../../../shared/text.ts";
import * as contacts from "../../contacts/contacts.ts";
import { withCards } from "../../messages/cards.ts";
import { mediaTypeForSending } from "../../messages/media-types.ts";
import { findByClientId, newProviderId, findMessage } from "../../messages/messages.ts";
import { enqueue } from "../../messages/outbox.ts";
import { placeFrom, withPlace } from "../../messages/places.ts";
import { messages, type Card, type Message, type MessageRow } from "../../messages/table.ts";
import { refuseClosedWindow } from "../../windows/window.ts";
import { append } from "./append.ts";
import { fillVariables } from "./fill-variables.ts";
import { audienceOf } from "../audience.ts";
import { findTicket } from "../tickets.ts";
import type { TicketRow } from "../table.ts";

/** A stored file to be sent, with what players show before they load it. */
export type UploadedFile = StoredFile & { seconds?: number; voice?: boolean; waveform?: number[] };

/**
 * The messages that an agent sends at once. Each of several texts goes with the file at its index;
 * a single one goes with the first file. With `undo` the messages leave only after the time in
 * which they can be cancelled.
 */
export type Reply = {
  body?: string | string[];
  clientId?: string;
  quotedMsgId?: number;
  files?: UploadedFile[];
  sticker?: boolean;
  place?: ChannelPlace;
  contactIds?: number[];
  undo?: boolean;
};

type Part = Pick<MessageRow, "body" | "mediaType"> &
  Partial<Pick<MessageRow, "place" | "cards">> & { file?: UploadedFile };

/**
 * How long (ms) a client's own greeting counts as a repetition of the one that was just sent.
 * rules.md#fixed-texts
 */
const greetingEcho = 5000;

/**
 * Stores and queues what an agent sends, one message for each file. Called again with the same
 * `clientId`, it returns the same messages. Throws missing, a
 * conflict when the ticket isn't open, invalid when there is nothing to send.
 * rules.md#stored-before-sent
 */
export function reply(db: CompanyDb, me: Me, ticketId: number, input: Reply): Message[] {
  const parts = partsOf(db, input);
  if (parts.length === 0)
    throw new Fault("invalid", "ERR_VALIDATION", {
      message: "Escreva uma mensagem",
      fields: { body: "required" },
    });
  return db.write((tx) => {
    const ticket = findTicket(db, me, ticketId);
    return parts.map(({ body, file, ...fields }, index) => {
      const key = input.clientId && (index === 0 ? input.clientId : `${input.clientId}:${index}`);
      const text = fillVariables(db, ticket, body, me.id);
      const existing =
        (key && findByClientId(db, ticketId, key)) || findGreeting(tx, ticketId, text);
      if (existing) return findMessage(db, existing.id)!;
      const quotes =
        index === 0 &&
        input.quotedMsgId !== undefined &&
        findMessage(db, input.quotedMsgId)?.ticketId === ticketId;
      return sendAsAgent(
        tx,
        me,
        ticket,
        {
          ...fields,
          body: text,
          clientId: key ?? null,
          mediaId: file ? addMedia(tx, file, db.now()) : null,
          quotedMsgId: quotes ? input.quotedMsgId! : null,
        },
        input.undo ? undoWindow.message : 0,
      );
    });
  });
}

/**
 * Stores and queues one message of an agent, to be sent now or `later` ms later. Throws a conflict
 * when the ticket isn't open, its connection is gone, or takes only a template.
 */
export function sendAsAgent(
  tx: Tx,
  me: Me,
  ticket: TicketRow,
  values: Pick<MessageRow, "body" | "mediaType" | "mediaId"> & Partial<Omit<MessageRow, "sentAt">>,
  later = 0,
): Message {
  refuseUnlessOpen(ticket);
  const { whatsappId, contactId } = ticket;
  if (whatsappId === null)
    throw new Fault("conflict", "ERR_NO_WAPP_FOUND", {
      message: "A conexão deste atendimento foi excluída",
    });
  if (!values.template) refuseClosedWindow(tx, ticket);
  const message = append(tx, ticket, {
    ...values,
    contactId,
    whatsappId,
    providerId: newProviderId(),
    origin: "agent",
    userId: me.id,
    fromMe: true,
    read: true,
  });
  enqueue(tx, { id: message.id, whatsappId, contactId }, tx.now(), later);
  return message;
}

function findGreeting(tx: Tx, ticketId: number, body: string) {
  if (!body.startsWith("*Mensagem Autom")) return undefined;
  const isEcho = and(
    eq(messages.ticketId, ticketId),
    eq(messages.origin, "bot"),
    eq(messages.body, body),
    gt(messages.createdAt, new Date(tx.now() - greetingEcho)),
  );
  return tx
    .select({ id: messages.id })
    .from(messages)
    .where(isEcho)
    .orderBy(desc(messages.id))
    .limit(1)
    .get();
}

/** Throws a conflict when the ticket is not open. */
export function refuseUnlessOpen({ status }: Pick<TicketRow, "status">) {
  if (status !== "open")
    throw new Fault("conflict", "ERR_TICKET_NOT_OPEN", {
      message: "Aceite o atendimento antes de responder",
    });
}

/** The part of a message that changed, for other programs. rules.md#webhooks */
export type MessageChange = "edited" | "deleted" | "reaction";

/** Emits a changed message to the users who see its ticket. */
export function emitMessage(
  tx: Tx,
  messageId: number,
  ticket: Parameters<typeof audienceOf>[0] & { contact: object },
  change?: MessageChange,
): Message {
  const message = findMessage(tx, messageId)!;
  const payload = { message, ticket, contact: ticket.contact, ...(change && { change }) };
  tx.emit("appMessage", "update", payload, audienceOf(ticket));
  return message;
}

/** The messages for an input, in their order: kinds that carry no text follow their text. */
export function partsOf(
  db: CompanyDb,
  { body = "", files = [], sticker = false, place, contactIds = [] }: Reply,
): Part[] {
  const texts = typeof body === "string" ? [body] : body;
  const parts: Part[] = files.flatMap((file, index) => {
    const text = texts[index] ?? "";
    const mediaType = sticker ? "sticker" : mediaTypeForSending(file.type);
    // These kinds carry no text: it is sent before them.
    const isMute = mediaType === "sticker" || mediaType === "audio";
    return isMute
      ? [...textPart(text), { mediaType, body: "", file }]
      : [{ mediaType, body: text, file }];
  });
  parts.push(...texts.slice(files.length).flatMap(textPart));
  if (place) parts.push({ mediaType: "locationMessage", ...withPlace(placeFrom(place)) });
  if (contactIds.length > 0)
    parts.push({ mediaType: "vcard", ...withCards(contactIds.map((id) => cardFor(db, id))) });
  return parts;
}

const textPart = (body: string): Part[] => (isBlank(body) ? [] : [{ mediaType: "chat", body }]);

function cardFor(db: CompanyDb, id: number): Card {
  const { name, number } = contacts.findContact(db, id);
  if (number === "")
    throw new Fault("invalid", "ERR_VALIDATION", {
      message: "Este contato não tem número",
      fields: { contactIds: "invalid" },
    });
  return { name, number };
}
