import { afterEach, beforeEach, expect, test } from "bun:test";
import { makeShelf } from "./shelf.ts";
import type { Ticket } from "./types.ts";

let stored: Ticket[] = [];
const { fetch: real, localStorage: storage } = globalThis;

beforeEach(() => {
  globalThis.localStorage = { getItem: () => "token" } as unknown as Storage;
  globalThis.fetch = (async (address: string) => {
    const page = Number(new URLSearchParams(address.split("?")[1]).get("pageNumber"));
    return Response.json({ tickets: stored.slice((page - 1) * 40, page * 40), hasMore: stored.length > page * 40, count: stored.length });
  }) as unknown as typeof real;
});
afterEach(() => {
  globalThis.fetch = real;
  globalThis.localStorage = storage;
});

const shelf = () => makeShelf({ query: () => ({}), belongs: ({ status }) => status === "pending", counted: true });
const ticket = (id: number, minute: number, status: Ticket["status"] = "pending") => ({ id, status, updatedAt: `2026-11-20T10:${String(minute).padStart(2, "0")}:00.000Z` }) as Ticket;

test("a new one comes on top and counts, a changed one moves, one that no longer belongs goes", async () => {
  stored = [ticket(2, 2), ticket(1, 1)];
  const { rows, count, load, put, drop } = shelf();
  await load();
  put(ticket(3, 3));
  expect([rows.value.map(({ id }) => id), count.value]).toEqual([[3, 2, 1], 3]);
  put(ticket(1, 4));
  expect([rows.value.map(({ id }) => id), count.value]).toEqual([[1, 3, 2], 3]);
  put(ticket(3, 5, "open"));
  drop(2);
  drop(99);
  expect([rows.value.map(({ id }) => id), count.value]).toEqual([[1], 1]);
});

test("pages join without doubles, though rows moved meanwhile", async () => {
  stored = Array.from({ length: 90 }, (_, index) => ticket(90 - index, 0));
  const { rows, hasMore, load, more, put } = shelf();
  await load();
  put(ticket(500, 1));
  stored = [ticket(500, 1), ...stored];
  while (hasMore.value) await more();
  expect(rows.value).toHaveLength(91);
  expect(new Set(rows.value.map(({ id }) => id)).size).toBe(91);
});

test("an answer that was overtaken by an event does not undo it", async () => {
  stored = [ticket(1, 1)];
  const { rows, load, put } = shelf();
  await load();
  put(ticket(1, 9));
  await load();
  expect(rows.value[0]?.updatedAt).toContain("10:09");
});

test("what happens while a page is on its way is not lost", async () => {
  stored = [ticket(2, 2), ticket(1, 1)];
  const { rows, count, load, put, drop } = shelf();
  const reading = load();
  put(ticket(3, 3));
  drop(1);
  await reading;
  expect([rows.value.map(({ id }) => id), count.value]).toEqual([[3, 2], 2]);
});
