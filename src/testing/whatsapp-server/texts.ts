import type { proto } from "@whiskeysockets/baileys";

/**
 * The text of a message, in any place: text, caption, edit, a place's or a contact's name, a
 * reaction.
 */
export function textOf(message: proto.IMessage): string {
  const {
    conversation,
    extendedTextMessage,
    imageMessage,
    videoMessage,
    documentMessage,
    documentWithCaptionMessage,
    locationMessage,
    contactMessage,
    reactionMessage,
    protocolMessage,
  } = message;
  const within =
    documentWithCaptionMessage?.message ??
    message.ephemeralMessage?.message ??
    message.viewOnceMessageV2?.message ??
    message.editedMessage?.message ??
    protocolMessage?.editedMessage;
  if (within) return textOf(within);
  return (
    conversation ||
    extendedTextMessage?.text ||
    imageMessage?.caption ||
    videoMessage?.caption ||
    documentMessage?.caption ||
    documentMessage?.fileName ||
    locationMessage?.name ||
    contactMessage?.displayName ||
    reactionMessage?.text ||
    ""
  );
}

/** The wire's word for this kind of message. */
export function kindOf(message: proto.IMessage): string {
  if (message.reactionMessage) return "reaction";
  if (message.pollCreationMessage || message.pollCreationMessageV3 || message.pollUpdateMessage)
    return "poll";
  const media = [
    "imageMessage",
    "videoMessage",
    "audioMessage",
    "documentMessage",
    "documentWithCaptionMessage",
    "stickerMessage",
    "contactMessage",
    "contactsArrayMessage",
    "liveLocationMessage",
    "locationMessage",
  ] as const;
  return media.some((name) => message[name]) ? "media" : "text";
}
