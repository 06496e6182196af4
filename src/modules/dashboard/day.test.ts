import { expect } from "bun:test";
import { bread, cartOf, sells } from "../../testing/bakery.ts";
import {
  atendimento,
  balcao,
  bia,
  box,
  day,
  encomendas,
  hour,
  idOf,
  minute,
  test,
  world,
  type Box,
  type World,
} from "../../testing/world.ts";
import { dice, pick } from "../../testing/bench/words.ts";
import { saveStatus } from "../connections/status.ts";
import { accept, resolve } from "../tickets/lifecycle/move.ts";
import { reply } from "../tickets/messages/reply.ts";
import { counted, countedQuery } from "./counted.ts";
import { compare } from "./compare.ts";
import { dayFigures } from "./day.ts";
import { soldQuery } from "./day-sales.ts";
import { handOversQuery, ratingsQuery, wordsQuery } from "./day-talk.ts";
import { goalsQuery } from "./goals.ts";
import { lowStockQuery, needs, pendingQuery, unhappyQuery, unpaidQuery } from "./needs.ts";
import {
  botQuery,
  byUserQuery,
  customerQuery,
  dashboardNow,
  lastAnswerQuery,
  queuesQuery,
  snoozedQuery,
} from "./now.ts";
import { periodOf } from "./period.ts";
import { arrivedIn, arrivedQuery, finishedIn, finishedQuery } from "./rounds.ts";
import type { CountedPage, DayFigures } from "./table.ts";

const plan = { useSales: true };

const figuresOf = ({ db }: World, query: Parameters<typeof periodOf>[1] = { days: 1 }) =>
  dayFigures(db, plan, periodOf(db, query));

const listOf = ({ db }: World, query: object) => counted(db, plan, countedQuery.parse(query));

const breadPrice = "2.50";

/** Sells two breads to Bia. Returns the order's id. */
async function sellsBread(padaria: Box): Promise<number> {
  sells(padaria.db);
  const order = { ...cartOf([[bread, 2]]), contactId: bia.id };
  return (await padaria.as("rui").post<{ id: number }>("/orders", order)).body.id;
}

/** A shop whose customers and agents act at local times. */
function shop() {
  const padaria = world();
  const { db, clock, me, receives } = padaria;
  const at = (time: string) => clock.set(`${time.replace(" ", "T")}:00-03:00`);
  return {
    ...padaria,
    at,
    writes: (time: string, from: string) => (
      at(time),
      receives("Oi", { from, name: from })!.ticketId
    ),
    answers: (time: string, who: "ana" | "lia", id: number) => {
      at(time);
      accept(db, me(who), id);
      reply(db, me(who), id, { body: "Bom dia!" });
      padaria.leaves();
    },
    resolves: (time: string, who: "ana" | "lia", id: number) => (
      at(time),
      resolve(db, me(who), id)
    ),
  };
}

test("a day is compared with the same weekday before, up to the same minute", () => {
  const padaria = shop();
  const { writes, answers, resolves } = padaria;
  const before = writes("2026-11-13 09:00", "5511900000001");
  answers("2026-11-13 09:04", "ana", before);
  resolves("2026-11-13 09:30", "ana", before);
  writes("2026-11-13 15:00", "5511900000002");
  writes("2026-11-13 15:01", "5511900000003");
  const today = writes("2026-11-20 10:00", "5511900000004");
  answers("2026-11-20 10:02", "lia", today);
  resolves("2026-11-20 10:20", "lia", today);
  writes("2026-11-20 14:50", "5511900000005");
  padaria.at("2026-11-20 15:00");
  const figures = figuresOf(padaria);
  expect(figures).toMatchObject({
    period: { from: "2026-11-20", to: "2026-11-20" },
    until: "2026-11-20T18:00:00.000Z",
    compare: { from: "2026-11-13", to: "2026-11-13" },
    isComparable: true,
    // The customer of 15:00 had not arrived by the same minute.
    arrived: { now: 2, before: 1 },
    // Lia took two minutes, and one waits for ten.
    firstAnswer: { now: 360, high: 600, before: 240, waiting: 1 },
    resolution: { now: 1200, high: 1200, before: 1800 },
    resolved: { now: 1, before: 1 },
    byBot: { now: 0, before: 0 },
  });
  // The earlier day is drawn whole behind the hours.
  expect(figures.longest).toMatchObject({ seconds: 600, at: "2026-11-20T17:50:00.000Z" });
  expect(figures.hours[15]).toMatchObject({ arrived: 0, arrivedBefore: 2 });
  expect(figures.hours[14]).toMatchObject({ arrived: 1, arrivedBefore: 0 });
  expect(figures.people).toMatchObject([
    { name: "Lia", resolved: 1, firstAnswer: 120, waiting: 0 },
    { id: null, resolved: 0, waiting: 3 },
  ]);
  padaria.at("2026-11-20 15:01");
  expect(figuresOf(padaria).arrived).toEqual({ now: 2, before: 2 });
});

