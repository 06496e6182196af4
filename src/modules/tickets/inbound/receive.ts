import { eq } from "drizzle-orm";
import { isChoice } from "../../../attendance/attendance.ts";
import type { Person, InboundMessage } from "../../../channel/channel.ts";
import type { CompanyDb, Tx } from "../../../kit/db/company-db.ts";
import { updateTimestamps } from "../../../kit/db/table.ts";
import { ack, notOpened } from "../../../shared/states.ts";
import { identifiersOf } from "../../contacts/identifiers.ts";
import { findByIdentifiers } from "../../contacts/find-by-identifier.ts";
import { findOrCreateContact } from "../../contacts/find-or-create.ts";
import { findByProviderId, findMessage, markAllRead } from "../../messages/messages.ts";
import { adOfTicket, adWords } from "../../messages/sources.ts";
import { messages, type Message, type MessageRow } from "../../messages/table.ts";
import * as settings from "../../settings/settings.ts";
import { updateLastMessage } from "../messages/inbound-edit.ts";
import { append } from "../messages/append.ts";
import { decide } from "../attendance/handle-turn.ts";
import { applyEffects } from "../attendance/apply-effects.ts";
import { deskOf } from "../attendance/desk.ts";
import type { Cause } from "../events/events.ts";
import { rate, sendThanks } from "../attendance/rate.ts";
import { emitMessage } from "../messages/reply.ts";
import { cancelPending } from "../messages/send-as-bot.ts";
import { active, changeRow, latest, loadTicket } from "../tickets.ts";
import { mergeContacts } from "../contacts/merge-contacts.ts";
import { answerToCampaigns, applyToCampaigns, concernsCampaignsAlone } from "./answer-campaign.ts";
import { messageValues } from "./message-values.ts";
import { addTicket, onlyQueue, ticketFor } from "./ticket-for.ts";

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
      : {
          ...from,
          ids: [...from.ids, ...inbound.chat.ids],
          name: from.name || inbound.chat.name,
        },
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
    : rate(tx, contact.id, whatsappId, {
        text: message.mediaType === "chat" ? message.body : "",
        choiceId: inbound.choiceId,
      });
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
      choiceId: inbound.choiceId,
      kind: message.mediaType,
      fresh,
    },
  );
  const choice = isChoice(outcome.rules, { text: message.body, choiceId: inbound.choiceId }, fresh);
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
