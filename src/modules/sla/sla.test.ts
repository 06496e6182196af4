import { expect } from "bun:test";
import {
  atendimento,
  bia,
  box,
  encomendas,
  hour,
  idOf,
  minute,
  morning,
  test,
  world,
  type World,
} from "../../testing/world.ts";
import { insertTimestamps } from "../../kit/db/table.ts";
import { queues } from "../queues/table.ts";
import { reply } from "../tickets/messages/reply.ts";
import { followGoals } from "../tickets/lifecycle/follow-goals.ts";
import { accept, move, resolve } from "../tickets/lifecycle/move.ts";
import { transfer } from "../tickets/lifecycle/transfer.ts";
import { undo } from "../tickets/lifecycle/undo-move.ts";
import { loadTicket, patchRow } from "../tickets/tickets.ts";
import { sla, type Goals } from "./table.ts";

const goals = ({ db }: World, values: Partial<Goals>) =>
  db.write((tx) =>
    tx
      .insert(sla)
      .values({ ...insertTimestamps(db.now()), ...values })
      .returning()
      .get(),
  );
const iso = (ms: number) => new Date(ms).toISOString();
const slaOf = ({ db }: World, id: number) => loadTicket(db, id).sla;
const rounds = ({ db }: World) =>
  db.sqlite
    .query(
      "SELECT queueId, firstAnswerDue, resolutionDue, answerUserId, answerQueueId FROM ticketRounds ORDER BY id",
    )
    .all();

/** A customer of Atendimento, which answers within 10 minutes and resolves within 2 hours. */
function shopWithBia() {
  const shop = world();
  goals(shop, { queueId: atendimento, firstAnswerMinutes: 10, resolutionMinutes: 120 });
  goals(shop, { firstAnswerMinutes: 30 });
  shop.receives("Oi");
  const { id } = shop.ticketOf(bia.id)[0]!;
  move(shop.db, shop.me("rui"), id, { queueId: atendimento });
  return { ...shop, id };
}

test("a ticket says when it is due, from its arrival on, and by the goals of the queue that has it", () => {
  const shop = shopWithBia();
  expect(slaOf(shop, shop.id)).toEqual({
    firstAnswerDue: iso(morning + 10 * minute),
    resolutionDue: iso(morning + 2 * hour),
    state: "running",
    isAnswerMissed: false,
    changesAt: iso(morning + 8 * minute),
  });
  shop.clock.pass(5 * minute);
  transfer(shop.db, shop.me("rui"), shop.id, { queueId: encomendas });
  expect(slaOf(shop, shop.id)).toMatchObject({
    firstAnswerDue: iso(morning + 30 * minute),
    resolutionDue: null,
  });
});

test("the clock warns, marks a miss once each, and emits the ticket", () => {
  const shop = shopWithBia();
  const run = () => {
    const from = shop.events.length;
    followGoals(shop.db);
    return shop.events
      .slice(from)
      .map(({ payload }) => (payload as { ticket: { sla: { state: string } } }).ticket.sla.state);
  };
  shop.clock.pass(8 * minute - 1);
  expect(run()).toEqual([]);
  shop.clock.pass(1);
  expect([run(), run()]).toEqual([["warning"], []]);
  shop.clock.pass(2 * minute);
  expect(run()).toEqual([]);
  shop.clock.pass(1);
  expect([run(), run()]).toEqual([["missed"], []]);
});

test("a miss that came while the box was off is marked when it is back", () => {
  const shop = shopWithBia();
  shop.clock.pass(hour);
  followGoals(shop.db);
  expect(slaOf(shop, shop.id)).toMatchObject({ state: "missed", isAnswerMissed: true });
});

test("an answer counts when the network takes it, for whom gives it, and not once it is refused", () => {
  const shop = shopWithBia();
  accept(shop.db, shop.me("ana"), shop.id);
  shop.clock.pass(10 * minute);
  reply(shop.db, shop.me("ana"), shop.id, { body: "Oi, Bia." });
  expect(slaOf(shop, shop.id)?.firstAnswerDue).toBe(iso(morning + 10 * minute));
  shop.leaves();
  expect(slaOf(shop, shop.id)).toMatchObject({
    firstAnswerDue: null,
    resolutionDue: iso(morning + 2 * hour),
    state: "running",
    isAnswerMissed: false,
  });
  transfer(shop.db, shop.me("rui"), shop.id, { queueId: encomendas });
  expect(rounds(shop)).toEqual([
    {
      queueId: encomendas,
      firstAnswerDue: morning + 10 * minute,
      resolutionDue: null,
      answerUserId: idOf.ana,
      answerQueueId: atendimento,
    },
  ]);
  // The network refused it after all: the wait goes on.
  shop.db.write((tx) => patchRow(tx, shop.id, { waitingSince: new Date(morning) }));
  expect(slaOf(shop, shop.id)?.firstAnswerDue).toBe(iso(morning + 30 * minute));
  expect(rounds(shop)).toMatchObject([{ answerUserId: null, answerQueueId: null }]);
});

