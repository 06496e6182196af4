import { proto, type BaileysEventMap, type BinaryNode, type MediaType, type WAMessage } from "@whiskeysockets/baileys";
import { ack, notOpened, type TypingState } from "../../shared/states.ts";
import type { Identifier, Attachment, Content, InboundChange, Person, InboundMessage } from "../channel.ts";
import { identifierOf, isBroadcastList, jidOf, person, plain } from "./identifiers.ts";

export type DecodedMessage = ({ what: "message" } & InboundMessage) | ({ what: "reaction" } & InboundChange & { emoji: string }) | ({ what: "edit" } & InboundChange & { body: string }) | ({ what: "deletion" } & InboundChange);

/** A file in a message: the part that says where it is, and the type of its key. */
export type Media = { part: Part; type: MediaType };

type Part = proto.Message.IImageMessage | proto.Message.IVideoMessage | proto.Message.IAudioMessage | proto.Message.IDocumentMessage | proto.Message.IStickerMessage;

/** A WhatsApp message as our own types; empty when there is nothing to show. `me` are our own jids. Senders may put anything in a message: this never throws. */
export function decode(message: WAMessage, group?: { subject: string }, me: string[] = []): DecodedMessage[] {
  const envelope = envelopeOf(message, group, me);
  if (!envelope || isUndecrypted(message)) return [];
  const id = message.key.id!;
  const core = coreOf(message.message);
  if (core?.key === unknownKind && envelope.from === null) return [];
  if (!core) return message.key.isViewOnce && !message.message ? [{ what: "message", id, ...envelope, content: { kind: "unsupported", what: "viewOnceMessage" } }] : [];
  if (core.key === "protocolMessage") return decodeProtocol(core.value as proto.Message.IProtocolMessage, envelope);
  if (core.key === "reactionMessage") return decodeReaction(core.value as proto.Message.IReactionMessage, envelope);
  if (core.edit) return decodeEdit(id, core, envelope);
  const content = contentOf(core, id);
  const quotedId = quotedBy(core.value);
  return content ? [{ what: "message", id, ...envelope, content, ...(quotedId && { quotedId }) }] : [];
}

/** Whether a message could not be decrypted. Its sender is asked for it again, and it comes a second time under the same id. */
export const isUndecrypted = (message: WAMessage) => message?.messageStubType === proto.WebMessageInfo.StubType.CIPHERTEXT;

/** What a conversation shows for a customer's message that could not be decrypted. rules.md#undecryptable-messages */
export function notOpenedMessage(message: WAMessage, group?: { subject: string }, me: string[] = []): InboundMessage | undefined {
  const envelope = envelopeOf(message, group, me);
  return envelope?.from ? { id: message.key.id!, ...envelope, content: { kind: "unsupported", what: notOpened } } : undefined;
}

/** The file that a message carries, if any. */
export function mediaOf(message: proto.IMessage | null | undefined): Media | undefined {
  const core = coreOf(message);
  const found = core && fileIn(core);
  return found && { part: found.part, type: found.type };
}

/** Our level for a receipt's type. Undefined for receipts that don't say how far a message of ours came. */
export const levelOf = (type: string | undefined): number | undefined => levels.get(type ?? "");

/** How far messages of ours came, by a raw receipt. Undefined when it tells of something else. `me` are our own jids. */
export function acksOf({ tag, attrs, content }: BinaryNode, me: string[] = []): { ids: string[]; level: number; from: Identifier } | undefined {
  const level = levelOf(attrs.type);
  if (tag !== "receipt" || level === undefined || !identifierOf(attrs.from) || attrs.recipient || isMine(attrs.participant || attrs.from, me)) return undefined;
  const below = childrenOf(content);
  // A group's receipts may come in a bundle, a message each; the stanza's own id is then no message's.
  const bundled = below.filter((child) => child.tag === "participants").map((child) => child.attrs.key);
  const listed = below.filter((child) => child.tag === "list").flatMap((list) => childrenOf(list.content)).map((item) => item.attrs.id);
  const ids = [...new Set(bundled.length > 0 ? bundled : [attrs.id, ...listed])].filter(isId).slice(-maxAcked);
  return ids.length > 0 ? { ids, level, from: identifierOf(attrs.participant || attrs.from)! } : undefined;
}

