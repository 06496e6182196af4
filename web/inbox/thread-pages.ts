import type { Signal } from "@preact/signals-react";
import type { Message } from "../types.ts";

export type Side = "older" | "newer";

/** The loaded part of a conversation: no gaps, oldest first. */
export type Thread = {
  ticketId: number;
  messages: Signal<Message[]>;
  /** Whether older messages exist before the first loaded one, and newer ones after the last. */
  hasMore: Signal<boolean>;
  hasNewer: Signal<boolean>;
  /** Messages that arrived while the newest page is not loaded. */
  newArrivals: Signal<Message[]>;
  state: Signal<"new" | "loading" | "ready" | "failed">;
  /** The side whose page is loading, and the side whose page failed. */
  loadingSide: Signal<Side | null>;
  failedSide: Signal<Side | null>;
  /**
   * Increases when another part of the thread replaces this one; answers of older rounds are
   * dropped.
   */
  round: number;
};

export type Page = { messages: Message[]; hasMore: boolean; hasNewer: boolean };

export const maxMessages = 600;

export function join(thread: Thread, side: Side, page: Page) {
  const { messages, hasMore, hasNewer } = thread;
  const here = messages.peek();
  messages.value = merged(here, page.messages);
  if (side === "older") hasMore.value = page.hasMore;
  else if (messages.peek().at(-1)?.id === page.messages.at(-1)?.id || page.messages.length === 0)
    hasNewer.value = hasNewer.peek() && page.hasNewer;
  mergeArrivals(thread);
}

/** Appends `newArrivals` once the newest messages are loaded. */
export function mergeArrivals({ messages, hasNewer, newArrivals }: Thread) {
  if (hasNewer.peek() || newArrivals.peek().length === 0) return;
  messages.value = merged(messages.peek(), newArrivals.peek());
  newArrivals.value = [];
}

/** Drops the messages farthest from the reader's position. */
export function trim({ messages, hasMore, hasNewer }: Thread, side: Side) {
  if (messages.peek().length <= maxMessages) return;
  messages.value =
    side === "older" ? messages.peek().slice(0, maxMessages) : messages.peek().slice(-maxMessages);
  (side === "older" ? hasNewer : hasMore).value = true;
}

export function merged(old: Message[], fresh: Message[]): Message[] {
  const all = new Map(old.map((message) => [message.id, message]));
  for (const message of fresh) {
    const existing = all.get(message.id);
    // An event may be newer than a slower answer.
    if (
      existing &&
      (existing.updatedAt > message.updatedAt ||
        (existing.updatedAt === message.updatedAt && existing.ack > message.ack))
    )
      continue;
    // A media link that has loaded keeps its URL, or the picture would load again at each status
    // change.
    all.set(message.id, { ...message, mediaUrl: existing?.mediaUrl ?? message.mediaUrl });
  }
  return [...all.values()].sort((one, other) => one.id - other.id);
}