test("a close ends the goals, its undo gives them back, and a new attendance begins anew", () => {
  const shop = shopWithBia();
  accept(shop.db, shop.me("ana"), shop.id);
  shop.clock.pass(minute);
  expect(resolve(shop.db, shop.me("ana"), shop.id).sla).toBeNull();
  expect(undo(shop.db, shop.me("ana"), shop.id).sla?.firstAnswerDue).toBe(
    iso(morning + 10 * minute),
  );
  resolve(shop.db, shop.me("ana"), shop.id, { silent: true });
  shop.clock.pass(2 * hour);
  shop.receives("Oi de novo");
  const last = shop.ticketOf(bia.id).at(-1)!;
  move(shop.db, shop.me("rui"), last.id, { queueId: atendimento });
  expect(slaOf(shop, last.id)?.firstAnswerDue).toBe(iso(morning + 2 * hour + 11 * minute));
});

test("changed goals, hours and a deleted queue count for tickets that are active", () => {
  const shop = shopWithBia();
  const due = () => (followGoals(shop.db), slaOf(shop, shop.id)?.firstAnswerDue ?? null);
  shop.db.sqlite.run("UPDATE sla SET firstAnswerMinutes = 20 WHERE queueId = ?", [atendimento]);
  expect(due()).toBe(iso(morning + 20 * minute));
  // Closed until ten.
  const week = (startTime: string) =>
    JSON.stringify(
      ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"].map(
        (weekdayEn) => ({ weekdayEn, startTime, endTime: "18:00" }),
      ),
    );
  shop.db.sqlite.run("UPDATE queues SET schedules = ?", [week("10:00")]);
  expect(due()).toBe(iso(morning + 20 * minute));
  shop.db.sqlite.run(
    "INSERT INTO settings VALUES ('scheduleType', 'queue') ON CONFLICT (key) DO UPDATE SET value = 'queue'",
  );
  expect(due()).toBe(iso(morning + hour + 20 * minute));
  shop.db.sqlite.run("UPDATE queues SET schedules = ?", [week("11:00")]);
  expect(due()).toBe(iso(morning + 2 * hour + 20 * minute));
  shop.db.delete(queues).run();
  expect(due()).toBe(iso(morning + 30 * minute));
  shop.db.delete(sla).run();
  expect([due(), slaOf(shop, shop.id)]).toEqual([null, null]);
});

test("a snooze stops the resolution's clock", () => {
  const shop = shopWithBia();
  move(shop.db, shop.me("ana"), shop.id, { snoozedUntil: "reply" });
  expect(slaOf(shop, shop.id)).toMatchObject({
    firstAnswerDue: iso(morning + 10 * minute),
    resolutionDue: null,
  });
  shop.clock.pass(hour);
  move(shop.db, shop.me("ana"), shop.id, { snoozedUntil: null });
  expect(slaOf(shop, shop.id)?.resolutionDue).toBe(iso(morning + 3 * hour));
});

test("goals are one row for each queue, seen by all and changed by who changes queues", async () => {
  const shop = await box();
  const [rui, ana] = [shop.as("rui"), shop.as("ana")];
  const made = await rui.post<Goals>("/sla", { queueId: atendimento, firstAnswerMinutes: 5 });
  expect(made).toMatchObject({
    status: 201,
    body: { queueId: atendimento, firstAnswerMinutes: 5, resolutionMinutes: null },
  });
  const { id } = made.body;
  expect((await ana.get("/sla")).body).toMatchObject({
    records: [{ id, queueName: "Atendimento" }],
    count: 1,
    hasMore: false,
  });
  expect((await ana.get(`/sla/${id}`)).status).toBe(200);
  const refused = { status: 409, body: { fields: { queueId: "taken" } } };
  expect(await rui.post("/sla", { queueId: atendimento, resolutionMinutes: 5 })).toMatchObject(
    refused,
  );
  expect((await rui.post("/sla", { resolutionMinutes: 60 })).status).toBe(201);
  expect(await rui.post("/sla", { resolutionMinutes: 60 })).toMatchObject(refused);
  expect(await rui.put(`/sla/${id}`, { queueId: null })).toMatchObject(refused);
  expect(await rui.put(`/sla/${id}`, { queueId: 99 })).toMatchObject({ status: 422 });
  expect(await rui.put(`/sla/${id}`, { firstAnswerMinutes: null })).toMatchObject({
    status: 422,
    body: { fields: { firstAnswerMinutes: "invalid" } },
  });
  for (const firstAnswerMinutes of [0, 43_201, 1.5])
    expect((await rui.put(`/sla/${id}`, { firstAnswerMinutes })).status).toBe(422);
  expect((await rui.put(`/sla/${id}`, { firstAnswerMinutes: 43_200 })).status).toBe(200);
  expect((await ana.put(`/sla/${id}`, { firstAnswerMinutes: 5 })).status).toBe(403);
  expect((await ana.delete(`/sla/${id}`)).status).toBe(403);
  expect((await rui.delete(`/sla/${id}`)).status).toBe(200);
});