test("the first answer worsens while a customer waits, and a close without an answer ends the wait", () => {
  const padaria = shop();
  const { writes, resolves } = padaria;
  const id = writes("2026-11-20 10:00", "5511900000001");
  padaria.at("2026-11-20 10:10");
  accept(padaria.db, padaria.me("ana"), id);
  padaria.at("2026-11-20 10:20");
  expect(figuresOf(padaria).firstAnswer).toMatchObject({ now: 1200, waiting: 1 });
  resolves("2026-11-20 10:30", "ana", id);
  padaria.at("2026-11-20 11:00");
  expect(figuresOf(padaria).firstAnswer).toMatchObject({ now: 1800, waiting: 0 });
});

test("an answer counts once the network takes it, one from the phone at once", () => {
  const padaria = shop();
  const { db, me, writes } = padaria;
  const id = writes("2026-11-20 10:00", bia.number);
  accept(db, me("ana"), id);
  padaria.at("2026-11-20 10:01");
  reply(db, me("ana"), id, { body: "Oi" });
  padaria.at("2026-11-20 10:05");
  expect(figuresOf(padaria).firstAnswer).toMatchObject({ now: 300, waiting: 1 });
  padaria.leaves();
  // It left four minutes late.
  expect(figuresOf(padaria).firstAnswer).toMatchObject({ now: 300, waiting: 0 });
  writes("2026-11-20 11:00", "5511900000002");
  padaria.at("2026-11-20 11:01");
  padaria.receives("Temos sim", { from: "5511900000002", ours: true });
  padaria.at("2026-11-20 12:00");
  expect(figuresOf(padaria).firstAnswer).toMatchObject({ now: 180, waiting: 0 });
});

test("other periods are compared with as many days before, a month with the month before", () => {
  const padaria = shop();
  padaria.at("2026-03-30 12:00");
  const compared = (query: Parameters<typeof periodOf>[1]) => {
    const { before } = compare(padaria.db, periodOf(padaria.db, query));
    return [before.from, before.to, new Date(before.until).toISOString()];
  };
  expect(compared({ days: 7 })).toEqual(["2026-03-17", "2026-03-23", "2026-03-23T15:00:00.000Z"]);
  expect(compared({})).toEqual(["2026-02-01", "2026-02-28", "2026-02-28T15:00:00.000Z"]);
  expect(compared({ date_from: "2026-03-29", date_to: "2026-03-29" })).toEqual([
    "2026-03-22",
    "2026-03-22",
    "2026-03-23T03:00:00.000Z",
  ]);
  expect(() => compared({ date_from: "2025-03-29" })).toThrow();
  expect(compared({ date_from: "2025-03-30" })[0]).toBe("2024-03-29");
});

