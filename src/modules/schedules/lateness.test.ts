import { expect } from "bun:test";
import { Sender } from "../../connections/sender.ts";
import { fakeChannel } from "../../testing/fake-channel.ts";
import {
  balcao,
  bia,
  dot,
  fabrica,
  hour,
  minute,
  second,
  test,
  until,
  world,
  type World,
} from "../../testing/world.ts";
import { saveStatus } from "../connections/status.ts";
import { contacts } from "../contacts/table.ts";
import { markSending } from "../messages/outbox.ts";
import { messages, outbox, type MessageRow } from "../messages/table.ts";
import { mayStillLeave } from "./lateness.ts";
import { list } from "./list.ts";
import { attach, create, retry, update } from "./schedules.ts";
import { followMessages, sendDue } from "./send.ts";

type Asked = Partial<Parameters<typeof create>[2]>;

/** A schedule for Bia, an hour ahead. */
const plan = (shop: World, fields: Asked = {}) =>
  create(shop.db, shop.me("ana"), {
    body: "Bom dia!",
    contactId: bia.id,
    sendAt: new Date(shop.clock.now() + hour).toISOString(),
    ...fields,
  });

/** Does the work of a second, after `after` ms. */
function tick({ db, clock }: World, after = 0) {
  clock.pass(after);
  followMessages(db);
  sendDue(db);
}

const line = ({ db }: World, status: "CONNECTED" | "DISCONNECTED", id = balcao) =>
  void saveStatus(db, id, { status, qrcode: "" });
/** Status, reason and lateness of all, the earliest first. */
const states = (shop: World) =>
  list(shop.db, shop.me("rui"), { searchParam: "", pageNumber: 1 })
    .schedules.map(({ status, reason, late }) => [status, reason, late])
    .toReversed();
const notes = ({ db }: World) =>
  db.sqlite.query<{ note: string }, []>("SELECT note FROM ticketNotes").all();
const queued = ({ db }: World) => db.select().from(outbox).all();
const all = ({ db }: World): MessageRow[] => db.select().from(messages).all();

test("a schedule whose line is down waits, and goes with a note up to a day late, later it has expired", () => {
  for (const [late, after] of [
    [24 * hour - 1, ["AGENDADA", null, true]],
    [24 * hour, ["AGENDADA", null, true]],
    [24 * hour + 1, ["ERRO", "ERR_SCHEDULE_EXPIRED", false]],
  ] as const) {
    const shop = world();
    line(shop, "DISCONNECTED");
    plan(shop);
    tick(shop, hour);
    tick(shop);
    expect([states(shop), all(shop)]).toEqual([[["PENDENTE", "ERR_SCHEDULE_WAITS", false]], []]);
    shop.clock.pass(late);
    line(shop, "CONNECTED");
    tick(shop);
    expect([late, states(shop), queued(shop).length, notes(shop).length]).toEqual([
      late,
      [[...after]],
      ...(after[2] ? [1, 1] : [0, 0]),
    ] as never);
  }
});

test("less than a minute late goes without a note", () => {
  for (const [late, count] of [
    [minute - 1, 0],
    [minute, 1],
    [minute + 1, 1],
  ] as const) {
    const shop = world();
    line(shop, "DISCONNECTED");
    plan(shop);
    tick(shop, hour);
    shop.clock.pass(late);
    line(shop, "CONNECTED");
    tick(shop);
    expect([late, notes(shop).length]).toEqual([late, count]);
  }
});

test("of a daily one whose line is down for five days one goes, and its series goes on", () => {
  const shop = world();
  plan(shop, { recurrence: { every: "day", interval: 1 } });
  line(shop, "DISCONNECTED");
  for (let hours = 0; hours < 5 * 24 + 12; hours++) tick(shop, hour);
  line(shop, "CONNECTED");
  tick(shop);
  tick(shop);
  expect(queued(shop)).toHaveLength(1);
  const gone = ["ERRO", "ERR_SCHEDULE_EXPIRED", false];
  expect(states(shop)).toEqual([
    gone,
    gone,
    gone,
    gone,
    gone,
    ["AGENDADA", null, true],
    ["PENDENTE", null, false],
  ]);
});

