import { expect } from "bun:test";
import type { ReminderState } from "../../shared/reminders.ts";
import {
  atendimento,
  bia,
  box,
  encomendas,
  hour,
  idOf,
  minute,
  refusal,
  second,
  settled,
  test,
  world,
  type Name,
  type World,
} from "../../testing/world.ts";
import * as contacts from "../contacts/contacts.ts";
import { eraseContact } from "../tickets/contacts/erase.ts";
import { mergeContacts } from "../tickets/contacts/merge-contacts.ts";
import { accept, returnToQueue } from "../tickets/lifecycle/move.ts";
import { create, list, remove, update } from "./reminders.ts";
import { ringDue } from "./ring.ts";
import type { Reminder } from "./table.ts";

type Asked = Partial<Parameters<typeof create>[2]>;

/** A reminder of Ana's, an hour ahead. */
const remind = (shop: World, ticketId: number, fields: Asked = {}, who: Name = "ana") =>
  create(shop.db, shop.me(who), {
    ticketId,
    dueAt: new Date(shop.clock.now() + hour).toISOString(),
    ...fields,
  });
const texts = (shop: World, who: Name, state?: ReminderState) =>
  list(shop.db, shop.me(who), { state, mine: false, pageNumber: 1 }).records.map(
    ({ text }) => text,
  );
const rings = ({ events }: World) =>
  events
    .filter(({ event, action }) => event === "reminder" && action === "ring")
    .map(({ payload }) => (payload as { reminder: Reminder }).reminder.text);

test("a reminder rings at its second, once; postponed it rings again, and done it is over", () => {
  const shop = world();
  const { id } = remind(shop, shop.ticket().id, { text: "Retornar o orçamento" });
  shop.clock.pass(hour - second);
  ringDue(shop.db);
  expect([rings(shop), texts(shop, "ana", "upcoming"), texts(shop, "ana", "due")]).toEqual([
    [],
    ["Retornar o orçamento"],
    [],
  ]);
  shop.clock.pass(second);
  for (let tick = 0; tick < 3; tick++) ringDue(shop.db);
  expect([rings(shop), texts(shop, "ana", "due")]).toEqual([
    ["Retornar o orçamento"],
    ["Retornar o orçamento"],
  ]);
  expect(
    update(shop.db, shop.me("ana"), id, {
      dueAt: new Date(shop.clock.now() + 10 * minute).toISOString(),
    }),
  ).toMatchObject({ rungAt: null, doneAt: null });
  shop.clock.pass(10 * minute);
  ringDue(shop.db);
  expect(rings(shop)).toHaveLength(2);
  expect(update(shop.db, shop.me("ana"), id, { done: true }).doneAt).toEqual(
    new Date(shop.clock.now()),
  );
  expect([
    texts(shop, "ana", "due"),
    texts(shop, "ana", "open"),
    texts(shop, "ana", "done"),
  ]).toEqual([[], [], ["Retornar o orçamento"]]);
  expect(update(shop.db, shop.me("ana"), id, { done: false })).toMatchObject({
    doneAt: null,
    rungAt: expect.any(Date),
  });
});

test("what came due while the box was off rings when it is back, the done ones don't", () => {
  const shop = world();
  const { id } = shop.ticket();
  for (let index = 0; index < 60; index++) remind(shop, id, { text: `${index}` });
  update(shop.db, shop.me("ana"), remind(shop, id, { text: "feito" }).id, { done: true });
  shop.clock.pass(30 * 24 * hour);
  ringDue(shop.db);
  ringDue(shop.db);
  expect(new Set(rings(shop))).toEqual(
    new Set(Array.from({ length: 60 }, (_, index) => `${index}`)),
  );
});

test("one reminds a colleague who sees the ticket, and no other; all who see it see its reminders", async () => {
  const shop = world();
  const waiting = shop.ticket({ contactId: bia.id, queueId: atendimento });
  remind(shop, waiting.id, { text: "para a Lia", userId: idOf.lia });
  expect([texts(shop, "ana"), texts(shop, "lia"), texts(shop, "rui")]).toEqual([
    ["para a Lia"],
    ["para a Lia"],
    [],
  ]);
  expect(list(shop.db, shop.me("ana"), { mine: true, pageNumber: 1 }).count).toBe(0);
  expect(
    list(shop.db, shop.me("rui"), { ticketId: waiting.id, mine: false, pageNumber: 1 }),
  ).toMatchObject({
    count: 1,
    records: [
      {
        user: { name: "Lia" },
        byUser: { name: "Ana" },
        contact: { name: "Bia" },
        ticket: { uuid: waiting.uuid },
      },
    ],
  });
  for (const userId of [idOf.caio, 99])
    expect(await refusal(() => remind(shop, waiting.id, { userId }))).toMatchObject({
      kind: "invalid",
      reason: "ERR_VALIDATION",
    });
  for (const work of [
    () => remind(shop, waiting.id, {}, "caio"),
    () => list(shop.db, shop.me("caio"), { ticketId: waiting.id, mine: false, pageNumber: 1 }),
  ])
    expect(await refusal(work)).toMatchObject({ kind: "missing", reason: "ERR_NO_TICKET_FOUND" });
});

