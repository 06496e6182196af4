import { expect } from "bun:test";
import { bia, box, minute, refusal, test, world } from "../../testing/world.ts";
import { messages } from "../messages/table.ts";
import { markRead } from "./read.ts";

test("read, the counter falls to zero and the ticket stays where it is in the list", () => {
  const shop = world();
  const { ticketId } = shop.hears("Oi")!;
  shop.hears("Alguém?");
  const [before] = shop.ticketOf(bia.id);
  shop.told.length = 0;

  shop.clock.pass(minute);
  markRead(shop.store, shop.me("ana"), ticketId);
  expect(shop.ticketOf(bia.id)).toEqual([{ ...before!, unreadMessages: 0 }]);
  expect(shop.store.db.select({ read: messages.read }).from(messages).all()).toEqual([{ read: true }, { read: true }]);
  expect(shop.told).toMatchObject([{ event: "ticket", action: "updateUnread", payload: { ticketId } }]);

  markRead(shop.store, shop.me("ana"), ticketId);
  expect(shop.told).toHaveLength(1);
});

test("who doesn't see a ticket can't mark it read", async () => {
  const shop = world();
  const { ticketId } = shop.hears("Oi")!;
  expect(await refusal(() => markRead(shop.store, shop.me("caio"), ticketId))).toEqual({ kind: "missing", reason: "ERR_NO_TICKET_FOUND" });
  expect(shop.ticketOf(bia.id)).toMatchObject([{ unreadMessages: 1 }]);
});

test("looking marks nothing read", async () => {
  const shop = await box();
  const { ticketId } = shop.hears("Oi")!;
  const ana = shop.as("ana");
  const [ticket] = shop.ticketOf(bia.id);
  for (const path of ["/tickets", `/tickets/${ticketId}`, `/tickets/u/${ticket!.uuid}`, `/messages/${ticketId}`, `/messages/${ticketId}?beforeId=99`]) {
    expect(await ana.get(path)).toMatchObject({ status: 200 });
  }
  expect(shop.ticketOf(bia.id)).toEqual([ticket!]);
  expect(shop.store.db.select({ read: messages.read }).from(messages).all()).toEqual([{ read: false }]);

  expect(await ana.post(`/messages/${ticketId}/read`)).toMatchObject({ status: 200, body: {} });
  expect(shop.ticketOf(bia.id)).toMatchObject([{ unreadMessages: 0 }]);
});
