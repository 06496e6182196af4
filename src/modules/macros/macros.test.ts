import { expect } from "bun:test";
import {
  atendimento,
  box,
  encomendas,
  hour,
  idOf,
  refusal,
  test,
  world,
  type Name,
  type World,
} from "../../testing/world.ts";
import type { MacroStep } from "../../shared/macros.ts";
import { usualWeek } from "../hours/fields.ts";
import * as hours from "../hours/hours.ts";
import { resolve } from "../tickets/lifecycle/move.ts";
import { undo } from "../tickets/lifecycle/undo-move.ts";
import * as ticketNotes from "../tickets/notes/notes.ts";
import { addTags } from "../tickets/notes/ticket-tags.ts";
import { loadTicket } from "../tickets/tickets.ts";
import { createMacro, findMacro, updateMacro, usableMacros } from "./macros.ts";
import { preview, run } from "./run.ts";

const macro = (shop: World, steps: MacroStep[], who: Name = "ana", shared = false) =>
  createMacro(shop.db, shop.me(who), { name: `Macro ${steps.length}`, shared, steps });
const kinds = ({ ticketEvents }: World) =>
  ticketEvents.map(
    ({ payload }) => (payload as { ticketEvent: { kind: string } }).ticketEvent.kind,
  );
const names = (shop: World, who: Name) =>
  usableMacros(shop.db, shop.me(who)).map(({ name }) => name);
const texts = ({ db }: World) =>
  (db.sqlite.query("SELECT body FROM messages ORDER BY id").all() as { body: string }[]).map(
    ({ body }) => body,
  );

test("a macro takes its steps in order, each by the verb that a screen uses", async () => {
  const shop = world();
  const [vip, late] = [shop.tag({ name: "VIP" }), shop.tag({ name: "Atrasado" })];
  const ticket = shop.ticket({ status: "open", tagIds: [late.id] });
  const { id } = macro(shop, [
    { kind: "text", text: "Oi {{name}}, aqui é {{user}}" },
    { kind: "note", note: "Avisar o forno" },
    { kind: "tag", tagId: vip.id },
    { kind: "untag", tagId: late.id },
    { kind: "reminder", minutes: 60, text: "Conferir" },
    { kind: "snooze", minutes: 120 },
  ]);
  expect(await run(shop.db, shop.me("ana"), id, { ticketId: ticket.id })).toEqual({
    done: [ticket.id],
    refused: [],
  });
  expect(loadTicket(shop.db, ticket.id)).toMatchObject({
    status: "open",
    tags: [{ name: "VIP" }],
    snoozedUntil: new Date(shop.clock.now() + 2 * hour),
  });
  expect(texts(shop)).toEqual([`Oi ${ticket.contact.name}, aqui é Ana`]);
  expect(shop.db.sqlite.query("SELECT count(*) AS n FROM outbox").get()).toEqual({ n: 1 });
  expect(kinds(shop)).toEqual(["automation", "noted", "tagged", "untagged", "reminder", "snoozed"]);
});

test("a queue or the end of the attendance is its last step; tags and notes may follow", async () => {
  const shop = world();
  const tag = shop.tag({ name: "Encomenda" });
  const ticket = shop.ticket({ status: "open" });
  const { id } = macro(shop, [
    { kind: "text", text: "Já passo" },
    { kind: "queue", queueId: encomendas },
    { kind: "tag", tagId: tag.id },
    { kind: "note", note: "Bolo azul" },
  ]);
  await run(shop.db, shop.me("ana"), id, { ticketId: ticket.id });
  expect(loadTicket(shop.db, ticket.id)).toMatchObject({
    status: "pending",
    queueId: encomendas,
    tags: [{ name: "Encomenda" }],
  });
  for (const steps of [
    [
      { kind: "resolve", silent: false },
      { kind: "text", text: "Tchau" },
    ],
    [
      { kind: "snooze", minutes: null },
      { kind: "queue", queueId: encomendas },
    ],
  ] satisfies MacroStep[][])
    expect(await refusal(() => macro(shop, steps))).toMatchObject({
      kind: "invalid",
      reason: "ERR_MACRO_STEP",
      fields: { "steps.1.kind": "misplaced" },
    });
});