test("who does not see the ticket any more hears nothing and changes nothing, and finds it due once they do", async () => {
  const shop = await box();
  const ticket = shop.ticket({ contactId: bia.id, queueId: atendimento });
  const reminder = remind(shop, ticket.id, { text: "dela" }, "ana");
  accept(shop.db, shop.me("lia"), ticket.id);
  const [anas, lias] = await Promise.all([
    shop.listener(shop.as("ana")),
    shop.listener(shop.as("lia")),
  ]);
  await Promise.all([anas.ready(), lias.ready()]);
  shop.clock.pass(hour);
  ringDue(shop.db);
  await settled(shop.db, anas, lias);
  const actions = ({ frames }: typeof anas) =>
    frames.filter(({ event }) => event === "reminder").map(({ action }) => action);
  expect([actions(anas), actions(lias), texts(shop, "ana")]).toEqual([[], ["ring"], []]);
  expect(
    await refusal(() => update(shop.db, shop.me("ana"), reminder.id, { done: true })),
  ).toMatchObject({ kind: "missing" });
  returnToQueue(shop.db, shop.me("lia"), ticket.id);
  expect(texts(shop, "ana", "due")).toEqual(["dela"]);
});

test("whom it reminds, who made it and admins change it; others who see the ticket don't", async () => {
  const shop = world();
  const { id: ticketId } = shop.ticket({ queueId: atendimento });
  const { id } = remind(shop, ticketId);
  for (const work of [
    () => update(shop.db, shop.me("lia"), id, { text: "não" }),
    () => remove(shop.db, shop.me("lia"), id),
  ])
    expect(await refusal(work)).toMatchObject({ kind: "forbidden", reason: "ERR_NO_PERMISSION" });
  expect(update(shop.db, shop.me("rui"), id, { text: "Ligar", userId: idOf.lia })).toMatchObject({
    text: "Ligar",
    userId: idOf.lia,
  });
  expect(update(shop.db, shop.me("lia"), id, { done: true }).doneAt).not.toBeNull();
  remove(shop.db, shop.me("ana"), id);
  expect(
    shop.events.filter(({ event }) => event === "reminder").map(({ action }) => action),
  ).toEqual(["create", "update", "update", "delete"]);
});

test("what is wrong is refused at its field, and times without an offset are the company's", async () => {
  const shop = await box();
  const { id: ticketId } = shop.ticket();
  const ana = shop.as("ana");
  const dueAt = new Date(shop.clock.now() + hour).toISOString();
  const refused = [
    [{}, { ticketId: "required", dueAt: "required" }],
    [{ ticketId, dueAt: "amanhã" }, { dueAt: "invalid" }],
    [{ ticketId, dueAt, text: "x".repeat(501) }, { text: "too_long" }],
    [{ ticketId, dueAt, userId: "ana" }, { userId: "invalid" }],
    [
      { ticketId, dueAt: new Date(shop.clock.now() - 2 * minute).toISOString() },
      { dueAt: "invalid" },
    ],
    [{ ticketId, dueAt, userId: idOf.caio }, { userId: "invalid" }],
  ] as const;
  for (const [body, fields] of refused)
    expect(await ana.post("/reminders", body)).toMatchObject({ status: 422, body: { fields } });
  expect(await ana.post("/reminders", { ticketId, dueAt: "2026-11-21T09:00" })).toMatchObject({
    status: 201,
    body: { dueAt: "2026-11-21T12:00:00.000Z", text: "", userId: idOf.ana, byUserId: idOf.ana },
  });
  expect(await ana.put("/reminders/9", { done: true })).toMatchObject({ status: 404 });
  expect((await ana.get("/reminders?state=lost")).status).toBe(422);
});

test("an erased contact leaves none, and a merged one's are the other's", async () => {
  const shop = world();
  const [gone, twin] = [shop.contact(), shop.contact()];
  remind(shop, shop.ticket({ contactId: gone.id, queueId: atendimento }).id);
  await eraseContact(shop.db, shop.me("rui"), gone.id, { forgetPhones() {} });
  expect(texts(shop, "ana")).toEqual([]);
  const ticket = shop.ticket({ contactId: bia.id, queueId: atendimento });
  remind(
    shop,
    shop.ticket({ contactId: twin.id, queueId: encomendas }).id,
    { text: "do gêmeo" },
    "rui",
  );
  shop.db.write((tx) =>
    mergeContacts(tx, contacts.findContact(tx, bia.id), contacts.findContact(tx, twin.id)),
  );
  expect(list(shop.db, shop.me("rui"), { mine: false, pageNumber: 1 }).records).toMatchObject([
    { text: "do gêmeo", contactId: bia.id, ticketId: ticket.id },
  ]);
});

test("reminders that are due are found by their index", () => {
  const { db } = world();
  const plan = (sql: string) =>
    (db.sqlite.query(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[])
      .map(({ detail }) => detail)
      .join("; ");
  expect(
    plan(
      "SELECT id FROM reminders WHERE rungAt IS NULL AND doneAt IS NULL AND dueAt <= 5 ORDER BY dueAt LIMIT 50",
    ),
  ).toMatch(/USING COVERING INDEX reminders_due|USING INDEX reminders_due/);
  for (const state of [
    "doneAt IS NULL ORDER BY +dueAt",
    "doneAt IS NOT NULL ORDER BY +doneAt DESC",
  ])
    expect(
      plan(`SELECT * FROM reminders WHERE (userId = 1 OR byUserId = 1) AND ${state}`),
    ).not.toContain("SCAN reminders");
});
