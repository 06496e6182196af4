import { expect } from "bun:test";
import { eq } from "drizzle-orm";
import { canSee, type Audience, type Me } from "../../kit/db/audience.ts";
import { hideNumbers } from "../../kit/http/hidden.ts";
import type { CommittedEvent } from "../../kit/db/committed-event.ts";
import { changesVisibility } from "../../live/hub.ts";
import type { Peer } from "../../live/peers.ts";
import { byEmail } from "../../modules/identities/identities.ts";
import { end, start } from "../../modules/identities/sessions.ts";
import { identities } from "../../modules/identities/table.ts";
import { users } from "../../modules/users/table.ts";
import { meOf } from "../../modules/users/users.ts";
import type { Frame } from "../../shared/wire.ts";
import { dice, pick } from "../bench/words.ts";
import {
  atendimento,
  balcao,
  bia,
  box,
  caller,
  encomendas,
  fabrica,
  idOf,
  settled,
  test,
  until,
  world,
  type FrameListener,
} from "../world.ts";

/** The number of changes: `ROUNDS=2000` by hand. */
const rounds = Number(process.env.ROUNDS ?? 80);

/** The events that an admin receives while their company has to pay. */
const heardWhileOverdue = ["auth", "company", "invoice", "payment", "settings"];

type Told = { me: Me; overdue: boolean; frames: Frame[] };

