import { expect } from "bun:test";
import type { AutomationConditions, AutomationEvent } from "../../shared/automations.ts";
import type { MacroStep } from "../../shared/macros.ts";
import {
  atendimento,
  balcao,
  box,
  day,
  encomendas,
  hour,
  minute,
  refusal,
  test,
  world,
  type World,
} from "../../testing/world.ts";
import { setTags } from "../tickets/notes/ticket-tags.ts";
import { loadTicket } from "../tickets/tickets.ts";
import { createAutomation, listRuns, updateAutomation } from "./automations.ts";
import { runDueAutomations, skipMissedAutomations } from "./run-due.ts";

type Wanted = Partial<AutomationConditions>;

const note = (text: string): MacroStep[] => [{ kind: "note", note: text }];
const automation = (
  shop: World,
  event: AutomationEvent,
  conditions: Wanted,
  steps: MacroStep[],
  name = `${event} ${steps.length}`,
) =>
  createAutomation(shop.db, shop.me("rui"), {
    name,
    active: true,
    event,
    conditions: { queueIds: [], hours: "any", ...conditions },
    steps,
  });
const runs = (shop: World, { id }: { id: number }) =>
  listRuns(shop.db, shop.me("rui"), id, { pageNumber: 1 })
    .records.map(({ state, reason, step }) => [state, reason, step])
    .toReversed();
const notes = ({ db }: World) =>
  (db.sqlite.query("SELECT note FROM ticketNotes ORDER BY id").all() as { note: string }[]).map(
    (row) => row.note,
  );
const tag = (shop: World, ticketId: number, ...ids: number[]) =>
  shop.db.write((tx) => setTags(tx, loadTicket(tx, ticketId), ids, null));
/** A customer begins to wait. */
const waits = (shop: World, ticketId: number) =>
  shop.db.sqlite.run("UPDATE tickets SET waitingSince = ? WHERE id = ?", [
    shop.clock.now(),
    ticketId,
  ]);

test("a new ticket of a customer starts it once, one that a user begins does not", async () => {
  const shop = world();
  const made = automation(shop, "newTicket", {}, note("Novo"));
  shop.receives("Oi");
  for (let tick = 0; tick < 3; tick++) runDueAutomations(shop.db);
  expect([notes(shop), runs(shop, made)]).toEqual([["Novo"], [["done", null, null]]]);
  shop.receives("Tem pão?");
  runDueAutomations(shop.db);
  expect(notes(shop)).toEqual(["Novo"]);
});

test("a wait starts it at its minute, once, unless somebody answers before; longer waits by opening hours", () => {
  const shop = world();
  const made = automation(shop, "waiting", { minutes: 10 }, note("Espera"));
  const [one, other] = [shop.ticket(), shop.ticket()];
  for (const { id } of [one, other]) waits(shop, id);
  shop.clock.pass(10 * minute - 1);
  runDueAutomations(shop.db);
  expect(notes(shop)).toEqual([]);
  shop.db.sqlite.run("UPDATE tickets SET waitingSince = NULL WHERE id = ?", [other.id]);
  shop.clock.pass(1);
  for (let tick = 0; tick < 3; tick++) runDueAutomations(shop.db);
  shop.clock.pass(hour);
  runDueAutomations(shop.db);
  expect([notes(shop), runs(shop, made)]).toEqual([["Espera"], [["done", null, null]]]);
  waits(shop, one.id);
  updateAutomation(shop.db, shop.me("rui"), made.id, {
    conditions: { queueIds: [], hours: "any", minutes: 5 },
  });
  shop.clock.pass(5 * minute);
  runDueAutomations(shop.db);
  expect(notes(shop)).toEqual(["Espera", "Espera"]);
});

test("a wait with the bot or put away does not count, and goes on afterwards", () => {
  const shop = world();
  automation(shop, "waiting", { minutes: 10 }, note("Espera"));
  const { id } = shop.ticket({ withBot: true });
  waits(shop, id);
  shop.clock.pass(11 * minute);
  runDueAutomations(shop.db);
  expect(notes(shop)).toEqual([]);
  shop.db.sqlite.run("UPDATE tickets SET withBot = 0 WHERE id = ?", [id]);
  shop.clock.pass(minute);
  runDueAutomations(shop.db);
  expect(notes(shop)).toEqual(["Espera"]);
});

test("a tag, a rating below a number and a queue are conditions, and the log says which was not met", () => {
  const shop = world();
  const [vip, late] = [shop.tag({ name: "VIP" }), shop.tag({ name: "Atrasado" })];
  const tagged = automation(shop, "tagged", { tagId: vip.id }, note("VIP"), "VIP");
  const elsewhere = automation(
    shop,
    "tagged",
    { tagId: vip.id, queueIds: [encomendas] },
    note("Encomenda"),
    "Fila",
  );
  const { id } = shop.ticket({ queueId: atendimento });
  tag(shop, id, late.id);
  runDueAutomations(shop.db);
  tag(shop, id, late.id, vip.id);
  runDueAutomations(shop.db);
  expect([notes(shop), runs(shop, tagged), runs(shop, elsewhere)]).toEqual([
    ["VIP"],
    [
      ["skipped", "condition", null],
      ["done", null, null],
    ],
    [
      ["skipped", "queue", null],
      ["skipped", "queue", null],
    ],
  ]);
});

