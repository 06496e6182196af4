import { expect } from "bun:test";
import { eq } from "drizzle-orm";
import type { InboundCall } from "../../../channel/channel.ts";
import { balcao, bia, fabrica, hour, minute, test, world } from "../../../testing/world.ts";
import { contacts } from "../../contacts/table.ts";
import { messages, outbox } from "../../messages/table.ts";
import * as settings from "../../settings/settings.ts";
import { resolve } from "../lifecycle/move.ts";
import { noCallsText, noteMissedCall } from "./missed-call.ts";
import { tickets } from "../table.ts";

function shop({ call = "enabled" } = {}) {
  const here = world();
  settings.write(here.db, "call", call);
  const ring = (id: string, more: Partial<InboundCall> & { on?: number } = {}) =>
    noteMissedCall(here.db, more.on ?? balcao, {
      id,
      from: { ids: [{ type: "phone", value: bia.number }], name: "" },
      video: false,
      group: false,
      at: here.clock.now(),
      ...more,
    });
  const rows = () => here.db.select().from(messages).orderBy(messages.id).all();
  const waiting = () => here.db.select().from(outbox).all();
  return { ...here, ring, rows, waiting };
}

test("a missed call is recorded in the active ticket, with the company's local time", () => {
  const { ring, rows, receives, ticketOf, clock, events } = shop();
  receives("Oi");
  clock.set("2026-11-20T12:05:00Z");
  events.length = 0;
  expect(ring("C1")).toEqual({});
  ring("C1a");
  clock.pass(30_000);
  ring("C2", { video: true, at: Date.parse("2026-11-21T03:30:00Z") });
  expect(rows().slice(1)).toMatchObject([
    {
      mediaType: "call_log",
      body: "Chamada de voz perdida às 09:05",
      providerId: "C1",
      contactId: bia.id,
      fromMe: false,
      read: true,
      ack: 1,
    },
    { mediaType: "call_log", body: "Chamada de vídeo perdida às 00:30" },
  ]);
  expect(ticketOf(bia.id)).toMatchObject([
    { status: "pending", unreadMessages: 1, lastMessage: "📞 Chamada de vídeo perdida às 00:30" },
  ]);
  expect(events.map(({ event, action }) => `${event} ${action}`)).toEqual([
    "appMessage create",
    "appMessage create",
  ]);
});

test("a call opens no ticket", () => {
  const { ring, rows, receives, db, me, ticketOf } = shop({ call: "disabled" });
  expect([ring("C1"), rows()]).toEqual([{}, []]);
  const { ticketId } = receives("Oi")!;
  resolve(db, me("rui"), ticketId);
  ring("C2");
  ring("C3", { on: fabrica });
  ring("C4", { from: { ids: [{ type: "phone", value: "5511900000009" }], name: "" } });
  expect([
    rows().length,
    ticketOf(bia.id).map(({ status }) => status),
    db.select().from(tickets).all().length,
  ]).toEqual([1, ["closed"], 1]);
  expect(db.select().from(contacts).all()).toHaveLength(1);
});

test("a company that takes no calls says so, once in ten minutes", () => {
  const { ring, rows, receives, clock, waiting, ticketOf } = shop({ call: "disabled" });
  receives("Oi");
  expect(ring("C1")).toEqual({ reply: noCallsText });
  expect(rows().at(-1)).toMatchObject({
    body: noCallsText,
    origin: "bot",
    fromMe: true,
    read: true,
    ack: 0,
    mediaType: "chat",
    userId: null,
  });
  expect(waiting()).toMatchObject([
    { messageId: rows().at(-1)!.id, contactId: bia.id, whatsappId: balcao, cold: false },
  ]);
  expect(ticketOf(bia.id)).toMatchObject([{ status: "pending", unreadMessages: 1 }]);

  clock.pass(10 * minute - 1);
  expect(ring("C2")).toEqual({});
  clock.pass(1);
  expect(ring("C3")).toEqual({ reply: noCallsText });
  expect(waiting()).toHaveLength(2);
  // Of two calls within a few seconds the first is recorded.
  expect(rows().filter(({ mediaType }) => mediaType === "call_log")).toHaveLength(2);
});

test("a call is recorded once, and a group's is ignored", () => {
  const { ring, rows, receives, clock } = shop({ call: "disabled" });
  receives("Oi");
  ring("C1");
  clock.pass(hour);
  ring("C1");
  ring("C2", { group: true });
  expect(rows().map(({ mediaType }) => mediaType)).toEqual(["chat", "call_log", "chat"]);
});

test("a blocked contact's call is ignored", () => {
  const { ring, rows, receives, db } = shop({ call: "disabled" });
  receives("Oi");
  db.update(contacts).set({ active: false }).where(eq(contacts.id, bia.id)).run();
  ring("C1");
  expect(rows()).toHaveLength(1);
});