test("the desk now counts whose turn it is, by queue with the longest wait first", () => {
  const padaria = shop();
  const { db, clock, me } = padaria;
  const ago = (minutes: number) => new Date(clock.now() - minutes * minute);
  padaria.ticket({ waitingSince: ago(10) });
  const longest = padaria.ticket({ queueId: encomendas, waitingSince: ago(35) });
  padaria.ticket({ queueId: encomendas, waitingSince: ago(5), status: "open" });
  padaria.ticket({ queueId: null, withBot: true, waitingSince: ago(4) });
  padaria.ticket({ status: "open", lastMessageAt: new Date(clock.now() - day - 1) });
  padaria.ticket({ status: "open", lastMessageAt: new Date(clock.now() - day) });
  padaria.ticket({
    status: "open",
    waitingSince: ago(90),
    snoozedUntil: new Date(clock.now() + hour),
  });
  const now = dashboardNow(db, plan);
  expect(now).toMatchObject({
    team: { count: 3, since: ago(35).toISOString() },
    customer: { count: 2, overDay: 1 },
    bot: { count: 1, since: ago(4).toISOString() },
    snoozed: { count: 1, next: new Date(clock.now() + hour).toISOString() },
    queues: [
      { id: encomendas, waiting: 2, unassigned: 1, assigned: 1, longest: { uuid: longest.uuid } },
      { id: atendimento, waiting: 1, unassigned: 1, assigned: 0 },
    ],
    quietQueues: [],
  });
  for (const of of ["team", "customer", "bot", "snoozed"] as const)
    expect(listOf(padaria, { of }).count).toBe(now[of].count);
  expect(listOf(padaria, { of: "team", queueId: encomendas, userId: 0 }).records).toMatchObject([
    { uuid: longest.uuid, seconds: 35 * 60 },
  ]);
  expect(
    [encomendas, atendimento].map(
      (queueId) => listOf(padaria, { of: "team", queueId, assigned: "true" }).count,
    ),
  ).toEqual([1, 0]);
  accept(db, me("rui"), longest.id);
  resolve(db, me("rui"), longest.id);
  expect(dashboardNow(db, plan).team.count).toBe(2);
});

test("an owner is told of what needs them until it is solved", async () => {
  const padaria = await box();
  const rui = padaria.as("rui");
  const kinds = () => needs(padaria.db, plan).map(({ kind, count }) => [kind, count]);
  expect(kinds()).toEqual([]);
  const id = await sellsBread(padaria);
  expect(kinds()).toEqual([["unpaid", 1]]);
  await rui.post(`/orders/${id}/receipts`, { paymentId: 1, value: breadPrice });
  expect(kinds()).toEqual([]);
  const { ticketId } = padaria.receives("Esperei muito")!;
  resolve(padaria.db, padaria.me("ana"), ticketId);
  padaria.clock.pass(minute);
  padaria.db.sqlite.run(
    "INSERT INTO userRatings (ticketId, userId, rate, createdAt) VALUES (?, ?, 1, ?)",
    [ticketId, idOf.ana, padaria.clock.now()],
  );
  expect(kinds()).toEqual([["unhappy", 1]]);
  padaria.clock.pass(2 * day);
  expect(kinds()).toEqual([["unhappy", 1]]);
  padaria.clock.pass(1);
  expect(kinds()).toEqual([]);
});

test("a line that is down says since when, and how many messages wait to leave", () => {
  const padaria = world();
  const { db, clock } = padaria;
  const { ticketId } = padaria.receives("Oi")!;
  accept(db, padaria.me("ana"), ticketId);
  reply(db, padaria.me("ana"), ticketId, { body: "Bom dia!" });
  saveStatus(db, balcao, { status: "DISCONNECTED", qrcode: "", reason: "banned" });
  const since = new Date(clock.now()).toISOString();
  clock.pass(hour);
  expect(needs(db, plan)).toMatchObject([{ kind: "connection", count: 1, since }]);
  saveStatus(db, balcao, { status: "CONNECTED", qrcode: "" });
  expect(needs(db, plan)).toEqual([]);
});