/** The conversation that a raw receipt says was read on another device of ours. Undefined when it tells of something else. */
export function readOnOtherDevice({ tag, attrs }: BinaryNode, me: string[] = []): Identifier[] | undefined {
  const ours = attrs.type === "read-self" || (attrs.type === "read" && (Boolean(attrs.recipient) || isMine(attrs.participant || attrs.from, me)));
  const chat = tag === "receipt" && ours ? identifierOf(attrs.recipient || attrs.from) : undefined;
  return chat && [chat];
}

/** Who types to us, or stopped. Undefined for groups, and for what is no person. */
export function typingOf({ id, presences }: BaileysEventMap["presence.update"]): { from: Identifier; state: TypingState } | undefined {
  const from = identifierOf(id);
  if (!from || from.type === "group") return undefined;
  const shown = Object.values(presences)[0]?.lastKnownPresence;
  return { from, state: shown === "composing" || shown === "recording" ? shown : "paused" };
}

/** Why WhatsApp refused a message of ours, by its raw ack: an `ERR_*` code, or undefined when it took it. */
export function refusalOf({ tag, attrs }: BinaryNode): string | undefined {
  if (tag !== "ack" || attrs.class !== "message" || !attrs.error) return undefined;
  return refusals.get(attrs.error) ?? "ERR_SENDING_WAPP_MSG";
}

/** Of a receipt with more ids only the last ones count: one phone must not keep the box busy. */
const maxAcked = 500;

const levels = new Map<string, number>([["", ack.delivered], ["inactive", ack.delivered], ["read", ack.read], ["played", ack.played]]);
const refusals = new Map([["463", "ERR_WAPP_REACHOUT"], ["479", "ERR_WAPP_STALE_DEVICES"]]);

const longest = 65_536;
/** How deep wrappers are unwrapped: senders may nest them without end. */
const deepest = 16;
/** At most so many options, rows and cards of one message. */
const most = 100;

type Envelope = { chat: Person; from: Person | null; at: number };
/** A message without its wrappers: one field of `proto.Message`. `edit` when it replaces an earlier message. */
type Core = { key: string; value: unknown; edit: boolean };

function envelopeOf(message: WAMessage, group: { subject: string } | undefined, me: string[]): Envelope | undefined {
  const key = message?.key;
  // What our own phone sends to a broadcast list belongs to no single conversation.
  const remoteJid = isBroadcastList(key?.remoteJid) && !key?.fromMe ? key?.participant : key?.remoteJid;
  const chat = identifierOf(remoteJid);
  if (!key || !chat || typeof key.id !== "string" || key.id === "") return undefined;
  const ours = key.fromMe === true;
  const name = plain(message.pushName, longest) || plain(message.verifiedBizName, longest);
  const at = instant(message.messageTimestamp);
  if (chat.type !== "group") {
    // Our own messages carry our own name.
    const peer = person(ours ? "" : name, ...pair(remoteJid, key.remoteJidAlt, me));
    return { chat: peer, from: ours ? null : peer, at };
  }
  const author = person(name, ...pair(key.participant || message.participant, key.participantAlt, me));
  if (!ours && author.ids.length === 0) return undefined;
  return { chat: person(group?.subject, key.remoteJid), from: ours ? null : author, at };
}

/** Someone's two jids. The second counts when it is of the other kind, and not ours: on what another device of ours sent it may be the sender's. */
function pair(jid: string | null | undefined, alt: string | null | undefined, me: string[]) {
  const [one, other] = [identifierOf(jid), identifierOf(alt)];
  return one && other && other.type !== "group" && one.type !== other.type && (!isMine(alt, me) || isMine(jid, me)) ? [jid, alt] : [jid];
}

