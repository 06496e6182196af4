import { Database } from "bun:sqlite";
import { expect, spyOn } from "bun:test";
import { migrate, migrationsFor } from "../../kit/db/migrate.ts";
import { box, idOf, second, test, world, type World } from "../../testing/world.ts";
import { usualWeek } from "../hours/fields.ts";
import { userRatings } from "../ratings/table.ts";
import { accept, returnToQueue, reopen, resolve } from "../tickets/lifecycle/move.ts";
import { undo } from "../tickets/lifecycle/undo-move.ts";
import { start } from "../tickets/lifecycle/start.ts";
import { transfer } from "../tickets/lifecycle/transfer.ts";
import { read } from "./dashboard.ts";
import { periodOf } from "./period.ts";
import { keepDays } from "./round-days.ts";
import { ticketRounds, type Dashboard } from "./table.ts";

const dashboardOf = ({ db }: World, query: Parameters<typeof periodOf>[1]) =>
  read(db, periodOf(db, query));

const busy = ({ hours }: Dashboard) =>
  Object.fromEntries(
    hours.filter(({ tickets }) => tickets > 0).map(({ hour, tickets }) => [hour, tickets]),
  );

const none = {
  avgSupportTime: null,
  tickets: 0,
  rating: null,
  ratings: 0,
  online: false,
  lastSeenAt: null,
};

/** A company whose times are given as local time. */
function shop(offset = "-03:00") {
  const shop = world();
  const { db, clock, me } = shop;
  const at = (time: string) => clock.set(`${time.replace(" ", "T")}:00${offset}`);
  return {
    ...shop,
    at,
    writes: (time: string, from: string) => (
      at(time),
      shop.receives("Oi", { from, name: from })!.ticketId
    ),
    accepts: (time: string, who: "ana" | "lia" | "rui", id: number) => (
      at(time),
      accept(db, me(who), id)
    ),
    resolves: (time: string, who: "ana" | "lia" | "rui", id: number) => (
      at(time),
      resolve(db, me(who), id)
    ),
    rates: (time: string, rate: number) => (
      at(time),
      db.write(
        (tx) =>
          void tx
            .insert(userRatings)
            .values({ userId: idOf.ana, rate, createdAt: new Date(db.now()) })
            .run(),
      )
    ),
    rounds: () =>
      db
        .select({
          userId: ticketRounds.userId,
          queuedAt: ticketRounds.queuedAt,
          startedAt: ticketRounds.startedAt,
          finishedAt: ticketRounds.finishedAt,
        })
        .from(ticketRounds)
        .all(),
  };
}

/** A month computed by hand. It is noon of November 20. */
function novemberShop() {
  const padaria = shop();
  const { db, me, at, writes, accepts, resolves, rates } = padaria;
  // Came in October, closed in November: waited 20, attended for 30.
  const edge = writes("2026-10-31 23:50", "5511900000001");
  rates("2026-10-31 23:59", 1);
  // At midnight: waited 6, attended for 30.
  const first = writes("2026-11-01 00:00", "5511900000002");
  accepts("2026-11-01 00:06", "ana", first);
  accepts("2026-11-01 00:10", "ana", edge);
  resolves("2026-11-01 00:36", "ana", first);
  rates("2026-11-01 00:37", 3);
  resolves("2026-11-01 00:40", "ana", edge);
  // The same customer again: waited 20, and a return to the queue ends nothing: 60.
  const again = writes("2026-11-01 10:00", "5511900000002");
  accepts("2026-11-01 10:20", "ana", again);
  at("2026-11-01 10:30");
  returnToQueue(db, me("ana"), again);
  accepts("2026-11-01 10:50", "lia", again);
  resolves("2026-11-01 11:20", "lia", again);
  // Still waiting.
  writes("2026-11-02 14:30", "5511900000003");
  // We wrote first: nobody waited, 45. They answer within the reopen window: waited 10, closed by
  // mistake, 60.
  at("2026-11-03 08:00");
  const { id: ours } = start(db, me("ana"), {
    contactId: padaria.contact({ number: "5511900000004" }).id,
    queueId: 1,
    whatsappId: 1,
  });
  resolves("2026-11-03 08:45", "ana", ours);
  expect(writes("2026-11-03 09:00", "5511900000004")).toBe(ours);
  accepts("2026-11-03 09:10", "ana", ours);
  resolves("2026-11-03 09:30", "ana", ours);
  padaria.clock.pass(5 * second);
  undo(db, me("ana"), ours);
  resolves("2026-11-03 10:10", "ana", ours);
  rates("2026-11-03 10:11", 2);
  // Accepted by mistake, and then by Lia after 30; still open.
  const late = writes("2026-11-04 22:00", "5511900000005");
  accepts("2026-11-04 22:05", "ana", late);
  undo(db, me("ana"), late);
  accepts("2026-11-04 22:30", "lia", late);
  // Closed without being accepted: neither waited nor attended.
  const short = writes("2026-11-05 07:00", "5511900000006");
  resolves("2026-11-05 07:02", "rui", short);
  at("2026-11-20 12:00");
  return padaria;
}

