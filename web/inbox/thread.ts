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
  const known = threads.get(ticketId) ?? newThread(ticketId);
  threads.delete(ticketId);
  threads.set(ticketId, known);
  for (const oldest of threads.keys()) {
    if (threads.size <= maxThreads) break;
    if (!shownThreads.has(oldest)) threads.delete(oldest);
  }
  return known;
}

/** Loads the newest messages, unless some are loaded. Safe to call on hover. */
export async function fetchThread(ticketId: number) {
  const known = thread(ticketId);
  const { state } = known;
  if (state.peek() === "loading" || state.peek() === "ready") return;
  state.value = "loading";
  await read(known, () => fetchNewestPage(ticketId)).catch(() => (state.value = "failed"));
}

/**
 * Replaces the loaded messages with the newest ones, unless those are loaded. Throws `ApiError`.
 */
export async function fetchNewest(ticketId: number) {
  const known = thread(ticketId);
  if (known.hasNewer.peek()) await read(known, () => fetchNewestPage(ticketId));
}

/**
 * Loads the messages around a message, or around the first one of a day (YYYY-MM-DD). Throws
 * `ApiError`.
 */
export async function fetchAround(
  ticketId: number,
  query: { aroundId: number } | { date: string },
) {
  const known = thread(ticketId);
  const { state } = known;
  if (state.peek() !== "ready") state.value = "loading";
  try {
    await read(known, () => api.get<Page>(`/messages/${ticketId}`, query));
  } catch (error) {
    if (state.peek() === "loading") state.value = "new";
    throw error;
  }
}

/** Loads the page before the oldest loaded message, or after the newest. */
export async function fetchMore(ticketId: number, side: Side) {
  const known = thread(ticketId);
  const { messages, hasMore, hasNewer, loadingSide, failedSide } = known;
  const edge = messages.peek().at(side === "older" ? 0 : -1);
  if (!edge || !(side === "older" ? hasMore : hasNewer).peek() || loadingSide.peek()) return;
  const { round } = known;
  batch(() => ((loadingSide.value = side), (failedSide.value = null)));
  try {
    const page = await api.get<Page>(
      `/messages/${ticketId}`,
      side === "older" ? { beforeId: edge.id } : { afterId: edge.id },
    );
    if (round === known.round) batch(() => (join(known, side, page), trim(known, side)));
  } catch {
    // Further scrolling retries, and so does a button.
    if (round === known.round) failedSide.value = side;
  } finally {
    if (round === known.round) loadingSide.value = null;
  }
}

/**
 * Stores messages' new state. New ones wait in `newArrivals` while the newest page is not loaded,
 * so no gap appears.
 */
export function putMessages(ticketId: number, fresh: Message[]) {
  const known = threads.get(ticketId);
  if (!known || known.state.peek() === "new") return;
  const { messages, hasMore, hasNewer, newArrivals } = known;
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
  const known = threads.get(ticketId);
  if (known)
    known.messages.value = known.messages
      .peek()
      .map((message) => (message.id === messageId ? { ...message, ...change } : message));
}

/** Marks all loaded messages as read. */
export function markAllRead(ticketId: number) {
  const known = threads.get(ticketId);
  if (known?.messages.peek().some(({ read, fromMe }) => !read && !fromMe))
    known.messages.value = known.messages.peek().map((message) => ({ ...message, read: true }));
}

/** Keeps a conversation in memory while it is on screen. Returns a function that ends this. */
export function keepThread(ticketId: number) {
  shownThreads.add(ticketId);
  return () => {
    shownThreads.delete(ticketId);
    const known = threads.get(ticketId);
    if (!known) return;
    if (known.hasNewer.peek()) threads.delete(ticketId);
    else if (known.messages.peek().length > maxMessagesHidden)
      batch(
        () => (
          (known.messages.value = known.messages.peek().slice(-maxMessagesHidden)),
          (known.hasMore.value = true)
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

async function read(known: Thread, fetchPage: () => Promise<Page>) {
  const thisRound = ++known.round;
  batch(() => ((known.loadingSide.value = null), (known.failedSide.value = null)));
  try {
    const page = await fetchPage();
    if (thisRound === known.round)
      batch(() => (putPage(known, page), (known.state.value = "ready")));
  } catch (error) {
    if (thisRound === known.round) throw error;
  }
}

/** Merges a page with the loaded messages where they overlap; otherwise the page replaces them. */
function putPage(known: Thread, page: Page) {
  const { messages, hasMore, hasNewer } = known;
  const first = page.messages[0]?.id ?? 0;
  const last = page.messages.at(-1)?.id ?? 0;
  const here = messages.peek();
  if (here.some(({ id }) => id === first)) join(known, "newer", page);
  else if (here.some(({ id }) => id === last)) join(known, "older", page);
  else {
    // Keep the messages that arrived while this page was loading.
    messages.value = merged(
      page.hasNewer ? [] : here.filter(({ id }) => id > first),
      page.messages,
    );
    hasMore.value = page.hasMore;
    hasNewer.value = page.hasNewer;
    mergeArrivals(known);
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
  for (const [ticketId, known] of [...threads]) {
    if (!shownThreads.has(ticketId)) threads.delete(ticketId);
    else void reload(known);
  }
});

onTicket((ticketId, ticket) => {
  if (!ticket && !shownThreads.has(ticketId)) threads.delete(ticketId);
});

/** Removes a message that the user withdrew before it was sent. */
function drop(ticketId: number, messageId: number) {
  const known = threads.get(ticketId);
  if (!known) return;
  for (const list of [known.messages, known.newArrivals])
    if (list.peek().some(({ id }) => id === messageId))
      list.value = list.peek().filter(({ id }) => id !== messageId);
}

/** Reloads the visible part of a thread after missed frames. */
async function reload(known: Thread) {
  const middle = known.messages.peek()[Math.floor(known.messages.peek().length / 2)];
  known.newArrivals.value = [];
  if (known.hasNewer.peek() && middle)
    return fetchAround(known.ticketId, { aroundId: middle.id }).catch(() => undefined);
  known.state.value = "new";
  return fetchThread(known.ticketId);
}