function isMine(jid: string | null | undefined, me: string[]): boolean {
  const address = identifierOf(jid);
  return address !== undefined && me.some((mine) => {
    const own = identifierOf(mine);
    return own !== undefined && jidOf(own) === jidOf(address);
  });
}

function coreOf(message: unknown): Core | undefined {
  let [inner, wrapper, edit] = [message, "", false];
  for (let depth = 0; ; depth += 1) {
    const fields = isObject(inner) ? inner : {};
    const names = Object.keys(fields).filter((name) => fields[name] !== null && fields[name] !== undefined);
    const key = names.find((name) => !silentFields.has(name));
    if (!key) {
      // View-once media come to the phone alone: here the wrapper is empty.
      if (wrapper.startsWith("viewOnce") && !isObject(inner)) return { key: wrapper, value: undefined, edit };
      // Fields that Baileys does not know are dropped when it decodes.
      return isObject(inner) && names.every((name) => name === "messageContextInfo") ? { key: unknownKind, value: undefined, edit } : undefined;
    }
    const value = fields[key];
    if (!wrappers.has(key) || depth === deepest) return { key, value, edit };
    edit ||= key === "editedMessage";
    [inner, wrapper] = [isObject(value) ? value.message : undefined, key];
  }
}

/** Stands for a field of proto.Message that is newer than ours. */
const unknownKind = "unknown";

// Every field of proto.Message that holds a whole message.
const wrappers = new Set<string>([
  "ephemeralMessage", "viewOnceMessage", "viewOnceMessageV2", "viewOnceMessageV2Extension", "documentWithCaptionMessage", "deviceSentMessage", "editedMessage", "groupMentionedMessage",
  "lottieStickerMessage", "botInvokeMessage", "botTaskMessage", "botForwardedMessage", "associatedChildMessage", "commentMessage", "eventCoverImage", "pollCreationMessageV4",
  "pollCreationOptionImageMessage", "questionMessage", "questionReplyMessage", "limitSharingMessage", "statusAddYours", "statusMentionMessage", "groupStatusMessage", "groupStatusMessageV2",
  "groupStatusMentionMessage",
] satisfies (keyof proto.IMessage)[]);

// Messages between phones, and additions to a message that show nothing by themselves. Calls are reported as they ring; an album's photos come by themselves.
const silentFields = new Set<string>([
  "messageContextInfo", "senderKeyDistributionMessage", "fastRatchetKeySenderKeyDistributionMessage", "keepInChatMessage", "pinInChatMessage", "pollUpdateMessage", "encReactionMessage",
  "encEventResponseMessage", "stickerSyncRmrMessage", "messageHistoryBundle", "messageHistoryNotice", "albumMessage", "call", "callLogMesssage", "bcallMessage", "chat",
  "statusNotificationMessage", "statusQuotedMessage", "statusQuestionAnswerMessage", "statusStickerInteractionMessage",
] satisfies (keyof proto.IMessage)[]);

function decodeProtocol({ type, key, editedMessage }: proto.Message.IProtocolMessage, envelope: Envelope): DecodedMessage[] {
  const { REVOKE, MESSAGE_EDIT } = proto.Message.ProtocolMessage.Type;
  if (type === REVOKE && isId(key?.id)) return [{ what: "deletion", to: key.id, ...envelope }];
  const core = type === MESSAGE_EDIT ? coreOf(editedMessage) : undefined;
  return core && isId(key?.id) ? decodeEdit(key.id, core, envelope) : [];
}

function decodeEdit(to: string, core: Core, envelope: Envelope): DecodedMessage[] {
  const content = contentOf(core, to);
  return content && "body" in content ? [{ what: "edit", to, ...envelope, body: content.body }] : [];
}

function decodeReaction({ key, text }: proto.Message.IReactionMessage, envelope: Envelope): DecodedMessage[] {
  return isId(key?.id) ? [{ what: "reaction", to: key.id, ...envelope, emoji: plain(text, 64) }] : [];
}

