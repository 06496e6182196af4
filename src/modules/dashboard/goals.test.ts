import { expect } from "bun:test";
import { insertTimestamps } from "../../kit/db/table.ts";
import {
  atendimento,
  encomendas,
  hour,
  idOf,
  minute,
  test,
  world,
  type World,
} from "../../testing/world.ts";
import { sla } from "../sla/table.ts";
import { staleQuery, toSettleQuery } from "../tickets/goals.ts";
import { move, resolve } from "../tickets/lifecycle/move.ts";
import { reply } from "../tickets/messages/reply.ts";
import { counted, countedQuery } from "./counted.ts";
import { dayFigures } from "./day.ts";
import { periodOf } from "./period.ts";

const plan = { useSales: false };
const goalsOf = ({ db }: World) => dayFigures(db, plan, periodOf(db, { days: 1 })).goals;
const listed = ({ db }: World, query: object) =>
  counted(db, plan, countedQuery.parse({ days: 1, ...query })).records.map(({ name, seconds }) => [
    name,
    seconds,
  ]);

test("goals count as met or missed by queue and person, at their very moment, with the list behind", () => {
  const shop = world();
  shop.db.write((tx) =>
    tx
      .insert(sla)
      .values({
        ...insertTimestamps(shop.db.now()),
        queueId: atendimento,
        firstAnswerMinutes: 10,
        resolutionMinutes: 60,
      })
      .run(),
  );
  expect(goalsOf(shop)).toBeNull();
  const begin = (name: string, from: string) => {
    shop.receives("Oi", { name, from });
    const { id } = shop.db.sqlite.query("SELECT max(id) AS id FROM tickets").get() as {
      id: number;
    };
    move(shop.db, shop.me("rui"), id, { queueId: atendimento });
    return id;
  };
  const ids = [
    begin("Em tempo", "5511911110001"),
    begin("Tarde", "5511911110002"),
    begin("Espera", "5511911110003"),
  ];
  const answer = (id: number) => {
    move(shop.db, shop.me("ana"), id, { status: "open" });
    reply(shop.db, shop.me("ana"), id, { body: "Oi." });
    shop.leaves();
  };
  shop.clock.pass(10 * minute);
  answer(ids[0]!);
  expect(goalsOf(shop)?.queues).toEqual([
    {
      id: atendimento,
      name: "Atendimento",
      answer: { met: 1, missed: 0 },
      resolution: { met: 0, missed: 0 },
    },
  ]);
  shop.clock.pass(1);
  answer(ids[1]!);
  expect(goalsOf(shop)).toMatchObject({
    queues: [{ answer: { met: 1, missed: 2 } }],
    people: [
      { id: idOf.ana, name: "Ana", answer: { met: 1, missed: 1 } },
      { id: null, name: "", answer: { met: 0, missed: 1 } },
    ],
  });
  expect(listed(shop, { of: "answerMet", queueId: atendimento })).toEqual([["Em tempo", 600]]);
  expect(listed(shop, { of: "answerMissed", userId: idOf.ana })).toEqual([["Tarde", 600]]);
  expect(listed(shop, { of: "answerMissed", userId: 0 })).toEqual([["Espera", 600]]);
  shop.clock.pass(50 * minute - 1);
  resolve(shop.db, shop.me("ana"), ids[0]!, { silent: true });
  shop.clock.pass(1);
  resolve(shop.db, shop.me("ana"), ids[1]!, { silent: true });
  move(shop.db, shop.me("rui"), ids[2]!, { queueId: encomendas });
  expect(goalsOf(shop)).toMatchObject({
    queues: [{ name: "Atendimento", resolution: { met: 1, missed: 1 } }],
    people: [{ name: "Ana", resolution: { met: 1, missed: 1 } }],
  });
  expect(listed(shop, { of: "resolutionMissed" })).toEqual([["Tarde", 3600]]);
});

test("a ticket that is put away stands as it did when that began", () => {
  const shop = world();
  shop.db.write((tx) =>
    tx
      .insert(sla)
      .values({ ...insertTimestamps(shop.db.now()), resolutionMinutes: 60 })
      .run(),
  );
  shop.receives("Oi");
  const { id } = shop.db.sqlite.query("SELECT max(id) AS id FROM tickets").get() as { id: number };
  move(shop.db, shop.me("rui"), id, { queueId: atendimento });
  shop.clock.pass(hour);
  move(shop.db, shop.me("ana"), id, { snoozedUntil: "reply" });
  shop.clock.pass(hour);
  expect(goalsOf(shop)).toBeNull();
  resolve(shop.db, shop.me("ana"), id, { silent: true });
  expect(goalsOf(shop)?.queues).toMatchObject([{ resolution: { met: 1, missed: 0 } }]);
});

test("the clock finds its tickets by indexes", () => {
  const { db } = world();
  for (const query of [staleQuery, toSettleQuery]) {
    const plan = db.sqlite.query(`EXPLAIN QUERY PLAN ${query}`).all() as { detail: string }[];
    expect(
      plan
        .map(({ detail }) => detail)
        .filter((detail) => detail.startsWith("SCAN") && !detail.includes("INDEX")),
    ).toEqual([]);
  }
});
