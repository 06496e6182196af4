import { connect } from "node:net";
import { expect } from "bun:test";
import { end } from "../../modules/identities/sessions.ts";
import { change, loadTicket } from "../../modules/tickets/tickets.ts";
import { maxListeners } from "../../live/peers.ts";
import type { Frame } from "../../shared/wire.ts";
import { silenceableRelay } from "../relay.ts";
import {
  afterwards,
  atendimento,
  bia,
  box,
  day,
  encomendas,
  idOf,
  minute,
  settled,
  test,
  until,
  type Box,
  type Caller,
  type FrameListener,
} from "../world.ts";

const seqs = (frames: Frame[]) => frames.map(({ seq }) => seq);
const poll = (who: Caller, since?: number) =>
  who.get<{ seq: number; events: Frame[] }>(
    `/events${since === undefined ? "" : `?since=${since}`}`,
  );
const touch = ({ db }: Box, id: number, lastMessage = "mudou") =>
  db.write((tx) => change(tx, loadTicket(db, id), { lastMessage }));
const raw = (shop: Box) => new WebSocket(`${shop.url.replace("http", "ws")}/ws`);

test("a socket that shows a token first is told the current position, and then gets the events", async () => {
  const shop = await box();
  shop.receives("Antes");
  const seq = shop.db.seq();
  const listener = await shop.listener(shop.as("ana"));
  expect(await listener.ready()).toEqual({ event: "ready", seq });
  shop.receives("Depois");
  await settled(shop.db, listener);
  expect(listener.frames).toMatchObject([
    { event: "ready" },
    {
      seq: seq + 1,
      event: "appMessage",
      action: "create",
      message: { body: "Depois" },
      ticket: { lastMessage: "Depois" },
    },
    { event: "fence" },
  ]);
});

test("before the token nothing is sent, and another message is refused", async () => {
  const shop = await box();
  const socket = raw(shop);
  const replies: unknown[] = [];
  socket.addEventListener("message", ({ data }) => replies.push(data));
  await new Promise((resolve) => socket.addEventListener("open", resolve));
  for (const word of [
    "",
    "hello",
    "{",
    "{}",
    '{"event":"joinChatBox","ticketId":1}',
    '{"event":"auth"}',
    '{"event":"auth","token":7}',
  ])
    socket.send(word);
  shop.receives("Oi");
  await Bun.sleep(50);
  expect([replies, shop.hub.size]).toEqual([[], 0]);
  socket.close();
});

test("an invalid or expired token, or one of an ended session, closes the socket with 4401", async () => {
  const shop = await box();
  const ended = shop.as("ana");
  end(shop.control, ended.session);
  const old = shop.as("ana");
  await old.get("/auth/me");
  shop.clock.pass(15 * minute);
  for (const who of [{ token: "garbage" }, ended, old]) {
    const listener = await shop.listener(who);
    expect(await listener.closed).toBe(4401);
    expect(listener.frames).toEqual([]);
  }
});

test("a client that reconnects catches up without gaps or duplicates, while events go on", async () => {
  const shop = await box();
  const ana = shop.as("ana");
  const { id } = shop.ticket();
  const hidden = shop.ticket({ queueId: encomendas });
  const start = shop.db.seq();
  const whole: number[] = [];
  for (let round = 0; round < 30; round++) {
    touch(shop, round % 5 === 0 ? hidden.id : id, String(round));
    if (round % 5 !== 0) whole.push(shop.db.seq());
  }
  const received: (number | undefined)[] = [];
  let since = start;
  for (let visit = 0; visit < 5; visit++) {
    const listener = await shop.listener(ana, since);
    touch(shop, id, `durante ${visit}`);
    whole.push(shop.db.seq());
    await listener.ready();
    touch(shop, id, `depois ${visit}`);
    whole.push(shop.db.seq());
    await listener.receives(({ seq }) => seq === whole.at(-1));
    const live = listener.frames.filter(({ event }) => event === "ticket");
    received.push(...seqs(live));
    since = live.at(-1)!.seq!;
    listener.socket.close();
    await until(() => shop.hub.size === 0);
    touch(shop, id, `entre ${visit}`);
    whole.push(shop.db.seq());
  }
  const last = await shop.listener(ana, since);
  await settled(shop.db, last);
  received.push(...seqs(last.frames.filter(({ event }) => event === "ticket")));
  expect(received).toEqual(whole);
});