test("a month computed by hand matches to the minute", () => {
  const padaria = novemberShop();
  const month = dashboardOf(padaria, {});
  expect(month.period).toEqual({ from: "2026-11-01", to: "2026-11-20" });
  expect(month.counters).toEqual({
    supportPending: 1,
    supportHappening: 1,
    supportFinished: 6,
    leads: 5,
    avgWaitTime: 16.5,
    medianWaitTime: 15, // 6, 10, 20, 30
    avgSupportTime: 48.8,
    medianSupportTime: 52.5, // 30, 45, 60, 60
  });
  expect(month.attendants).toEqual([
    {
      id: idOf.ana,
      name: "Ana",
      avgSupportTime: 45,
      tickets: 3,
      rating: 2.5,
      ratings: 2,
      online: false,
      lastSeenAt: null,
    },
    { ...none, id: idOf.caio, name: "Caio" },
    { ...none, id: idOf.lia, name: "Lia", avgSupportTime: 60, tickets: 2 },
    { ...none, id: idOf.rui, name: "Rui", tickets: 1 },
  ]);
  expect(month.hours).toHaveLength(24);
  expect(busy(month)).toEqual({ 0: 1, 7: 1, 8: 1, 9: 1, 10: 1, 14: 1, 22: 1 });
});

test("messages received late count at the hour they were sent", () => {
  const { at, receives, accepts, resolves, clock, ...padaria } = shop();
  const sent = (time: string) => Date.parse(`2026-11-${time.replace(" ", "T")}:00-03:00`);
  const written = (time: string, from: string) =>
    receives("Oi", { from, name: from, at: sent(time) })!.ticketId;
  at("2026-11-03 08:00");
  const first = written("02 23:00", "5511900000001");
  receives("Alô?", { from: "5511900000001", at: sent("02 23:30") });
  const second = written("03 07:50", "5511900000002");
  accepts("2026-11-03 08:10", "ana", first);
  accepts("2026-11-03 08:10", "ana", second);
  resolves("2026-11-03 08:20", "ana", first);
  // Reopened within the window, from a phone that was offline for five minutes.
  at("2026-11-03 09:00");
  expect(written("03 08:55", "5511900000001")).toBe(first);
  accepts("2026-11-03 09:05", "ana", first);

  const on = (day: string) =>
    dashboardOf({ clock, receives, ...padaria }, { date_from: day, date_to: day });
  expect(busy(on("2026-11-02"))).toEqual({ 23: 1 });
  expect(on("2026-11-02").counters).toMatchObject({ avgWaitTime: 550 });
  expect(busy(on("2026-11-03"))).toEqual({ 7: 1, 8: 1 });
  expect(on("2026-11-03").counters).toMatchObject({ avgWaitTime: 15 }); // 20, 10
});

