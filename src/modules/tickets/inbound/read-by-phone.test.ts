import { expect } from "bun:test";
import { eq } from "drizzle-orm";
import { balcao, bia, fabrica, minute, test, world } from "../../../testing/world.ts";
import { messages } from "../../messages/table.ts";
import { markReadByPhone } from "./read-by-phone.ts";

const chat = [{ type: "phone" as const, value: bia.number }];

test("what is read on the company's own phone is read here", () => {
  const { db, receives, ticketOf, events, clock } = world();
  const { ticketId } = receives("Oi")!;
  receives("No outro número", { on: fabrica });
  const [before, other] = ticketOf(bia.id);
  events.length = 0;
  clock.pass(minute);

  markReadByPhone(db, balcao, chat);
  expect(ticketOf(bia.id)).toEqual([{ ...before!, unreadMessages: 0 }, other!]);
  expect(db.select().from(messages).where(eq(messages.ticketId, ticketId)).all()).toMatchObject([
    { read: true },
  ]);
  expect(events).toMatchObject([
    {
      event: "ticket",
      action: "updateUnread",
      payload: { ticketId },
      audience: { to: "desk", waiting: true },
    },
  ]);
});

test("without unread messages nothing is emitted", () => {
  const { db, receives, events } = world();
  markReadByPhone(db, balcao, chat);
  receives("Oi");
  markReadByPhone(db, balcao, chat);
  events.length = 0;
  markReadByPhone(db, balcao, chat);
  markReadByPhone(db, balcao, [{ type: "phone", value: "5511900000009" }]);
  expect(events).toEqual([]);
});