test("in the catch-up, what one can no longer see is a delete", async () => {
  const shop = await box();
  const ticket = shop.ticket();
  const since = shop.db.seq();
  shop.db.write((tx) =>
    change(tx, ticket, { status: "open", userId: idOf.lia, lastMessage: "segredo" }),
  );
  const listener = await shop.listener(shop.as("ana"), since);
  await settled(shop.db, listener);
  // The event of the conversation came before, and is for those who see it now.
  expect(listener.frames.slice(1, 2)).toEqual([
    { seq: since + 2, event: "ticket", action: "delete", ticketId: ticket.id },
  ]);
});

test("a client that was away too long, or comes from another file, reloads and goes on", async () => {
  const shop = await box();
  const { id } = shop.ticket();
  touch(shop, id);
  touch(shop, id);
  shop.clock.pass(day + 1);
  shop.db.dropEvents(day);
  for (const since of [0, 999]) {
    const listener = await shop.listener(shop.as("ana"), since);
    await listener.ready();
    touch(shop, id);
    await settled(shop.db, listener);
    expect(listener.frames.map(({ event }) => event)).toEqual([
      "ready",
      "reset",
      "ticket",
      "fence",
    ]);
    listener.socket.close();
    await until(() => shop.hub.size === 0);
    shop.clock.pass(day + 1);
    shop.db.dropEvents(day);
  }
});

test("the long poll returns the same frames as the socket", async () => {
  const shop = await box();
  const people = (["rui", "ana", "caio", "lia"] as const).map((name) => shop.as(name));
  const start = (await poll(people[0]!)).body.seq;
  expect(start).toBe(shop.db.seq());
  const listeners = await Promise.all(people.map((who) => shop.listener(who)));
  await Promise.all(listeners.map((listener) => listener.ready()));
  shop.receives("Oi");
  const waiting = shop.ticketOf(bia.id)[0]!;
  shop.db.write((tx) => change(tx, waiting, { status: "open", userId: idOf.ana }));
  touch(shop, shop.ticket({ queueId: encomendas }).id);
  await settled(shop.db, ...listeners);
  for (const [index, who] of people.entries()) {
    const { body } = await poll(who, start);
    expect(body.events).toEqual(
      listeners[index]!.frames.filter(({ seq, event }) => seq !== undefined && event !== "ready"),
    );
    expect(body.seq).toBe(shop.db.seq());
  }
});

test("a poll waits for the next event, and goes on where it stopped", async () => {
  const shop = await box();
  const ana = shop.as("ana");
  const { id } = shop.ticket();
  const waiting = poll(ana, shop.db.seq());
  await until(() => shop.hub.size === 1);
  touch(shop, id, "Um");
  const first = (await waiting).body;
  expect(first).toMatchObject({
    seq: shop.db.seq(),
    events: [{ event: "ticket", ticket: { lastMessage: "Um" } }],
  });
  await until(() => shop.hub.size === 0);
  touch(shop, id, "Dois");
  expect((await poll(ana, first.seq)).body.events).toMatchObject([
    { ticket: { lastMessage: "Dois" } },
  ]);
  expect((await poll(ana, 999)).body.events).toEqual([{ event: "reset" }]);
});

test("events at the same moment are all in one poll or the next", async () => {
  const shop = await box();
  const ana = shop.as("ana");
  const { id } = shop.ticket();
  let since = shop.db.seq();
  const received: number[] = [];
  const committed: number[] = [];
  const talk = async () => {
    for (let word = 0; word < 60; word++) {
      touch(shop, id, String(word));
      committed.push(shop.db.seq());
      if (word % 7 > 3) await Bun.sleep(word % 4);
    }
  };
  const talking = talk();
  while (received.length < 60) {
    const { body } = await poll(ana, since);
    received.push(...(seqs(body.events) as number[]));
    since = body.seq;
  }
  await talking;
  expect(received).toEqual(committed);
});