test("over a month's edge a round counts where it arrived, and as finished where it was closed", () => {
  const padaria = novemberShop();
  const october = dashboardOf(padaria, { date_from: "2026-10-01", date_to: "2026-10-31" });
  expect(october.counters).toMatchObject({
    supportPending: 1,
    supportHappening: 1,
    supportFinished: 0,
    leads: 1,
    avgWaitTime: 20,
    avgSupportTime: 30,
  });
  expect(october.attendants[0]).toMatchObject({ name: "Ana", tickets: 1, rating: 1, ratings: 1 });
  expect(busy(october)).toEqual({ 23: 1 });
  const both = dashboardOf(padaria, { date_from: "2026-10-31", date_to: "2026-11-01" });
  expect(both.counters).toMatchObject({
    supportFinished: 3,
    leads: 2,
    avgWaitTime: 15.3,
    medianWaitTime: 20,
    avgSupportTime: 40,
    medianSupportTime: 30,
  });
});

test("a day is the company's own, in any time zone", () => {
  const padaria = novemberShop();
  padaria.control.sqlite.run("UPDATE companies SET timezone = 'Asia/Tokyo' WHERE id = 1");
  // 23:50, 00:00 and 10:00 in São Paulo are 11:50, 12:00 and 22:00 of the first in Tokyo.
  const first = dashboardOf(padaria, { date_from: "2026-11-01", date_to: "2026-11-01" });
  expect(first.counters).toMatchObject({
    supportFinished: 3,
    leads: 2,
    avgWaitTime: 15.3,
    avgSupportTime: 40,
  });
  expect(busy(first)).toEqual({ 11: 1, 12: 1, 22: 1 });
  expect(
    dashboardOf(padaria, { date_from: "2026-10-01", date_to: "2026-10-31" }).counters,
  ).toMatchObject({ supportFinished: 0, leads: 0, avgWaitTime: null, medianSupportTime: null });
  expect(dashboardOf(padaria, {}).period).toEqual({ from: "2026-11-01", to: "2026-11-21" });
});

test("days on which clocks change have 25 or 23 hours", () => {
  const padaria = shop("Z");
  padaria.control.sqlite.run("UPDATE companies SET timezone = 'America/New_York' WHERE id = 1");
  const came = [
    "2026-11-01 03:59",
    "2026-11-01 04:00",
    "2026-11-01 05:30",
    "2026-11-01 06:30",
    "2026-11-02 04:59",
    "2026-11-02 05:00",
  ];
  for (const [index, time] of came.entries()) padaria.writes(time, `551190000010${index}`);
  const on = (day: string) => dashboardOf(padaria, { date_from: day, date_to: day });
  expect(busy(on("2026-11-01"))).toEqual({ 0: 1, 1: 2, 23: 1 });
  expect([busy(on("2026-10-31")), busy(on("2026-11-02"))]).toEqual([{ 23: 1 }, { 0: 1 }]);
  for (const [index, time] of ["2027-03-14 06:59", "2027-03-14 07:00"].entries())
    padaria.writes(time, `551190000011${index}`);
  expect(busy(on("2027-03-14"))).toEqual({ 1: 1, 3: 1 });
  expect(busy(dashboardOf(padaria, { date_from: "2026-11-01", date_to: "2027-03-14" }))).toEqual({
    0: 2,
    1: 3,
    3: 1,
    23: 1,
  });
});