test("each socket gets what the rule says of it alone, whatever happens to whom it is", async () => {
  const shop = world();
  const { db, control, clock } = shop;
  const roll = dice(23);
  const any = <T>(all: readonly T[]) => pick(roll, all);
  const expected = new Map<string, Told>();

  // The rule, applied to each user alone. It runs before the hub does.
  shop.dbs.onCommit((events, { company }) => {
    for (const committed of company === 1 ? events : [])
      for (const [session, one] of expected) expectEvent(session, one, committed);
  });
  function expectEvent(session: string, one: Told, committed: CommittedEvent) {
    const { seq, event, action, payload, audience, audienceBefore } = committed;
    const frame = json({ seq, event, action, ...payload });
    const isOwnSignIn = event === "auth" && (payload as { session?: string }).session === session;
    const isHeard = !one.overdue || heardWhileOverdue.includes(event);
    if (canSee(one.me, audience) && isHeard && !isOwnSignIn)
      one.frames.push(one.me.hidesNumbers ? hideNumbers(frame) : frame);
    else if (audienceBefore && isHeard && canSee(one.me, audienceBefore))
      one.frames.push(
        ...(committed.deleteFrame ? [JSON.parse(committed.deleteFrame) as Frame] : []),
      );
    const { user } = payload as { user?: { id: number } };
    if (!changesVisibility(committed) || (user?.id ?? one.me.id) !== one.me.id) return;
    one.me = meOf(db, one.me.id, one.me.super)!;
    one.frames.push({ event: "reset" });
  }

  const open = await box(shop);
  const { hub } = open;
  const [join, transient] = [hub.join.bind(hub), hub.sendTransient.bind(hub)];
  hub.join = (peer) => {
    expected.set(peer.session, { me: { ...peer.me }, overdue: peer.overdue === true, frames: [] });
    const leave = join(peer);
    return () => {
      leave();
      gone.add(peer.session);
    };
  };
  hub.sendTransient = (company, frame, audience) => {
    for (const [session, { me, overdue, frames }] of expected)
      if (company === 1 && !gone.has(session) && !overdue && canSee(me, audience))
        frames.push(json(me.hidesNumbers ? hideNumbers(frame) : frame));
    transient(company, frame, audience);
  };
  const gone = new Set<string>();

  // Two of each kind, and some that differ only in their identity.
  const others = (
    [
      [[atendimento]],
      [[encomendas]],
      [[encomendas, atendimento]],
      [[atendimento, encomendas]],
      [[], true],
      [[atendimento], true],
      [[], false, "admin"],
    ] as [number[], boolean?, "admin"?][]
  ).map(
    ([queueIds, allTicket = false, profile = "user" as const]) =>
      shop.user({ queueIds, allTicket, profile }).id,
  );
  for (const id of others)
    control
      .insert(identities)
      .values({
        email: db.select().from(users).where(eq(users.id, id)).get()!.email,
        passwordHash: "",
        companyId: 1,
        userId: id,
        createdAt: new Date(),
        updatedAt: new Date(),
      })
      .run();
  const people = [...[idOf.rui, idOf.ana, idOf.caio, idOf.lia], ...others];
  const sessionOf = (id: number) =>
    start(
      control,
      byEmail(control, db.select().from(users).where(eq(users.id, id)).get()!.email)!,
      "",
      "",
    ).session.id;
  const rui = caller(open.url, open.tokens.sign({ session: sessionOf(idOf.rui) }));

  const listeners = new Map<string, FrameListener>();
  const listen = async (id: number) => {
    const session = sessionOf(id);
    const listener = await open.listener({ token: open.tokens.sign({ session }) });
    await listener.ready();
    listeners.set(session, listener);
  };
  for (const id of [...people, ...people.slice(1, 4)]) await listen(id);
  // Some of the listeners are polls, and some belong to a company that has to pay first.
  const polled = new Map<string, Frame[]>();
  const poll = (id: number, index: number) => {
    const frames: Frame[] = [];
    const peer: Peer = {
      company: 1,
      session: `poll of ${id}`,
      overdue: index % 2 === 1,
      me: meOf(db, id, false)!,
      send: (frame) => frames.push(JSON.parse(frame) as Frame) > 0,
      close: () => {},
      refresh: () => meOf(db, id, false),
    };
    polled.set(peer.session, frames);
    hub.join(peer);
  };
  people.slice(0, 6).forEach(poll);

  const single = () =>
    any<Exclude<Audience, { to: "any" }>>([
      { to: "everyone" },
      { to: "admins" },
      { to: "user", userId: any(people) },
      ...Array.from({ length: 6 }, () => ({
        to: "desk" as const,
        queueId: any([atendimento, encomendas, null]),
        connectionId: any([balcao, fabrica, null]),
        userId: any([null, ...people]),
        waiting: roll() < 0.5,
      })),
    ]);
  const audience = (): Audience =>
    roll() < 0.2 ? { to: "any", of: Array.from({ length: 3 }, single) } : single();
  const ticket = () => ({
    ticket: {
      id: Math.floor(roll() * 1000),
      lastMessage: "Tem pão? ".repeat(roll() < 0.05 ? 3000 : 3),
      contact: { ...bia, name: bia.number },
    },
  });
  const numbered = (count: number) =>
    db.write((tx) => {
      for (let index = 0; index < count; index++)
        tx.emit("ticket", "update", ticket(), audience(), roll() < 0.5 ? audience() : undefined);
    });
  const become = (id: number, values: Partial<typeof users.$inferInsert>) =>
    db.write((tx) => {
      tx.update(users).set(values).where(eq(users.id, id)).run();
      tx.emit("user", "update", { user: { id } }, { to: "everyone" });
    });
  const alive = () => [...listeners.keys()].filter((session) => !gone.has(session));
  const moves: (() => unknown)[] = [
    () =>
      rui.put(`/users/${any(people.slice(1))}`, {
        queueIds: any([[], [atendimento], [encomendas], [atendimento, encomendas]]),
      }),
    () => become(any(people.slice(1)), { allTicket: roll() < 0.5 }),
    () => become(any(people.slice(1)), { profile: any(["admin", "user"]) }),
    () =>
      rui.put(`/whatsapp/${any([balcao, fabrica])}`, {
        queueIds: any([[], [atendimento], [encomendas]]),
      }),
    () => rui.put("/settings/lgpdHideNumber", { value: any(["enabled", "disabled"]) }),
    () =>
      db.write((tx) =>
        tx.emit(
          "auth",
          "update",
          { user: { id: idOf.ana }, session: any(alive()) },
          { to: "user", userId: any(people) },
        ),
      ),
    () => listen(any(people)),
    async () => {
      const session = any(alive());
      if (alive().length < 8) return;
      end(control, session);
      hub.check();
      await until(() => gone.has(session));
    },
    async () => {
      const session = any(alive());
      if (alive().length < 8) return;
      listeners.get(session)!.socket.close();
      await until(() => gone.has(session));
      listeners.delete(session);
    },
  ];

  for (let round = 0; round < rounds; round++) {
    clock.pass(1000);
    numbered(any([1, 4, 40]));
    hub.sendTransient(1, { event: "contactTyping", ...ticket() }, audience());
    await any(moves)();
    numbered(3);
    hub.sendTransient(1, { event: "contactTyping", ...ticket() }, audience());
  }
  await settled(db, ...alive().map((session) => listeners.get(session)!));
  for (const [session, listener] of listeners) {
    const { me, frames } = expected.get(session)!;
    if (gone.has(session)) await listener.closed;
    // Frames before the end of the sign-in are the catch-up.
    const got = listener.frames.slice(1);
    expect({
      id: me.id,
      first: got.findIndex((frame, index) => !Bun.deepEquals(frame, frames[index])),
      count: got.length,
    }).toEqual({ id: me.id, first: -1, count: gone.has(session) ? got.length : frames.length });
  }
  for (const [session, frames] of polled) expect(frames).toEqual(expected.get(session)!.frames);
  expect([...expected.values()].every(({ frames }) => frames.length > 0)).toBe(true);
}, 120_000);

const json = (frame: unknown) => JSON.parse(JSON.stringify(frame)) as Frame;