test("a poll misses nothing of a write whose commit is still to come", async () => {
  const shop = await box();
  const { id } = shop.ticket();
  const since = shop.db.seq();
  const waiting = poll(shop.as("ana"), since);
  await until(() => shop.hub.size === 1);
  touch(shop, id, "Um");
  const written = shop.db.together(() => touch(shop, id, "Dois"));
  const { body } = await waiting;
  await written;
  expect(seqs(body.events)).toEqual(
    Array.from({ length: body.seq - since }, (_, index) => since + 1 + index),
  );
  expect(body.seq - since).toBeGreaterThan(0);
});

test("a user whose queues changed reloads, and gets events by the new ones", async () => {
  const shop = await box();
  const [hers, his] = await Promise.all([
    shop.listener(shop.as("ana")),
    shop.listener(shop.as("caio")),
  ]);
  await Promise.all([hers.ready(), his.ready()]);
  expect(await shop.as("rui").put(`/users/${idOf.ana}`, { queueIds: [encomendas] })).toMatchObject({
    status: 200,
  });
  await hers.receives(({ event }) => event === "reset");
  hers.forget();
  touch(shop, shop.ticket({ queueId: atendimento }).id);
  const seen = shop.ticket({ queueId: encomendas });
  touch(shop, seen.id);
  await settled(shop.db, hers, his);
  expect(hers.frames).toMatchObject([
    { event: "ticket", ticket: { id: seen.id } },
    { event: "fence" },
  ]);
  expect(his.frames.some(({ event }) => event === "reset")).toBe(false);
});

test("a session that ends closes its socket, and no other's", async () => {
  const shop = await box();
  const [one, other] = [shop.as("ana"), shop.as("ana")];
  const [gone, stays] = await Promise.all([shop.listener(one), shop.listener(other)]);
  await Promise.all([gone.ready(), stays.ready()]);
  await one.delete("/auth/logout");
  expect(await gone.closed).toBe(4401);
  await settled(shop.db, stays);
  expect(shop.hub.size).toBe(1);
});

test("while nothing changes by which sessions end, nobody's session is looked at", async () => {
  const shop = await box();
  const listener = await shop.listener(shop.as("ana"));
  await listener.ready();
  const { sqlite } = shop.db;
  shop.hub.check();
  // The test deletes the user directly in the file: only the next check notices.
  sqlite.run("PRAGMA foreign_keys = OFF");
  sqlite.run("DELETE FROM users WHERE id = ?", [idOf.ana]);
  shop.hub.check();
  expect(shop.hub.size).toBe(1);
  shop.clock.pass(minute);
  shop.hub.check();
  expect(await listener.closed).toBe(4401);
});

test("a new password closes one's sockets, and so does being deleted", async () => {
  const shop = await box();
  const [hers, his] = await Promise.all([
    shop.listener(shop.as("ana")),
    shop.listener(shop.as("caio")),
  ]);
  await Promise.all([hers.ready(), his.ready()]);
  const rui = shop.as("rui");
  await rui.put(`/users/${idOf.ana}`, { password: "outra-senha" });
  await rui.delete(`/users/${idOf.caio}`);
  shop.hub.check();
  expect([await hers.closed, await his.closed]).toEqual([4401, 4401]);
  expect(shop.hub.size).toBe(0);
});

test("a subscription that runs out closes open sockets", async () => {
  const shop = await box();
  const listener = await shop.listener(shop.as("ana", 2));
  await listener.ready();
  shop.control.sqlite.run("UPDATE companies SET dueDate = '2026-11-01' WHERE id = 2");
  shop.hub.check();
  expect(await listener.closed).toBe(4401);
});

test("a socket keeps its company open until it is closed", async () => {
  const shop = await box();
  const listener = await shop.listener(shop.as("ana"));
  await listener.ready();
  shop.clock.pass(day);
  shop.dbs.closeIdle(minute);
  expect(shop.dbs.openDbs().map(({ company }) => company)).toContain(1);
  listener.socket.close();
  await until(() => shop.hub.size === 0);
  shop.clock.pass(day);
  shop.dbs.closeIdle(minute);
  expect(shop.dbs.openDbs()).toEqual([]);
});

