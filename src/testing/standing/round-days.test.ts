import { expect } from "bun:test";
import { read } from "../../modules/dashboard/dashboard.ts";
import { periodOf, wallClock } from "../../modules/dashboard/period.ts";
import { keepDays } from "../../modules/dashboard/round-days.ts";
import type { Round } from "../../modules/dashboard/table.ts";
import { userRatings } from "../../modules/ratings/table.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { dice, pick } from "../bench/words.ts";
import { balcao, box, day, fabrica, hour, idOf, minute, test } from "../world.ts";

/** The number of changes: `MOVES=10000` by hand. */
const moves = Number(process.env.MOVES ?? 250);

const timezones = ["America/Sao_Paulo", "America/New_York", "Asia/Kathmandu", "Pacific/Chatham"];

test("the days that are kept say what the rows say, whatever changes them", async () => {
  const shop = await box();
  const { db, clock } = shop;
  const roll = dice(32);
  const any = <T>(all: readonly T[]) => pick(roll, all);
  const rui = () => shop.as("rui");
  const idsOf = (table: string) =>
    db.sqlite
      .query<{ id: number }, []>(`SELECT id FROM ${table} ORDER BY id`)
      .all()
      .map(({ id }) => id);
  const ticket = () => any(idsOf("tickets"));
  const contact = () => any(idsOf("contacts WHERE erasedAt IS NULL"));
  const numbers = Array.from(
    { length: 12 },
    (_, index) => `55119888800${String(index).padStart(2, "0")}`,
  );
  const hears = (at = clock.now()) =>
    shop.receives("Oi", { from: any(numbers), on: any([balcao, fabrica]), at });
  const ago = () => new Date(clock.now() - any([0, hour, day, 3 * day]));
  for (const _ of numbers) hears();

  const steps: (() => unknown)[] = [
    ...Array.from({ length: 5 }, () => () => hears()),
    () => hears(ago().getTime()),
    ...Array.from(
      { length: 6 },
      () => () => rui().put(`/tickets/${ticket()}`, { status: any(["open", "pending", "closed"]) }),
    ),
    () =>
      rui().put(`/tickets/${ticket()}`, {
        status: "open",
        userId: any([1, 2, 3, 4]),
        queueId: any([1, 2]),
      }),
    () =>
      rui().post("/tickets/bulk", {
        ids: [ticket(), ticket(), ticket()],
        status: any(["open", "closed"]),
      }),
    ...Array.from({ length: 2 }, () => () => rui().post(`/tickets/${ticket()}/undo`)),
    () =>
      rui().post("/tickets", {
        contactId: contact(),
        queueId: 1,
        userId: idOf.ana,
        status: "open",
      }),
    ...Array.from(
      { length: 2 },
      () => () =>
        db.write(
          (tx) =>
            void tx
              .insert(userRatings)
              .values({ userId: any(idsOf("users")), rate: any([1, 2, 3]), createdAt: ago() })
              .run(),
        ),
    ),
    () => shop.ticket({ createdAt: ago() }),
    () =>
      db.sqlite.run(
        "UPDATE ticketRounds SET finishedAt = ? WHERE finishedAt IS NOT NULL AND id % 7 = ?",
        [ago().getTime(), any([0, 1, 2, 3])],
      ),
    () =>
      db.sqlite.run("UPDATE userRatings SET rate = 4 - rate WHERE id % 5 = ?", [any([0, 1, 2])]),
    () => db.sqlite.run("DELETE FROM userRatings WHERE id % 7 = ?", [any([0, 1, 2, 3])]),
    () =>
      roll() < 0.3 && rui().post("/contacts/merge", { winnerId: contact(), loserIds: [contact()] }),
    () => roll() < 0.3 && rui().delete(`/contacts/${contact()}${any(["", "/erase"])}`),
    () => roll() < 0.5 && rui().delete(`/tickets/${ticket()}`),
    () => roll() < 0.05 && rui().delete(`/users/${idOf.caio}`),
    () =>
      roll() < 0.2 &&
      shop.control.sqlite.run("UPDATE companies SET timezone = ? WHERE id = 1", [any(timezones)]),
    ...Array.from({ length: 4 }, () => () => keepDays(db)),
  ];

  for (let move = 0; move < moves; move++) {
    clock.pass(any([5000, minute, hour, 9 * hour]));
    await any(steps)();
    const query = any([
      {},
      { days: 1 },
      { days: 7 },
      { days: 400 },
      { days: 30, date_to: new Date(clock.now() - 2 * day).toISOString().slice(0, 10) },
    ]);
    expect({ move, figures: fast(db, query) }).toEqual({ move, figures: slowly(db, query) });
  }
  await keepDays(db);
  const { kept: stored } = db.sqlite
    .query<{ kept: number }, []>("SELECT count(*) AS kept FROM roundDays")
    .get()!;
  expect(stored).toBeGreaterThan(10);
  expect(fast(db, { days: 400 })).toEqual(slowly(db, { days: 400 }));
}, 600_000);

