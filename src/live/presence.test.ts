import { expect, jest } from "bun:test";
import { end } from "../modules/identities/sessions.ts";
import { change, loadTicket } from "../modules/tickets/tickets.ts";
import type { Hub } from "./hub.ts";
import type { Peer } from "./peers.ts";
import { Presence, type PresenceHandle } from "./presence.ts";
import type { Frame } from "../shared/wire.ts";
import { noConnections, fakeChannel } from "../testing/fake-channel.ts";
import {
  afterwards,
  atendimento,
  balcao,
  bia,
  box,
  encomendas,
  idOf,
  settled,
  test,
  until,
  world,
  type Box,
  type FrameListener,
  type Name,
} from "../testing/world.ts";

const [ana, caio, lia, rui] = (
  [
    ["ana", "Ana"],
    ["caio", "Caio"],
    ["lia", "Lia"],
    ["rui", "Rui"],
  ] as const
).map(([key, name]) => ({ id: idOf[key], name, typing: false })) as [
  Looker,
  Looker,
  Looker,
  Looker,
];
type Looker = { id: number; name: string; typing: boolean };

const send = ({ socket }: FrameListener, frame: object) => socket.send(JSON.stringify(frame));
const joins = (listener: FrameListener, ticketId: number) =>
  send(listener, { event: "joinChatBox", ticketId });
const types = (listener: FrameListener, ticketId: number, typing = true) =>
  send(listener, { event: "typing", ticketId, typing });
const leaves = (listener: FrameListener) => send(listener, { event: "leaveChatBox" });
const typing = (looker: Looker) => ({ ...looker, typing: true });
const presences = ({ frames }: FrameListener) => frames.filter(({ event }) => event === "presence");
/** Waits until the last frame about a ticket has these people. */
const shows = (listener: FrameListener, ticketId: number, people: Looker[], patience?: number) =>
  until(
    () =>
      JSON.stringify(
        presences(listener).findLast((frame) => frame.ticketId === ticketId)?.people,
      ) === JSON.stringify(people),
    patience,
  );

/** People at their desks, each with a socket. */
async function desks<Names extends Name[]>(shop: Box, ...names: Names) {
  const listeners = await Promise.all(names.map((name) => shop.listener(shop.as(name))));
  await Promise.all(listeners.map((listener) => listener.ready()));
  return listeners as { [Key in keyof Names]: FrameListener };
}

/** The frames about a ticket, once a question was answered behind all earlier frames. */
async function quiet(shop: Box, listener: FrameListener, ticketId: number) {
  await Bun.sleep(30);
  await settled(shop.db, listener);
  return presences(listener).filter((frame) => frame.ticketId === ticketId);
}

test("who opens a ticket sees who is there, and is seen", async () => {
  const shop = await box();
  const { id } = shop.ticket();
  const [hers, his] = await desks(shop, "ana", "rui");
  joins(hers, id);
  await shows(his, id, [ana]);
  await shows(hers, id, [ana]);
  joins(his, id);
  await shows(hers, id, [ana, rui]);
  leaves(hers);
  await shows(his, id, [rui]);
  his.socket.close();
  await shows(hers, id, []);
  expect(presences(hers)[0]).toEqual({ event: "presence", ticketId: id, people: [ana] });
});

test("who opens another ticket has left the one before", async () => {
  const shop = await box();
  const [one, other] = [shop.ticket(), shop.ticket()];
  const [hers, his] = await desks(shop, "ana", "rui");
  joins(hers, one.id);
  types(hers, one.id);
  await shows(his, one.id, [typing(ana)]);
  joins(hers, other.id);
  await shows(his, one.id, []);
  await shows(his, other.id, [ana]);
});

test("one person at two screens is one, and gone with the last", async () => {
  const shop = await box();
  const { id } = shop.ticket();
  const [desk, laptop, his] = await desks(shop, "ana", "ana", "rui");
  joins(desk, id);
  joins(laptop, id);
  await shows(laptop, id, [ana]);
  types(laptop, id);
  await shows(his, id, [typing(ana)]);
  laptop.socket.close();
  await shows(his, id, [ana]);
  desk.socket.close();
  await shows(his, id, []);
});