test("a step that can't run takes the whole run back and is named at its place", async () => {
  const shop = world();
  const tag = shop.tag({ name: "Promo" });
  const { id } = macro(shop, [
    { kind: "text", text: "Temos promoção" },
    { kind: "tag", tagId: tag.id },
  ]);
  const [open, waiting, others] = [
    shop.ticket({ status: "open" }),
    shop.ticket(),
    shop.ticket({ queueId: encomendas }),
  ];
  const ids = { ticketIds: [open.id, waiting.id, others.id] };
  expect(await run(shop.db, shop.me("ana"), id, ids)).toEqual({
    done: [open.id],
    refused: [
      { id: waiting.id, step: 0, error: "ERR_TICKET_NOT_OPEN" },
      { id: others.id, step: null, error: "ERR_NO_TICKET_FOUND" },
    ],
  });
  shop.db.sqlite.run("DELETE FROM tags");
  const before = texts(shop).length;
  expect(await run(shop.db, shop.me("ana"), id, { ticketId: open.id })).toEqual({
    done: [],
    refused: [{ id: open.id, step: 1, error: "ERR_NOT_FOUND" }],
  });
  expect(texts(shop)).toHaveLength(before);
  const steps = findMacro(shop.db, shop.me("ana"), id).steps;
  expect(await refusal(() => updateMacro(shop.db, shop.me("ana"), id, { steps }))).toMatchObject({
    fields: { "steps.1.tagId": "gone" },
  });
  expect(await refusal(() => macro(shop, [{ kind: "queue", queueId: 99 }]))).toMatchObject({
    fields: { "steps.0.queueId": "gone" },
  });
});

test("an undo takes back the notes, the tags, the snooze and the move of a run, and no more", async () => {
  const shop = world();
  const [vip, late, own] = ["VIP", "Atrasado", "Bolo"].map((name) => shop.tag({ name }));
  const ana = shop.me("ana");
  const notes = () => shop.db.sqlite.query("SELECT note FROM ticketNotes ORDER BY id").all();
  for (const last of [
    { kind: "resolve", silent: true },
    { kind: "snooze", minutes: 60 },
  ] satisfies MacroStep[]) {
    const ticket = shop.ticket({ status: "open", tagIds: [late!.id] });
    ticketNotes.create(shop.db, ana, { note: "Antes", ticketId: ticket.id });
    const { id } = createMacro(shop.db, ana, {
      name: last.kind,
      shared: false,
      steps: [
        { kind: "note", note: "Avisar o forno" },
        { kind: "tag", tagId: vip!.id },
        { kind: "untag", tagId: late!.id },
        last,
      ],
    });
    await run(shop.db, ana, id, { ticketId: ticket.id });
    addTags(shop.db, ana, ticket.id, own!.id);
    const undone = undo(shop.db, ana, ticket.id);
    expect(undone).toMatchObject({ status: "open", snoozedUntil: null, userId: ticket.userId });
    expect(undone.tags.map(({ name }) => name).toSorted()).toEqual(["Atrasado", "Bolo"]);
    expect(notes()).toEqual([{ note: "Antes" }]);
    expect(await refusal(() => undo(shop.db, ana, ticket.id))).toMatchObject({ kind: "missing" });
    shop.db.sqlite.run("DELETE FROM ticketNotes");
  }
});

test("a run is undone by the one who ran it, in time, and not below a later move", async () => {
  const shop = world();
  const vip = shop.tag({ name: "VIP" });
  const { id } = macro(shop, [{ kind: "tag", tagId: vip.id }], "rui", true);
  const [ana, rui] = [shop.me("ana"), shop.me("rui")];
  const ticket = shop.ticket({ status: "open" });
  const tagsOf = () => loadTicket(shop.db, ticket.id).tags.map(({ name }) => name);
  await run(shop.db, rui, id, { ticketId: ticket.id });
  expect(await refusal(() => undo(shop.db, ana, ticket.id))).toMatchObject({ kind: "missing" });
  shop.clock.pass(16_001);
  expect(await refusal(() => undo(shop.db, rui, ticket.id))).toMatchObject({ kind: "missing" });
  await run(shop.db, rui, id, { ticketId: ticket.id });
  expect(tagsOf()).toEqual(["VIP"]);

  const other = shop.ticket({ status: "open" });
  await run(shop.db, rui, id, { ticketId: other.id });
  resolve(shop.db, rui, other.id);
  expect(undo(shop.db, rui, other.id)).toMatchObject({ status: "open", tags: [{ name: "VIP" }] });
});

test("a snooze until the next day's opening obeys the hours, and is at eight without any", async () => {
  const shop = world();
  const { id } = macro(shop, [{ kind: "snooze", minutes: null, until: "opening" }]);
  const until = async () => {
    const ticket = shop.ticket({ status: "open" });
    await run(shop.db, shop.me("ana"), id, { ticketId: ticket.id });
    return loadTicket(shop.db, ticket.id).snoozedUntil;
  };
  // Friday, nine in the morning.
  expect(await until()).toEqual(new Date("2026-11-21T08:00:00-03:00"));
  const week = usualWeek.map((day) =>
    day.weekdayEn === "saturday" || day.weekdayEn === "sunday"
      ? { ...day, startTime: "00:00", endTime: "00:00" }
      : { ...day, startTime: "09:30", endTime: "02:00" },
  );
  hours.write(shop.db, { schedules: week });
  // Friday's hours end on Saturday, which does not open.
  expect(await until()).toEqual(new Date("2026-11-23T09:30:00-03:00"));
});

