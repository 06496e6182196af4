import type { MessageKind } from "../../src/shared/states.ts";
import { readableBody } from "./message-kinds.ts";
import type { Message } from "../types.ts";

/** A message bubble, sent or pending. */
export type MessageBubble = {
  /** The same before and after the server accepts the message. */
  key: string;
  id: number | null;
  clientId: string | null;
  mine: boolean;
  kind: MessageKind;
  body: string;
  /** The time of sending, and the time of arrival here. */
  at: string;
  cameAt: string;
  ack: number;
  /** The reason of a failure: a code, or the network's text. */
  reason: string | null;
  mediaUrl: string | null;
  mediaName: string | null;
  media: Message["media"];
  /** The time of the next try for a file that failed to upload or download. */
  retryAt: string | null;
  place: Message["place"];
  contacts: Message["contacts"];
  reactions: Message["reactions"];
  quotedMsg: Message["quotedMsg"];
  quote?: Message["quote"];
  referral?: Message["referral"];
  interactive?: Message["interactive"];
  forwarded?: Message["forwarded"];
  isDeleted: boolean;
  isEdited: boolean;
  bot: boolean;
  /** The author's name: the customer, a group member, or the user. */
  name: string;
  /** The user who wrote it; null for a message that is still pending. */
  byId: number | null;
  /** Pending or failed in this browser; the user can discard it. */
  unsent: boolean;
};

/** A bubble from a message of the server. */
export const bubbleOf = (message: Message): MessageBubble => ({
  key: message.clientId ?? `m${message.id}`,
  id: message.id,
  clientId: message.clientId,
  mine: message.fromMe,
  kind: message.mediaType,
  body: message.interactive?.text ?? readableBody(message),
  interactive: message.interactive ?? buttonsOf(message.template?.labels),
  place: message.place,
  at: message.sentAt,
  cameAt: message.createdAt,
  ack: message.ack,
  reason: message.reason,
  mediaUrl: message.mediaUrl,
  mediaName: message.mediaName,
  media: message.media,
  retryAt: message.retryAt,
  contacts: message.contacts,
  reactions: message.reactions,
  quotedMsg: message.quotedMsg,
  quote: message.quote,
  referral: message.referral,
  forwarded: message.forwarded,
  isDeleted: message.isDeleted,
  isEdited: message.isEdited,
  bot: message.origin === "bot",
  name: message.fromMe ? (message.user?.name ?? "") : message.contact.name,
  byId: message.fromMe ? (message.user?.id ?? null) : null,
  unsent: false,
});

/** The buttons of a template, as the customer's app shows them. */
const buttonsOf = (labels?: string[]): MessageBubble["interactive"] =>
  labels && {
    type: "buttons",
    text: "",
    buttons: labels.flatMap((title, index) => (title ? [{ id: String(index), title }] : [])),
  };

/**
 * Reactions by emoji, in the order of their first use. `names` are the other people, where
 * available.
 */
export function groupReactions(
  reactions: MessageBubble["reactions"],
): { emoji: string; count: number; mine: boolean; names: string[] }[] {
  const all = [...new Set(reactions.map(({ emoji }) => emoji))];
  return all.map((emoji) => {
    const same = reactions.filter((one) => one.emoji === emoji);
    return {
      emoji,
      count: same.length,
      mine: same.some(({ fromMe }) => fromMe),
      names: same.flatMap(({ fromMe, name }) => (fromMe || !name ? [] : [name])),
    };
  });
}