test("who comes later is told who is where, as far as they see", async () => {
  const shop = await box();
  const [seen, hidden] = [shop.ticket(), shop.ticket({ queueId: encomendas })];
  const [hers, his] = await desks(shop, "lia", "rui");
  joins(hers, seen.id);
  joins(his, hidden.id);
  await shows(his, seen.id, [lia]);
  await shows(his, hidden.id, [rui]);
  const [late] = await desks(shop, "ana");
  await shows(late, seen.id, [lia]);
  await settled(shop.db, late);
  expect(presences(late)).toHaveLength(1);
});

test("nobody is at a ticket that they may not see, nor is anyone told who is", async () => {
  const shop = await box();
  const hidden = shop.ticket({ queueId: encomendas });
  const elsewhere = shop.quitanda().ticket();
  const [hers, his] = await desks(shop, "ana", "rui");
  for (const id of [hidden.id, elsewhere.id + 100, 999]) {
    joins(hers, id);
    types(hers, id);
  }
  joins(his, hidden.id);
  await shows(his, hidden.id, [rui]);
  expect(await quiet(shop, hers, hidden.id)).toEqual([]);
  expect(await quiet(shop, his, hidden.id)).toEqual([
    { event: "presence", ticketId: hidden.id, people: [rui] },
  ]);
});

test("another company's ticket of the same number is another ticket", async () => {
  const shop = await box();
  const { id } = shop.ticket();
  const twin = shop.quitanda().ticket();
  expect(twin.id).toBe(id);
  const theirs = await shop.listener(shop.as("ana", 2));
  const [hers] = await desks(shop, "ana");
  await theirs.ready();
  joins(theirs, id);
  await until(() => presences(theirs).length === 1);
  expect(await quiet(shop, hers, id)).toEqual([]);
});

test("other words are none", async () => {
  const shop = await box();
  const { id } = shop.ticket();
  const [hers] = await desks(shop, "ana");
  for (const frame of [
    { event: "joinChatBox" },
    { event: "joinChatBox", ticketId: String(id) },
    { event: "joinChatBox", ticketId: -1 },
    { event: "joinChatBox", ticketId: 1e99 },
    { event: "typing", ticketId: id },
    { event: "presence", ticketId: id, people: [] },
    [],
    7,
    null,
  ])
    send(hers, frame as object);
  hers.socket.send("{");
  expect(await quiet(shop, hers, id)).toEqual([]);
  joins(hers, id);
  await shows(hers, id, [ana]);
});

test("typing ends by itself, five seconds after the last key", () => {
  stopTime();
  const { ticket, sit, peopleThere } = desk();
  const { id } = ticket();
  const [hers, third] = [sit("ana"), sit("lia")];
  const key = (handle: PresenceHandle) =>
    handle.receive({ event: "typing", ticketId: id, typing: true });
  key(hers);
  key(third);
  expect(peopleThere()).toEqual([typing(ana), typing(lia)]);
  jest.advanceTimersByTime(1500);
  key(hers);
  jest.advanceTimersByTime(3499);
  expect(peopleThere()).toEqual([typing(ana), typing(lia)]);
  jest.advanceTimersByTime(1);
  expect(peopleThere()).toEqual([typing(ana), lia]);
  jest.advanceTimersByTime(1499);
  expect(peopleThere()).toEqual([typing(ana), lia]);
  jest.advanceTimersByTime(1);
  expect(peopleThere()).toEqual([ana, lia]);
});

test("who takes back what they typed no longer types, and a message ends it too", async () => {
  const shop = await box();
  const { id } = shop.ticket({ status: "open", userId: idOf.ana });
  const [hers, his] = await desks(shop, "ana", "rui");
  types(hers, id);
  await shows(his, id, [typing(ana)]);
  types(hers, id, false);
  await shows(his, id, [ana]);
  types(his, id);
  types(hers, id);
  await until(() =>
    presences(his).some(
      ({ people }) => JSON.stringify(people) === JSON.stringify([typing(ana), typing(rui)]),
    ),
  );
  await shop.as("ana").post(`/messages/${id}`, { body: "Já sai!" });
  await shows(his, id, [ana, typing(rui)]);
});

