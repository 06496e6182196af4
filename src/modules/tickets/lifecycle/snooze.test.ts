import { expect } from "bun:test";
import { eq } from "drizzle-orm";
import {
  balcao,
  bia,
  box,
  day,
  encomendas,
  hour,
  idOf,
  minute,
  refusal,
  second,
  settled,
  test,
  world,
  type World,
} from "../../../testing/world.ts";
import { longestSnooze } from "../../../shared/limits.ts";
import { connections } from "../../connections/table.ts";
import { ticketQuery } from "../list/filters.ts";
import { list } from "../list/list.ts";
import { listEvents } from "../list/list-events.ts";
import { reply } from "../messages/reply.ts";
import { loadTicket } from "../tickets.ts";
import { bulk } from "./bulk.ts";
import { accept, move, resolve } from "./move.ts";
import { wakeDue } from "./snooze.ts";
import { closeInactive, transferWaiting } from "./timeouts.ts";
import { transfer } from "./transfer.ts";

const inAn = (shop: World, ms: number) => new Date(shop.clock.now() + ms).toISOString();
const listed = (shop: World, query: Record<string, string>) =>
  list(shop.db, shop.me("ana"), ticketQuery.parse(query)).read() as unknown as {
    tickets: { id: number }[];
    count: number;
    first: number;
    snoozed: number;
    longestWait?: number | null;
    oldestOther?: number | null;
    nextWake?: number | null;
  };
const ids = (shop: World, query: Record<string, string>) =>
  listed(shop, query).tickets.map(({ id }) => id);

/** Bia waits for Ana, who holds her ticket. */
function shopWithBia() {
  const shop = world();
  shop.receives("Tem broa?");
  const { id } = shop.ticketOf(bia.id)[0]!;
  accept(shop.db, shop.me("ana"), id);
  return { ...shop, id, snooze: (until: string | null) => snooze(shop, id, until) };
}
const snooze = (shop: World, id: number, snoozedUntil: string | null) =>
  move(shop.db, shop.me("ana"), id, { snoozedUntil });

test("a snoozed ticket keeps its status, holder and wait, and wakes at its second", () => {
  const shop = shopWithBia();
  const { status, userId, waitingSince, withBot } = loadTicket(shop.db, shop.id);
  expect(shop.snooze(inAn(shop, hour))).toMatchObject({
    snoozedUntil: new Date(shop.clock.now() + hour),
    status,
    userId,
    waitingSince,
    withBot,
  });
  shop.clock.pass(hour - 1);
  wakeDue(shop.db);
  expect(loadTicket(shop.db, shop.id).snoozedUntil).not.toBeNull();
  shop.clock.pass(1);
  shop.events.length = 0;
  wakeDue(shop.db);
  expect(loadTicket(shop.db, shop.id)).toMatchObject({
    snoozedUntil: null,
    markedUnread: true,
    status,
    userId,
    waitingSince,
  });
  expect(shop.events.map(({ event, action }) => [event, action])).toEqual([["ticket", "update"]]);
  wakeDue(shop.db);
  expect(shop.events).toHaveLength(1);
});

test("a time that has passed while the box was off wakes it at the next look", () => {
  const shop = shopWithBia();
  shop.snooze(inAn(shop, hour));
  shop.clock.pass(3 * day);
  wakeDue(shop.db);
  expect(loadTicket(shop.db, shop.id).snoozedUntil).toBeNull();
});

test("a past time is refused, now is not; a year is the most", async () => {
  const shop = shopWithBia();
  const refused = (ms: number) => refusal(() => shop.snooze(inAn(shop, ms)));
  expect(await refused(-1)).toMatchObject({
    kind: "invalid",
    reason: "ERR_SCHEDULE_PAST",
    fields: { snoozedUntil: "invalid" },
  });
  expect(await refused(longestSnooze + 1)).toMatchObject({ fields: { snoozedUntil: "invalid" } });
  for (const ms of [0, 1, longestSnooze])
    expect(shop.snooze(inAn(shop, ms)).snoozedUntil).toEqual(new Date(shop.clock.now() + ms));
  // Without an offset it is a time of the company's zone.
  expect(shop.snooze("2026-11-20T17:00").snoozedUntil).toEqual(new Date("2026-11-20T20:00:00Z"));
  resolve(shop.db, shop.me("ana"), shop.id);
  expect(loadTicket(shop.db, shop.id).snoozedUntil).toBeNull();
  expect(await refused(hour)).toMatchObject({ kind: "conflict", reason: "ERR_TICKET_STATE" });
});