test("an effect starts other automations up to a bound, and a loop is refused when it is saved", async () => {
  const shop = world();
  const made = (name: string) => shop.tag({ name });
  const [a, b, c, d, e] = [made("A1"), made("B1"), made("C1"), made("D1"), made("E1")] as const;
  const sets = (from: { id: number }, to: { id: number }, name: string) =>
    automation(shop, "tagged", { tagId: from.id }, [{ kind: "tag", tagId: to.id }], name);
  sets(a, b, "a→b");
  sets(b, c, "b→c");
  sets(c, d, "c→d");
  const last = sets(d, e, "d→e");
  expect(await refusal(() => sets(a, a, "própria"))).toMatchObject({
    kind: "invalid",
    reason: "ERR_AUTOMATION_LOOP",
    fields: { "steps.0.tagId": "loop" },
  });
  expect(await refusal(() => sets(d, a, "círculo"))).toMatchObject({
    reason: "ERR_AUTOMATION_LOOP",
  });
  const { id } = shop.ticket();
  tag(shop, id, a.id);
  for (let tick = 0; tick < 6; tick++) runDueAutomations(shop.db);
  expect(loadTicket(shop.db, id).tags.map(({ name }) => name)).toEqual(["A1", "B1", "C1", "D1"]);
  expect(runs(shop, last)).toContainEqual(["skipped", "loop", null]);
});

test("a step that can't run takes the run back, and the log names it", () => {
  const shop = world();
  const [vip, gone] = [shop.tag({ name: "VIP" }), shop.tag({ name: "Some" })];
  const made = automation(shop, "tagged", { tagId: vip.id }, [
    ...note("Antes"),
    { kind: "reminder", minutes: 5, text: "Ligar" },
    { kind: "tag", tagId: gone.id },
  ]);
  tag(shop, shop.ticket().id, vip.id);
  runDueAutomations(shop.db);
  expect([notes(shop), runs(shop, made)]).toEqual([[], [["failed", "ERR_NO_HOLDER", 1]]]);
  shop.db.sqlite.run("DELETE FROM tags WHERE id = ?", [gone.id]);
  tag(shop, shop.ticket({ status: "open" }).id, vip.id);
  runDueAutomations(shop.db);
  expect([notes(shop), runs(shop, made).at(-1)]).toEqual([[], ["failed", "ERR_NOT_FOUND", 2]]);
});

test("text, queue, snooze and resolve are the company's own, and end no wait", () => {
  const shop = world();
  const [first, second, third] = [1, 2, 3].map((n) => shop.tag({ name: `Tag ${n}` }));
  automation(shop, "tagged", { tagId: first!.id }, [
    { kind: "text", text: "Oi {{name}}" },
    { kind: "queue", queueId: encomendas },
  ]);
  automation(shop, "tagged", { tagId: second!.id }, [{ kind: "snooze", minutes: 60 }], "Adia");
  automation(shop, "tagged", { tagId: third!.id }, [{ kind: "resolve", silent: true }], "Fecha");
  const { id, contact } = shop.ticket({ status: "open" });
  waits(shop, id);
  tag(shop, id, first!.id);
  runDueAutomations(shop.db);
  expect(loadTicket(shop.db, id)).toMatchObject({
    status: "pending",
    queueId: encomendas,
    userId: null,
    waitingSince: new Date(shop.clock.now()),
  });
  expect(shop.db.sqlite.query("SELECT body, origin FROM messages").all()).toEqual([
    { body: `Oi ${contact.name}`, origin: "bot" },
  ]);
  tag(shop, id, second!.id);
  runDueAutomations(shop.db);
  expect(loadTicket(shop.db, id).snoozedUntil).toEqual(new Date(shop.clock.now() + hour));
  tag(shop, id, third!.id);
  runDueAutomations(shop.db);
  expect(loadTicket(shop.db, id).status).toBe("closed");
});

test("one that is off starts nothing, a company that may not work waits, and a restored box skips what came due", () => {
  const shop = world();
  const made = automation(shop, "waiting", { minutes: 10 }, note("Espera"));
  const off = automation(shop, "waiting", { minutes: 1 }, note("Nunca"), "Desligada");
  updateAutomation(shop.db, shop.me("rui"), off.id, { active: false });
  const [one, other] = [shop.ticket(), shop.ticket({ whatsappId: balcao })];
  waits(shop, one.id);
  shop.clock.pass(day);
  skipMissedAutomations(shop.db);
  runDueAutomations(shop.db);
  expect([notes(shop), runs(shop, made), runs(shop, off)]).toEqual([
    [],
    [["skipped", "late", null]],
    [],
  ]);
  waits(shop, other.id);
  shop.clock.pass(10 * minute);
  runDueAutomations(shop.db);
  expect(notes(shop)).toEqual(["Espera"]);
});

test("over the wire: the five calls and the log, with the condition that an event needs", async () => {
  const shop = await box();
  const rui = shop.as("rui");
  const steps = note("Oi");
  for (const [event, field] of [
    ["waiting", "minutes"],
    ["tagged", "tagId"],
    ["rated", "below"],
    ["order", "statusId"],
  ])
    expect(await rui.post("/automations", { name: "Sem", event, steps })).toMatchObject({
      status: 422,
      body: { fields: { [`conditions.${field}`]: "required" } },
    });
  const made = await rui.post<{ id: number }>("/automations", {
    name: "Oi",
    active: true,
    event: "rated",
    conditions: { below: 2 },
    steps,
  });
  expect(made).toMatchObject({ status: 201, body: { conditions: { queueIds: [], hours: "any" } } });
  expect(await rui.get("/automations")).toMatchObject({ body: { count: 1, hasMore: false } });
  expect(await rui.get(`/automations/${made.body.id}/runs`)).toMatchObject({
    body: { records: [], count: 0, hasMore: false },
  });
  expect(await shop.as("ana").get("/automations")).toMatchObject({ status: 403 });
});
