import { ack, type MessageKind } from "../../../../src/shared/states.ts";
import type { PendingMessage } from "../write/pending-storage.ts";
import { readableBody } from "./message-kinds.ts";
import type { Message } from "../types.ts";

/** A bubble, whether the server has it or not. */
export type MessageBubble = {
  /** The same before and after the server took it. */
  key: string;
  id: number | null;
  clientId: string | null;
  mine: boolean;
  kind: MessageKind;
  body: string;
  /** When it was sent, and when it came here. */
  at: string;
  cameAt: string;
  ack: number;
  /** Why it failed: a code, or the network's words. */
  reason: string | null;
  mediaUrl: string | null;
  mediaName: string | null;
  media: Message["media"];
  /** When its file, which did not go or did not come, is tried again. */
  retryAt: string | null;
  place: Message["place"];
  contacts: Message["contacts"];
  reactions: Message["reactions"];
  quotedMsg: Message["quotedMsg"];
  isDeleted: boolean;
  isEdited: boolean;
  bot: boolean;
  /** Who wrote it: the customer, a member of the group, or who of us. */
  name: string;
  /** Which of us wrote it; null for what is still on this screen. */
  byId: number | null;
  /** Waits or failed on this side: it can be given up. */
  unsent: boolean;
};

export type TimelineItem = { kind: "day"; key: string; at: string } | { kind: "unread"; key: string } | { kind: "bubble"; key: string; bubble: MessageBubble; first: boolean };

const groupPause = 5 * 60_000;

/** A conversation in reading order: days, the mark before unread messages, bubbles in groups. */
export function timeline(messages: Message[], waiting: PendingMessage[], firstUnread: number | null): TimelineItem[] {
  const taken = new Set(messages.map(({ clientId }) => clientId));
  const all = [...messages.map(bubbleOf), ...waiting.filter(({ clientId }) => !taken.has(clientId)).map(pendingBubble)];
  const items: TimelineItem[] = [];
  let previous: MessageBubble | undefined;
  for (const bubble of all) {
    const newDay = !previous || dayOf(previous.at) !== dayOf(bubble.at);
    if (newDay) items.push({ kind: "day", key: `day${dayOf(bubble.at)}${bubble.key}`, at: bubble.at });
    const marked = firstUnread !== null && bubble.id === firstUnread;
    if (marked) items.push({ kind: "unread", key: "unread" });
    const continues = previous && !newDay && !marked && isBubble(previous) && isBubble(bubble) && previous.mine === bubble.mine && isSamePerson(previous, bubble) && Date.parse(bubble.at) - Date.parse(previous.at) < groupPause;
    items.push({ kind: "bubble", key: bubble.key, bubble, first: !continues });
    previous = bubble;
  }
  return items;
}

/** A message of the server's as a bubble. */
export const bubbleOf = (message: Message): MessageBubble => ({
  key: message.clientId ?? `m${message.id}`,
  id: message.id,
  clientId: message.clientId,
  mine: message.fromMe,
  kind: message.mediaType,
  body: readableBody(message),
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
  isDeleted: message.isDeleted,
  isEdited: message.isEdited,
  bot: message.origin === "bot",
  name: message.fromMe ? (message.user?.name ?? "") : message.contact.name,
  byId: message.fromMe ? (message.user?.id ?? null) : null,
  unsent: false,
});

/** Reactions by emoji, in the order in which each first came. `names` of others, as far as they are known. */
export function groupReactions(reactions: MessageBubble["reactions"]): { emoji: string; count: number; mine: boolean; names: string[] }[] {
  const all = [...new Set(reactions.map(({ emoji }) => emoji))];
  return all.map((emoji) => {
    const same = reactions.filter((one) => one.emoji === emoji);
    return { emoji, count: same.length, mine: same.some(({ fromMe }) => fromMe), names: same.flatMap(({ fromMe, name }) => (fromMe || !name ? [] : [name])) };
  });
}

// What is still on this screen is one's own, and so is what it becomes.
const isSamePerson = (one: MessageBubble, other: MessageBubble) => (one.mine ? one.unsent || other.unsent || one.byId === other.byId : one.name === other.name);

/** Whether it is a bubble. A call is a line of its own. */
const isBubble = ({ kind }: MessageBubble) => kind !== "call_log";

const dayOf = (iso: string) => new Date(iso).toDateString();

// The same for all: a bubble is drawn again when one of its parts is another.
const none: never[] = [];

const pendingBubble = (pending: PendingMessage): MessageBubble => ({
  key: pending.clientId,
  id: null,
  clientId: pending.clientId,
  mine: true,
  kind: kindOf(pending),
  body: pending.body,
  place: pending.place && { ...pending.place, name: "", address: "", thumbnail: null },
  at: pending.at,
  cameAt: pending.at,
  ack: pending.refused ? ack.failed : ack.queued,
  reason: pending.refused,
  mediaUrl: null,
  mediaName: pending.file?.name ?? null,
  media: pending.file && { type: pending.file.type, size: pending.file.size, seconds: pending.file.voice?.seconds ?? null, voice: pending.file.voice !== null, waveform: pending.file.voice?.waveform ?? null, reason: null },
  retryAt: null,
  contacts: pending.contacts?.map(({ name, number }) => ({ name, number })) ?? none,
  reactions: none,
  quotedMsg: pending.quotedMsg,
  isDeleted: false,
  isEdited: false,
  bot: false,
  name: "",
  byId: null,
  unsent: true,
});

function kindOf({ file, place, contacts }: PendingMessage): MessageKind {
  if (place) return "locationMessage";
  return contacts ? "vcard" : (file?.kind ?? "chat");
}
