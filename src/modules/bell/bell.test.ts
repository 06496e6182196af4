import { expect } from "bun:test";
import type { NotificationKind } from "../../shared/notifications.ts";
import { bread, cartOf, sells } from "../../testing/bakery.ts";
import {
  atendimento,
  balcao,
  bia,
  box,
  caller,
  day,
  encomendas,
  hour,
  idOf,
  minute,
  refusal,
  settled,
  test,
  world,
  type Name,
  type World,
} from "../../testing/world.ts";
import { saveStatus } from "../connections/status.ts";
import { deleteOldNotifications, notify } from "../notifications/notify.ts";
import type { Notification } from "../notifications/table.ts";
import * as reminders from "../reminders/reminders.ts";
import { ringDue } from "../reminders/ring.ts";
import { eraseContact } from "../tickets/contacts/erase.ts";
import { accept, resolve, returnToQueue } from "../tickets/lifecycle/move.ts";
import { undo } from "../tickets/lifecycle/undo-move.ts";
import { removeUser } from "../tickets/lifecycle/remove-user.ts";
import { start } from "../tickets/lifecycle/start.ts";
import { transfer } from "../tickets/lifecycle/transfer.ts";
import { list, read } from "./bell.ts";
import { notifyOfLateWaits } from "./late.ts";

const bell = (shop: World, who: Name, kinds?: NotificationKind[]) =>
  list(shop.db, shop.me(who), { useSales: true }, { kinds, pageNumber: 1 });
const kindsOf = (shop: World, who: Name) => bell(shop, who).records.map(({ kind }) => kind);

/** Ana's ticket of Bia, which both Ana and Lia may see. */
const held = (shop: World) =>
  shop.ticket({ status: "open", userId: idOf.ana, contactId: bia.id, lastMessage: "Tem bolo?" });
const give = (shop: World, id: number, to: Name = "lia", by: Name = "ana") =>
  transfer(shop.db, shop.me(by), id, { userId: idOf[to] });

test("who is given a ticket is notified, with the words of its customer; nobody else is", () => {
  const shop = world();
  const { id, uuid } = held(shop);
  give(shop, id);
  expect(bell(shop, "lia")).toMatchObject({
    count: 1,
    hasMore: false,
    unread: 1,
    records: [
      {
        kind: "handedOver",
        readAt: null,
        byUser: { name: "Ana" },
        text: "Tem bolo?",
        ticket: { id, uuid, contact: { name: "Bia" } },
      },
    ],
  });
  expect(["ana", "rui", "caio"].flatMap((who) => kindsOf(shop, who as Name))).toEqual([]);
  expect(
    shop.events
      .filter(({ event }) => event === "notification")
      .map(({ action, audience }) => [action, audience]),
  ).toEqual([["create", { to: "user", userId: idOf.lia }]]);
});

test("who takes a ticket is not notified, nor is a queue", () => {
  const shop = world();
  const { id } = shop.ticket();
  accept(shop.db, shop.me("ana"), id);
  transfer(shop.db, shop.me("ana"), id, { queueId: encomendas });
  resolve(shop.db, shop.me("rui"), id);
  expect(["ana", "rui", "caio", "lia"].flatMap((who) => kindsOf(shop, who as Name))).toEqual([]);
});

test("an undone hand-over takes its notification back, read or not; who gave it gets none", () => {
  const shop = world();
  const { id } = held(shop);
  for (const isRead of [false, true]) {
    give(shop, id);
    if (isRead) read(shop.db, shop.me("lia"), { all: true });
    undo(shop.db, shop.me("ana"), id);
    expect([kindsOf(shop, "lia"), kindsOf(shop, "ana")]).toEqual([[], []]);
  }
});