test("a product that runs out is named once its stock has moved", async () => {
  const padaria = await box();
  await sellsBread(padaria);
  const stock = (amount: number) =>
    padaria.db.sqlite.run("UPDATE productStores SET stock = ? WHERE productId = ?", [
      amount * 1000,
      bread,
    ]);
  const low = () => needs(padaria.db, plan).find(({ kind }) => kind === "stock");
  stock(100);
  expect(low()).toBeUndefined();
  stock(5);
  expect(low()).toMatchObject({ key: "stock-low-1", count: 1 });
  stock(0);
  expect(low()).toMatchObject({ key: "stock-gone-1", count: 1 });
  expect(needs(padaria.db, { useSales: false })).toEqual([]);
});

test("sales are those of the plan, and each figure opens the list that it counts", async () => {
  const padaria = await box();
  const rui = padaria.as("rui");
  await sellsBread(padaria);
  padaria.receives("Oi");
  padaria.clock.pass(minute);
  const { body } = await rui.get<DayFigures>("/dashboard/day?days=1");
  expect(body.sales).toEqual({ total: breadPrice, before: "0.00", orders: 1, byTalk: 0 });
  for (const [of, count] of [
    ["sales", body.sales!.orders],
    ["arrived", body.arrived.now],
    ["firstAnswer", 1],
    ["resolved", body.resolved.now],
    ["byBot", body.byBot.now],
    ["ratings", 0],
    ["handOvers", 0],
    ["unpaid", 1],
  ] as const)
    expect((await rui.get<CountedPage>(`/dashboard/counted?of=${of}&days=1`)).body.count).toBe(
      count!,
    );
  expect((await rui.get("/dashboard/day/export?days=1")).status).toBe(200);
  expect((await rui.get("/dashboard/week")).status).toBe(200);
  expect(await rui.get("/dashboard/counted?of=all")).toMatchObject({ status: 422 });
  expect((await padaria.as("ana").get("/dashboard/now")).status).toBe(403);
});

test("the figures say what messages and events say, whatever happens", () => {
  const padaria = world();
  const { db, clock, me } = padaria;
  const roll = dice(54);
  const any = <T>(all: readonly T[]) => pick(roll, all);
  const numbers = Array.from({ length: 8 }, (_, index) => `551191234000${index}`);
  const active = () =>
    db.sqlite
      .query<{ id: number; status: string }, []>(
        "SELECT id, status FROM tickets WHERE status <> 'closed'",
      )
      .all();
  const leftAt: Leavings = new Map();
  const leave = () => {
    for (const { id, createdAt } of db.sqlite
      .query<{ id: number; createdAt: number }, []>(
        "SELECT m.id, m.createdAt FROM outbox o JOIN messages m ON m.id = o.messageId",
      )
      .all())
      leftAt.set(id, { at: clock.now(), isLate: clock.now() - createdAt >= minute });
    padaria.leaves();
  };
  const moves: (() => unknown)[] = [
    () => padaria.receives("Oi", { from: any(numbers) }),
    () => padaria.receives("Alô?", { from: any(numbers), at: clock.now() - 5 * minute }),
    () => padaria.receives("Temos", { from: any(numbers), ours: true }),
    () =>
      active().some(({ status }) => status === "pending") &&
      accept(db, me("rui"), any(active().filter(({ status }) => status === "pending")).id),
    () => {
      const open = active().filter(({ status }) => status === "open");
      if (open.length === 0) return;
      reply(db, me("rui"), any(open).id, { body: "Olá" });
      if (roll() < 0.7) leave();
    },
    () => leave(),
    () => active().length > 0 && resolve(db, me("rui"), any(active()).id),
  ];
  for (let move = 0; move < 300; move++) {
    clock.pass(any([20_000, minute, 10 * minute, 3 * hour]));
    any(moves)();
    if (move % 10 === 0)
      expect({ move, ...figuresNow(padaria) }).toEqual({ move, ...slowly(padaria, leftAt) });
  }
});

