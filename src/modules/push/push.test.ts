import { expect, spyOn } from "bun:test";
import type { PushMessage } from "../../shared/push.ts";
import { pushService } from "../../testing/push-service/push-service.ts";
import {
  afterwards,
  atendimento,
  balcao,
  bia,
  box,
  encomendas,
  hour,
  idOf,
  minute,
  test,
  type Name,
} from "../../testing/world.ts";
import * as sessions from "../identities/sessions.ts";
import { notify } from "../notifications/notify.ts";
import { transfer } from "../tickets/lifecycle/transfer.ts";
import { change } from "../users/preferences.ts";
import type { Device } from "./table.ts";

/** A shop whose people have phones at a push service. */
async function withPhones() {
  const shop = await box();
  const service = pushService();
  afterwards(() => service.stop());
  const settled = () => shop.pushRunner.runDue(shop.db);
  return { shop, service, settled, phoneOf };

  async function phoneOf(who: Name, caller = shop.as(who)) {
    const { key } = (await caller.get<{ key: string }>("/push/key")).body;
    const { got, uninstall, ...keys } = await service.subscribes(key);
    const body = { ...keys, label: `Celular de ${who}` };
    const made = await caller.post<Device>("/push/subscriptions", body);
    expect(made.status).toBe(201);
    return {
      caller,
      id: made.body.id,
      uninstall,
      /** The messages that came since the last call. */
      async gets() {
        await settled();
        return got.splice(0) as PushMessage[];
      },
    };
  }
}

const titles = (messages: PushMessage[]) =>
  messages.map((message) => (message.do === "show" ? [message.kind, message.title] : "close"));

test("a new customer rings once on the phones of those who see the queue, and is taken back when answered", async () => {
  const { shop, phoneOf } = await withPhones();
  const [ana, caio] = [await phoneOf("ana"), await phoneOf("caio")];
  const { id, uuid } = shop.ticket({
    contactId: bia.id,
    queueId: atendimento,
    unreadMessages: 1,
    lastMessage: "Tem bolo?",
  });
  expect([await ana.gets(), await caio.gets()]).toEqual([
    [
      {
        do: "show",
        tag: `ticket ${id}`,
        stamp: expect.stringMatching(/^newTicket \d+$/),
        kind: "newTicket",
        title: "Bia",
        body: "Tem bolo?",
        path: `/tickets/${uuid}`,
        step: { do: "accept", label: "Aceitar", ticketId: id, for: `1:${idOf.ana}` },
        unread: 1,
      },
    ],
    [],
  ]);
  expect(await ana.gets()).toEqual([]);
  shop.db.sqlite.run("UPDATE tickets SET unreadMessages = 0 WHERE id = ?", [id]);
  expect(await ana.gets()).toEqual([{ do: "close", tag: `ticket ${id}`, unread: 0 }]);
  expect(await ana.gets()).toEqual([]);
});

test("a further message of a conversation takes the place of the one before", async () => {
  const { shop, phoneOf } = await withPhones();
  const ana = await phoneOf("ana");
  const { id } = shop.ticket({ status: "open", userId: idOf.ana, unreadMessages: 1 });
  const [first] = await ana.gets();
  shop.clock.pass(1000);
  shop.db.sqlite.run("UPDATE tickets SET lastMessage = 'E broa?', lastMessageAt = ? WHERE id = ?", [
    shop.clock.now(),
    id,
  ]);
  const [second, ...more] = await ana.gets();
  expect([second, more]).toMatchObject([
    { do: "show", tag: first!.tag, kind: "yourTurn", body: "E broa?" },
    [],
  ]);
});