test("what was undone is not counted", () => {
  const padaria = shop();
  const { db, me, writes, accepts, resolves, rounds } = padaria;
  const [ana, lia] = [me("ana"), me("lia")];
  const id = writes("2026-11-20 09:00", "5511900000001");
  const queuedAt = db.now();
  const round = (change: object) => [
    { userId: null, queuedAt, startedAt: null, finishedAt: null, ...change },
  ];
  const undone = (who = ana) => (padaria.clock.pass(7 * second), undo(db, who, id));
  accepts("2026-11-20 09:10", "ana", id);
  undone();
  expect(rounds()).toEqual(round({}));
  resolves("2026-11-20 09:20", "ana", id);
  undone();
  expect(rounds()).toEqual(round({}));
  accepts("2026-11-20 09:30", "ana", id);
  const startedAt = db.now();
  transfer(db, ana, id, { userId: idOf.lia });
  expect(rounds()).toEqual(round({ startedAt, userId: idOf.lia }));
  undone();
  expect(rounds()).toEqual(round({ startedAt, userId: idOf.ana }));
  padaria.at("2026-11-20 09:40");
  returnToQueue(db, ana, id);
  padaria.clock.pass(60 * second);
  accept(db, lia, id);
  undone(lia);
  expect(rounds()).toEqual(round({ startedAt, userId: idOf.ana }));
  accepts("2026-11-20 09:50", "lia", id);
  resolves("2026-11-20 10:00", "lia", id);
  undone(lia);
  resolves("2026-11-20 10:10", "lia", id);
  const finishedAt = db.now();
  padaria.at("2026-11-20 10:30");
  reopen(db, lia, id);
  expect(rounds()).toHaveLength(2);
  undone(lia);
  expect(rounds()).toEqual(round({ startedAt, finishedAt, userId: idOf.lia }));
});

test("a reopened ticket has another round: ours without a wait, a customer's with one", () => {
  const padaria = shop();
  const { writes, accepts, resolves, rounds } = padaria;
  const id = writes("2026-11-20 09:00", "5511900000001");
  accepts("2026-11-20 09:01", "ana", id);
  resolves("2026-11-20 09:10", "ana", id);
  padaria.at("2026-11-20 10:00");
  reopen(padaria.db, padaria.me("ana"), id);
  resolves("2026-11-20 10:20", "ana", id);
  // So soon after that it is the same ticket, but another round.
  expect(writes("2026-11-20 10:21", "5511900000001")).toBe(id);
  expect(
    rounds().map(({ startedAt, finishedAt }) => [startedAt !== null, finishedAt !== null]),
  ).toEqual([
    [true, true],
    [true, true],
    [false, false],
  ]);
  expect(dashboardOf(padaria, {}).counters).toMatchObject({
    supportFinished: 2,
    leads: 1,
    avgWaitTime: 1,
    avgSupportTime: 14.5,
    supportPending: 1,
  });
});

test("deleted tickets are not counted, and a deleted user's work stays", () => {
  const padaria = novemberShop();
  const { db } = padaria;
  db.sqlite.run("DELETE FROM users WHERE id = ?", [idOf.lia]);
  expect(dashboardOf(padaria, {})).toMatchObject({
    counters: { supportFinished: 6, leads: 5, avgSupportTime: 48.8 },
    attendants: [{ name: "Ana" }, { name: "Caio" }, { name: "Rui" }],
  });
  db.sqlite.run("DELETE FROM tickets");
  expect(dashboardOf(padaria, {})).toMatchObject({
    counters: { supportFinished: 0, leads: 0, avgSupportTime: null, supportPending: 0 },
    attendants: [{ tickets: 0 }, { tickets: 0 }, { tickets: 0 }],
  });
});

test("a ticket from before the box knew the time keeps nothing from being counted", async () => {
  const padaria = shop();
  const { db } = padaria;
  padaria.ticket({ createdAt: new Date(0) });
  padaria.writes("2026-11-19 09:00", "5511900000001");
  padaria.at("2026-11-20 12:00");
  const pauses = spyOn(Bun, "sleep").mockResolvedValue();
  await keepDays(db);
  pauses.mockRestore();
  const { days, oldest } = db.sqlite
    .query<{ days: number; oldest: number }, []>(
      "SELECT count(*) AS days, min(since) AS oldest FROM roundDays",
    )
    .get()!;
  expect([days, new Date(oldest).toISOString()]).toEqual([3659, "2016-11-13T02:00:00.000Z"]);
  expect(dashboardOf(padaria, { days: 2 }).counters).toMatchObject({ leads: 1 });
});