function contentOf(core: Core, id: string): Content | undefined {
  const { key, value } = core;
  const carried = fileIn(core);
  if (carried) return { kind: carried.kind, body: carried.body, file: attachmentOf(carried.part, carried.kind, id) };
  const content = Object.hasOwn(decoders, key) ? (decoders[key as keyof proto.IMessage] as (value: unknown) => Content | undefined)(value) : undefined;
  if (!content) return key === "conversation" || key === "extendedTextMessage" ? undefined : { kind: "unsupported", what: plain(key, 100) };
  return content;
}

const fileFields = {
  imageMessage: ["image", "image"],
  videoMessage: ["video", "video"],
  ptvMessage: ["video", "video"],
  audioMessage: ["audio", "audio"],
  documentMessage: ["application", "document"],
  stickerMessage: ["sticker", "sticker"],
} as const satisfies { [Key in keyof proto.IMessage]: [kind: string, type: MediaType] };

type FileKind = (typeof fileFields)[keyof typeof fileFields][0];

/** The file in a message, or above the text of a message with buttons. */
function fileIn({ key, value }: Core): (Media & { kind: FileKind; body: string }) | undefined {
  const holder = Object.hasOwn(headers, key) ? headers[key as keyof typeof headers](value as never) : { [key]: value };
  for (const [name, [kind, type]] of Object.entries(fileFields)) {
    const part = (holder as Record<string, unknown> | null | undefined)?.[name];
    if (isObject(part)) return { part: part as Part, type, kind, body: key === name ? plain(part.caption, longest) : readable(key, value) };
  }
  return undefined;
}

const headers = {
  buttonsMessage: (message: proto.Message.IButtonsMessage) => message,
  interactiveMessage: (message: proto.Message.IInteractiveMessage) => message.header,
  templateMessage: ({ hydratedFourRowTemplate, hydratedTemplate, fourRowTemplate, interactiveMessageTemplate }: proto.Message.ITemplateMessage) =>
    hydratedFourRowTemplate ?? hydratedTemplate ?? fourRowTemplate ?? interactiveMessageTemplate?.header,
} as const;

function attachmentOf(part: Part, kind: FileKind, id: string): Attachment {
  const { fileName, title, ptt, seconds, waveform } = part as proto.Message.IDocumentMessage & proto.Message.IAudioMessage;
  const claimed = plain(part.mimetype, 200).split(";")[0]!.trim().toLowerCase();
  const type = /^[a-z]+\/[a-z\d.+-]+$/.test(claimed) ? claimed : usual[kind];
  const made = `${id.replace(/[^\w-]/g, "").slice(0, 64) || "file"}.${extensions.get(type) ?? /[/.+-]([a-z\d]{2,5})$/.exec(type)?.[1] ?? "bin"}`;
  const length = amount(seconds);
  const voice = kind === "audio" && ptt === true;
  const wave = voice ? waveOf(waveform) : undefined;
  return {
    name: plain(line(fileName) || line(title), 255) || made,
    type,
    size: amount(part.fileLength),
    ...((kind === "audio" || kind === "video") && length > 0 && length < week && { seconds: length }),
    ...(kind === "audio" && { voice }),
    ...(wave && { waveform: wave }),
  };
}

const week = 7 * 24 * 3600;
const usual = { image: "image/jpeg", video: "video/mp4", audio: "audio/ogg", application: "application/octet-stream", sticker: "image/webp" } as const;
const extensions = new Map([
  ["image/jpeg", "jpg"], ["image/svg+xml", "svg"], ["video/3gpp", "3gp"], ["video/quicktime", "mov"], ["audio/mpeg", "mp3"], ["audio/mp4", "m4a"], ["audio/x-wav", "wav"], ["text/plain", "txt"],
  ["text/x-vcard", "vcf"], ["text/vcard", "vcf"], ["application/octet-stream", "bin"], ["application/msword", "doc"], ["application/vnd.ms-excel", "xls"],
  ["application/vnd.openxmlformats-officedocument.wordprocessingml.document", "docx"], ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xlsx"],
  ["application/vnd.openxmlformats-officedocument.presentationml.presentation", "pptx"],
]);