test("a notification can be answered where the conversation is one's own, and by those who may write", async () => {
  const { shop, phoneOf } = await withPhones();
  const [ana, rui] = [await phoneOf("ana"), await phoneOf("rui")];
  const held = shop.ticket({ status: "open", userId: idOf.ana, unreadMessages: 1 });
  shop.db.write((tx) =>
    notify(tx, [idOf.rui], {
      kind: "mention",
      ticketId: held.id,
      byUserId: idOf.ana,
      note: "Veja",
    }),
  );
  const [own] = await ana.gets();
  const [other] = await rui.gets();
  expect([own, other]).toMatchObject([
    { kind: "yourTurn", step: { do: "reply", label: "Responder", ticketId: held.id } },
    { kind: "mention" },
  ]);
  expect(other).not.toHaveProperty("step");
  shop.db.sqlite.run("UPDATE users SET roleId = ? WHERE id = ?", [readers(shop), idOf.ana]);
  shop.db.sqlite.run("UPDATE tickets SET lastMessageAt = lastMessageAt + 1000");
  const [read] = await ana.gets();
  expect(read).toMatchObject({ kind: "yourTurn" });
  expect(read).not.toHaveProperty("step");
});

/** A role that reads conversations and the bell, and writes nothing. */
function readers(shop: Awaited<ReturnType<typeof box>>): number {
  const row = shop.db.sqlite
    .query(
      "INSERT INTO roles (name, profile, permissions, createdAt, updatedAt) VALUES (?, 'user', ?, 1, 1) RETURNING id",
    )
    .get("Leitura", JSON.stringify(["tickets.read", "messages.read"]));
  return (row as { id: number }).id;
}

test("nothing rings for what the bell held when the phone came", async () => {
  const { shop, phoneOf } = await withPhones();
  const { id } = shop.ticket({ unreadMessages: 1 });
  const ana = await phoneOf("ana");
  expect(await ana.gets()).toEqual([]);
  shop.db.sqlite.run("UPDATE tickets SET unreadMessages = 0 WHERE id = ?", [id]);
  expect(await ana.gets()).toEqual([]);
});

test("a hand-over, a mention, an outage and a wait that lasts too long have words of their own", async () => {
  const { shop, phoneOf } = await withPhones();
  const [lia, rui] = [await phoneOf("lia"), await phoneOf("rui")];
  const held = shop.ticket({ status: "open", userId: idOf.ana, contactId: bia.id });
  transfer(shop.db, shop.me("ana"), held.id, { userId: idOf.lia, note: "Quer sem lactose" });
  expect(await lia.gets()).toMatchObject([
    { kind: "handedOver", title: "Bia agora é com você", body: "Ana: Quer sem lactose" },
  ]);
  shop.db.write((tx) => {
    notify(tx, [idOf.rui], {
      kind: "mention",
      ticketId: held.id,
      byUserId: idOf.lia,
      note: "Veja o preço",
    });
    notify(tx, [idOf.rui], { kind: "connectionDown", whatsappId: balcao });
  });
  expect(titles(await rui.gets()).toSorted(([one], [other]) => (one! < other! ? -1 : 1))).toEqual([
    ["connectionDown", "Conexão fora do ar"],
    ["mention", "Lia citou você"],
  ]);
  const waits = shop.ticket({
    status: "open",
    userId: idOf.lia,
    waitingSince: new Date(shop.clock.now()),
  });
  shop.clock.pass(15 * minute - 1);
  expect(await lia.gets()).toEqual([]);
  shop.clock.pass(1);
  expect(await lia.gets()).toMatchObject([{ kind: "late", tag: `ticket ${waits.id}` }]);
});

test("a kind that is off comes no more, and what is shown of it is taken back", async () => {
  const { shop, phoneOf } = await withPhones();
  const ana = await phoneOf("ana");
  shop.ticket({ unreadMessages: 1 });
  expect(titles(await ana.gets())).toHaveLength(1);
  const answer = await ana.caller.put("/push/preferences", { newTicket: false });
  expect<object>(answer.body).toEqual({ newTicket: false });
  expect(titles(await ana.gets())).toEqual(["close"]);
  await ana.caller.put("/push/preferences", { mention: true });
  expect((await ana.caller.get<object>("/push/preferences")).body).toEqual({
    newTicket: false,
    mention: true,
  });
  expect((await ana.caller.put("/push/preferences", { newTicket: "sim" })).status).toBe(422);
});

