import { Refused, type Identifier, type OutboundMessage } from "../channel.ts";
import { interactiveBody, templateBody, within } from "./encode-content.ts";
import { cloudFile } from "./files.ts";
import { contactOf } from "./vcards.ts";

type Raw = Record<string, unknown>;

/** The longest text and caption (characters), by Meta's page of messages, as of 2026. */
export const longestText = 4096;
export const longestCaption = 1024;

/**
 * The body that sends a message. `mediaId` is the id of its uploaded file. Throws Refused for a
 * text that is too long, and for a receiver that this network does not have.
 */
export function encode(message: OutboundMessage, mediaId = ""): Raw {
  const { id, to, content, quoted } = message;
  return {
    messaging_product: "whatsapp",
    recipient_type: "individual",
    ...receiver(to),
    ...encodeContent(content, mediaId),
    ...(quoted && { context: { message_id: quoted.id } }),
    biz_opaque_callback_data: id,
  };
}

export const encodeReaction = (to: Identifier[], messageId: string, emoji: string): Raw => ({
  messaging_product: "whatsapp",
  recipient_type: "individual",
  ...receiver(to),
  type: "reaction",
  reaction: { message_id: messageId, emoji },
});

/** Marks a message as read, and all before it; typing can only be shown along with it. */
export const encodeRead = (messageId: string, typing: boolean): Raw => ({
  messaging_product: "whatsapp",
  status: "read",
  message_id: messageId,
  ...(typing && { typing_indicator: { type: "text" } }),
});

/** The number, or the user id of a customer without one. rules.md#cloud-identity */
export function receiver(to: Identifier[]): { to: string } | { recipient: string } {
  if (to.some(({ type }) => type === "group")) throw new Refused("ERR_NOT_ON_THIS_NETWORK");
  const phone = to.find(({ type }) => type === "phone");
  if (phone) return { to: phone.value };
  const ids = to.filter(({ type }) => type === "bsuid");
  const id = ids.find(({ value }) => !value.includes(".ENT.")) ?? ids[0];
  if (!id) throw new Refused("ERR_WAPP_INVALID_CONTACT");
  return { recipient: id.value };
}

function encodeContent(content: OutboundMessage["content"], mediaId: string): Raw {
  switch (content.kind) {
    case "chat":
      return { type: "text", text: { body: within(content.body, longestText), preview_url: true } };
    case "locationMessage": {
      const { latitude, longitude, name, address } = content.place;
      const names = { ...(name && { name }), ...(address && { address }) };
      return { type: "location", location: { latitude, longitude, ...names } };
    }
    case "vcard":
      if (content.cards.length === 0) throw new Refused("ERR_SENDING_WAPP_MSG");
      return { type: "contacts", contacts: content.cards.map(contactOf) };
    case "template":
      return templateBody(content, mediaId);
    case "interactive":
      return interactiveBody(content.interactive);
    default: {
      const { type } = cloudFile(content.kind, content.file);
      const caption = type === "audio" || type === "sticker" ? "" : content.body;
      const file = {
        id: mediaId,
        ...(caption && { caption: within(caption, longestCaption) }),
        ...(type === "document" && { filename: content.file.name.slice(0, 240) }),
        ...(type === "audio" && content.file.voice && { voice: true }),
      };
      return { type, [type]: file };
    }
  }
}