const points = 64;

function waveOf(bytes: unknown): number[] | undefined {
  if (!(bytes instanceof Uint8Array) || bytes.length === 0) return undefined;
  return Array.from({ length: points }, (_, at) => Math.min(100, bytes[Math.floor((at * bytes.length) / points)]!));
}

type Decoders = { [Key in keyof proto.IMessage]?: (value: NonNullable<proto.IMessage[Key]>) => Content | undefined };

// Emojis instead of words: a channel knows no language.
const decoders: Decoders = {
  conversation: (text) => chat(plain(text, longest)),
  extendedTextMessage: ({ text }) => chat(plain(text, longest)),
  contactMessage: ({ vcard }) => cards([vcard]),
  contactsArrayMessage: ({ contacts }) => cards(list(contacts).map(({ vcard }) => vcard)),
  locationMessage: (place) => located(place, place.name, place.address ?? place.comment, place.isLive === true),
  liveLocationMessage: (place) => located(place, place.caption, "", true),
  buttonsMessage: (message) => chat(readable("buttonsMessage", message)),
  templateMessage: (message) => chat(readable("templateMessage", message)),
  interactiveMessage: (message) => chat(readable("interactiveMessage", message)),
  highlyStructuredMessage: (message) => chat(structuredText(message)),
  listMessage: ({ title, description, footerText, sections }) => chat(lines(title, description, footerText, ...sectionLines(sections))),
  buttonsResponseMessage: ({ selectedDisplayText, selectedButtonId }) => chat(lines(selectedDisplayText || selectedButtonId)),
  templateButtonReplyMessage: ({ selectedDisplayText, selectedId }) => chat(lines(selectedDisplayText || selectedId)),
  listResponseMessage: ({ title, description, singleSelectReply }) => chat(lines(title, description) || lines(singleSelectReply?.selectedRowId)),
  interactiveResponseMessage: ({ body }) => chat(lines(body?.text)),
  questionResponseMessage: ({ text }) => chat(lines(text)),
  pollCreationMessage: (poll) => pollText(poll),
  pollCreationMessageV2: (poll) => pollText(poll),
  pollCreationMessageV3: (poll) => pollText(poll),
  pollCreationMessageV5: (poll) => pollText(poll),
  pollResultSnapshotMessage: (poll) => pollResultText(poll),
  pollResultSnapshotMessageV3: (poll) => pollResultText(poll),
  eventMessage: ({ isCanceled, name, description, location, joinLink, startTime }) =>
    withSign(isCanceled ? "🚫📅" : "📅", name, utcText(amount(startTime) * 1000), description, location?.name, location?.address, joinLink),
  scheduledCallCreationMessage: ({ title, scheduledTimestampMs }) => withSign("📞", title, utcText(amount(scheduledTimestampMs))),
  orderMessage: ({ orderTitle, itemCount, message, totalAmount1000, totalCurrencyCode }) =>
    withSign("🛒", orderTitle, amount(itemCount) > 0 ? `${amount(itemCount)} ×` : "", message, price(totalAmount1000, totalCurrencyCode)),
  productMessage: ({ product, body, footer }) =>
    withSign("🛍️", product?.title, product?.description, price(product?.salePriceAmount1000 ?? product?.priceAmount1000, product?.currencyCode), product?.url, body, footer),
  groupInviteMessage: ({ groupName, caption, inviteCode }) => withSign("👥", groupName, caption, /^[\w-]+$/.test(plain(inviteCode, 100)) ? `https://chat.whatsapp.com/${inviteCode}` : ""),
  newsletterAdminInviteMessage: ({ newsletterName, caption }) => withSign("📢", newsletterName, caption),
  newsletterFollowerInviteMessageV2: ({ newsletterName, caption }) => withSign("📢", newsletterName, caption),
};

