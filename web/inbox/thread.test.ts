import { answer } from "../../src/testing/screen/page.tsx";
import { beforeEach, expect, test } from "bun:test";
import { eventually } from "../../src/testing/screen/screen.ts";
import { dispatch } from "../session/frames.ts";
import type { Message } from "../types.ts";
import {
  fetchAround,
  fetchMore,
  fetchNewest,
  fetchThread,
  keepThread,
  markAllRead,
  onMessage,
  patchMessage,
  putMessages,
  thread,
} from "./thread.ts";
import { maxMessages } from "./thread-pages.ts";

let ticket = 0;
let stored: Message[] = [];
let calls: string[] = [];

/** Each test has its own conversation, with messages 1 to 100. */
beforeEach(() => {
  ticket += 1;
  stored = messages(1, 100);
  calls = [];
  answer(({ path, query }) => {
    calls.push(`${path.split("/").at(-1)}?${query.toString()}`);
    return page(query);
  });
});

const message = (id: number, more: Partial<Message> = {}) =>
  ({
    id,
    ticketId: ticket,
    read: true,
    fromMe: false,
    ack: 2,
    updatedAt: at(0),
    ...more,
  }) as Message;
const messages = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => message(from + index));
const at = (second: number) => `2026-11-20T10:00:${String(second).padStart(2, "0")}.000Z`;

/** Pages of twenty, as the server answers them. */
function page(query: URLSearchParams) {
  const [before, after, around] = ["beforeId", "afterId", "aroundId"].map((name) =>
    Number(query.get(name)),
  ) as [number, number, number];
  const places = stored.map(({ id }) => id);
  const end = before
    ? places.indexOf(before)
    : around
      ? places.indexOf(around) + 10
      : stored.length;
  const start = after ? places.indexOf(after) + 1 : Math.max(0, end - 20);
  const to = after ? start + 20 : end;
  return {
    messages: stored.slice(start, to),
    hasMore: start > 0,
    hasNewer: to < stored.length,
  };
}

const ids = () =>
  thread(ticket)
    .messages.peek()
    .map(({ id }) => id);
const stretch = () => [ids()[0], ids().at(-1)];
const ends = () => [thread(ticket).hasMore.peek(), thread(ticket).hasNewer.peek()];
const arrives = (id: number, more: Partial<Message> = {}) =>
  dispatch({ event: "appMessage", action: "create", message: message(id, more) });

test("the newest page is read once, also where several ask for it", async () => {
  await Promise.all([fetchThread(ticket), fetchThread(ticket)]);
  await fetchThread(ticket);
  expect([calls, stretch(), ends()]).toEqual([[`${ticket}?`], [81, 100], [true, false]]);
});

test("pages are read back to the first unread message, five at most", async () => {
  stored = stored.map((one) => ({ ...one, read: one.id <= 65 }));
  await fetchThread(ticket);
  expect(calls.map((call) => call.split("?")[1])).toEqual(["", "beforeId=81"]);
  expect(stretch()).toEqual([61, 100]);
  ticket += 1;
  stored = messages(1, 200).map((one) => ({ ...one, read: false }));
  calls = [];
  await fetchThread(ticket);
  expect([calls.length, stretch()]).toEqual([5, [101, 200]]);
});

test("older messages come before the first one here, until there are no more", async () => {
  stored = messages(1, 30);
  await fetchThread(ticket);
  await Promise.all([fetchMore(ticket, "older"), fetchMore(ticket, "older")]);
  expect([stretch(), ends()]).toEqual([
    [1, 30],
    [false, false],
  ]);
  await fetchMore(ticket, "older");
  await fetchMore(ticket, "newer");
  expect(calls).toHaveLength(2);
});

test("a page that fails says on which side, and is asked for again", async () => {
  await fetchThread(ticket);
  answer(() => Response.json({ error: "ERR_INTERNAL" }, { status: 500 }));
  await fetchMore(ticket, "older");
  const { failedSide, loadingSide } = thread(ticket);
  expect([failedSide.peek(), loadingSide.peek()]).toEqual(["older", null]);
  answer(({ query }) => page(query));
  await fetchMore(ticket, "older");
  expect([failedSide.peek(), ids().length]).toEqual([null, 40]);
});

test("a conversation that can't be read says so, and is read again when asked", async () => {
  answer(() => Response.json({ error: "ERR_INTERNAL" }, { status: 500 }));
  await fetchThread(ticket);
  expect(thread(ticket).state.peek()).toBe("failed");
  answer(({ query }) => page(query));
  await fetchThread(ticket);
  expect(thread(ticket).state.peek()).toBe("ready");
});

test("around a message the stretch ends before the newest: new ones wait for them", async () => {
  await fetchAround(ticket, { aroundId: 40 });
  expect([stretch(), ends()]).toEqual([
    [30, 49],
    [true, true],
  ]);
  arrives(101);
  const changed = { body: "Outro", updatedAt: at(9) };
  putMessages(ticket, [message(29), message(30, changed), message(49, changed)]);
  const { newArrivals, messages: here } = thread(ticket);
  expect([newArrivals.peek().map(({ id }) => id), ids().length]).toEqual([[101], 20]);
  expect([here.peek()[0]?.body, here.peek().at(-1)?.body]).toEqual(["Outro", "Outro"]);
  await fetchMore(ticket, "newer");
  expect([stretch(), newArrivals.peek().length]).toEqual([[30, 69], 1]);
  await fetchNewest(ticket);
  expect([stretch(), ends(), newArrivals.peek()]).toEqual([[81, 101], [true, false], []]);
});

test("the newest are not read again where they are here", async () => {
  await fetchThread(ticket);
  await fetchNewest(ticket);
  expect(calls).toHaveLength(1);
});

