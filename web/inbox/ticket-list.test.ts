import { afterEach, beforeEach, expect, test } from "bun:test";
import { byTurn, createTicketList, mostRows } from "./ticket-list.ts";
import type { Ticket } from "../types.ts";

let stored: Ticket[] = [];
const { fetch: real, localStorage: storage } = globalThis;

beforeEach(() => {
  globalThis.localStorage = { getItem: () => "token" } as unknown as Storage;
  globalThis.fetch = (async (address: string) => {
    const page = Number(new URLSearchParams(address.split("?")[1]).get("pageNumber"));
    return Response.json({
      tickets: stored.slice((page - 1) * 40, page * 40),
      hasMore: stored.length > page * 40,
      count: stored.length,
      first: stored.filter(({ withBot }) => !withBot).length,
    });
  }) as unknown as typeof real;
});
afterEach(() => {
  globalThis.fetch = real;
  globalThis.localStorage = storage;
});

const newList = () =>
  createTicketList({
    query: () => ({}),
    belongs: ({ status }) => status === "pending",
    counted: true,
  });
const ticket = (id: number, minute: number, status: Ticket["status"] = "pending") =>
  ({ id, status, updatedAt: `2026-11-20T10:${String(minute).padStart(2, "0")}:00.000Z` }) as Ticket;

test("a new one comes on top and counts, a changed one moves, one that no longer belongs goes", async () => {
  stored = [ticket(2, 2), ticket(1, 1)];
  const { rows, count, load, put, drop } = newList();
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
  const { rows, hasMore, load, more, put } = newList();
  await load();
  put(ticket(500, 1));
  stored = [ticket(500, 1), ...stored];
  while (hasMore.value) await more();
  expect(rows.value).toHaveLength(91);
  expect(new Set(rows.value.map(({ id }) => id)).size).toBe(91);
});

test("an answer that was overtaken by an event does not undo it", async () => {
  stored = [ticket(1, 1)];
  const { rows, load, put } = newList();
  await load();
  put(ticket(1, 9));
  await load();
  expect(rows.value[0]?.updatedAt).toContain("10:09");
});

test("what happens while a page is on its way is not lost", async () => {
  stored = [ticket(2, 2), ticket(1, 1)];
  const { rows, count, load, put, drop } = newList();
  const reading = load();
  put(ticket(3, 3));
  drop(1);
  await reading;
  expect([rows.value.map(({ id }) => id), count.value]).toEqual([[3, 2], 2]);
});

test("of a long list only a stretch stays here, and it follows whoever scrolls", async () => {
  const all = 2000;
  stored = Array.from({ length: all }, (_, index) => dated(all - index, all - index));
  const { rows, start, count, hasMore, load, more, before } = newList();
  await load();
  while (hasMore.value) {
    await more();
    expect(rows.value.length).toBeLessThanOrEqual(mostRows);
  }
  expect([start.value + rows.value.length, count.value, rows.value.at(-1)?.id]).toEqual([
    all,
    all,
    1,
  ]);
  expect(isWhole(rows.value)).toBe(true);
  while (start.value > 0) {
    await before(start.value - 1);
    expect(rows.value.length).toBeLessThanOrEqual(mostRows);
  }
  expect([rows.value[0]?.id, rows.value.length, hasMore.peek()]).toEqual([all, mostRows, true]);
  expect(isWhole(rows.value)).toBe(true);
  // A jump leaves the tickets in between unloaded.
  while (hasMore.peek()) await more();
  await before(100);
  expect([start.value, rows.value[0]?.id, rows.value.length, hasMore.peek()]).toEqual([
    80,
    all - 80,
    80,
    true,
  ]);
  expect(isWhole(rows.value)).toBe(true);
});

test("rows that move while their beginning is elsewhere leave no hole and no doubles", async () => {
  stored = Array.from({ length: 1000 }, (_, index) => dated(1000 - index, 1000 - index));
  const { rows, start, hasMore, load, more, before, put } = newList();
  await load();
  while (hasMore.value) await more();
  const stays = { ...rows.value[5]!, unreadMessages: 3 };
  put(stays);
  expect(rows.value[5]).toEqual(stays);
  const above = start.value;
  const mover = rows.value[5]!;
  put(dated(mover.id, 5000));
  put(dated(3000, 5001));
  expect([start.value, rows.value.some(({ id }) => id === mover.id || id === 3000)]).toEqual([
    above + 1,
    false,
  ]);
  stored = [
    dated(3000, 5001),
    dated(mover.id, 5000),
    ...stored.filter(({ id }) => id !== mover.id),
  ];
  while (start.value > 0) await before(start.value - 1);
  while (hasMore.value) await more();
  expect(start.value + rows.value.length).toBe(1001);
  const ids = stored.map(({ id }) => id);
  expect(rows.value.map(({ id }) => id)).toEqual(ids.slice(-rows.value.length));
});

test("another question is answered from the top, and what it replaces stays until then", async () => {
  stored = Array.from({ length: 90 }, (_, index) => dated(90 - index, 90 - index));
  const { rows, resultVersion, more, load, loadFromTop, state } = newList();
  await load();
  await more();
  stored = [dated(7, 7)];
  const answer = loadFromTop();
  expect([rows.value.length, state.value]).toEqual([80, "ready"]);
  await answer;
  expect([rows.value.map(({ id }) => id), resultVersion.value]).toEqual([[7], 1]);
});

test("a list by turn: who waits longest stays on top, and each group keeps its count as tickets come, change and go", async () => {
  const waits = (id: number, place: number, withBot = false, minute = id) =>
    ({ ...ticket(id, minute), place, withBot }) as Ticket;
  const listed = () => [rows.value.map(({ id }) => id), groupCounts.value.waiting, total.value];
  stored = [waits(1, 10), waits(2, 20), waits(3, 110, true)];
  const { rows, groupCounts, total, load, put, drop } = createTicketList({
    query: () => ({}),
    belongs: ({ status }) => status === "pending",
    order: byTurn,
    groupOf: ({ withBot }) => (withBot ? "other" : "waiting"),
    counted: true,
  });
  await load();
  put(waits(4, 120, true));
  put(waits(5, 30));
  expect(listed()).toEqual([[1, 2, 5, 3, 4], 3, 5]);
  put(waits(1, 10, false, 9));
  put(waits(3, 15, false, 10));
  expect(listed()).toEqual([[1, 3, 2, 5, 4], 4, 5]);
  drop(1);
  expect(listed()).toEqual([[3, 2, 5, 4], 3, 4]);
});

test("of a long list by turn the server says how many are in the first group, until its end is in sight", async () => {
  stored = Array.from(
    { length: 100 },
    (_, index) => ({ ...ticket(index + 1, 1), place: index, withBot: index >= 50 }) as Ticket,
  );
  const { rows, groupCounts, hasMore, load, more } = createTicketList({
    query: () => ({}),
    belongs: () => true,
    order: byTurn,
    groupOf: ({ withBot }) => (withBot ? "other" : "waiting"),
  });
  await load();
  expect([rows.value.length, groupCounts.value.waiting]).toEqual([40, 50]);
  while (hasMore.value) await more();
  expect([rows.value.map(({ id }) => id), groupCounts.value.waiting]).toEqual([
    stored.map(({ id }) => id),
    50,
  ]);
});

const dated = (id: number, second: number) => ({
  ...ticket(id, 0),
  updatedAt: new Date(Date.UTC(2026, 10, 20) + second * 1000).toISOString(),
});

/** Whether the ids decrease by one without a gap. */
const isWhole = (rows: Ticket[]) => rows.every(({ id }, index) => id === rows[0]!.id - index);