const chat = (body: string): Content | undefined => (body === "" ? undefined : { kind: "chat", body });

const withSign = (sign: string, ...rows: unknown[]) => {
  const body = lines(...rows);
  return body === "" ? undefined : chat(lines(`${sign} ${body}`));
};

function cards(vcards: unknown[]): Content | undefined {
  // A card's photo may be larger than all the rest of a conversation.
  const kept = vcards.slice(0, most).map((card) => plain(typeof card === "string" ? card.replace(photo, "") : "", longest)).filter(Boolean);
  return kept.length > 0 ? { kind: "vcard", cards: kept } : undefined;
}

const photo = /^(?:[\w-]+\.)?PHOTO[;:].*(?:\r?\n[ \t].*)*(?:\r?\n|$)/gim;

function located({ degreesLatitude, degreesLongitude, jpegThumbnail }: proto.Message.ILocationMessage, name: unknown, address: unknown, live: boolean): Content | undefined {
  const [latitude, longitude] = [degreesWithin(90, degreesLatitude), degreesWithin(180, degreesLongitude)];
  if (latitude === undefined || longitude === undefined) return undefined;
  const thumbnail = jpegThumbnail instanceof Uint8Array && jpegThumbnail.length > 0 ? { thumbnail: jpegThumbnail } : undefined;
  return { kind: "locationMessage", place: { latitude, longitude, name: line(name), address: line(address), live, ...thumbnail } };
}

/** The text and the options of a message with buttons. */
function readable(key: string, value: unknown): string {
  if (key === "buttonsMessage") {
    const { text, contentText, footerText, buttons } = value as proto.Message.IButtonsMessage;
    return lines(text, contentText, footerText, ...list(buttons).map(({ buttonText, nativeFlowInfo }) => option(buttonText?.displayText) || flowButtonText(nativeFlowInfo?.paramsJson)));
  }
  return key === "templateMessage" ? templateText(value as proto.Message.ITemplateMessage) : interactiveText(value as proto.Message.IInteractiveMessage);
}

function templateText({ hydratedFourRowTemplate, hydratedTemplate, fourRowTemplate, interactiveMessageTemplate }: proto.Message.ITemplateMessage, depth = 0): string {
  const hydrated = hydratedFourRowTemplate ?? hydratedTemplate;
  if (hydrated) {
    const buttons = list(hydrated.hydratedButtons).map(({ quickReplyButton, urlButton, callButton }) =>
      option((quickReplyButton ?? urlButton ?? callButton)?.displayText, urlButton?.url ?? callButton?.phoneNumber));
    return lines(hydrated.hydratedTitleText, hydrated.hydratedContentText, hydrated.hydratedFooterText, ...buttons);
  }
  if (fourRowTemplate) {
    const buttons = list(fourRowTemplate.buttons).map(({ quickReplyButton, urlButton, callButton }) => option(structuredText((quickReplyButton ?? urlButton ?? callButton)?.displayText, depth)));
    return lines(...[fourRowTemplate.highlyStructuredMessage, fourRowTemplate.content, fourRowTemplate.footer].map((text) => structuredText(text, depth)), ...buttons);
  }
  return interactiveMessageTemplate ? interactiveText(interactiveMessageTemplate) : "";
}

// A structured text may hold a template that holds structured texts.
const structuredText = (text: proto.Message.IHighlyStructuredMessage | null | undefined, depth = 0): string =>
  (text?.hydratedHsm && depth === 0 ? templateText(text.hydratedHsm, 1) : "") || (Array.isArray(text?.params) ? lines(...text.params.slice(0, most)) : "");