test("two tickets that are merged are one round", () => {
  const padaria = shop();
  const { db, writes, receives, rounds } = padaria;
  writes("2026-11-20 09:00", "5511900000001");
  padaria.at("2026-11-20 09:05");
  receives("Sou eu", { from: [{ type: "lid", value: "77" }] });
  expect(rounds()).toHaveLength(2);
  receives("De novo eu", {
    from: [
      { type: "lid", value: "77" },
      { type: "phone", value: "5511900000001" },
    ],
  });
  expect(rounds()).toMatchObject([{ queuedAt: db.now() - 300 * second }]);
  expect(dashboardOf(padaria, {}).counters).toMatchObject({ supportPending: 1, leads: 1 });
});

test("moves from before rounds existed are counted too", () => {
  const { db } = novemberShop();
  const tables = ["users", "queues", "contacts", "connections", "tickets", "ticketMoves"];
  const rounds = (sqlite: Database) =>
    sqlite
      .query(
        "SELECT ticketId, userId, queuedAt, startedAt, finishedAt, byUs FROM ticketRounds ORDER BY queuedAt",
      )
      .all();
  const older = new Database(":memory:", { strict: true });
  const all = migrationsFor("company");
  migrate(
    older,
    all.filter(({ name }) => name < "0007"),
  );
  const moves = "fromStatus IS NOT NULL";
  for (const table of tables) {
    const columns = (
      older.query(`SELECT name FROM pragma_table_info('${table}')`).all() as { name: string }[]
    )
      .map(({ name }) => name)
      .join(", ");
    const source = table === "ticketMoves" ? `ticketEvents WHERE ${moves}` : table;
    const rows = db.sqlite.query<unknown, []>(`SELECT ${columns} FROM ${source}`).values() as (
      | string
      | number
      | null
    )[][];
    for (const row of rows)
      older
        .query(`INSERT INTO ${table} (${columns}) VALUES (${row.map(() => "?").join(", ")})`)
        .run(...row);
  }
  migrate(older, all);
  expect(rounds(older)).toEqual(rounds(db.sqlite));
  const events = `SELECT ticketId, byUserId, at, fromStatus, fromQueueId, fromUserId, status, queueId, userId FROM ticketEvents WHERE ${moves} ORDER BY id`;
  expect(older.query(events).all()).toEqual(db.sqlite.query(events).all());
});

test("the period is so many days up to today, two dates, or this month", () => {
  const padaria = shop();
  padaria.at("2026-11-20 23:59");
  const days = (query: Parameters<typeof periodOf>[1]) => {
    const { from, to } = periodOf(padaria.db, query);
    return [from, to];
  };
  expect(days({})).toEqual(["2026-11-01", "2026-11-20"]);
  expect(days({ days: 3 })).toEqual(["2026-11-18", "2026-11-20"]);
  expect(days({ days: 90 })).toEqual(["2026-08-23", "2026-11-20"]);
  expect(days({ date_from: "2026-10-15" })).toEqual(["2026-10-15", "2026-11-20"]);
  expect(days({ date_to: "2026-10-15" })).toEqual(["2026-10-01", "2026-10-15"]);
  expect(days({ days: 7, date_from: "2024-02-29", date_to: "2024-02-29" })).toEqual([
    "2024-02-29",
    "2024-02-29",
  ]);
  padaria.at("2026-11-21 00:00");
  expect(days({ days: 1 })).toEqual(["2026-11-21", "2026-11-21"]);
});

