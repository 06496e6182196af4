import { batch, type Signal, signal } from "@preact/signals-react";
import type { Frame } from "../../../src/shared.ts";
import { api } from "../../kit/api.ts";
import { live } from "../../live.ts";
import { onTicket } from "./board.ts";
import type { Message } from "./types.ts";

/** What is in memory of one conversation, oldest first. */
export type Thread = {
  ticketId: number;
  messages: Signal<Message[]>;
  hasMore: Signal<boolean>;
  state: Signal<"new" | "loading" | "ready" | "failed">;
  /** Older messages are on their way. */
  reading: Signal<boolean>;
};

type Page = { messages: Message[]; hasMore: boolean };

/** Conversations kept for a quick return, and messages kept of each. */
const keptThreads = 40;
const keptMessages = 60;

/** The most pages read at once to find the first unread message. */
const unreadPages = 5;

/** The conversation of a ticket, perhaps not read yet. */
export function thread(ticketId: number): Thread {
  const known = threads.get(ticketId) ?? { ticketId, messages: signal<Message[]>([]), hasMore: signal(false), state: signal<Thread["state"]["value"]>("new"), reading: signal(false) };
  threads.delete(ticketId);
  threads.set(ticketId, known);
  for (const oldest of threads.keys()) {
    if (threads.size <= keptThreads) break;
    if (!onShow.has(oldest)) threads.delete(oldest);
  }
  return known;
}

/** Reads the newest messages unless they are here. Safe to call on hover. */
export async function fetchThread(ticketId: number) {
  const { state, messages, hasMore } = thread(ticketId);
  if (state.peek() === "loading" || state.peek() === "ready") return;
  state.value = "loading";
  try {
    const page = await newest(ticketId);
    const first = page.messages[0]?.id ?? 0;
    const joined = messages.peek().some(({ id }) => id === first);
    batch(() => {
      messages.value = merged(joined ? messages.peek() : messages.peek().filter(({ id }) => id > first), page.messages);
      if (!joined) hasMore.value = page.hasMore;
      state.value = "ready";
    });
  } catch {
    state.value = "failed";
  }
}

/** The page before the oldest message here. */
export async function fetchOlder(ticketId: number) {
  const { messages, hasMore, reading } = thread(ticketId);
  const oldest = messages.peek()[0];
  if (!oldest || !hasMore.peek() || reading.peek()) return;
  reading.value = true;
  try {
    const page = await api.get<Page>(`/messages/${ticketId}`, { beforeId: oldest.id });
    batch(() => ((messages.value = merged(messages.peek(), page.messages)), (hasMore.value = page.hasMore)));
  } catch {
    // Scrolling up again asks again.
  } finally {
    reading.value = false;
  }
}

/** Messages' new state. */
export function putMessages(ticketId: number, fresh: Message[]) {
  const known = threads.get(ticketId);
  if (known && known.state.peek() !== "new") known.messages.value = merged(known.messages.peek(), fresh);
}

/** Who wrote a message, as far as it is here. */
export const authorOf = (ticketId: number, messageId: number) => threads.get(ticketId)?.messages.peek().find(({ id }) => id === messageId)?.contact.name;

/** Changes a message here before the server has answered. */
export function patchMessage(ticketId: number, messageId: number, change: Partial<Message>) {
  const known = threads.get(ticketId);
  if (known) known.messages.value = known.messages.peek().map((message) => (message.id === messageId ? { ...message, ...change } : message));
}

/** What is here has been read. */
export function seenAll(ticketId: number) {
  const known = threads.get(ticketId);
  if (known?.messages.peek().some(({ read, fromMe }) => !read && !fromMe)) known.messages.value = known.messages.peek().map((message) => ({ ...message, read: true }));
}

/** Keeps a conversation in memory while it is shown. Returns what ends that. */
export function hold(ticketId: number) {
  onShow.add(ticketId);
  return () => {
    onShow.delete(ticketId);
    const known = threads.get(ticketId);
    if (!known || known.messages.peek().length <= keptMessages) return;
    batch(() => ((known.messages.value = known.messages.peek().slice(-keptMessages)), (known.hasMore.value = true)));
  };
}

/** Hears each message that arrives or changes. Returns what ends that. */
export function onMessage(listener: (message: Message, frame: Frame) => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const threads = new Map<number, Thread>();
const onShow = new Set<number>();
const listeners = new Set<(message: Message, frame: Frame) => void>();

/** The last page, and as many before it as it takes to reach what was read before. */
async function newest(ticketId: number): Promise<Page> {
  let { messages, hasMore } = await api.get<Page>(`/messages/${ticketId}`);
  for (let pages = 1; pages < unreadPages && hasMore && messages[0] && !messages[0].read; pages += 1) {
    const before = await api.get<Page>(`/messages/${ticketId}`, { beforeId: messages[0].id });
    messages = [...before.messages, ...messages];
    hasMore = before.hasMore;
  }
  return { messages, hasMore };
}

function merged(old: Message[], fresh: Message[]): Message[] {
  const all = new Map(old.map((message) => [message.id, message]));
  for (const message of fresh) {
    const known = all.get(message.id);
    // The socket may have told more than an answer that was longer on its way.
    if (known && (known.updatedAt > message.updatedAt || (known.updatedAt === message.updatedAt && known.ack > message.ack))) continue;
    // A link that opened keeps its address, or the picture would load again at each tick.
    all.set(message.id, { ...message, mediaUrl: known?.mediaUrl ?? message.mediaUrl });
  }
  return [...all.values()].sort((one, other) => one.id - other.id);
}

live.on("appMessage", (frame) => {
  const message = frame.message as Message | undefined;
  if (!message) return;
  putMessages(message.ticketId, [message]);
  for (const listener of listeners) listener(message, frame);
});

live.on("ticket", ({ action, ticketId }) => {
  if (action === "updateUnread") seenAll(Number(ticketId));
});

live.onReset(() => {
  for (const [ticketId, known] of [...threads]) {
    if (!onShow.has(ticketId)) threads.delete(ticketId);
    else {
      known.state.value = "new";
      void fetchThread(ticketId);
    }
  }
});

onTicket((ticketId, ticket) => {
  if (!ticket && !onShow.has(ticketId)) threads.delete(ticketId);
});