test("whose ticket is taken or moved away is no longer there", async () => {
  const shop = await box();
  const ticket = shop.ticket();
  const [hers, hiss, his] = await desks(shop, "ana", "caio", "rui");
  joins(hers, ticket.id);
  joins(his, ticket.id);
  await shows(his, ticket.id, [ana, rui]);
  shop.db.write((tx) => change(tx, loadTicket(shop.db, ticket.id), { queueId: encomendas }));
  await shows(his, ticket.id, [rui]);
  // A user who sees it now receives who is there.
  await shows(hiss, ticket.id, [rui]);
  joins(hers, ticket.id);
  joins(hiss, ticket.id);
  await shows(his, ticket.id, [rui, caio]);
  hers.forget();
  shop.db.write((tx) =>
    change(tx, loadTicket(shop.db, ticket.id), { status: "open", userId: idOf.rui }),
  );
  await shows(his, ticket.id, [rui]);
  expect(await quiet(shop, hers, ticket.id)).toEqual([]);
});

test("whose queues changed is only where they still may look, and learns who is where now", async () => {
  const shop = await box();
  const [old, fresh] = [
    shop.ticket({ queueId: atendimento }),
    shop.ticket({ queueId: encomendas }),
  ];
  const [hers, his] = await desks(shop, "ana", "lia");
  joins(hers, old.id);
  joins(his, fresh.id);
  await shows(his, old.id, [ana]);
  await shop.as("rui").put(`/users/${idOf.ana}`, { queueIds: [encomendas] });
  await shows(his, old.id, []);
  await shows(hers, fresh.id, [lia]);
});

test("a ticket that goes takes its people out", async () => {
  const shop = await box();
  const ticket = shop.ticket();
  const other = shop.ticket();
  const [hers, his] = await desks(shop, "ana", "rui");
  joins(hers, ticket.id);
  await shows(his, ticket.id, [ana]);
  shop.db.write((tx) => tx.emit("ticket", "delete", { ticketId: ticket.id }, { to: "everyone" }));
  await shows(his, ticket.id, []);
  joins(hers, other.id);
  await shows(his, other.id, [ana]);
});

test("a session that ended is nowhere", async () => {
  const shop = await box();
  const { id } = shop.ticket();
  const session = shop.as("ana");
  const hers = await shop.listener(session);
  const [his] = await desks(shop, "rui");
  await hers.ready();
  joins(hers, id);
  await shows(his, id, [ana]);
  end(shop.control, session.session);
  types(hers, id);
  await shows(his, id, []);
  joins(hers, id);
  expect((await quiet(shop, his, id)).at(-1)?.people).toEqual([]);
  shop.hub.check();
  expect(await hers.closed).toBe(4401);
});

test("a socket that ends for its second token leaves nobody behind", async () => {
  const shop = await box();
  const { id } = shop.ticket();
  const session = shop.as("ana");
  const hers = await shop.listener(session);
  const [his] = await desks(shop, "rui");
  await hers.ready();
  joins(hers, id);
  await shows(his, id, [ana]);
  send(hers, { event: "auth", token: await session.token });
  await shows(his, id, []);
});

test("who asks too often is heard a few times, and is nowhere then", async () => {
  const shop = await box();
  const all = Array.from({ length: 100 }, () => shop.ticket());
  const [hers, his] = await desks(shop, "ana", "rui");
  for (const { id } of all) joins(hers, id);
  await until(() => presences(his).length > 20);
  await quiet(shop, his, 0);
  const joined = presences(his).filter(({ people }) => (people as Looker[]).length > 0);
  expect(joined.length).toBeGreaterThanOrEqual(12);
  expect(joined.length).toBeLessThan(20);
  const last = new Map(presences(his).map(({ ticketId, people }) => [ticketId, people]));
  expect([...last.values()].filter((people) => (people as Looker[]).length > 0)).toEqual([]);
});