test("a socket signs in only once, and nothing else is accepted before", async () => {
  const shop = await box();
  const ana = shop.as("ana");
  const listener = await shop.listener(ana);
  await listener.ready();
  listener.socket.send(JSON.stringify({ event: "auth", token: await ana.token }));
  expect(await listener.closed).toBe(4401);
  await until(() => shop.hub.size === 0);
  const stranger = new WebSocket(`${shop.url.replace("http", "ws")}/ws`);
  const closed = new Promise<number>((resolve) =>
    stranger.addEventListener("close", ({ code }) => resolve(code)),
  );
  stranger.addEventListener("open", () =>
    stranger.send(JSON.stringify({ event: "joinChatBox", ticketId: 1 })),
  );
  expect(await closed).toBe(4401);
});

test("a socket closed while its token is checked leaves nothing behind", async () => {
  const shop = await box();
  const token = await shop.as("ana").token;
  const admit = shop.authenticator.authenticate.bind(shop.authenticator);
  shop.authenticator.authenticate = async (credentials) => {
    await Bun.sleep(30);
    return admit(credentials);
  };
  const socket = raw(shop);
  await new Promise((resolve) => socket.addEventListener("open", resolve));
  socket.send(JSON.stringify({ event: "auth", token }));
  await Bun.sleep(10);
  socket.close();
  await Bun.sleep(60);
  expect(shop.hub.size).toBe(0);
});

test("a ping is answered at once, and sent to nobody else", async () => {
  const shop = await box();
  const [hers, his] = await Promise.all([
    shop.listener(shop.as("ana")),
    shop.listener(shop.as("caio")),
  ]);
  await Promise.all([hers.ready(), his.ready()]);
  for (let turn = 0; turn < 50; turn++) hers.socket.send('{"event":"ping"}');
  await until(() => hers.frames.filter(({ event }) => event === "pong").length === 50);
  await settled(shop.db, hers, his);
  expect(his.frames.map(({ event }) => event)).toEqual(["ready", "fence"]);
  expect(hers.frames.filter(({ seq }) => seq !== undefined).map(({ event }) => event)).toEqual([
    "ready",
    "fence",
  ]);
});

test("who doesn't read is closed, holds up nobody, and reloads", async () => {
  const shop = await box();
  const ana = shop.as("ana");
  const other = await shop.listener(shop.as("ana"));
  await other.ready();
  const since = shop.db.seq();
  const silent = await deaf(shop, await ana.token);
  await until(() => shop.hub.size === 2);
  const { id } = shop.ticket();
  const committed: number[] = [];
  await until(() => {
    touch(shop, id, "Tem pão? ".repeat(5000));
    committed.push(shop.db.seq());
    return shop.hub.size === 1;
  }, 15_000);
  // The box buffers at most 1 MB for it, besides the system's own buffers.
  expect(committed.length * 45_000).toBeLessThan(14_000_000);
  await settled(shop.db, other);
  expect(seqs(other.frames.filter(({ event }) => event === "ticket"))).toEqual(committed);
  silent.destroy();
  const again = await shop.listener(ana, since);
  await again.ready();
  await settled(shop.db, again);
  expect(again.frames.map(({ event }) => event)).toEqual(["ready", "reset", "fence"]);
});

test("a silent client is disconnected, one that answers pings is not", async () => {
  const shop = await box(undefined, { heartbeat: 100 });
  const between = await silenceableRelay(shop.url);
  afterwards(between.close);
  const [hers, his] = [
    await shop.listener(shop.as("ana"), undefined, between.url),
    await shop.listener(shop.as("caio")),
  ];
  await Promise.all([hers.ready(), his.ready()]);
  expect(shop.hub.size).toBe(2);
  between.goSilent();
  await until(() => shop.hub.size === 1);
  await settled(shop.db, his);
  expect(hers.socket.readyState).toBe(WebSocket.OPEN);
});