function interactiveText({ header, body, footer, nativeFlowMessage, carouselMessage }: proto.Message.IInteractiveMessage, cardsToo = true): string {
  const buttons = list(nativeFlowMessage?.buttons).map(({ buttonParamsJson }) => flowButtonText(buttonParamsJson));
  const cards = cardsToo ? list(carouselMessage?.cards).map((card) => interactiveText(card, false)) : [];
  return lines(header?.title, header?.subtitle, body?.text, footer?.text, ...buttons, ...cards);
}

/** A button whose text stands in JSON, and the Pix key that Brazilian shops send as one. */
function flowButtonText(json: unknown): string {
  const params = parsed(json);
  const button = option(params.display_text, params.url ?? params.phone_number ?? params.copy_code);
  const keys = list(params.payment_settings).map(({ pix_static_code: pix }) => (isObject(pix) ? option(pix.merchant_name, pix.key) : ""));
  return lines(button, ...sectionLines(params.sections), ...keys);
}

const sectionLines = (sections: unknown) => list(sections).flatMap(({ title, rows }) => [title, ...list(rows).map((row) => option(row.title, row.description))]);

function parsed(json: unknown): Record<string, unknown> {
  if (typeof json !== "string" || json.length > longest) return {};
  try {
    const value: unknown = JSON.parse(json);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

const pollText = ({ name, options }: proto.Message.IPollCreationMessage) => withSign("📊", name, ...list(options).map(({ optionName }) => option(optionName)));

const pollResultText = ({ name, pollVotes }: proto.Message.IPollResultSnapshotMessage) =>
  withSign("📊", name, ...list(pollVotes).map(({ optionName, optionVoteCount }) => option(optionName, String(amount(optionVoteCount)))));

/** An option under a text: `• Sim: https://…` */
const option = (label: unknown, more?: unknown) => {
  const text = [line(label), line(more)].filter(Boolean).join(": ");
  return text && `• ${text}`;
};

const lines = (...rows: unknown[]) => plain(rows.map((row) => plain(row, longest).trim()).filter(Boolean).join("\n"), longest);

const line = (text: unknown) => plain(text, 1000).replace(/\p{Cc}+/gu, " ").trim();

const price = (thousandths: unknown, currency: unknown) => (amount(thousandths) > 0 ? `${line(currency).slice(0, 3)} ${(amount(thousandths) / 1000).toFixed(2)}`.trim() : "");

// UTC: the reader's time zone is not known here.
const utcText = (at: number) => (at > 0 && at <= lastInstant ? `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC` : "");

function quotedBy(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  for (const holder of [value, ...Object.values(value)]) {
    const quoted = isObject(holder) && isObject(holder.contextInfo) ? holder.contextInfo.stanzaId : undefined;
    if (isId(quoted)) return quoted;
  }
  return undefined;
}

/** The latest time that a Date can hold, in epoch ms. */
const lastInstant = 8.64e15;

const instant = (seconds: unknown) => (amount(seconds) * 1000 <= lastInstant ? amount(seconds) * 1000 : 0);

/** A number of the wire, be it a number, a text or a Long; 0 for what is none. */
function amount(value: unknown): number {
  const { low, high } = isObject(value) ? value : {};
  const number = typeof low === "number" && typeof high === "number" ? (high >>> 0) * 2 ** 32 + (low >>> 0) : typeof value === "number" || typeof value === "string" ? Number(value) : 0;
  return Number.isSafeInteger(Math.round(number)) && number > 0 ? Math.round(number) : 0;
}

const degreesWithin = (limit: number, degrees: unknown) => (typeof degrees === "number" && Math.abs(degrees) <= limit ? degrees : undefined);

/** The objects of a list, `most` of them. */
function list<Item>(items: Item[] | null | undefined): Item[];
function list(items: unknown): Record<string, unknown>[];
function list(items: unknown) {
  return Array.isArray(items) ? items.slice(0, most).filter(isObject) : [];
}

const childrenOf = (content: BinaryNode["content"]): BinaryNode[] => (Array.isArray(content) ? content : []);

const isId = (id: unknown): id is string => typeof id === "string" && id !== "";

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
