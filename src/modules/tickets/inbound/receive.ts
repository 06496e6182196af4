import { and, eq, sql } from "drizzle-orm";
import { isChoice } from "../../../attendance/attendance.ts";
import type { Content, Person, InboundMessage } from "../../../channel/channel.ts";
import { prepared, type CompanyDb, type Tx } from "../../../kit/db/company-db.ts";
import { updateTimestamps } from "../../../kit/db/table.ts";
import { ack, notOpened } from "../../../shared/states.ts";
import { connectionQueues, connections } from "../../connections/table.ts";
import { identifiersOf } from "../../contacts/identifiers.ts";
import { findByIdentifiers } from "../../contacts/find-by-identifier.ts";
import { findOrCreateContact } from "../../contacts/find-or-create.ts";
import type { Contact } from "../../contacts/table.ts";
import { findByProviderId, findMessage, markAllRead } from "../../messages/messages.ts";
import { cardsOf, withCards } from "../../messages/cards.ts";
import { addPendingMedia } from "../../messages/pending-media.ts";
import { placeFrom, withPlace } from "../../messages/places.ts";
import { adOfTicket, adWords, sourceColumns } from "../../messages/sources.ts";
import { messages, type Message, type MessageRow } from "../../messages/table.ts";
import * as settings from "../../settings/settings.ts";
import { updateLastMessage } from "../messages/inbound-edit.ts";
import { append } from "../messages/append.ts";
import { applyEffects, decide } from "../attendance/handle-turn.ts";
import { deskOf } from "../attendance/desk.ts";
import type { Cause } from "../events/events.ts";
import { rate, sendThanks } from "../attendance/rate.ts";
import { emitMessage } from "../messages/reply.ts";
import { cancelPending } from "../messages/send-as-bot.ts";
import { active, add, changeRow, isSeenByAssignee, latest, loadTicket } from "../tickets.ts";
import { tickets, type TicketRow } from "../table.ts";
import { mergeContacts } from "../contacts/merge-contacts.ts";
import { answerToCampaigns, applyToCampaigns, concernsCampaignsAlone } from "./answer-campaign.ts";

/**
 * Stores a received message with its contact and ticket, in one transaction. The same message twice
 * is stored once. Undefined for ignored messages: from groups while the setting says so, and from
 * blocked contacts. rules.md#receiving
 */
export function receive(
  db: CompanyDb,
  whatsappId: number,
  inbound: InboundMessage,
): Message | undefined {
  const isGroup = inbound.chat.ids.some(({ type }) => type === "group");
  if (isGroup && settings.read(db, "CheckMsgIsGroup") === "enabled") return undefined;
  // Load the desk before the write: its cache cannot start inside a transaction.
  deskOf(db, whatsappId);
  return db.write((tx) => {
    const other = findByProviderId(db, whatsappId, inbound.id);
    const unique = other ? withUniqueId(db, other, inbound) : inbound;
    const existing = unique === inbound ? other : findByProviderId(db, whatsappId, unique.id);
    if (existing)
      return isNotOpened(existing) && unique.content.kind !== "unsupported"
        ? replaceNotOpened(tx, existing, unique, whatsappId)
        : findMessage(db, existing.id);
    return unique.from === null
      ? receiveFromPhone(tx, whatsappId, unique, isGroup)
      : receiveFromContact(tx, whatsappId, unique, unique.from, isGroup);
  });
}

// Senders choose the ids: one that another conversation has must not hide or replace that message.
function withUniqueId(db: CompanyDb, other: MessageRow, inbound: InboundMessage): InboundMessage {
  const { contactId } = loadTicket(db, other.ticketId);
  const people = findByIdentifiers(db, inbound.chat.ids);
  // An unknown identifier of another type may be the same contact's; an unknown one of the same
  // type is someone else's.
  const isElsewhere =
    people.length > 0
      ? !people.some(({ id }) => id === contactId)
      : identifiersOf(db, contactId).some(({ type }) =>
          inbound.chat.ids.some((one) => one.type === type),
        );
  return isElsewhere || other.fromMe !== (inbound.from === null)
    ? { ...inbound, id: `${inbound.id}~${inbound.chat.ids[0]?.value}` }
    : inbound;
}