test("those that wait for a line hold up no other, and follow their own line", () => {
  const shop = world();
  line(shop, "DISCONNECTED");
  for (let count = 0; count < 60; count++) plan(shop);
  const other = plan(shop, { whatsappId: fabrica });
  tick(shop, hour);
  tick(shop);
  expect(queued(shop)).toMatchObject([{ whatsappId: fabrica }]);
  expect(
    shop.db.sqlite.query("SELECT count(*) AS count FROM schedules WHERE status = 'PENDENTE'").get(),
  ).toEqual({ count: 60 });
  // Someone sends one by the line that is up.
  const [waiting] = list(shop.db, shop.me("rui"), {
    searchParam: "",
    pageNumber: 1,
  }).schedules.filter(({ id }) => id !== other.id);
  update(shop.db, shop.me("ana"), waiting!.id, { whatsappId: fabrica });
  tick(shop);
  expect(queued(shop)).toHaveLength(2);
});

test("one that waits for a line that is deleted leaves by the default", () => {
  const shop = world();
  line(shop, "DISCONNECTED", fabrica);
  plan(shop, { whatsappId: fabrica });
  tick(shop, hour);
  expect(states(shop)).toEqual([["PENDENTE", "ERR_SCHEDULE_WAITS", false]]);
  shop.db.sqlite.run(`DELETE FROM connections WHERE id = ${fabrica}`);
  tick(shop);
  expect(queued(shop)).toMatchObject([{ whatsappId: balcao }]);
});

test("what is in the outbox when its line goes down is asked about again as it leaves", async () => {
  const shop = world();
  plan(shop);
  tick(shop, hour);
  expect(states(shop)).toEqual([["AGENDADA", null, false]]);
  shop.clock.pass(3 * hour);
  const { connectionManager, calls } = fakeChannel();
  const sender = new Sender(shop.db, balcao, connectionManager.channel(1, balcao)!);
  sender.resume();
  await until(() => calls.length === 1);
  await sender.stop();
  tick(shop);
  expect([states(shop), notes(shop).length]).toEqual([[["ENVIADA", null, true]], 1]);
});

test("too late in the outbox it never leaves, with all that belongs to it", async () => {
  for (const [late, leaves] of [
    [24 * hour, true],
    [24 * hour + 1, false],
  ] as const) {
    const shop = world();
    const { id } = plan(shop);
    await attach(shop.db, shop.me("ana"), id, await shop.db.files.receive([dot], "cardápio.png"));
    shop.db.sqlite.run("UPDATE media SET type = 'audio/mpeg'");
    tick(shop, hour);
    // A text and a voice.
    expect(all(shop).map(({ mediaType }) => mediaType)).toEqual(["chat", "audio"]);
    shop.clock.pass(late);
    const first = all(shop)[0]!;
    expect([late, mayStillLeave(shop.db, first)]).toEqual([late, leaves]);
    expect(all(shop)).toHaveLength(leaves ? 2 : 0);
    expect(states(shop)).toEqual([
      leaves ? ["AGENDADA", null, true] : ["ERRO", "ERR_SCHEDULE_EXPIRED", false],
    ]);
  }
});

test("it expires in the outbox by itself, but for one that is just being sent; sent anew it is another message", () => {
  const shop = world();
  const { id } = plan(shop);
  tick(shop, hour);
  markSending(shop.db, all(shop)[0]!.id);
  tick(shop, 24 * hour + 1);
  expect(states(shop)).toEqual([["AGENDADA", null, false]]);
  shop.db.sqlite.run("UPDATE outbox SET state = 'queued'");
  tick(shop);
  tick(shop);
  expect([states(shop), all(shop)]).toEqual([[["ERRO", "ERR_SCHEDULE_EXPIRED", false]], []]);
  retry(shop.db, shop.me("ana"), id);
  tick(shop, second);
  expect([states(shop), queued(shop).length]).toEqual([[["AGENDADA", null, false]], 1]);
});

test("a time of a series that still waits in the outbox makes way for the next one", () => {
  const shop = world();
  plan(shop, { recurrence: { every: "day", interval: 1 } });
  tick(shop, hour);
  tick(shop, 24 * hour);
  expect([states(shop), queued(shop).length]).toEqual([
    [
      ["ERRO", "ERR_SCHEDULE_EXPIRED", false],
      ["AGENDADA", null, false],
      ["PENDENTE", null, false],
    ],
    1,
  ]);
});

test("who was blocked meanwhile gets nothing late", () => {
  const shop = world();
  plan(shop);
  tick(shop, hour);
  shop.db.update(contacts).set({ active: false }).run();
  shop.clock.pass(hour);
  expect(mayStillLeave(shop.db, all(shop)[0]!)).toBe(false);
  expect([states(shop), all(shop)]).toEqual([[["ERRO", "ERR_CONTACT_BLOCKED", false]], []]);
});