test("a thousand sockets come and go, and nothing is left of them", async () => {
  const shop = world();
  const tickets = Array.from({ length: 40 }, () => shop.ticket());
  const hub = { sendTransient: () => {} } as unknown as Hub;
  const presence = new Presence(shop.dbs, hub, noConnections);
  const me = shop.me("ana");
  const seats = Array.from({ length: 1000 }, (_, count) => {
    const frames: Frame[] = [];
    const peer: Peer = {
      company: 1,
      session: String(count),
      me,
      send: (frame) => (frames.push(JSON.parse(frame) as Frame), true),
      close: () => {},
      refresh: () => me,
    };
    const handle = presence.enter(shop.db, peer);
    handle.receive({ event: "joinChatBox", ticketId: tickets[count % tickets.length]!.id });
    handle.receive({
      event: "typing",
      ticketId: tickets[(count + 1) % tickets.length]!.id,
      typing: true,
    });
    return handle;
  });
  expect(presence.size).toEqual({ viewers: 1000, tickets: 40 });
  for (const handle of seats) handle.leave();
  for (const handle of seats) handle.receive({ event: "joinChatBox", ticketId: tickets[0]!.id });
  expect(presence.size).toEqual({ viewers: 0, tickets: 0 });
});

test("real sockets leave nothing behind either", async () => {
  const shop = await box();
  const { id } = shop.ticket();
  for (let round = 0; round < 10; round++) {
    const listeners = await desks(shop, ...Array.from({ length: 20 }, () => "ana" as const));
    for (const listener of listeners) types(listener, id);
    await Promise.all(listeners.map((listener) => shows(listener, id, [typing(ana)])));
    for (const listener of listeners) listener.socket.close();
    await until(() => shop.hub.size === 0);
  }
  const [his] = await desks(shop, "rui");
  expect(await quiet(shop, his, id)).toEqual([]);
}, 20_000);

/** Time stands still until it is moved on. */
function stopTime() {
  jest.useFakeTimers();
  afterwards(() => jest.useRealTimers());
}

/** A company whose one connection records its requests. */
function desk() {
  const shop = world();
  const { connectionManager, calls } = fakeChannel();
  const frames: Frame[] = [];
  const presence = new Presence(
    shop.dbs,
    {
      sendTransient: (_company: number, frame: Frame) => void frames.push(frame),
    } as unknown as Hub,
    connectionManager,
  );
  const sit = (name: Name) => {
    const me = shop.me(name);
    return presence.enter(shop.db, {
      company: 1,
      session: name,
      me,
      send: () => true,
      close: () => {},
      refresh: () => me,
    });
  };
  /** The people there, by the last frame. */
  const peopleThere = () => frames.at(-1)?.people;
  return { ...shop, calls, presence, sit, peopleThere };
}
const phone = { type: "phone" as const, value: bia.number };

test("the network learns whom we look at, once for all who do, and that nobody does", () => {
  const { ticket, sit, calls } = desk();
  const one = ticket({ contactId: bia.id });
  const other = ticket();
  const group = ticket({ isGroup: true });
  const [hers, his] = [sit("ana"), sit("rui")];
  hers.receive({ event: "joinChatBox", ticketId: one.id });
  his.receive({ event: "joinChatBox", ticketId: one.id });
  expect(calls.splice(0)).toEqual([["watch", [phone]]]);
  hers.receive({ event: "joinChatBox", ticketId: other.id });
  his.receive({ event: "joinChatBox", ticketId: group.id });
  expect(calls.splice(0)).toEqual([["watch", [expect.objectContaining({ type: "phone" })]]]);
  hers.leave();
  expect(calls.splice(0)).toEqual([["watch", null]]);
});