test("the customer wakes it with a message, our answer does not, whatever its time", () => {
  const shop = shopWithBia();
  for (const until of ["reply", inAn(shop, hour)]) {
    shop.snooze(until);
    reply(shop.db, shop.me("ana"), shop.id, { body: "Já vejo." });
    shop.leaves();
    expect(loadTicket(shop.db, shop.id).snoozedUntil).not.toBeNull();
    shop.receives("Obrigada");
    expect(loadTicket(shop.db, shop.id)).toMatchObject({ snoozedUntil: null, markedUnread: false });
  }
  shop.snooze("reply");
  shop.clock.pass(100 * day);
  wakeDue(shop.db);
  expect(loadTicket(shop.db, shop.id).snoozedUntil).toBe("reply");
  expect(shop.snooze(null).snoozedUntil).toBeNull();
});

test("what put it away and what woke it stands in its events", () => {
  const shop = shopWithBia();
  const until = inAn(shop, hour);
  shop.snooze("reply");
  shop.receives("Oi");
  shop.snooze(until);
  shop.clock.pass(hour);
  wakeDue(shop.db);
  shop.snooze("reply");
  shop.snooze(null);
  shop.snooze("reply");
  transfer(shop.db, shop.me("ana"), shop.id, { userId: idOf.lia });
  const by = { id: idOf.ana, name: "Ana" };
  expect(
    listEvents(shop.db, shop.me("lia"), shop.id, { limit: 8 }).records.map(
      ({ kind, by, detail }) => ({ kind, by, detail }),
    ),
  ).toEqual([
    { kind: "transferred", by, detail: null },
    { kind: "snoozed", by, detail: { until: "reply" } },
    { kind: "woken", by, detail: null },
    { kind: "snoozed", by, detail: { until: "reply" } },
    { kind: "woken", by: null, detail: null },
    { kind: "snoozed", by, detail: { until } },
    { kind: "woken", by: null, detail: { cause: "customer" } },
    { kind: "snoozed", by, detail: { until: "reply" } },
  ]);
});

test("a ticket that someone is given is awake", () => {
  const shop = shopWithBia();
  shop.snooze("reply");
  transfer(shop.db, shop.me("ana"), shop.id, { userId: idOf.lia });
  expect(loadTicket(shop.db, shop.id).snoozedUntil).toBeNull();
  // With the transfer itself it may be put away.
  expect(
    move(shop.db, shop.me("rui"), shop.id, { queueId: encomendas, snoozedUntil: "reply" }),
  ).toMatchObject({ queueId: encomendas, snoozedUntil: "reply" });
});

test("it is not closed as inactive, and once awake the time counts from then", () => {
  const shop = shopWithBia();
  shop.db.update(connections).set({ expiresTicket: 60 }).where(eq(connections.id, balcao)).run();
  reply(shop.db, shop.me("ana"), shop.id, { body: "Tem, sim." });
  shop.leaves();
  shop.snooze(inAn(shop, day));
  shop.clock.pass(day);
  expect(closeInactive(shop.db)).toBe(0);
  wakeDue(shop.db);
  shop.clock.pass(hour - 1);
  expect(closeInactive(shop.db)).toBe(0);
  shop.clock.pass(1);
  expect(closeInactive(shop.db)).toBe(1);
});

test("it is not moved while it waits without a queue, and once awake the time counts from then", () => {
  const shop = world();
  shop.db
    .update(connections)
    .set({ timeToTransfer: 10, transferQueueId: encomendas })
    .where(eq(connections.id, balcao))
    .run();
  const { id } = shop.ticket({ queueId: null });
  snooze(shop, id, inAn(shop, hour));
  shop.clock.pass(hour);
  expect(transferWaiting(shop.db)).toBe(0);
  wakeDue(shop.db);
  shop.clock.pass(10 * minute - 1);
  expect(transferWaiting(shop.db)).toBe(0);
  shop.clock.pass(1);
  expect(transferWaiting(shop.db)).toBe(1);
});