const figuresNow = (shop: World) => {
  const { arrived, firstAnswer, resolved, resolution } = figuresOf(shop, { days: 7 });
  return {
    arrived: arrived.now,
    firstAnswer: firstAnswer.now,
    waiting: firstAnswer.waiting,
    resolved: resolved.now,
    resolution: resolution.now,
  };
};

/** When our messages left, and whether that was late. */
type Leavings = Map<number, { at: number; isLate: boolean }>;

/** The same from messages and rounds, one by one. */
function slowly({ db }: World, leftAt: Leavings) {
  const { since } = periodOf(db, { days: 7 });
  const now = db.now();
  const rounds = db.sqlite
    .query<{ ticketId: number; queuedAt: number; finishedAt: number | null; byUs: number }, []>(
      "SELECT * FROM ticketRounds",
    )
    .all();
  const arrived = rounds.filter(({ queuedAt }) => queuedAt >= since && queuedAt < now);
  const waits = arrived
    .filter(({ byUs }) => !byUs)
    .map(({ ticketId, queuedAt, finishedAt }) => {
      const answers = db.sqlite
        .query<{ id: number; createdAt: number }, [number, number, number]>(
          "SELECT id, createdAt FROM messages WHERE ticketId = ? AND createdAt >= ? AND createdAt <= ? AND (origin = 'device' OR origin = 'agent' AND ack > 0)",
        )
        .all(ticketId, queuedAt, finishedAt ?? now)
        .flatMap(({ id, createdAt }) => {
          const left = leftAt.get(id) ?? { at: createdAt, isLate: false };
          // The close had ended the wait.
          if (left.at > (finishedAt ?? now)) return [];
          return left.isLate ? left.at : createdAt;
        });
      const answeredAt = answers.length > 0 ? Math.min(...answers) : null;
      return { queuedAt, finishedAt, answeredAt };
    });
  const ended = rounds.filter(
    ({ finishedAt }) => finishedAt !== null && finishedAt >= since && finishedAt < now,
  );
  const times = waits.map(
    ({ queuedAt, finishedAt, answeredAt }) => (answeredAt ?? finishedAt ?? now) - queuedAt,
  );
  return {
    arrived: arrived.length,
    firstAnswer: middle(times),
    waiting: waits.filter(({ answeredAt, finishedAt }) => (answeredAt ?? finishedAt) === null)
      .length,
    resolved: ended.length,
    resolution: middle(ended.map(({ finishedAt, queuedAt }) => finishedAt! - queuedAt)),
  };
}

function middle(times: number[]) {
  if (times.length === 0) return null;
  const sorted = times.toSorted((one, other) => one - other);
  const [low, high] = [Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2)];
  return Math.round((sorted[low]! + sorted[high]!) / 2000);
}

test("every figure is read by an index", () => {
  const { db } = world();
  const plans = Object.entries({
    arrivedQuery,
    finishedQuery,
    soldQuery,
    ratingsQuery,
    wordsQuery,
    handOversQuery,
    goalsQuery,
    unpaidQuery,
    pendingQuery,
    unhappyQuery,
    lowStockQuery,
    queuesQuery,
    byUserQuery,
    customerQuery,
    botQuery,
    snoozedQuery,
    lastAnswerQuery,
  }).map(([name, query]) => [
    name,
    (db.sqlite.query(`EXPLAIN QUERY PLAN ${query}`).all() as { detail: string }[])
      .map(({ detail }) => detail)
      .filter((detail) => /^SCAN (?!w\b|json_each|\(sub)/.test(detail)),
  ]);
  const rowOf = (name: string) => plans.find(([each]) => each === name)![1];
  // Of the products that run out alone.
  expect(rowOf("lowStockQuery")).toEqual(["SCAN s USING INDEX productStores_low"]);
  for (const [name, scans] of plans)
    if (name !== "lowStockQuery") expect([name, scans]).toEqual([name, []]);
  expect([arrivedIn(db, { since: 0, until: 1 }), finishedIn(db, { since: 0, until: 1 })]).toEqual([
    [],
    [],
  ]);
});