test("a connection that comes up is told again whom we look at", () => {
  const { db, ticket, sit, calls } = desk();
  const { id } = ticket({ contactId: bia.id });
  sit("ana").receive({ event: "joinChatBox", ticketId: id });
  calls.splice(0);
  for (const status of ["TIMEOUT", "CONNECTED"])
    db.write((tx) =>
      tx.emit("whatsapp", "update", { whatsapp: { id: balcao, status } }, { to: "everyone" }),
    );
  db.write((tx) =>
    tx.emit("whatsapp", "update", { whatsapp: { id: 2, status: "CONNECTED" } }, { to: "everyone" }),
  );
  expect(calls).toEqual([["watch", [phone]]]);
});

test("the customer sees that we type, told at most every three seconds, until the last of us stops", () => {
  stopTime();
  const { ticket, sit, calls } = desk();
  const { id } = ticket({ contactId: bia.id, status: "open", userId: idOf.ana });
  const [hers, his] = [sit("ana"), sit("rui")];
  const typingCalls = () =>
    calls.filter(([verb]) => verb === "typing").map(([, , typing]) => typing);
  for (let key = 0; key < 5; key++) hers.receive({ event: "typing", ticketId: id, typing: true });
  his.receive({ event: "typing", ticketId: id, typing: true });
  hers.receive({ event: "typing", ticketId: id, typing: false });
  expect(typingCalls()).toEqual([true]);
  his.leave();
  expect(typingCalls()).toEqual([true, false]);
  hers.receive({ event: "typing", ticketId: id, typing: true });
  expect(typingCalls()).toEqual([true, false]);
  jest.advanceTimersByTime(2999);
  hers.receive({ event: "typing", ticketId: id, typing: true });
  expect(typingCalls()).toEqual([true, false]);
  jest.advanceTimersByTime(1);
  hers.receive({ event: "typing", ticketId: id, typing: true });
  expect(typingCalls()).toEqual([true, false, true]);
  hers.leave();
  expect(typingCalls()).toEqual([true, false, true, false]);
});

test("a customer who waits for someone is not told that we type", () => {
  const { ticket, sit, calls } = desk();
  const { id } = ticket({ contactId: bia.id });
  sit("ana").receive({ event: "typing", ticketId: id, typing: true });
  expect(calls.filter(([verb]) => verb === "typing")).toEqual([]);
});

test("on the practice phone both sides see each other type", async () => {
  const shop = await box();
  const phone = await shop.phone();
  const { id } = shop.ticket({ contactId: bia.id, status: "open", userId: idOf.ana });
  const typed = (state: string) =>
    shop.as("rui").post(`/practice/${balcao}/typing`, { from: bia.number, state });
  const [hers, hiss, his] = await desks(shop, "ana", "caio", "rui");
  expect(await typed("composing")).toMatchObject({ status: 200, body: {} });
  joins(hers, id);
  await shows(his, id, [ana]);
  await typed("recording");
  expect(await hers.receives(({ event }) => event === "contactTyping")).toEqual({
    event: "contactTyping",
    ticketId: id,
    state: "recording",
  });
  await typed("paused");
  await hers.receives(({ event, state }) => event === "contactTyping" && state === "paused");
  types(hers, id);
  expect(await his.receives(({ action }) => action === "typing")).toEqual({
    event: "practice",
    action: "typing",
    whatsappId: balcao,
    number: bia.number,
    typing: true,
  });
  await shop.as("ana").post(`/messages/${id}`, { body: "Já sai!" });
  await his.receives(({ action, typing }) => action === "typing" && typing === false);
  await settled(shop.db, hers, hiss);
  expect(
    [hiss, hers].map(
      ({ frames }) =>
        frames.filter(({ event }) => event === "contactTyping" || event === "practice").length,
    ),
  ).toEqual([0, 2]);

  await phone.line().fault({ disconnect: true });
  await phone.line().fault({ disconnect: false });
  await typed("composing");
  await hers.receives(({ event, state }) => event === "contactTyping" && state === "composing");
  expect(await typed("dancing")).toMatchObject({ status: 422 });
});