test("snoozed tickets come last in the list of their status, the next to wake first", () => {
  const shop = world();
  const since = (minutes: number) => new Date(shop.clock.now() - minutes * minute);
  for (const status of ["pending", "open"] as const) {
    const make = (minutes: number | null, values = {}) =>
      shop.ticket({
        status,
        waitingSince: minutes === null ? null : since(minutes),
        lastMessageAt: since(minutes ?? 40),
        ...values,
      }).id;
    const [long, short] = [make(9), make(3)];
    const other = status === "pending" ? make(7, { withBot: true }) : make(null);
    const [onReply, later, soon] = [make(20), make(1), make(null)];
    snooze(shop, onReply, "reply");
    snooze(shop, later, inAn(shop, 2 * hour));
    snooze(shop, soon, inAn(shop, hour));
    expect(ids(shop, { status })).toEqual([long, short, other, soon, later, onReply]);
    expect(listed(shop, { status })).toMatchObject({
      count: 6,
      first: 2,
      snoozed: 3,
      longestWait: since(9).getTime(),
      oldestOther: since(status === "pending" ? 7 : 40).getTime(),
      nextWake: shop.clock.now() + hour,
    });
    expect(ids(shop, { status, snoozed: "true" })).toEqual([soon, later, onReply]);
    expect(listed(shop, { status, snoozed: "true" })).toMatchObject({ count: 3, snoozed: 3 });
    expect(ids(shop, { status, snoozed: "false" })).toEqual([long, short, other]);
    expect(ids(shop, { status, order: "newest" })).toEqual([
      short,
      long,
      other,
      soon,
      later,
      onReply,
    ]);
    // Folded groups are counted all the same.
    expect(ids(shop, { status, folded: '["waiting","snoozed"]' })).toEqual([other]);
    expect(ids(shop, { status, folded: '["other"]' })).toEqual([long, short, soon, later, onReply]);
    expect(listed(shop, { status, folded: '["other","snoozed"]' })).toMatchObject({
      count: 6,
      first: 2,
      snoozed: 3,
    });
    for (const id of [onReply, later, soon]) snooze(shop, id, null);
    expect(listed(shop, { status }).snoozed).toBe(0);
  }
});

test("a mark as unread is seen by all, moves nothing, and goes when its holder opens the ticket", async () => {
  const shop = await box();
  const ticket = shop.ticket({ status: "open" });
  const [ana, rui] = [shop.as("ana"), shop.as("rui")];
  const listener = await shop.listener(rui);
  await listener.ready();
  shop.clock.pass(minute);
  expect(await ana.put(`/tickets/${ticket.id}`, { markedUnread: true })).toMatchObject({
    status: 200,
    body: { markedUnread: true, updatedAt: ticket.updatedAt.toISOString() },
  });
  await settled(shop.db, listener);
  expect(listener.frames.filter(({ event }) => event === "ticket")).toMatchObject([
    { action: "update", ticket: { id: ticket.id, markedUnread: true } },
  ]);
  const mark = () => loadTicket(shop.db, ticket.id).markedUnread;
  await ana.get(`/messages/${ticket.id}`);
  expect(mark()).toBe(true);
  await ana.post(`/messages/${ticket.id}/read`);
  expect(mark()).toBe(false);
  for (const open of [
    () => ana.get(`/messages/${ticket.id}?markAsRead=true`),
    () => ana.post(`/messages/${ticket.id}`, { body: "Oi" }),
    () => ana.put(`/tickets/${ticket.id}`, { markedUnread: false }),
  ]) {
    await ana.put(`/tickets/${ticket.id}`, { markedUnread: true });
    expect(mark()).toBe(true);
    await open();
    expect(mark()).toBe(false);
  }
  const others = shop.ticket({ queueId: encomendas, status: "open", userId: idOf.caio });
  expect((await ana.put(`/tickets/${others.id}`, { markedUnread: true })).status).toBe(404);
  expect((await ana.put(`/tickets/${others.id}`, { snoozedUntil: "reply" })).status).toBe(404);
});

test("snoozing marks nothing as read, and travels as a time or as a word", async () => {
  const shop = await box();
  const ticket = shop.ticket({ status: "open", unreadMessages: 2 });
  const ana = shop.as("ana");
  const put = (snoozedUntil: unknown) => ana.put(`/tickets/${ticket.id}`, { snoozedUntil });
  const until = new Date(shop.clock.now() + hour).toISOString();
  for (const value of [until, "reply", null])
    expect(await put(value)).toMatchObject({
      status: 200,
      body: { snoozedUntil: value, unreadMessages: 2 },
    });
  expect(await put(new Date(shop.clock.now() - second).toISOString())).toMatchObject({
    status: 422,
    body: { fields: { snoozedUntil: "invalid" } },
  });
  for (const value of ["tomorrow", 5, "2026-11-20"]) expect((await put(value)).status).toBe(422);
});

test("many are snoozed at once, and those that can't be are named", async () => {
  const shop = world();
  const [one, other, closed] = [
    shop.ticket(),
    shop.ticket({ status: "open" }),
    shop.ticket({ status: "closed" }),
  ];
  const snoozedUntil = inAn(shop, hour);
  expect(
    await bulk(shop.db, shop.me("ana"), {
      ids: [one.id, other.id, closed.id],
      silent: false,
      snoozedUntil,
    }),
  ).toEqual({
    done: [one.id, other.id],
    refused: [{ id: closed.id, error: "ERR_TICKET_STATE" }],
  });
  expect(loadTicket(shop.db, one.id).snoozedUntil).toEqual(new Date(snoozedUntil));
});