test("a ticket that is passed on is its next holder's, and one in a queue is nobody's", () => {
  const shop = world();
  const { id } = held(shop);
  give(shop, id);
  give(shop, id, "rui", "lia");
  expect([kindsOf(shop, "lia"), kindsOf(shop, "rui")]).toEqual([[], ["handedOver"]]);
  returnToQueue(shop.db, shop.me("rui"), id);
  expect(kindsOf(shop, "rui")).toEqual([]);
});

test("an admin who begins a conversation for a colleague gives it to them", () => {
  const shop = world();
  const { id } = start(shop.db, shop.me("rui"), {
    contactId: shop.contact().id,
    queueId: atendimento,
    userId: idOf.ana,
  });
  expect(bell(shop, "ana").records).toMatchObject([
    { kind: "handedOver", ticketId: id, byUser: { name: "Rui" } },
  ]);
});

test("unread messages are one notification for each ticket, which no row is stored for", () => {
  const shop = world();
  const waiting = shop.ticket({ unreadMessages: 3 });
  const mine = shop.ticket({ status: "open", userId: idOf.ana, unreadMessages: 1 });
  shop.ticket({ queueId: null, withBot: true, unreadMessages: 1 });
  shop.ticket({ status: "open", userId: idOf.lia, unreadMessages: 1 });
  shop.ticket({ queueId: encomendas, unreadMessages: 1 });
  expect(bell(shop, "ana").records).toMatchObject([
    { id: null, kind: "newTicket", ticketId: waiting.id },
    { id: null, kind: "yourTurn", ticketId: mine.id },
  ]);
  expect(bell(shop, "ana", ["yourTurn"]).count).toBe(1);
  expect(bell(shop, "ana", ["handedOver"]).count).toBe(0);
  give(shop, mine.id);
  expect(kindsOf(shop, "lia").toSorted()).toEqual([
    "handedOver",
    "newTicket",
    "newTicket",
    "yourTurn",
  ]);
});

test("a customer who waits for the company's limit is late, at its minute, read or not", () => {
  const shop = world();
  const waitingSince = new Date(shop.clock.now());
  shop.ticket({ status: "open", userId: idOf.ana, unreadMessages: 1, waitingSince });
  shop.ticket({ waitingSince });
  shop.ticket({ queueId: encomendas, waitingSince });
  shop.clock.pass(15 * minute - 1);
  expect(kindsOf(shop, "ana")).toEqual(["yourTurn"]);
  shop.clock.pass(1);
  expect(kindsOf(shop, "ana")).toEqual(["late", "late"]);
});

test("a wait that becomes late is emitted once, at its minute, and the next wait again", () => {
  const shop = world();
  const begin = () => new Date(shop.clock.now());
  const { id } = shop.ticket({ status: "open", userId: idOf.ana, waitingSince: begin() });
  const asleep = shop.ticket({ waitingSince: begin(), snoozedUntil: "reply" });
  shop.ticket({ waitingSince: begin(), withBot: true, queueId: null });
  const run = () => {
    const before = shop.events.length;
    notifyOfLateWaits(shop.db);
    return shop.events
      .slice(before)
      .map(({ action, payload }) => [action, (payload as { ticket: { id: number } }).ticket.id]);
  };
  shop.clock.pass(15 * minute - 1);
  expect(run()).toEqual([]);
  shop.clock.pass(1);
  expect([run(), run()]).toEqual([[["late", id]], []]);
  shop.db.sqlite.run("UPDATE tickets SET snoozedUntil = NULL WHERE id = ?", [asleep.id]);
  expect([run(), run()]).toEqual([[["late", asleep.id]], []]);
  shop.db.sqlite.run("UPDATE tickets SET waitingSince = ? WHERE id = ?", [shop.clock.now(), id]);
  expect(run()).toEqual([]);
  shop.clock.pass(15 * minute);
  expect(run()).toEqual([["late", id]]);
});

