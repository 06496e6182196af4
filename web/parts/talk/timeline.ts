import { ack, type MessageKind } from "../../../src/shared/states.ts";
import type { PendingMessage } from "../../inbox/pending-storage.ts";
import { bubbleOf, type MessageBubble } from "../../messages/bubble.ts";
import type { Message } from "../../types.ts";

export type TimelineItem =
  | { kind: "day"; key: string; at: string }
  | { kind: "unread"; key: string }
  | { kind: "bubble"; key: string; bubble: MessageBubble; first: boolean };

const groupPause = 5 * 60_000;

/** A conversation in reading order: days, the unread mark, and grouped bubbles. */
export function timeline(
  messages: Message[],
  waiting: PendingMessage[],
  firstUnread: number | null,
): TimelineItem[] {
  const taken = new Set(messages.map(({ clientId }) => clientId));
  return inReadingOrder(
    [
      ...messages.map(bubbleOf),
      ...waiting.filter(({ clientId }) => !taken.has(clientId)).map(pendingBubble),
    ],
    firstUnread,
  );
}

/** Adds days and the unread mark to bubbles, and groups them. */
export function inReadingOrder(all: MessageBubble[], firstUnread: number | null): TimelineItem[] {
  const items: TimelineItem[] = [];
  let previous: MessageBubble | undefined;
  for (const bubble of all) {
    const newDay = !previous || dayOf(previous.at) !== dayOf(bubble.at);
    if (newDay)
      items.push({ kind: "day", key: `day${dayOf(bubble.at)}${bubble.key}`, at: bubble.at });
    const marked = firstUnread !== null && bubble.id === firstUnread;
    if (marked) items.push({ kind: "unread", key: "unread" });
    const continues =
      previous &&
      !newDay &&
      !marked &&
      isBubble(previous) &&
      isBubble(bubble) &&
      previous.mine === bubble.mine &&
      isSamePerson(previous, bubble) &&
      Date.parse(bubble.at) - Date.parse(previous.at) < groupPause;
    items.push({ kind: "bubble", key: bubble.key, bubble, first: !continues });
    previous = bubble;
  }
  return items;
}

// Pending messages are this user's own. They count as the same author, so the bubble stays grouped
// once it is sent.
const isSamePerson = (one: MessageBubble, other: MessageBubble) =>
  one.mine ? one.unsent || other.unsent || one.byId === other.byId : one.name === other.name;

/** Whether an item is a bubble. A call is a line of its own. */
const isBubble = ({ kind }: MessageBubble) => kind !== "call_log";

const dayOf = (iso: string) => new Date(iso).toDateString();

// One shared array: a bubble renders again when one of its props changes identity.
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
  media: pending.file && {
    type: pending.file.type,
    size: pending.file.size,
    seconds: pending.file.voice?.seconds ?? null,
    voice: pending.file.voice !== null,
    waveform: pending.file.voice?.waveform ?? null,
    reason: null,
  },
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
