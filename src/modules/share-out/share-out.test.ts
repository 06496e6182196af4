import { expect } from "bun:test";
import { eq } from "drizzle-orm";
import {
  atendimento,
  box,
  encomendas,
  hour,
  idOf,
  minute,
  test,
  world,
  type World,
} from "../../testing/world.ts";
import { notifications } from "../notifications/table.ts";
import { queues, type Queue } from "../queues/table.ts";
import { listEvents } from "../tickets/list/list-events.ts";
import { accept, move } from "../tickets/lifecycle/move.ts";
import { reply } from "../tickets/messages/reply.ts";
import { loadTicket } from "../tickets/tickets.ts";
import { openScreen } from "../users/online.ts";
import { change } from "../users/preferences.ts";
import { handOutWaiting, peopleQuery, takeBackDue, waitingQuery } from "./hand-out.ts";

const shares = ({ db }: World, values: Partial<Queue>) =>
  db.update(queues).set(values).where(eq(queues.id, atendimento)).run();
const comesOnline = ({ db }: World, ...ids: number[]) => {
  for (const id of ids) openScreen(db, id, () => {});
};
const waits = (shop: World, values = {}) =>
  shop.ticket({ waitingSince: new Date(shop.clock.now()), ...values }).id;
const holder = ({ db }: World, id: number): [string, number | null] => {
  const { status, userId } = loadTicket(db, id);
  return [status, userId];
};
const notified = ({ db }: World) =>
  db.select({ userId: notifications.userId, kind: notifications.kind }).from(notifications).all();
const eventsOf = (shop: World, id: number) =>
  listEvents(shop.db, shop.me("rui"), id, { limit: 9 }).records.map(
    ({ kind, by, from, to, detail }) => [
      kind,
      by,
      from?.user?.name ?? null,
      to.user?.name ?? null,
      detail?.share ?? null,
    ],
  );

test("a queue hands out by itself, says why, notifies, and takes back at its minute what nobody answered", () => {
  const shop = world();
  const gil = shop.user({ name: "Gil", queueIds: [atendimento] });
  shares(shop, { share: "fewest", takeBackMinutes: 10 });
  comesOnline(shop, idOf.ana);
  const id = waits(shop);
  handOutWaiting(shop.db);
  expect([holder(shop, id), notified(shop)]).toEqual([
    ["open", idOf.ana],
    [{ userId: idOf.ana, kind: "handedOver" }],
  ]);
  shop.clock.pass(10 * minute - 1);
  takeBackDue(shop.db);
  expect(holder(shop, id)).toEqual(["open", idOf.ana]);
  shop.clock.pass(1);
  takeBackDue(shop.db);
  expect([holder(shop, id), notified(shop)]).toEqual([["pending", null], []]);
  // She does not get it again.
  handOutWaiting(shop.db);
  expect(holder(shop, id)).toEqual(["pending", null]);
  comesOnline(shop, gil.id);
  handOutWaiting(shop.db);
  expect(holder(shop, id)).toEqual(["open", gil.id]);
  expect(eventsOf(shop, id)).toEqual([
    ["assigned", null, null, "Gil", { rule: "fewest", n: 0 }],
    ["returned", null, "Ana", null, { rule: "takeBack", n: 10 }],
    ["assigned", null, null, "Ana", { rule: "fewest", n: 0 }],
  ]);
});

test("someone who gives a ticket back to the queue does not get it again in this wait", () => {
  const shop = world();
  shares(shop, { share: "turns" });
  comesOnline(shop, idOf.ana);
  const id = waits(shop);
  handOutWaiting(shop.db);
  shop.clock.pass(1);
  move(shop.db, shop.me("ana"), id, { status: "pending" });
  handOutWaiting(shop.db);
  expect(holder(shop, id)).toEqual(["pending", null]);
  shop.clock.pass(minute);
  shop.db.sqlite.run("UPDATE tickets SET waitingSince = ? WHERE id = ?", [shop.clock.now(), id]);
  handOutWaiting(shop.db);
  expect(holder(shop, id)).toEqual(["open", idOf.ana]);
});

test("an answer, also one that has not left, a snooze and a transfer keep a ticket from being taken back", () => {
  const shop = world();
  shares(shop, { share: "turns", takeBackMinutes: 5 });
  comesOnline(shop, idOf.ana);
  const [answered, snoozed, given, seen] = [waits(shop), waits(shop), waits(shop), waits(shop)];
  handOutWaiting(shop.db);
  shop.clock.pass(minute);
  reply(shop.db, shop.me("ana"), answered, { body: "Oi." });
  move(shop.db, shop.me("ana"), snoozed, { snoozedUntil: "reply" });
  move(shop.db, shop.me("ana"), given, { userId: idOf.lia });
  shop.clock.pass(hour);
  takeBackDue(shop.db);
  expect([answered, snoozed, given, seen].map((id) => holder(shop, id))).toEqual([
    ["open", idOf.ana],
    ["open", idOf.ana],
    ["open", idOf.lia],
    ["pending", null],
  ]);
});