test("scrolling on joins a stretch to the newest messages without a gap", async () => {
  await fetchAround(ticket, { aroundId: 70 });
  arrives(101);
  await fetchMore(ticket, "newer");
  stored.push(message(101));
  await fetchMore(ticket, "newer");
  expect([ids().length, stretch(), ends()]).toEqual([42, [60, 101], [true, false]]);
});

test("of a long conversation only the part where one reads stays here", async () => {
  stored = messages(1, maxMessages + 100);
  await fetchThread(ticket);
  while (thread(ticket).hasMore.peek()) await fetchMore(ticket, "older");
  expect([ids().length, stretch(), ends()]).toEqual([maxMessages, [1, maxMessages], [false, true]]);
  await fetchMore(ticket, "newer");
  expect([stretch(), ends()]).toEqual([
    [21, maxMessages + 20],
    [true, true],
  ]);
});

test("an event that is newer than an answer wins over it, and a tick never falls", async () => {
  await fetchThread(ticket);
  arrives(100, { body: "Mudou", updatedAt: at(5), ack: 3 });
  putMessages(ticket, [message(100, { body: "Antes", updatedAt: at(4) })]);
  putMessages(ticket, [message(100, { body: "Tarde", updatedAt: at(5), ack: 2 })]);
  expect(thread(ticket).messages.peek().at(-1)).toMatchObject({ body: "Mudou", ack: 3 });
  putMessages(ticket, [message(100, { body: "De novo", updatedAt: at(5), ack: 3 })]);
  expect(thread(ticket).messages.peek().at(-1)?.body).toBe("De novo");
});

test("a file keeps the link under which it was opened first", async () => {
  await fetchThread(ticket);
  arrives(101, { mediaUrl: "/public/1?a" });
  arrives(101, { mediaUrl: "/public/1?b", ack: 3 });
  expect(thread(ticket).messages.peek().at(-1)).toMatchObject({ mediaUrl: "/public/1?a", ack: 3 });
});

test("a message that arrives while the page is on its way is not lost", async () => {
  const { promise, resolve } = Promise.withResolvers<object>();
  const before = page(new URLSearchParams());
  answer(() => promise);
  const reading = fetchThread(ticket);
  arrives(101);
  resolve(before);
  await reading;
  expect(stretch()).toEqual([81, 101]);
});

test("an answer that another reading overtook is dropped", async () => {
  await fetchThread(ticket);
  const { promise, resolve } = Promise.withResolvers<object>();
  answer(() => promise);
  const older = fetchMore(ticket, "older");
  await Bun.sleep(1);
  answer(({ query }) => page(query));
  await fetchAround(ticket, { aroundId: 20 });
  resolve({ messages: messages(61, 80), hasMore: true, hasNewer: false });
  await older;
  expect([stretch(), thread(ticket).loadingSide.peek()]).toEqual([[10, 29], null]);
});

test("a message is changed, marked as read, and goes when it is taken back", async () => {
  stored = stored.map((one) => ({ ...one, read: one.id < 99, fromMe: one.id === 100 }));
  await fetchThread(ticket);
  patchMessage(ticket, 98, { body: "Assim" });
  expect(thread(ticket).messages.peek().at(-3)?.body).toBe("Assim");
  dispatch({ event: "ticket", action: "updateUnread", ticketId: ticket });
  expect(thread(ticket).messages.peek().at(-2)?.read).toBe(true);
  const { messages: here } = thread(ticket);
  const before = here.peek();
  markAllRead(ticket);
  expect(here.peek()).toBe(before);
  dispatch({ event: "appMessage", action: "delete", ticketId: ticket, messageId: 100 });
  expect(stretch()).toEqual([81, 99]);
});

test("listeners get each message that arrives", () => {
  const received: number[] = [];
  const stop = onMessage(({ id }) => received.push(id));
  arrives(101);
  stop();
  arrives(102);
  expect(received).toEqual([101]);
});

test("what is left keeps its end for a return, or nothing where its end is not here", async () => {
  stored = messages(1, 100);
  const stop = keepThread(ticket);
  await fetchThread(ticket);
  while (thread(ticket).hasMore.peek()) await fetchMore(ticket, "older");
  stop();
  expect([ids().length, stretch(), ends()]).toEqual([60, [41, 100], [true, false]]);
  const leave = keepThread(ticket);
  await fetchAround(ticket, { aroundId: 15 });
  leave();
  expect([ids(), thread(ticket).state.peek()]).toEqual([[], "new"]);
});

test("forty conversations are kept, and those on screen", async () => {
  const first = ticket;
  await fetchThread(first);
  const stop = keepThread(first);
  const second = (ticket += 1);
  await fetchThread(second);
  for (let other = 1; other <= 40; other += 1) thread(1000 + other);
  expect([thread(first).state.peek(), thread(second).state.peek()]).toEqual(["ready", "new"]);
  stop();
});

test("after missed frames the conversation on screen is read again, others are dropped", async () => {
  const other = ticket;
  await fetchThread(other);
  ticket += 1;
  const stop = keepThread(ticket);
  await fetchThread(ticket);
  stored.push(message(101));
  dispatch({ event: "reset" });
  await eventually(() => ids().at(-1) === 101, "what was missed");
  expect(thread(other).state.peek()).toBe("new");
  await fetchAround(ticket, { aroundId: 40 });
  arrives(102);
  stored = stored.map((one) => ({ ...one, body: "Mudou", updatedAt: at(30) }));
  dispatch({ event: "reset" });
  await eventually(() => thread(ticket).messages.peek()[12]?.body === "Mudou", "the middle anew");
  expect(thread(ticket).newArrivals.peek()).toEqual([]);
  stop();
});