test("one reads some, those of a ticket or all, and only one's own", async () => {
  const shop = world();
  const [first, second] = [held(shop), shop.ticket({ status: "open", userId: idOf.ana })];
  for (const { id } of [first, second]) give(shop, id);
  const ids = bell(shop, "lia").records.map(({ id }) => id!);
  expect(read(shop.db, shop.me("rui"), { ids })).toEqual({ read: 0 });
  expect(read(shop.db, shop.me("lia"), { ticketId: first.id })).toEqual({ read: 1 });
  expect(bell(shop, "lia")).toMatchObject({ count: 2, unread: 1 });
  expect(read(shop.db, shop.me("lia"), { ids })).toEqual({ read: 1 });
  expect(read(shop.db, shop.me("lia"), { all: true })).toEqual({ read: 0 });
  expect(await refusal(() => read(shop.db, shop.me("lia"), {}))).toMatchObject({
    kind: "invalid",
    fields: { ids: "required" },
  });
});

test("a notification names nothing that its user may no longer see", () => {
  const shop = world();
  const { id } = held(shop);
  shop.db.write((tx) =>
    notify(tx, [idOf.ana, idOf.lia], { kind: "mention", ticketId: id, byUserId: idOf.rui }),
  );
  expect(["ana", "lia"].map((who) => kindsOf(shop, who as Name))).toEqual([["mention"], []]);
  transfer(shop.db, shop.me("ana"), id, { queueId: encomendas });
  expect(["ana", "lia"].map((who) => kindsOf(shop, who as Name))).toEqual([[], ["mention"]]);
});

test("a reminder or an order that is given to someone notifies them, until it rings or is another's", async () => {
  const shop = await box();
  sells(shop.db);
  const ticket = shop.ticket({ contactId: bia.id });
  const dueAt = new Date(shop.clock.now() + hour).toISOString();
  const ofReminder = { ticketId: ticket.id, dueAt, text: "Ligar" };
  const { id } = reminders.create(shop.db, shop.me("ana"), { ...ofReminder, userId: idOf.lia });
  reminders.create(shop.db, shop.me("ana"), ofReminder);
  expect(bell(shop, "lia").records).toMatchObject([
    { kind: "reminder", reminderId: id, text: "Ligar", byUser: { name: "Ana" } },
  ]);
  shop.clock.pass(hour);
  ringDue(shop.db);
  expect(bell(shop, "lia")).toMatchObject({ count: 1, unread: 0 });
  reminders.update(shop.db, shop.me("ana"), id, { userId: idOf.rui });
  expect([kindsOf(shop, "lia"), kindsOf(shop, "rui")]).toEqual([[], ["reminder"]]);
  reminders.remove(shop.db, shop.me("ana"), id);
  expect(kindsOf(shop, "rui")).toEqual([]);

  const rui = shop.as("rui");
  const order = { ...cartOf([[bread, 2]]), contactId: bia.id, userId: idOf.lia };
  const sold = (await rui.post<{ id: number; number: number }>("/orders", order)).body;
  expect(bell(shop, "lia").records).toMatchObject([
    { kind: "order", order: { id: sold.id, number: sold.number } },
  ]);
  expect(list(shop.db, shop.me("lia"), { useSales: false }, { pageNumber: 1 }).records).toEqual([]);
  await rui.put(`/orders/${sold.id}`, { userId: idOf.ana });
  expect([kindsOf(shop, "lia"), kindsOf(shop, "ana")]).toEqual([[], ["order"]]);
  await rui.delete(`/orders/${sold.id}`);
  expect(kindsOf(shop, "ana")).toEqual([]);
});