test("a preview says what each step would do, and changes nothing", () => {
  const shop = world();
  const ticket = shop.ticket({ status: "open" });
  const tag = shop.tag({ name: "Promo" });
  const { id } = macro(shop, [
    { kind: "text", text: "Oi {{name}}" },
    { kind: "tag", tagId: tag.id },
    { kind: "resolve", silent: true },
  ]);
  const filled = { text: `Oi ${ticket.contact.name}`, error: null };
  expect(preview(shop.db, shop.me("ana"), id, ticket.id)).toEqual({
    steps: [filled, { text: null, error: null }, { text: null, error: null }],
  });
  shop.db.sqlite.run("DELETE FROM tags");
  expect(preview(shop.db, shop.me("ana"), id, ticket.id)).toEqual({
    steps: [filled, { text: null, error: "ERR_NOT_FOUND" }, { text: null, error: null }],
  });
  expect([texts(shop), kinds(shop), loadTicket(shop.db, ticket.id)]).toEqual([[], [], ticket]);
});

test("a macro is its author's, or everyone's where they may share it", async () => {
  const shop = world();
  const note = (text: string): MacroStep[] => [{ kind: "note", note: text }];
  const own = createMacro(shop.db, shop.me("ana"), {
    name: "Minha",
    shared: false,
    steps: note("Um"),
  });
  const shared = createMacro(shop.db, shop.me("rui"), {
    name: "De todos",
    shared: true,
    steps: note("Dois"),
  });
  expect([names(shop, "ana"), names(shop, "caio"), names(shop, "rui")]).toEqual([
    ["De todos", "Minha"],
    ["De todos"],
    ["De todos"],
  ]);
  for (const work of [
    () => macro(shop, note("Três"), "ana", true),
    () => updateMacro(shop.db, shop.me("ana"), own.id, { shared: true }),
    () => updateMacro(shop.db, shop.me("ana"), shared.id, { name: "Outra" }),
  ])
    expect(await refusal(work)).toMatchObject({ kind: "forbidden", reason: "ERR_NO_PERMISSION" });
  expect(
    await refusal(() => updateMacro(shop.db, shop.me("rui"), own.id, { name: "Outra" })),
  ).toMatchObject({ kind: "missing" });
});

test("what a person shared stays when they go, and what was theirs alone goes", async () => {
  const shop = world();
  const steps: MacroStep[] = [{ kind: "note", note: "Oi" }];
  const caio = shop.me("caio");
  createMacro(shop.db, caio, { name: "Só dele", shared: false, steps });
  shop.db.sqlite.run("UPDATE users SET profile = 'admin' WHERE id = ?", [idOf.caio]);
  createMacro(shop.db, shop.me("caio"), { name: "De todos", shared: true, steps });
  shop.db.sqlite.run("DELETE FROM users WHERE id = ?", [idOf.caio]);
  expect(shop.db.sqlite.query("SELECT name, userId FROM macros").all()).toEqual([
    { name: "De todos", userId: null },
  ]);
});

test("over the wire, wrong steps are refused at their fields, and a run reads the ticket", async () => {
  const shop = await box();
  const ana = shop.as("ana");
  const ticket = shop.ticket({ status: "open", unreadMessages: 2, queueId: atendimento });
  for (const [steps, fields] of [
    [[], { steps: "too_short" }],
    [[{ kind: "text", text: "" }], { "steps.0.text": "required" }],
    [[{ kind: "snooze", minutes: 0 }], { "steps.0.minutes": "too_short" }],
    [[{ kind: "dance" }], { "steps.0.kind": "invalid" }],
  ] as const)
    expect(await ana.post("/macros", { name: "Errada", steps })).toMatchObject({
      status: 422,
      body: { fields },
    });
  const made = await ana.post<{ id: number }>("/macros", {
    name: "Certa",
    steps: [{ kind: "note", note: "Visto" }],
  });
  expect(made).toMatchObject({ status: 201, body: { shared: false, user: { name: "Ana" } } });
  const path = `/macros/${made.body.id}`;
  expect(await ana.post(`${path}/run`, {})).toMatchObject({
    status: 422,
    body: { fields: { ticketId: "required" } },
  });
  expect(await ana.post(`${path}/run`, { ticketId: ticket.id })).toMatchObject({
    status: 200,
    body: { done: [ticket.id] },
  });
  expect(loadTicket(shop.db, ticket.id).unreadMessages).toBe(0);
  expect(await ana.get("/macros")).toMatchObject({ body: { count: 1, hasMore: false } });
});
