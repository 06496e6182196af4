import { batch, signal } from "@preact/signals-react";
import type { Frame } from "../../src/shared/wire.ts";
import { api } from "../kit/api.ts";
import { live } from "../session/live.ts";
import { onTicket } from "./list-state.ts";
import type { Message } from "../types.ts";
import {
  type Side,
  type Thread,
  type Page,
  join,
  mergeArrivals,
  trim,
  merged,
} from "./thread-pages.ts";

/**
 * The number of cached conversations, and of messages in each. The visible one may hold more, as
 * long as it scrolls smoothly.
 */
const maxThreads = 40;

const maxMessagesHidden = 60;

/** The most pages to load at once to find the first unread message. */
const unreadPages = 5;

/** The conversation of a ticket; it may not be loaded yet. */
export function thread(ticketId: number): Thread {
  const cached = threads.get(ticketId) ?? newThread(ticketId);
  threads.delete(ticketId);
  threads.set(ticketId, cached);
  for (const oldest of threads.keys()) {
    if (threads.size <= maxThreads) break;
    if (!shownThreads.has(oldest)) threads.delete(oldest);
  }
  return cached;
}

/** Loads the newest messages, unless some are loaded. Safe to call on hover. */
export async function fetchThread(ticketId: number) {
  const cached = thread(ticketId);
  const { state } = cached;
  if (state.peek() === "loading" || state.peek() === "ready") return;
  state.value = "loading";
  await read(cached, () => fetchNewestPage(ticketId)).catch(() => (state.value = "failed"));
}

/**
 * Replaces the loaded messages with the newest ones, unless those are loaded. Throws `ApiError`.
 */
export async function fetchNewest(ticketId: number) {
  const cached = thread(ticketId);
  if (cached.hasNewer.peek()) await read(cached, () => fetchNewestPage(ticketId));
}

/**
 * Loads the messages around a message, or around the first one of a day (YYYY-MM-DD). Throws
 * `ApiError`.
 */
export async function fetchAround(
  ticketId: number,
  query: { aroundId: number } | { date: string },
) {
  const cached = thread(ticketId);
  const { state } = cached;
  if (state.peek() !== "ready") state.value = "loading";
  try {
    await read(cached, () => api.get<Page>(`/messages/${ticketId}`, query));
  } catch (error) {
    if (state.peek() === "loading") state.value = "new";
    throw error;
  }
}

/** Loads the page before the oldest loaded message, or after the newest. */
export async function fetchMore(ticketId: number, side: Side) {
  const cached = thread(ticketId);
  const { messages, hasMore, hasNewer, loadingSide, failedSide } = cached;
  const edge = messages.peek().at(side === "older" ? 0 : -1);
  if (!edge || !(side === "older" ? hasMore : hasNewer).peek() || loadingSide.peek()) return;
  const { round } = cached;
  batch(() => ((loadingSide.value = side), (failedSide.value = null)));
  try {
    const page = await api.get<Page>(
      `/messages/${ticketId}`,
      side === "older" ? { beforeId: edge.id } : { afterId: edge.id },
    );
    if (round === cached.round) batch(() => (join(cached, side, page), trim(cached, side)));
  } catch {
    // Further scrolling retries, and so does a button.
    if (round === cached.round) failedSide.value = side;
  } finally {
    if (round === cached.round) loadingSide.value = null;
  }
}

/**
 * Stores messages' new state. New ones wait in `newArrivals` while the newest page is not loaded,
 * so no gap appears.
 */
export function putMessages(ticketId: number, fresh: Message[]) {
  const cached = threads.get(ticketId);
  if (!cached || cached.state.peek() === "new") return;
  const { messages, hasMore, hasNewer, newArrivals } = cached;
  const first = hasMore.peek() ? (messages.peek()[0]?.id ?? 0) : 0;
  const last = hasNewer.peek() ? (messages.peek().at(-1)?.id ?? 0) : Infinity;
  const here = fresh.filter(({ id }) => id >= first && id <= last);
  const beyond = fresh.filter(({ id }) => id > last);
  batch(() => {
    if (here.length > 0) messages.value = merged(messages.peek(), here);
    if (beyond.length > 0) newArrivals.value = merged(newArrivals.peek(), beyond);
  });
}

/** The author's name of a loaded message. */
export const authorOf = (ticketId: number, messageId: number) =>
  threads
    .get(ticketId)
    ?.messages.peek()
    .find(({ id }) => id === messageId)?.contact.name;

/** Changes a loaded message before the server has answered. */
export function patchMessage(ticketId: number, messageId: number, change: Partial<Message>) {
  const cached = threads.get(ticketId);
  if (cached)
    cached.messages.value = cached.messages
      .peek()
      .map((message) => (message.id === messageId ? { ...message, ...change } : message));
}