function receiveFromContact(
  tx: Tx,
  whatsappId: number,
  inbound: InboundMessage,
  from: Person,
  isGroup: boolean,
): Message | undefined {
  const author = findOrCreateContact(
    tx,
    isGroup
      ? from
      : { ids: [...from.ids, ...inbound.chat.ids], name: from.name || inbound.chat.name },
    { mergeContacts },
  );
  if (!author.active) return undefined;
  const contact = isGroup
    ? findOrCreateContact(tx, inbound.chat, { isGroup, mergeContacts })
    : author;
  if (!contact.active) return undefined;
  const message = {
    ...messageValues(tx, whatsappId, inbound, contact.id),
    contactId: author.id,
    origin: "contact",
    ack: ack.delivered,
  } as const;
  const fromAd = message.referral ? { referral: adOfTicket(message.referral) } : {};
  const rated = isGroup
    ? undefined
    : rate(tx, contact.id, whatsappId, message.mediaType === "chat" ? message.body : "");
  if (rated) {
    const rating = append(tx, rated, { ...message, read: true, choice: true }, fromAd);
    sendThanks(tx, rated.id);
    return rating;
  }
  const answer = isGroup
    ? undefined
    : answerToCampaigns(
        tx,
        contact.id,
        whatsappId,
        message.mediaType === "chat" ? message.body : "",
      );
  if (answer && concernsCampaignsAlone(answer) && !active(tx, contact.id, whatsappId)) {
    const closed =
      latest(tx, contact.id, whatsappId) ??
      addTicket(tx, contact, whatsappId, "closed", onlyQueue(tx, whatsappId));
    const choice = answer.answer?.effect === "confirmed";
    const stored = append(tx, closed, { ...message, read: true, choice }, fromAd);
    applyToCampaigns(tx, answer, closed);
    return stored;
  }
  const { ticket, again, fresh, last } = ticketFor(tx, contact, whatsappId);
  // A farewell of the earlier attendance that has not left yet is no longer sent.
  if (last) cancelPending(tx, last.id);
  const outcome = decide(
    tx,
    { ...ticket, ...again },
    {
      type: "messageReceived",
      text: message.body || (message.referral ? adWords(message.referral) : ""),
      kind: message.mediaType,
      fresh,
    },
  );
  const choice = isChoice(outcome.rules, message.body, fresh);
  const received = append(
    tx,
    ticket,
    { ...message, choice },
    { ...again, ...outcome.also, ...fromAd, unreadMessages: ticket.unreadMessages + 1 },
    again ? {} : fresh ? opened : byMenu,
  );
  applyEffects(tx, ticket.id, outcome, { messageId: received.id });
  if (answer) applyToCampaigns(tx, answer, loadTicket(tx, ticket.id));
  return received;
}

const opened: Cause = { kind: "opened", always: true };
const byMenu: Cause = { kind: "bot", detail: { cause: "menu" } };

/**
 * A message written on the company's own phone: earlier messages count as read, but no ticket is
 * opened for it.
 */
function receiveFromPhone(
  tx: Tx,
  whatsappId: number,
  inbound: InboundMessage,
  isGroup: boolean,
): Message {
  // The name that comes along is the company's own.
  const contact = findOrCreateContact(tx, isGroup ? inbound.chat : { ...inbound.chat, name: "" }, {
    isGroup,
    mergeContacts,
  });
  const ticket =
    active(tx, contact.id, whatsappId) ??
    latest(tx, contact.id, whatsappId) ??
    addTicket(tx, contact, whatsappId, "closed", onlyQueue(tx, whatsappId));
  markAllRead(tx, ticket.id);
  const outcome = decide(tx, ticket, { type: "agentReplied" });
  const spoken = append(
    tx,
    ticket,
    {
      ...messageValues(tx, whatsappId, inbound, contact.id),
      contactId: contact.id,
      origin: "device",
      fromMe: true,
      read: true,
      ack: ack.sent,
    },
    { ...outcome.also, unreadMessages: 0 },
  );
  applyEffects(tx, ticket.id, outcome);
  return spoken;
}

/**
 * The ticket that a contact's message belongs to. `fresh`: a new attendance begins with it; then
 * `last` is the contact's earlier ticket, and `again` the
 * changes when that one is reopened. rules.md#reopening
 */
