import { expect } from "bun:test";
import {
  atendimento,
  balcao,
  bia,
  box,
  dot,
  fabrica,
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
import { trustedClock } from "../../kit/process/trusted-clock.ts";
import * as contacts from "../contacts/contacts.ts";
import { messages, outbox } from "../messages/table.ts";
import { eraseContact } from "../tickets/contacts/erase.ts";
import { mergeContacts } from "../tickets/contacts/merge-contacts.ts";
import { markFailed, markSent } from "../tickets/messages/acknowledge.ts";
import { find } from "./find.ts";
import { list } from "./list.ts";
import { attach, create, remove, retry, update } from "./schedules.ts";
import { followMessages, sendDue } from "./send.ts";
import { skip } from "./skip.ts";
import type { Schedule } from "./table.ts";

type Asked = Partial<Parameters<typeof create>[2]>;

/** A schedule of Ana's for Bia, an hour ahead. */
const plan = (shop: World, fields: Asked = {}, who: Name = "ana") =>
  create(shop.db, shop.me(who), {
    body: "Bom dia, {{firstName}}!",
    contactId: bia.id,
    sendAt: new Date(shop.clock.now() + hour).toISOString(),
    ...fields,
  });

/** Does the box's work of each second. */
function tick({ db }: World) {
  followMessages(db);
  sendDue(db);
}

const rows = (shop: World) =>
  list(shop.db, shop.me("rui"), { searchParam: "", pageNumber: 1 }).schedules;
const queued = ({ db }: World) => db.select().from(outbox).all();
const bodies = ({ db }: World) =>
  db
    .select()
    .from(messages)
    .all()
    .map(({ body }) => body);

test("a schedule is sent at its second, once, and says so when the network took it", () => {
  const shop = world();
  const { id } = plan(shop);
  const state = () => find(shop.db, shop.me("ana"), id);
  shop.clock.pass(hour - second);
  tick(shop);
  expect([state().status, queued(shop)]).toEqual(["PENDENTE", []]);
  shop.clock.pass(second);
  tick(shop);
  tick(shop);
  expect(state()).toMatchObject({ status: "AGENDADA", sentAt: null, late: false });
  expect(queued(shop)).toMatchObject([
    { messageId: state().messageId!, whatsappId: balcao, contactId: bia.id },
  ]);
  expect(bodies(shop)).toEqual(["Bom dia, Bia!"]);
  shop.clock.pass(2 * second);
  markSent(shop.db, state().messageId!);
  tick(shop);
  expect(state()).toMatchObject({ status: "ENVIADA", sentAt: new Date(shop.clock.now()) });
  expect(shop.ticketOf(bia.id)).toMatchObject([{ status: "closed" }]);
  expect(
    shop.events
      .filter(({ event }) => event === "schedule")
      .map(({ action, payload }) => [action, (payload as { schedule: Schedule }).schedule.status]),
  ).toEqual([
    ["create", "PENDENTE"],
    ["update", "AGENDADA"],
    ["update", "ENVIADA"],
  ]);
});

test("what the network refuses says why, also after it was taken", () => {
  const shop = world();
  const { id } = plan(shop);
  shop.clock.pass(hour);
  tick(shop);
  const { messageId } = find(shop.db, shop.me("ana"), id);
  markSent(shop.db, messageId!);
  tick(shop);
  markFailed(shop.db, messageId!, "ERR_WAPP_REACHOUT");
  tick(shop);
  expect(find(shop.db, shop.me("ana"), id)).toMatchObject({
    status: "ERRO",
    reason: "ERR_WAPP_REACHOUT",
  });
});

test("a clock put back or forward sends nothing twice, and loses nothing", () => {
  const shop = world();
  plan(shop, { recurrence: { every: "day", interval: 1, count: 3 } });
  const began = shop.clock.now();
  for (const at of [1, 3, -5, 0, 1, 2, 25.5, 1, 26, 50, 49]) {
    shop.clock.set(began + at * hour);
    tick(shop);
    shop.leaves();
  }
  tick(shop);
  expect(
    rows(shop).map(({ sendAt, status }) => [(sendAt.getTime() - began) / hour, status]),
  ).toEqual([
    [49, "ENVIADA"],
    [25, "ENVIADA"],
    [1, "ENVIADA"],
  ]);
  expect(bodies(shop)).toHaveLength(3);
});

test("after an outage what is up to a day late is sent with a note, what is older has expired, and a series goes on", () => {
  const shop = world();
  plan(shop, { body: "Uma vez só", sendAt: new Date(shop.clock.now() + 30 * hour).toISOString() });
  plan(shop, { body: "Todo dia", recurrence: { every: "day", interval: 1 } });
  plan(shop, { body: "Antigo", sendAt: new Date(shop.clock.now() + 2 * hour).toISOString() });
  shop.clock.pass(50 * hour);
  tick(shop);
  tick(shop);
  const of = (body: string) =>
    rows(shop)
      .filter((row) => row.body === body)
      .map(({ status, reason, late }) => [status, reason, late])
      .toReversed();
  expect(of("Uma vez só")).toEqual([["AGENDADA", null, true]]);
  expect(of("Antigo")).toEqual([["ERRO", "ERR_SCHEDULE_EXPIRED", false]]);
  // Due at hours 1, 25, 49 and 73: the first is too old, the second too, the third an hour late.
  expect(of("Todo dia")).toEqual([
    ["ERRO", "ERR_SCHEDULE_EXPIRED", false],
    ["AGENDADA", null, true],
    ["PENDENTE", null, false],
  ]);
  const notes = shop.db.sqlite.query<{ note: string }, []>("SELECT note FROM ticketNotes").all();
  expect(notes).toHaveLength(2);
  expect(notes[0]!.note).toContain("com atraso");
});

test("the last of a series is followed by none", () => {
  const shop = world();
  plan(shop, { recurrence: { every: "week", interval: 1, count: 2 } });
  shop.clock.pass(hour);
  tick(shop);
  expect(rows(shop)).toMatchObject([
    { status: "PENDENTE", recurrence: { count: 1 } },
    { status: "AGENDADA", recurrence: { count: 2 } },
  ]);
  shop.leaves();
  shop.clock.pass(7 * 24 * hour);
  tick(shop);
  expect(rows(shop).map(({ status }) => status)).toEqual(["AGENDADA", "ENVIADA"]);
});

test("it leaves on the connection that was chosen, of the contact's last ticket, or the default", () => {
  const shop = world();
  const chosen = shop.contact();
  const former = shop.contact();
  shop.ticket({ contactId: former.id, status: "closed", whatsappId: fabrica });
  shop.ticket({ contactId: chosen.id, status: "closed", whatsappId: balcao });
  plan(shop, { contactId: chosen.id, whatsappId: fabrica });
  plan(shop, { contactId: former.id });
  plan(shop);
  shop.clock.pass(hour);
  tick(shop);
  expect(queued(shop).map(({ contactId, whatsappId }) => [contactId, whatsappId])).toEqual([
    [chosen.id, fabrica],
    [former.id, fabrica],
    [bia.id, balcao],
  ]);
});

test("it opens a ticket where it is asked to, in a queue or for a user, and never a second one", () => {
  const shop = world();
  const [waiting, held, busy] = [shop.contact(), shop.contact(), shop.contact()];
  shop.ticket({ contactId: busy.id, status: "open" });
  plan(shop, { contactId: waiting.id, openTicket: true, queueId: atendimento });
  plan(shop, {
    contactId: held.id,
    openTicket: true,
    queueId: atendimento,
    ticketUserId: idOf.ana,
  });
  plan(shop, { contactId: busy.id, openTicket: true, queueId: atendimento });
  shop.clock.pass(hour);
  tick(shop);
  expect(shop.ticketOf(waiting.id)).toMatchObject([
    { status: "pending", queueId: atendimento, userId: null, waitingSince: null },
  ]);
  expect(shop.ticketOf(held.id)).toMatchObject([
    { status: "open", queueId: atendimento, userId: idOf.ana },
  ]);
  expect(shop.ticketOf(busy.id)).toHaveLength(1);
});

test("a customer who waits goes on waiting: nobody has answered them", () => {
  const shop = world();
  plan(shop);
  shop.receives("Alguém aí?");
  const { waitingSince } = shop.ticketOf(bia.id)[0]!;
  shop.clock.pass(hour);
  tick(shop);
  expect(shop.ticketOf(bia.id)).toMatchObject([{ waitingSince, fromMe: true }]);
});

test("it is signed where asked, carries its file, and the file stays in the message", async () => {
  const shop = world();
  const { id } = plan(shop, { signature: true, recurrence: { every: "day", interval: 1 } });
  await attach(shop.db, shop.me("ana"), id, await shop.db.files.receive([dot], "cardápio.png"));
  shop.clock.pass(hour);
  tick(shop);
  expect(shop.db.select().from(messages).all()).toMatchObject([
    { body: "*Ana:*\nBom dia, Bia!", mediaType: "image", mediaId: 1 },
  ]);
  for (const row of rows(shop)) await remove(shop.db, shop.me("rui"), row.id);
  // The sent one took its message along, which had not left yet.
  expect([bodies(shop), queued(shop), shop.db.sqlite.query("SELECT * FROM media").all()]).toEqual([
    [],
    [],
    [],
  ]);
});

test("one that can't be sent says why, and holds up no other", () => {
  const shop = world();
  const blocked = shop.contact({ active: false });
  plan(shop, { contactId: blocked.id });
  plan(shop);
  shop.clock.pass(hour);
  tick(shop);
  expect(rows(shop).map(({ status, reason }) => [status, reason])).toEqual([
    ["AGENDADA", null],
    ["ERRO", "ERR_CONTACT_BLOCKED"],
  ]);
  const [failed] = rows(shop).filter(({ status }) => status === "ERRO");
  expect(
    update(shop.db, shop.me("ana"), failed!.id, {
      sendAt: new Date(shop.clock.now() + hour).toISOString(),
    }),
  ).toMatchObject({ status: "PENDENTE", reason: null });
});

test("a message that is deleted before it left makes its schedule fail", () => {
  const shop = world();
  const { id } = plan(shop);
  shop.clock.pass(hour);
  tick(shop);
  shop.db.sqlite.run("DELETE FROM messages");
  tick(shop);
  expect(find(shop.db, shop.me("ana"), id)).toMatchObject({
    status: "ERRO",
    reason: "ERR_SCHEDULE_MESSAGE_DELETED",
  });
});

test("a form is refused by its fields: short, in the past, on 31 February, for another's queue or user", async () => {
  const shop = await box();
  const ana = shop.as("ana");
  const good = {
    body: "Bom dia!",
    contactId: bia.id,
    sendAt: new Date(shop.clock.now() + hour).toISOString(),
  };
  const fields = async (wrong: object) =>
    (await ana.post<{ fields?: object }>("/schedules", { ...good, ...wrong })).body.fields;
  expect([
    await fields({ body: "Oi" }),
    await fields({ body: "" }),
    await fields({ contactId: undefined }),
    await fields({ sendAt: undefined }),
  ]).toEqual([
    { body: "too_short" },
    { body: "required" },
    { contactId: "required" },
    { sendAt: "required" },
  ]);
  expect([
    await fields({ sendAt: "2027-02-31T09:00" }),
    await fields({ contactId: 999 }),
    await fields({ whatsappId: 999 }),
  ]).toEqual([{ sendAt: "invalid" }, { contactId: "invalid" }, { whatsappId: "invalid" }]);
  expect(
    await ana.post("/schedules", {
      ...good,
      sendAt: new Date(shop.clock.now() - 2 * minute).toISOString(),
    }),
  ).toMatchObject({
    status: 422,
    body: { error: "ERR_SCHEDULE_PAST", fields: { sendAt: "invalid" } },
  });
  expect(await ana.post("/schedules", { ...good, openTicket: true, queueId: 2 })).toMatchObject({
    status: 403,
    body: { fields: { queueId: "invalid" } },
  });
  expect(
    await ana.post("/schedules", { ...good, openTicket: true, ticketUserId: idOf.caio }),
  ).toMatchObject({ status: 403, body: { fields: { ticketUserId: "invalid" } } });
  expect(await ana.post("/schedules", { ...good, sendAt: "2027-12-01T09:00" })).toMatchObject({
    status: 201,
    body: {
      sendAt: "2027-12-01T12:00:00.000Z",
      status: "PENDENTE",
      sentAt: null,
      contact: { name: "Bia" },
    },
  });
});

test("users see and change their own, admins all; what is sent is only read", async () => {
  const shop = await box();
  const [ana, caio, rui] = [shop.as("ana"), shop.as("caio"), shop.as("rui")];
  const { id } = plan(shop, { sendAt: new Date(shop.clock.now() + 5 * minute).toISOString() });
  const [hers, his] = await Promise.all([shop.listener(ana), shop.listener(caio)]);
  await Promise.all([hers.ready(), his.ready()]);
  const count = async (who: typeof ana, query = "") =>
    (
      await who.get<{ schedules: Schedule[]; hasMore: boolean; count: number }>(
        `/schedules${query}`,
      )
    ).body.count;
  expect([
    await count(ana),
    await count(caio),
    await count(rui),
    await count(rui, `?userId=${idOf.caio}`),
    await count(rui, `?contactId=${bia.id}`),
    await count(rui, "?searchParam=bia"),
  ]).toEqual([1, 0, 1, 0, 1, 1]);
  for (const refused of [
    await caio.get(`/schedules/${id}`),
    await caio.put(`/schedules/${id}`, { body: "Outra coisa" }),
    await caio.delete(`/schedules/${id}`),
  ])
    expect(refused.status).toBe(404);
  expect(await rui.put(`/schedules/${id}`, { body: "Boa tarde!" })).toMatchObject({
    status: 200,
    body: { body: "Boa tarde!", userId: idOf.ana },
  });
  shop.clock.pass(5 * minute);
  tick(shop);
  expect(await ana.put(`/schedules/${id}`, { body: "Tarde demais" })).toMatchObject({
    status: 409,
    body: { error: "ERR_SCHEDULE_SENT" },
  });
  await settled(shop.db, hers, his);
  const actions = (listener: typeof hers) =>
    listener.frames.filter(({ event }) => event === "schedule").map(({ action }) => action);
  expect([actions(hers), actions(his)]).toEqual([["update", "update"], []]);
  expect(await refusal(() => find(shop.db, shop.me("caio"), id))).toMatchObject({
    kind: "missing",
  });
});

test("schedules come in pages of twenty, the latest first, and a calendar's days at once", async () => {
  const shop = await box();
  const from = shop.clock.now() + hour;
  const sendAt = (index: number) => new Date(from + index * minute).toISOString();
  for (let index = 0; index < 21; index++) plan(shop, { sendAt: sendAt(index) });
  const page = async (query: string) => {
    const { schedules, hasMore, count } = (
      await shop
        .as("ana")
        .get<{ schedules: Schedule[]; hasMore: boolean; count: number }>(`/schedules?${query}`)
    ).body;
    const [first, last] = [schedules[0], schedules.at(-1)];
    return [first?.sendAt, last?.sendAt, schedules.length, hasMore, count] as unknown[];
  };
  expect(await page("")).toEqual([sendAt(20), sendAt(1), 20, true, 21]);
  expect(await page("pageNumber=2")).toEqual([sendAt(0), sendAt(0), 1, false, 21]);
  expect(await page("pageNumber=3")).toEqual([undefined, undefined, 0, false, 21]);
  const calendar = new URLSearchParams({ from: sendAt(0), to: sendAt(21) });
  expect(await page(calendar.toString())).toEqual([sendAt(20), sendAt(0), 21, false, 21]);
});

test("a calendar's days hold what is sent in them, and when a series will be", () => {
  const shop = world();
  plan(shop, {
    body: "Todo dia",
    sendAt: "2026-11-24T09:00",
    recurrence: { every: "weekday", interval: 1, count: 6 },
  });
  plan(shop, { body: "Depois", sendAt: "2026-12-24T09:00" });
  const days = (from: string, to: string) =>
    list(shop.db, shop.me("ana"), { searchParam: "", pageNumber: 1, from, to }).schedules.map(
      ({ body, sendAt, upcoming }) => [
        body,
        sendAt,
        upcoming!.map((at) => at.toISOString().slice(0, 10)),
      ],
    );
  const at = new Date("2026-11-24T12:00:00Z");
  expect(days("2026-11-22T00:00", "2026-11-29T00:00")).toEqual([
    ["Todo dia", at, ["2026-11-25", "2026-11-26", "2026-11-27"]],
  ]);
  expect(days("2026-11-29T00:00", "2026-12-06T00:00")).toEqual([
    ["Todo dia", at, ["2026-11-30", "2026-12-01"]],
  ]);
});

test("a monthly text that is changed in February is sent on the 31st again in March", () => {
  const shop = world();
  plan(shop, { sendAt: "2027-01-31T09:00", recurrence: { every: "month", interval: 1 } });
  shop.clock.set("2027-01-31T12:00:00Z");
  tick(shop);
  const [february] = rows(shop);
  update(shop.db, shop.me("ana"), february!.id, {
    body: "Outro texto",
    recurrence: { every: "month", interval: 1, count: 2, until: null, businessDay: null },
  });
  shop.clock.set(february!.sendAt.getTime());
  tick(shop);
  expect(rows(shop).map(({ sendAt, body }) => [sendAt.toISOString().slice(0, 10), body])).toEqual([
    ["2027-03-31", "Outro texto"],
    ["2027-02-28", "Outro texto"],
    ["2027-01-31", "Bom dia, {{firstName}}!"],
  ]);
});

test("one time of a series is left out, the next or a later one, and the others are sent", async () => {
  const shop = world();
  const { id } = plan(shop, {
    sendAt: "2026-11-23T09:00",
    recurrence: { every: "day", interval: 1, count: 4 },
  });
  const ana = shop.me("ana");
  const left = () =>
    list(shop.db, ana, {
      searchParam: "",
      pageNumber: 1,
      from: "2026-11-20T00:00",
      to: "2026-12-20T00:00",
    }).schedules.flatMap(({ sendAt, upcoming }) =>
      [sendAt, ...upcoming!].map((at) => at.toISOString().slice(0, 10)),
    );
  skip(shop.db, ana, id, { at: "2026-11-25T09:00" });
  expect(left()).toEqual(["2026-11-23", "2026-11-24", "2026-11-26"]);
  // A form that knows nothing of it leaves it as it is.
  update(shop.db, ana, id, {
    body: "Outro texto",
    recurrence: { every: "day", interval: 1, count: 4 },
  });
  skip(shop.db, ana, id, { at: "2026-11-23T09:00" });
  expect(left()).toEqual(["2026-11-24", "2026-11-26"]);
  for (const at of ["2026-11-25T09:00", "2026-11-26T10:00"])
    expect(await refusal(() => skip(shop.db, ana, id, { at }))).toMatchObject({
      kind: "invalid",
    });
  shop.clock.set("2026-11-24T12:00:00Z");
  tick(shop);
  expect(
    rows(shop).map(({ sendAt, status }) => [sendAt.toISOString().slice(0, 10), status]),
  ).toEqual([
    ["2026-11-26", "PENDENTE"],
    ["2026-11-24", "AGENDADA"],
  ]);
  expect(
    await refusal(() => skip(shop.db, ana, rows(shop)[0]!.id, { at: "2026-11-26T09:00" })),
  ).toMatchObject({ reason: "ERR_SCHEDULE_LAST_TIME" });
});

test("what failed is sent anew by itself, and its series goes on once", async () => {
  const shop = world();
  const friend = shop.contact({ active: false });
  plan(shop, { contactId: friend.id, recurrence: { every: "day", interval: 1 } });
  shop.clock.pass(hour);
  tick(shop);
  const failed = () => rows(shop).find(({ status }) => status === "ERRO");
  expect(failed()).toMatchObject({ reason: "ERR_CONTACT_BLOCKED" });
  shop.db.sqlite.run("UPDATE contacts SET active = 1");
  const { id } = failed()!;
  expect(retry(shop.db, shop.me("ana"), id)).toMatchObject({
    status: "PENDENTE",
    reason: null,
    recurrence: null,
  });
  expect(await refusal(() => retry(shop.db, shop.me("ana"), id))).toMatchObject({
    reason: "ERR_SCHEDULE_NOT_FAILED",
  });
  tick(shop);
  expect(rows(shop).map(({ status }) => status)).toEqual(["PENDENTE", "AGENDADA"]);
});

test("moving one of a series moves those after it", () => {
  const shop = world();
  const { id } = plan(shop, {
    sendAt: "2027-01-31T09:00",
    recurrence: { every: "month", interval: 1 },
  });
  const ana = shop.me("ana");
  expect(update(shop.db, ana, id, { body: "Outro texto" }).firstAt).toEqual(
    new Date("2027-01-31T12:00:00Z"),
  );
  expect(update(shop.db, ana, id, { sendAt: "2027-02-05T10:00" })).toMatchObject({
    firstAt: new Date("2027-02-05T13:00:00Z"),
    occurrence: 0,
    recurrence: { every: "month" },
  });
});

test("who is erased is written to no more; a merged contact's schedules go on for the other", async () => {
  const shop = world();
  const [gone, twin] = [shop.contact(), shop.contact()];
  const { id } = plan(shop, { contactId: gone.id });
  await attach(shop.db, shop.me("ana"), id, await shop.db.files.receive([dot], "nota.png"));
  await eraseContact(shop.db, shop.me("rui"), gone.id, { forgetPhones() {} });
  expect([rows(shop), shop.db.sqlite.query("SELECT * FROM media").all()]).toEqual([[], []]);
  plan(shop, { contactId: twin.id });
  shop.db.write((tx) =>
    mergeContacts(tx, contacts.findContact(tx, bia.id), contacts.findContact(tx, twin.id)),
  );
  expect(rows(shop)).toMatchObject([{ contactId: bia.id, contact: { id: bia.id } }]);
  shop.clock.pass(hour);
  tick(shop);
  expect(queued(shop)).toMatchObject([{ contactId: bia.id }]);
});

test("a plan without schedules refuses them", async () => {
  const shop = await box();
  shop.control.sqlite.run("UPDATE plans SET useSchedules = 0");
  expect(await shop.as("rui").get("/schedules")).toMatchObject({
    status: 403,
    body: { error: "ERR_NO_PERMISSION" },
  });
});

test("what is due is found by its index", () => {
  const { db } = world();
  const plans = ["status = 'PENDENTE' AND sendAt <= 1 ORDER BY sendAt", "ackChanged = 1"].map(
    (where) =>
      db.sqlite
        .query<{ detail: string }, []>(
          `EXPLAIN QUERY PLAN SELECT * FROM schedules WHERE ${where} LIMIT 50`,
        )
        .all()
        .map(({ detail }) => detail)
        .join(),
  );
  expect(plans).toEqual([
    expect.stringContaining("schedules_due"),
    expect.stringContaining("schedules_ackChanged"),
  ]);
});

test("a clock that is a year ahead for eight seconds neither fails nor moves a schedule", () => {
  const shop = world();
  plan(shop);
  plan(shop, { recurrence: { every: "day", interval: 1 } });
  const before = rows(shop);
  // As the box reads the machine's clock.
  const machine = { wall: shop.clock.now(), run: 0 };
  const now = trustedClock(() => machine.wall, { run: () => machine.run, slept: () => 0 });
  const passes = (ms: number) => {
    machine.wall += ms;
    machine.run += ms;
    shop.clock.set(now());
    tick(shop);
  };
  passes(minute);
  machine.wall += 365 * 24 * hour;
  for (let count = 0; count < 8; count += 1) passes(second);
  machine.wall -= 365 * 24 * hour;
  passes(second);
  expect(rows(shop)).toEqual(before);
  expect(queued(shop)).toEqual([]);
  passes(hour - minute - 9 * second);
  expect(queued(shop)).toHaveLength(2);
});