test("quiet hours ring from their end on, and never for what came within them", async () => {
  const { shop, phoneOf } = await withPhones();
  const ana = await phoneOf("ana");
  const time = (after: number) =>
    Temporal.Instant.fromEpochMilliseconds(shop.clock.now() + after)
      .toZonedDateTimeISO(shop.db.about().timezone)
      .toPlainTime()
      .toString()
      .slice(0, 5);
  change(shop.db, shop.me("ana"), { pushQuiet: { on: true, from: time(0), to: time(hour) } });
  const night = shop.ticket({ unreadMessages: 1 });
  expect(await ana.gets()).toEqual([]);
  shop.clock.pass(hour);
  expect(await ana.gets()).toEqual([]);
  const morning = shop.ticket({ unreadMessages: 1 });
  expect(await ana.gets()).toMatchObject([{ do: "show", tag: `ticket ${morning.id}` }]);
  shop.db.sqlite.run("UPDATE tickets SET unreadMessages = 0 WHERE id = ?", [night.id]);
  expect(await ana.gets()).toEqual([]);
});

test("nobody gets what they may not see: another queue, a signed-out phone, a blocked company", async () => {
  const { shop, phoneOf, service } = await withPhones();
  const ana = await phoneOf("ana");
  const { id } = shop.ticket({ queueId: atendimento, unreadMessages: 1 });
  expect(titles(await ana.gets())).toHaveLength(1);
  shop.db.sqlite.run("UPDATE tickets SET queueId = ? WHERE id = ?", [encomendas, id]);
  expect(titles(await ana.gets())).toEqual(["close"]);
  shop.ticket({ queueId: atendimento, unreadMessages: 1 });
  shop.control.sqlite.run("UPDATE companies SET status = 0 WHERE id = 1");
  expect(await ana.gets()).toEqual([]);
  shop.control.sqlite.run("UPDATE companies SET status = 1 WHERE id = 1");
  sessions.end(shop.control, ana.caller.session);
  expect(await ana.gets()).toEqual([]);
  expect(
    shop.control.sqlite.query("SELECT count(*) AS count FROM pushSubscriptions").get(),
  ).toEqual({ count: 0 });
  expect(service.refusals).toEqual([]);
});

test("a company may keep content off phones, and hidden numbers stay hidden", async () => {
  const { shop, phoneOf } = await withPhones();
  await shop.as("rui").put("/settings/lgpdHideNumber", { value: "enabled" });
  const ana = await phoneOf("ana");
  const stranger = shop.contact({ name: "5511977776666", number: "5511977776666" });
  shop.ticket({ contactId: stranger.id, unreadMessages: 1 });
  const [message] = await ana.gets();
  expect(JSON.stringify(message)).not.toContain("77776666");
  await shop.as("rui").put("/settings/pushHidesContent", { value: "enabled" });
  shop.ticket({ contactId: bia.id, unreadMessages: 1, lastMessage: "Tem bolo?" });
  expect(await ana.gets()).toMatchObject([{ title: "Balcão", body: "Nova notificação" }]);
});

test("a push service that fails is tried again in half a minute, with what then holds", async () => {
  const { shop, service, phoneOf } = await withPhones();
  const ana = await phoneOf("ana");
  const first = shop.ticket({ unreadMessages: 1 });
  service.answers.push(503);
  expect(await ana.gets()).toEqual([]);
  expect((await ana.caller.get(`/push/subscriptions/${ana.id}`)).body).toMatchObject({
    failure: "status",
  });
  shop.db.sqlite.run("UPDATE tickets SET unreadMessages = 0 WHERE id = ?", [first.id]);
  const second = shop.ticket({ unreadMessages: 1 });
  shop.clock.pass(30_000 - 1);
  expect(await ana.gets()).toEqual([]);
  shop.clock.pass(1);
  expect(await ana.gets()).toMatchObject([{ tag: `ticket ${second.id}` }]);
  expect((await ana.caller.get(`/push/subscriptions/${ana.id}`)).body).toMatchObject({
    failure: null,
  });
});