function ticketFor(
  tx: Tx,
  contact: Contact,
  whatsappId: number,
): { ticket: TicketRow; fresh: boolean; last?: TicketRow; again?: Partial<TicketRow> } {
  const current = active(tx, contact.id, whatsappId);
  if (current) return { ticket: current, fresh: false };
  const last = latest(tx, contact.id, whatsappId);
  const isRecent = last && tx.now() - last.updatedAt.getTime() < reopenWindow(tx, whatsappId);
  if (last && (contact.isGroup || isRecent))
    return {
      ticket: last,
      fresh: true,
      last,
      again:
        isRecent && mayKeepAssignee(tx, last)
          ? { status: "open" }
          : { status: "pending", userId: null },
    };
  return { ticket: addTicket(tx, contact, whatsappId, "pending"), fresh: true, last };
}

/** Whether the last user of a closed ticket keeps it when it is reopened. rules.md#reopening */
const mayKeepAssignee = (db: CompanyDb, last: TicketRow) =>
  settings.read(db, "keepUser") === "enabled" && isSeenByAssignee(db, { ...last, status: "open" });

const addTicket = (
  tx: Tx,
  { id, isGroup }: Contact,
  whatsappId: number,
  status: "pending" | "closed",
  queueId: number | null = null,
) => add(tx, { status, contactId: id, whatsappId, isGroup, queueId });

const windowQuery = prepared((db) =>
  db
    .select({ minutes: connections.reopenMinutes })
    .from(connections)
    .where(eq(connections.id, sql.placeholder("id")))
    .prepare(),
);
const reopenWindow = (db: CompanyDb, whatsappId: number) =>
  (windowQuery(db).get({ id: whatsappId })?.minutes ?? 0) * 60_000;

const queuesQuery = prepared((db) =>
  db
    .select({ id: connectionQueues.queueId })
    .from(connectionQueues)
    .where(eq(connectionQueues.connectionId, sql.placeholder("id")))
    .limit(2)
    .prepare(),
);

function onlyQueue(db: CompanyDb, whatsappId: number): number | null {
  const queues = queuesQuery(db).all({ id: whatsappId });
  return queues.length === 1 ? queues[0]!.id : null;
}

const isNotOpened = ({ mediaType, body }: MessageRow) =>
  mediaType === "unsupported" && body === notOpened;

/**
 * Fills in a message that could not be decrypted at first and came again.
 * rules.md#undecryptable-messages
 */
function replaceNotOpened(
  tx: Tx,
  { id, ticketId }: MessageRow,
  inbound: InboundMessage,
  whatsappId: number,
): Message {
  const ticket = loadTicket(tx, ticketId);
  const {
    whatsappId: _,
    providerId: __,
    sentAt: ___,
    ...values
  } = messageValues(tx, whatsappId, inbound, ticket.contactId);
  tx.update(messages)
    .set({ ...values, ...updateTimestamps(tx.now()) })
    .where(eq(messages.id, id))
    .run();
  if (values.referral) changeRow(tx, ticket, { referral: adOfTicket(values.referral) });
  return emitMessage(tx, id, updateLastMessage(tx, id, ticketId));
}

/** The columns of a received message. */
function messageValues(tx: Tx, whatsappId: number, inbound: InboundMessage, contactId: number) {
  const { id, at, content, quotedId } = inbound;
  const quoted =
    quotedId === undefined
      ? undefined
      : quotedQuery(tx).get({ whatsappId, providerId: quotedId, contactId });
  const mediaId = "file" in content ? addPendingMedia(tx, content.file, tx.now()) : null;
  return {
    whatsappId,
    providerId: id,
    mediaType: content.kind,
    ...wordsOf(content),
    mediaId,
    quotedMsgId: quoted?.id ?? null,
    ...sourceColumns(tx, inbound, quoted !== undefined),
    sentAt: at,
  };
}

// Only from the same conversation: an id could be another one's.
const quotedQuery = prepared((db) =>
  db
    .select({ id: messages.id })
    .from(messages)
    .innerJoin(tickets, eq(tickets.id, messages.ticketId))
    .where(
      and(
        eq(messages.whatsappId, sql.placeholder("whatsappId")),
        eq(messages.providerId, sql.placeholder("providerId")),
        eq(tickets.contactId, sql.placeholder("contactId")),
      ),
    )
    .prepare(),
);

function wordsOf(
  content: Content,
): Partial<Pick<MessageRow, "place" | "cards">> & Pick<MessageRow, "body"> {
  if (content.kind === "locationMessage") return withPlace(placeFrom(content.place));
  if (content.kind === "vcard") return withCards(cardsOf(content.cards.join("\n")));
  return { body: content.kind === "unsupported" ? content.what : content.body };
}