/** A socket that signs in and then reads nothing. */
async function deaf(shop: Box, token: string) {
  const body = Buffer.from(JSON.stringify({ event: "auth", token }));
  const { hostname, port } = new URL(shop.url);
  const socket = connect(Number(port), hostname);
  afterwards(() => socket.destroy());
  socket.write(
    `GET /ws HTTP/1.1\r\nHost: ${hostname}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
  );
  await new Promise((resolve) => socket.once("data", resolve));
  socket.pause();
  socket.write(
    Buffer.concat([
      Buffer.from([0x81, 0xfe, body.length >> 8, body.length & 255, 0, 0, 0, 0]),
      body,
    ]),
  );
  return socket;
}

test("a company that can't be read any more keeps no other's sockets open", async () => {
  const shop = await box();
  const one = shop.as("ana");
  const theirs = await shop.listener(shop.as("rui", 2));
  const gone = await shop.listener(one);
  await Promise.all([theirs.ready(), gone.ready()]);
  const { sqlite } = shop.dbs.open(2);
  sqlite.run("ALTER TABLE settings RENAME TO lost");
  // The box reads a caller again only after a change of a row behind it.
  sqlite.run("UPDATE users SET profile = profile");
  await one.delete("/auth/logout");
  expect(await Promise.all([theirs.closed, gone.closed])).toEqual([1012, 4401]);
});

test("a person's oldest socket or poll leaves where they have too many", async () => {
  const shop = await box();
  const [ana, lia] = [shop.as("ana"), shop.as("lia")];
  const other = await shop.listener(lia);
  await other.ready();
  const listeners: FrameListener[] = [];
  const opens = async () => {
    const listener = await shop.listener(ana);
    listeners.push(listener);
    await listener.ready();
  };
  for (let count = 0; count < maxListeners - 1; count += 1) await opens();
  // A poll of another session, which counts too.
  const waiting = poll(shop.as("ana"), shop.db.seq());
  await until(() => shop.hub.size === maxListeners + 1);
  expect(listeners.map(({ socket }) => socket.readyState)).not.toContain(WebSocket.CLOSED);

  await opens();
  expect(await listeners[0]!.closed).toBe(4429);
  expect(shop.hub.size).toBe(maxListeners + 1);
  touch(shop, shop.ticket().id);
  await settled(shop.db, listeners.at(-1)!);
  await settled(shop.db, other);
  expect((await waiting).body.events).not.toEqual([]);
  // Many listeners at once: none exceeds the limit.
  await Promise.all(Array.from({ length: 3 * maxListeners }, opens));
  await until(() => shop.hub.size === maxListeners + 1);
  expect(other.socket.readyState).toBe(WebSocket.OPEN);
});

test("a poll that is one too many is answered at once", async () => {
  const shop = await box();
  const since = shop.db.seq();
  const first = poll(shop.as("ana"), since);
  await until(() => shop.hub.size === 1);
  for (let count = 0; count < maxListeners; count += 1)
    await (await shop.listener(shop.as("ana"))).ready();
  expect((await first).body).toEqual({ seq: since, events: [] });
});

test("those who come back at once catch up one after the other, and others are served in between", async () => {
  const shop = await box();
  const { id } = shop.ticket();
  const since = shop.db.seq();
  for (let round = 0; round < 300; round += 1) touch(shop, id, String(round));
  // Counts the turns of the event loop.
  let turn = 0;
  let isOver = false;
  const count = () => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  count();
  const turns: number[] = [];
  const { missed } = shop.hub;
  shop.hub.missed = function (...args) {
    turns.push(turn);
    return missed.apply(shop.hub, args);
  };
  const all = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      shop.listener(shop.as(index % 2 === 0 ? "ana" : "lia"), since),
    ),
  );
  await Promise.all(
    all.map((listener) =>
      listener.receives(({ event, seq }) => event === "ticket" && seq === shop.db.seq()),
    ),
  );
  isOver = true;
  expect(turns).toHaveLength(12);
  expect(new Set(turns).size).toBe(12);
  for (const { frames } of all)
    expect(frames.filter(({ event }) => event === "ticket")).toHaveLength(300);
});

test("a session that ends while others catch up gets nothing", async () => {
  const shop = await box();
  const { id } = shop.ticket();
  const since = shop.db.seq();
  for (let round = 0; round < 300; round += 1) touch(shop, id, String(round));
  const ana = shop.as("ana");
  const { missed } = shop.hub;
  let calls = 0;
  shop.hub.missed = function (...args) {
    if ((calls += 1) === 1) end(shop.control, ana.session);
    return missed.apply(shop.hub, args);
  };
  const lias = await Promise.all(
    Array.from({ length: 3 }, () => shop.listener(shop.as("lia"), since)),
  );
  const late = await shop.listener(ana, since);
  expect(await late.closed).toBe(4401);
  expect(late.frames).toEqual([]);
  await Promise.all(lias.map((listener) => listener.ready()));
});
