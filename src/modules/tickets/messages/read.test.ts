import { expect } from "bun:test";
import { Unreachable, type MessageRef } from "../../../channel/channel.ts";
import { noConnections, fakeChannel } from "../../../testing/fake-channel.ts";
import { bia, box, idOf, minute, refusal, test, until, world } from "../../../testing/world.ts";
import { messages } from "../../messages/table.ts";
import { markRead, sendReadReceipts } from "./read.ts";
import { resolve } from "../lifecycle/move.ts";

test("reading sets the counter to zero, and the ticket keeps its place in the list", () => {
  const shop = world();
  const { ticketId } = shop.receives("Oi")!;
  shop.receives("Alguém?");
  const [before] = shop.ticketOf(bia.id);
  shop.events.length = 0;

  shop.clock.pass(minute);
  markRead(shop.db, shop.me("ana"), ticketId);
  expect(shop.ticketOf(bia.id)).toEqual([{ ...before!, unreadMessages: 0 }]);
  expect(shop.db.select({ read: messages.read }).from(messages).all()).toEqual([
    { read: true },
    { read: true },
  ]);
  expect(shop.events).toMatchObject([
    { event: "ticket", action: "updateUnread", payload: { ticketId } },
  ]);

  markRead(shop.db, shop.me("ana"), ticketId);
  expect(shop.events).toHaveLength(1);
});

test("a user who can't see a ticket can't mark it read", async () => {
  const shop = world();
  const { ticketId } = shop.receives("Oi")!;
  expect(await refusal(() => markRead(shop.db, shop.me("caio"), ticketId))).toEqual({
    kind: "missing",
    reason: "ERR_NO_TICKET_FOUND",
  });
  expect(shop.ticketOf(bia.id)).toMatchObject([{ unreadMessages: 1 }]);
});

test("loading messages marks nothing as read", async () => {
  const shop = await box();
  const { ticketId } = shop.receives("Oi")!;
  const ana = shop.as("ana");
  const [ticket] = shop.ticketOf(bia.id);
  for (const path of [
    "/tickets",
    `/tickets/${ticketId}`,
    `/tickets/u/${ticket!.uuid}`,
    `/messages/${ticketId}`,
    `/messages/${ticketId}?beforeId=99`,
  ]) {
    expect(await ana.get(path)).toMatchObject({ status: 200 });
  }
  expect(shop.ticketOf(bia.id)).toEqual([ticket!]);
  expect(shop.db.select({ read: messages.read }).from(messages).all()).toEqual([{ read: false }]);

  expect(await ana.post(`/messages/${ticketId}/read`)).toMatchObject({ status: 200, body: {} });
  expect(shop.ticketOf(bia.id)).toMatchObject([{ unreadMessages: 0 }]);
});

test("receipts are sent for the newest hundred messages", async () => {
  const shop = world();
  const { ticketId } = shop.receives("Oi", { id: "C0" })!;
  shop.message({ ticketId, fromMe: true, origin: "agent", providerId: "OURS", ack: 1 });
  shop.message({ ticketId, mediaType: "call_log", providerId: "CALL" });
  for (let count = 1; count <= 100; count++) shop.receives("Oi", { id: `C${count}` });
  const { connectionManager, calls } = fakeChannel();
  const unread = markRead(shop.db, shop.me("ana"), ticketId);
  await sendReadReceipts(shop.db, connectionManager, ticketId, unread);
  expect(calls).toMatchObject([["read", { length: 100 }]]);
  const targets = calls[0]![1] as MessageRef[];
  expect([targets[0], targets.at(-1)!.id]).toEqual([
    { id: "C100", chat: [{ type: "phone", value: bia.number }], ours: false },
    "C1",
  ]);

  await sendReadReceipts(
    shop.db,
    connectionManager,
    ticketId,
    markRead(shop.db, shop.me("ana"), ticketId),
  );
  expect(calls).toHaveLength(1);
});

test("a message stays read when the receipt can't be sent", async () => {
  const shop = world();
  const { ticketId } = shop.receives("Oi")!;
  const unread = markRead(shop.db, shop.me("ana"), ticketId);
  for (const connectionManager of [
    noConnections,
    fakeChannel({ read: () => Promise.reject(new Unreachable()) }).connectionManager,
  ])
    expect(await sendReadReceipts(shop.db, connectionManager, ticketId, unread)).toBeUndefined();
  expect(shop.ticketOf(bia.id)).toMatchObject([{ unreadMessages: 0 }]);
});

test("the customer gets receipts for what was read, not for what was only closed", async () => {
  const shop = await box();
  const phone = await shop.phone();
  const read = () => phone.shown().map(({ id, ack }) => [id, ack]);
  await phone.write("Oi", { id: "C1" });
  const [ticket] = shop.ticketOf(bia.id);
  expect(await shop.as("ana").post(`/messages/${ticket!.id}/read`)).toMatchObject({
    status: 200,
    body: {},
  });
  await until(() => read()[0]![1] === 3);
  await phone.write("Alguém?", { id: "C2" });
  resolve(shop.db, shop.me("ana"), ticket!.id);
  expect(shop.ticketOf(bia.id)).toMatchObject([
    { status: "closed", userId: idOf.ana, unreadMessages: 0 },
  ]);
  expect(read()).toEqual([
    ["C1", 3],
    ["C2", 2],
  ]);
});

test("accepting, answering, and a client that loads messages as read mark a ticket as read for its holder", async () => {
  const shop = await box();
  const { ticketId } = shop.receives("Oi")!;
  const [ana, rui] = [shop.as("ana"), shop.as("rui")];
  const unread = () => shop.ticketOf(bia.id)[0]!.unreadMessages;
  const asRead = `/messages/${ticketId}?markAsRead=true`;
  // While the ticket waits nobody has read it.
  expect(await ana.get(asRead)).toMatchObject({ status: 200 });
  expect(unread()).toBe(1);
  expect(await ana.put(`/tickets/${ticketId}`, { status: "open" })).toMatchObject({
    status: 200,
    body: { unreadMessages: 0 },
  });
  expect(unread()).toBe(0);
  for (const deed of [
    () => ana.post(`/messages/${ticketId}`, { body: "Já vejo" }),
    () => ana.get(asRead),
  ]) {
    shop.receives("Alguém?");
    // An admin who looks in reads nothing for the ticket's holder.
    await rui.get(asRead);
    expect(unread()).toBe(1);
    await deed();
    expect(unread()).toBe(0);
  }
});