/** Marks all loaded messages as read. */
export function markAllRead(ticketId: number) {
  const cached = threads.get(ticketId);
  if (cached?.messages.peek().some(({ read, fromMe }) => !read && !fromMe))
    cached.messages.value = cached.messages.peek().map((message) => ({ ...message, read: true }));
}

/** Keeps a conversation in memory while it is on screen. Returns a function that ends this. */
export function keepThread(ticketId: number) {
  shownThreads.add(ticketId);
  return () => {
    shownThreads.delete(ticketId);
    const cached = threads.get(ticketId);
    if (!cached) return;
    if (cached.hasNewer.peek()) threads.delete(ticketId);
    else if (cached.messages.peek().length > maxMessagesHidden)
      batch(
        () => (
          (cached.messages.value = cached.messages.peek().slice(-maxMessagesHidden)),
          (cached.hasMore.value = true)
        ),
      );
  };
}

/** Calls a listener for each new or changed message. Returns a function that ends this. */
export function onMessage(listener: (message: Message, frame: Frame) => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const threads = new Map<number, Thread>();

const shownThreads = new Set<number>();

const listeners = new Set<(message: Message, frame: Frame) => void>();

function newThread(ticketId: number): Thread {
  return {
    ticketId,
    messages: signal<Message[]>([]),
    hasMore: signal(false),
    hasNewer: signal(false),
    newArrivals: signal<Message[]>([]),
    state: signal<Thread["state"]["value"]>("new"),
    loadingSide: signal<Side | null>(null),
    failedSide: signal<Side | null>(null),
    round: 0,
  };
}

/** Loads the last page, and earlier pages until they reach the loaded messages. */
async function fetchNewestPage(ticketId: number): Promise<Page> {
  let { messages, hasMore } = await api.get<Page>(`/messages/${ticketId}`);
  for (
    let pages = 1;
    pages < unreadPages && hasMore && messages[0] && !messages[0].read;
    pages += 1
  ) {
    const before = await api.get<Page>(`/messages/${ticketId}`, { beforeId: messages[0].id });
    messages = [...before.messages, ...messages];
    hasMore = before.hasMore;
  }
  return { messages, hasMore, hasNewer: false };
}

async function read(cached: Thread, fetchPage: () => Promise<Page>) {
  const thisRound = ++cached.round;
  batch(() => ((cached.loadingSide.value = null), (cached.failedSide.value = null)));
  try {
    const page = await fetchPage();
    if (thisRound === cached.round)
      batch(() => (putPage(cached, page), (cached.state.value = "ready")));
  } catch (error) {
    if (thisRound === cached.round) throw error;
  }
}

/** Merges a page with the loaded messages where they overlap; otherwise the page replaces them. */
function putPage(cached: Thread, page: Page) {
  const { messages, hasMore, hasNewer } = cached;
  const first = page.messages[0]?.id ?? 0;
  const last = page.messages.at(-1)?.id ?? 0;
  const here = messages.peek();
  if (here.some(({ id }) => id === first)) join(cached, "newer", page);
  else if (here.some(({ id }) => id === last)) join(cached, "older", page);
  else {
    // Keep the messages that arrived while this page was loading.
    messages.value = merged(
      page.hasNewer ? [] : here.filter(({ id }) => id > first),
      page.messages,
    );
    hasMore.value = page.hasMore;
    hasNewer.value = page.hasNewer;
    mergeArrivals(cached);
  }
}

live.on("appMessage", (frame) => {
  if (frame.action === "delete") return drop(Number(frame.ticketId), Number(frame.messageId));
  const message = frame.message as Message | undefined;
  if (!message) return;
  putMessages(message.ticketId, [message]);
  for (const listener of listeners) listener(message, frame);
});

live.on("ticket", ({ action, ticketId }) => {
  if (action === "updateUnread") markAllRead(Number(ticketId));
});

live.onReset(() => {
  for (const [ticketId, cached] of [...threads]) {
    if (!shownThreads.has(ticketId)) threads.delete(ticketId);
    else void reload(cached);
  }
});

onTicket((ticketId, ticket) => {
  if (!ticket && !shownThreads.has(ticketId)) threads.delete(ticketId);
});

/** Removes a message that the user withdrew before it was sent. */
function drop(ticketId: number, messageId: number) {
  const cached = threads.get(ticketId);
  if (!cached) return;
  for (const list of [cached.messages, cached.newArrivals])
    if (list.peek().some(({ id }) => id === messageId))
      list.value = list.peek().filter(({ id }) => id !== messageId);
}

/** Reloads the visible part of a thread after missed frames. */
async function reload(cached: Thread) {
  const middle = cached.messages.peek()[Math.floor(cached.messages.peek().length / 2)];
  cached.newArrivals.value = [];
  if (cached.hasNewer.peek() && middle)
    return fetchAround(cached.ticketId, { aroundId: middle.id }).catch(() => undefined);
  cached.state.value = "new";
  return fetchThread(cached.ticketId);
}
