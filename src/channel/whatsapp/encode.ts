import {
  getContentType,
  normalizeMessageContent,
  proto,
  type AnyMessageContent,
  type MiscMessageGenerationOptions,
  type WAMessage,
  type WAMessageKey,
} from "@whiskeysockets/baileys";
import {
  Refused,
  type Identifier,
  type OutboundMessage,
  type ChannelPlace,
  type MessageRef,
} from "../channel.ts";
import { jidAmong } from "./identifiers.ts";

/** A picture made small, with its own width and height in pixels. */
export type Thumbnail = { jpegThumbnail: Buffer; width: number; height: number };

export type Extras = {
  thumbnail?: Thumbnail;
  quoted?: proto.IMessage;
};
export type EncodedMessage = { content: AnyMessageContent; options: MiscMessageGenerationOptions };

/**
 * Baileys' arguments for sending a message: its content, and its id and quote as options. The quote
 * is made from its text when the quoted message is no longer stored. Files are read from their path
 * while they are sent. Throws Refused without content or without a receiver.
 */
export function encode(
  { id, content, quoted }: OutboundMessage,
  extras: Extras = {},
): EncodedMessage {
  return {
    content: encodeContent(content, extras.thumbnail),
    options: { messageId: id, ...(quoted && { quoted: quoteOf(quoted, extras.quoted) }) },
  };
}

/**
 * The network's key of a message, to react to, edit, delete, quote or mark read. Throws Refused
 * when the conversation has no jid.
 */
export function keyOf({ id, chat, ours, from }: MessageRef): WAMessageKey {
  const remoteJid = jidFor(chat);
  const inGroup = chat.some(({ type }) => type === "group");
  return {
    remoteJid,
    id,
    fromMe: ours,
    ...(inGroup && !ours && from && { participant: jidFor(from) }),
  };
}

function encodeContent(
  content: OutboundMessage["content"],
  thumbnail: Extras["thumbnail"],
): AnyMessageContent {
  // Baileys would fetch a page to show a preview of its link.
  if (content.kind === "chat" || content.kind === "interactive")
    return { text: content.body, linkPreview: null };
  if (content.kind === "template") throw new Refused("ERR_NOT_ON_THIS_NETWORK");
  if (content.kind === "locationMessage") return { location: locationOf(content.place) };
  if (content.kind === "vcard") return { contacts: contactsOf(content.cards) };
  const { kind, body, file } = content;
  const media = { url: file.path };
  const captioned = { mimetype: file.type, ...(body && { caption: body }) };
  const duration =
    file.seconds === undefined ? {} : { seconds: Math.max(1, Math.round(file.seconds)) };
  // Null: if it were left out, Baileys would look for it in the file.
  const durationOrNone = { seconds: null as never, ...duration };
  switch (kind) {
    case "image":
      return { image: media, ...captioned, ...preview(thumbnail) };
    case "video":
      return { video: media, ...captioned, ...duration, ...preview(thumbnail) };
    case "audio":
      return file.voice
        ? {
            audio: media,
            ptt: true,
            mimetype: "audio/ogg; codecs=opus",
            ...durationOrNone,
            ...wave(file.waveform),
          }
        : { audio: media, ptt: false, mimetype: file.type, ...durationOrNone };
    case "application":
      return { document: media, fileName: file.name, ...captioned };
    case "sticker":
      return { sticker: media, mimetype: "image/webp" };
  }
}

// Null: if it were left out, Baileys would start ffmpeg for a video and look for an image library.
const preview = (thumbnail: Extras["thumbnail"]) =>
  thumbnail
    ? { ...thumbnail, jpegThumbnail: thumbnail.jpegThumbnail.toString("base64") }
    : { jpegThumbnail: null as never };

// Null: if it were left out, Baileys would look for a decoder.
const wave = (waveform: number[] | undefined) => ({
  waveform: waveform
    ? Uint8Array.from(waveform, (point) => Math.min(100, Math.max(0, Math.round(point))))
    : null,
});

const locationOf = ({ latitude, longitude, name, address, thumbnail }: ChannelPlace) => ({
  degreesLatitude: latitude,
  degreesLongitude: longitude,
  ...(name && { name }),
  ...(address && { address }),
  ...(thumbnail && { jpegThumbnail: thumbnail }),
});

function contactsOf(cards: string[]) {
  const contacts = cards.map((vcard) => ({ displayName: nameOn(vcard), vcard }));
  if (contacts.length === 0) throw new Refused("ERR_SENDING_WAPP_MSG");
  return {
    displayName:
      contacts.length > 1
        ? `${contacts[0]!.displayName} +${contacts.length - 1}`
        : contacts[0]!.displayName,
    contacts,
  };
}

const nameOn = (vcard: string) =>
  (/^(?:[^.;:\r\n]+\.)?FN(?:;[^:\r\n]*)?:(.*)/im.exec(vcard)?.[1] ?? "")
    .replace(/\\n/gi, " ")
    .replace(/\\([\\;,])/g, "$1")
    .trim();

function quoteOf(
  target: MessageRef & { body: string },
  quoted: proto.IMessage | undefined,
): WAMessage {
  const kind = quoted && getContentType(normalizeMessageContent(quoted));
  const { remoteJid, participant = remoteJid, ...key } = keyOf(target);
  // The key has no chat: if it differed from the receiver's jid, phones would show a private reply
  // to a message in another chat. The message is a copy, since Baileys removes the message's own
  // quote from it.
  return {
    key: { ...key, participant },
    message: kind
      ? proto.Message.decode(proto.Message.encode(quoted).finish())
      : { conversation: target.body },
  };
}

function jidFor(addresses: Identifier[]): string {
  const jid = jidAmong(addresses);
  if (!jid) throw new Refused("ERR_WAPP_INVALID_CONTACT");
  return jid;
}