test("the clock looks at phones after a start and when an attempt is due, and not each second", async () => {
  const { shop, service, phoneOf } = await withPhones();
  const ana = await phoneOf("ana");
  /** How many companies a second of the clock looks at. */
  const ticks = () => {
    const looks = spyOn(shop.pushRunner, "runDue");
    shop.pushRunner.runAllDue();
    const count = looks.mock.calls.length;
    looks.mockRestore();
    return count;
  };
  const looked = async () => [ticks(), (await ana.gets()).length];
  shop.ticket({ unreadMessages: 1 });
  expect(await looked()).toEqual([1, 1]);
  expect(ticks()).toBe(0);
  service.answers.push(503);
  shop.ticket({ unreadMessages: 1 });
  expect(await ana.gets()).toEqual([]);
  shop.clock.pass(30_000 - 1);
  expect(ticks()).toBe(0);
  shop.clock.pass(1);
  expect(await looked()).toEqual([1, 1]);
});

test("a phone that its push service no longer knows is forgotten", async () => {
  const { shop, phoneOf } = await withPhones();
  const ana = await phoneOf("ana");
  ana.uninstall();
  shop.ticket({ unreadMessages: 1 });
  expect(await ana.gets()).toEqual([]);
  expect((await ana.caller.get<{ count: number }>("/push/subscriptions")).body.count).toBe(0);
});

test("one sees and ends one's own devices alone, and the eleventh takes the oldest's place", async () => {
  const { shop, service, phoneOf } = await withPhones();
  const [ana, lia] = [await phoneOf("ana"), await phoneOf("lia")];
  const again = await phoneOf("ana", ana.caller);
  expect((await ana.caller.get("/push/subscriptions")).body).toMatchObject({
    count: 2,
    records: [
      { id: again.id, label: "Celular de ana", isThis: true },
      { id: ana.id, isThis: true },
    ],
  });
  expect((await lia.caller.delete(`/push/subscriptions/${ana.id}`)).status).toBe(404);
  expect((await ana.caller.delete(`/push/subscriptions/${ana.id}`)).status).toBe(200);
  shop.ticket({ contactId: bia.id, unreadMessages: 1 });
  expect([await ana.gets(), titles(await again.gets())]).toMatchObject([
    [],
    [["newTicket", "Bia"]],
  ]);
  for (let each = 0; each < 10; each++) await phoneOf("ana", ana.caller);
  const { records } = (await ana.caller.get<{ records: Device[] }>("/push/subscriptions")).body;
  expect(records).toHaveLength(10);
  expect(records.map(({ id }) => id)).not.toContain(again.id);
  expect(service.refusals).toEqual([]);
});

test("a subscription with a key or an address that no browser makes is refused at its field", async () => {
  const { shop, service } = await withPhones();
  const ana = shop.as("ana");
  const { key } = (await ana.get<{ key: string }>("/push/key")).body;
  const { endpoint, keys } = await service.subscribes(key);
  const body = { endpoint, keys, label: "Celular" };
  const refused = async (change: object) =>
    (await ana.post<{ fields?: object }>("/push/subscriptions", { ...body, ...change })).body
      .fields;
  expect(await refused({ endpoint: "http://192.168.0.9/x" })).toEqual({ endpoint: "invalid" });
  expect(await refused({ endpoint: "javascript:alert(1)" })).toEqual({ endpoint: "invalid" });
  expect(await refused({ keys: { ...keys, auth: "AAAA" } })).toEqual({ "keys.auth": "invalid" });
  const offCurve = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 7)]).toString("base64url");
  expect(await refused({ keys: { ...keys, p256dh: offCurve } })).toEqual({
    "keys.p256dh": "invalid",
  });
  expect(await refused({ keys: { ...keys, p256dh: keys.auth } })).toEqual({
    "keys.p256dh": "invalid",
  });
});