test("admins read it over HTTP with or without a filter; an empty or impossible period is refused", async () => {
  const padaria = await box(novemberShop());
  const rui = padaria.as("rui");
  expect(await rui.get<Dashboard>("/dashboard")).toMatchObject({
    status: 200,
    body: { period: { from: "2026-11-01", to: "2026-11-20" }, counters: { avgWaitTime: 16.5 } },
  });
  expect(await rui.get<Dashboard>("/dashboard?days=20&date_from=&date_to=")).toMatchObject({
    status: 200,
    body: { period: { from: "2026-11-01" } },
  });
  expect(await rui.get<Dashboard>("/dashboard?days=&date_from=&date_to=")).toMatchObject({
    status: 200,
    body: { period: { from: "2026-11-01" } },
  });
  expect(await rui.get("/dashboard?days=0&date_from=&date_to=")).toMatchObject({
    status: 422,
    body: { error: "ERR_NO_PERIOD", message: "Parametrize o filtro" },
  });
  for (const [query, fields] of [
    ["days=muitos", { days: "invalid" }],
    ["days=-3", { days: "too_short" }],
    ["days=3661", { days: "too_long" }],
    ["days=1.5", { days: "invalid" }],
    ["date_from=ontem", { date_from: "invalid" }],
    ["date_to=2026-02-30", { date_to: "invalid" }],
    ["date_from=2026-11-02&date_to=2026-11-01", { date_to: "invalid" }],
    ["date_from=2027-01-01", { date_from: "invalid" }],
    ["date_from=2000-01-01", { date_from: "too_long" }],
  ] as const)
    expect(await rui.get(`/dashboard?${query}`)).toMatchObject({
      status: 422,
      body: { error: "ERR_VALIDATION", fields },
    });
  expect(await padaria.as("ana").get("/dashboard")).toMatchObject({
    status: 403,
    body: { error: "ERR_NO_PERMISSION" },
  });
});

test("two lists show how many each user served, and when they came", async () => {
  const rui = (await box(novemberShop())).as("rui");
  expect((await rui.get("/dashboard/ticketsUsers")).body).toEqual({
    data: [
      { nome: "Ana", quantidade: 3 },
      { nome: "Lia", quantidade: 2 },
      { nome: "Rui", quantidade: 1 },
    ],
  } as never);
  const { data: hours, count } = (
    await rui.get<{ data: object[]; count: number }>(
      "/dashboard/ticketsDay?date_from=2026-11-01&date_to=2026-11-01",
    )
  ).body;
  expect([hours.length, hours[0], hours[1], hours[10], count]).toEqual([
    24,
    { horario: 0, total: 1 },
    { horario: 1, total: 0 },
    { horario: 10, total: 1 },
    2,
  ]);
  expect(
    (await rui.get("/dashboard/ticketsDay?date_from=2026-10-31&date_to=2026-11-03")).body,
  ).toEqual({
    data: [
      { data: "2026-10-31", total: 1 },
      { data: "2026-11-01", total: 2 },
      { data: "2026-11-02", total: 1 },
      { data: "2026-11-03", total: 2 },
    ],
    count: 6,
  } as never);
});

test("a new company sees its first steps until they are done", async () => {
  const padaria = await box();
  const rui = padaria.as("rui");
  const left = async () =>
    Object.entries((await rui.get<Dashboard>("/dashboard")).body.steps).flatMap(([name, done]) =>
      done ? [] : [name],
    );
  expect(await left()).toEqual(["connection", "quickMessage", "hours"]);
  padaria.db.sqlite.run("DELETE FROM users WHERE id > 1");
  padaria.db.sqlite.run("DELETE FROM queues");
  expect(await left()).toEqual(["connection", "queue", "user", "quickMessage", "hours"]);
  padaria.user();
  padaria.queue();
  padaria.quickMessage({ userId: 1 });
  padaria.connection({ provider: "beta", status: "DISCONNECTED" });
  expect(await left()).toEqual(["connection", "hours"]);
  padaria.connection({ provider: "beta", number: "5511988880009", status: "TIMEOUT" });
  await rui.put("/settings/scheduleType", { value: "company" });
  expect(await left()).toEqual(["hours"]);
  await rui.put("/companies/1/schedules", { schedules: usualWeek });
  expect(await left()).toEqual([]);
});