type Asked = Parameters<typeof periodOf>[1];

function fast(db: CompanyDb, query: Asked) {
  const {
    counters: { supportPending: _, supportHappening: __, ...counters },
    attendants,
    hours,
  } = read(db, periodOf(db, query));
  return {
    counters,
    attendants: attendants.map(({ id, tickets, avgSupportTime, rating, ratings }) => ({
      id,
      tickets,
      avgSupportTime,
      rating,
      ratings,
    })),
    hours: hours.map(({ tickets }) => tickets),
  };
}

/** The same from all rows, in the simplest way. */
function slowly(db: CompanyDb, query: Asked) {
  const period = periodOf(db, query);
  const isIn = (at: number | null) => at !== null && at >= period.since && at < period.until;
  const every = db.sqlite.query<Round, []>("SELECT * FROM ticketRounds").all();
  const rated = db.sqlite
    .query<{ userId: number; rate: number; createdAt: number }, []>("SELECT * FROM userRatings")
    .all()
    .filter(({ createdAt }) => isIn(createdAt));
  const rounds = every.filter(({ queuedAt }) => isIn(queuedAt));
  const waits = rounds
    .filter(({ byUs, startedAt }) => startedAt !== null && !byUs)
    .map(({ queuedAt, startedAt }) => startedAt! - queuedAt);
  const attended = (some: Round[]) =>
    some
      .filter(
        ({ startedAt, finishedAt }) =>
          startedAt !== null && finishedAt !== null && finishedAt > startedAt,
      )
      .map(({ startedAt, finishedAt }) => finishedAt! - startedAt!);
  const toWallClock = wallClock(period);
  const hoursOf = rounds.map(({ queuedAt }) => new Date(toWallClock(queuedAt)).getUTCHours());
  return {
    counters: {
      supportFinished: every.filter(({ finishedAt }) => isIn(finishedAt)).length,
      leads: [...Map.groupBy(every, ({ contactId }) => contactId).values()].filter((own) =>
        isIn(Math.min(...own.map(({ queuedAt }) => queuedAt))),
      ).length,
      avgSupportTime: minutes(mean(attended(rounds))),
      avgWaitTime: minutes(mean(waits)),
      medianSupportTime: minutes(middle(attended(rounds))),
      medianWaitTime: minutes(middle(waits)),
    },
    attendants: db.sqlite
      .query<{ id: number }, []>("SELECT id FROM users ORDER BY name")
      .all()
      .map(({ id }) => {
        const [own, rates] = [
          rounds.filter(({ userId }) => userId === id),
          rated.filter(({ userId }) => userId === id).map(({ rate }) => rate),
        ];
        const rating = mean(rates);
        return {
          id,
          tickets: own.length,
          avgSupportTime: minutes(mean(attended(own))),
          rating: rating === null ? null : Math.round(rating * 100) / 100,
          ratings: rates.length,
        };
      }),
    hours: Array.from({ length: 24 }, (_, hour) => hoursOf.filter((each) => each === hour).length),
  };
}

const minutes = (ms: number | null) => (ms === null ? null : Math.round(ms / 6000) / 10);

const mean = (numbers: number[]) =>
  numbers.length === 0 ? null : numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

function middle(numbers: number[]) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return mean(sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1));
}