test("admins are notified once of an outage, which goes when the connection is back", () => {
  const shop = world();
  const falls = (reason?: "banned" | "network", retries?: number) =>
    saveStatus(shop.db, balcao, {
      status: reason === "banned" ? "DISCONNECTED" : "TIMEOUT",
      qrcode: "",
      reason,
      retries,
    });
  falls("network", 2);
  expect(kindsOf(shop, "rui")).toEqual([]);
  for (let count = 3; count < 6; count++) falls("network", count);
  falls("banned");
  expect(bell(shop, "rui").records).toMatchObject([
    { kind: "connectionDown", whatsapp: { id: balcao } },
  ]);
  expect(kindsOf(shop, "lia")).toEqual([]);
  saveStatus(shop.db, balcao, { status: "CONNECTED", qrcode: "" });
  expect(kindsOf(shop, "rui")).toEqual([]);
  falls("banned");
  expect(kindsOf(shop, "rui")).toEqual(["connectionDown"]);
});

test("a deleted user has no notifications, and theirs to others name nobody", async () => {
  const shop = world();
  const [first, second] = [held(shop), shop.ticket({ status: "open", userId: idOf.rui })];
  give(shop, first.id);
  give(shop, second.id, "ana", "rui");
  await removeUser(shop.db, shop.control, shop.me("rui"), idOf.ana);
  expect(bell(shop, "lia").records).toMatchObject([{ kind: "handedOver", byUser: null }]);
  expect(rows(shop)).toBe(1);
});

test("an erased person is in no notification", async () => {
  const shop = world();
  give(shop, held(shop).id);
  await eraseContact(shop.db, shop.me("rui"), bia.id, { forgetPhones() {} });
  expect(rows(shop)).toBe(0);
});

test("notifications stay for thirty days, and five hundred of a user", () => {
  const shop = world();
  const { id: ticketId } = held(shop);
  const remind = (count: number) =>
    shop.db.write((tx) => {
      for (let each = 0; each < count; each++)
        notify(tx, [idOf.ana], { kind: "mention", ticketId, byUserId: idOf.rui });
    });
  remind(501);
  deleteOldNotifications(shop.db);
  expect(rows(shop)).toBe(500);
  shop.clock.pass(30 * day);
  deleteOldNotifications(shop.db);
  expect(rows(shop)).toBe(500);
  shop.clock.pass(1);
  remind(1);
  deleteOldNotifications(shop.db);
  expect(rows(shop)).toBe(1);
});

test("each user hears of their own alone, and support on a visit of none", async () => {
  const shop = await box();
  shop.control.sqlite.run("UPDATE identities SET super = 1 WHERE companyId = 2 AND userId = 1");
  await shop.as("rui").put("/settings/supportAccess", { value: "enabled" });
  const { session } = shop.as("rui", 2);
  await caller(shop.url, shop.tokens.sign({ session })).post("/companies/1/enter");
  const support = caller(shop.url, shop.tokens.sign({ session, visit: 1 }));
  const { id } = held(shop);
  const [rui, lia, visit] = await Promise.all([
    shop.listener(shop.as("rui")),
    shop.listener(shop.as("lia")),
    shop.listener(support),
  ]);
  await Promise.all([rui.ready(), lia.ready(), visit.ready()]);
  await shop.as("ana").put(`/tickets/${id}`, { userId: idOf.lia });
  await shop.as("lia").put(`/tickets/${id}`, { userId: idOf.rui });
  await settled(shop.db, rui, lia, visit);
  const actionsOf = ({ frames }: typeof rui) =>
    frames.filter(({ event }) => event === "notification").map(({ action }) => action);
  expect([actionsOf(rui), actionsOf(lia), actionsOf(visit)]).toEqual([
    ["create"],
    ["create", "delete"],
    [],
  ]);
  expect((await support.get("/notifications")).status).toBe(403);
  expect((await support.put("/notifications/read", { all: true })).status).toBe(403);
  expect(
    (await shop.as("rui").get<{ records: Notification[]; unread: number }>("/notifications")).body,
  ).toMatchObject({ unread: 1, records: [{ kind: "handedOver", byUser: { name: "Lia" } }] });
});

const rows = ({ db }: World) =>
  db.sqlite.query<{ count: number }, []>("SELECT count(*) AS count FROM notifications").get()!
    .count;