test("nothing is handed out by a queue that is off, closed or full, to others, or to who is away", () => {
  const shop = world();
  const id = waits(shop);
  const run = () => (handOutWaiting(shop.db), holder(shop, id));
  const stays: [string, null] = ["pending", null];
  comesOnline(shop, idOf.ana, idOf.caio, idOf.rui, idOf.lia);
  expect(run()).toEqual(stays);
  shares(shop, { share: "fewest", shareLimit: 1 });
  const own = shop.ticket({ status: "open" });
  expect(run()).toEqual(stays);
  shop.db.write((tx) => void tx.sqlite.run("DELETE FROM tickets WHERE id = ?", [own.id]));
  change(shop.db, shop.me("ana"), { isAway: true });
  expect(run()).toEqual(stays);
  change(shop.db, shop.me("ana"), { isAway: false });
  const hours = (startTime: string) =>
    JSON.stringify(
      ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"].map(
        (weekdayEn) => ({ weekdayEn, startTime, endTime: "18:00" }),
      ),
    );
  shop.db.sqlite.run("UPDATE queues SET schedules = ?", [hours("10:00")]);
  shop.db.sqlite.run(
    "INSERT INTO settings VALUES ('scheduleType', 'queue') ON CONFLICT (key) DO UPDATE SET value = 'queue'",
  );
  shop.clock.pass(hour - 1);
  expect(run()).toEqual(stays);
  shop.clock.pass(1);
  expect(run()).toEqual(["open", idOf.ana]);
  const elsewhere = waits(shop, { queueId: encomendas });
  const withBot = waits(shop, { withBot: true });
  shares(shop, { shareLimit: null });
  handOutWaiting(shop.db);
  expect([elsewhere, withBot].map((one) => holder(shop, one))).toEqual([stays, stays]);
});

test("what came due while the box was off is taken back when it is on, and nothing once sharing is off", () => {
  const shop = world();
  shares(shop, { share: "turns", takeBackMinutes: 5 });
  comesOnline(shop, idOf.ana);
  const [one, other] = [waits(shop), waits(shop)];
  handOutWaiting(shop.db);
  move(shop.db, shop.me("rui"), other, { status: "pending" });
  expect(shop.db.sqlite.query("SELECT ticketId FROM handOuts").all()).toEqual([{ ticketId: one }]);
  shop.clock.pass(24 * hour);
  shares(shop, { share: "off" });
  takeBackDue(shop.db);
  expect(holder(shop, one)).toEqual(["open", idOf.ana]);
});

test("fifty customers arrive and ten agents accept at the same moment: each ticket has one holder", async () => {
  const shop = await box();
  shares(shop, { share: "fewest", shareLimit: 4 });
  const agents = Array.from({ length: 9 }, (_, index) =>
    shop.user({ name: `Agente ${index}`, queueIds: [atendimento] }),
  );
  const ids = [idOf.ana, ...agents.map(({ id }) => id)];
  comesOnline(shop, ...ids);
  const customers = Array.from({ length: 50 }, (_, index) => index);
  for (const index of customers)
    shop.receives("Oi", { name: `Cliente ${index}`, from: `551190000${1000 + index}` });
  const pending = shop.db.sqlite
    .query("SELECT id FROM tickets WHERE status = 'pending' ORDER BY id")
    .all() as { id: number }[];
  expect(pending).toHaveLength(50);
  for (const { id } of pending) move(shop.db, shop.me("rui"), id, { queueId: atendimento });
  const ana = shop.as("ana");
  // Ana's requests and the others' calls compete with the queue for the same tickets.
  const accepted: [number, number][] = [];
  await Promise.all(
    pending.slice(0, 30).flatMap(({ id }, index) => [
      ana.put(`/tickets/${id}`, { status: "open" }).then(({ status }) => {
        if (status === 200) accepted.push([id, idOf.ana]);
      }),
      new Promise(setImmediate).then(() => {
        if (index % 7 === 0) handOutWaiting(shop.db);
      }),
      new Promise(setImmediate).then(() => {
        const agent = agents[index % agents.length]!.id;
        try {
          const me = { ...shop.me("ana"), id: agent };
          accept(shop.db, me, id);
          accepted.push([id, agent]);
        } catch {
          // Another was faster.
        }
      }),
    ]),
  );
  for (let second = 0; second < 3; second++) handOutWaiting(shop.db);
  for (const [id, userId] of accepted) expect(holder(shop, id)).toEqual(["open", userId]);
  const shared = shop.db.sqlite
    .query(
      "SELECT ticketId, userId, detail ->> '$.share.n' AS n FROM ticketEvents WHERE detail ->> '$.cause' = 'share'",
    )
    .all() as { ticketId: number; userId: number; n: number }[];
  for (const { ticketId, userId, n } of shared) {
    expect(holder(shop, ticketId)).toEqual(["open", userId]);
    expect(n).toBeLessThan(4);
  }
  const takenTwice = shop.db.sqlite
    .query(
      "SELECT ticketId FROM ticketEvents WHERE kind IN ('accepted', 'assigned') GROUP BY ticketId HAVING count(*) > 1",
    )
    .all();
  expect(takenTwice).toEqual([]);
  const sorted = (rows: { userId: number }[]) =>
    rows.map(({ userId }) => userId).toSorted((one, other) => one - other);
  expect(sorted(notified(shop))).toEqual(sorted(shared));
  const open = shop.db.sqlite
    .query("SELECT userId, count(*) AS n FROM tickets WHERE status = 'open' GROUP BY userId")
    .all() as { userId: number; n: number }[];
  // Nobody below the limit is left without what waits.
  const left = pending.filter(({ id }) => holder(shop, id)[0] === "pending").length;
  const full = open.filter(({ n }) => n >= 4).length;
  expect(left === 0 || full === ids.length).toBe(true);
  // An agent who accepts what the queue has just given them holds it already.
  const taken = new Set([...accepted.map(([id]) => id), ...shared.map(({ ticketId }) => ticketId)]);
  expect(taken.size + left).toBe(50);
});

test("the queue's tickets and people are found by indexes", () => {
  const { db } = world();
  for (const query of [waitingQuery, peopleQuery]) {
    const plan = db.sqlite.query(`EXPLAIN QUERY PLAN ${query}`).all() as { detail: string }[];
    expect(plan.map(({ detail }) => detail).filter((detail) => detail.startsWith("SCAN"))).toEqual(
      [],
    );
  }
});
