import { expect } from "bun:test";
import { eq } from "drizzle-orm";
import { balcao, bia, fabrica, idOf, test, world } from "../../../testing/world.ts";
import { enqueue } from "../../messages/outbox.ts";
import { messages, outbox } from "../../messages/table.ts";
import { acknowledge, markFailed, markSent } from "./acknowledge.ts";

function answered() {
  const shop = world();
  const ticket = shop.ticket({ contactId: bia.id, status: "open", userId: idOf.ana });
  const message = shop.message({
    ticketId: ticket.id,
    fromMe: true,
    origin: "agent",
    providerId: "M1",
    ack: 0,
    body: "Já sai!",
  });
  shop.db.write((tx) =>
    enqueue(
      tx,
      { id: message.id, whatsappId: balcao, contactId: ticket.contactId },
      shop.clock.now(),
    ),
  );
  const state = () => {
    const { ack, reason } = shop.db
      .select()
      .from(messages)
      .where(eq(messages.id, message.id))
      .get()!;
    return [ack, reason];
  };
  const waits = () => shop.db.select().from(outbox).all().length;
  return { ...shop, answer: message, state, waits };
}

test("a message's state only rises", () => {
  const { db, answer, state, events } = answered();
  markSent(db, answer.id);
  acknowledge(db, balcao, "M1", 3);
  acknowledge(db, balcao, "M1", 2);
  markSent(db, answer.id);
  expect(state()).toEqual([3, null]);
  expect(events.map(({ event, action }) => `${event} ${action}`)).toEqual([
    "appMessage update",
    "appMessage update",
  ]);
  acknowledge(db, balcao, "M1", 4);
  expect(state()).toEqual([4, null]);
});

test("a sent message leaves the outbox", () => {
  const { db, answer, waits } = answered();
  expect(waits()).toBe(1);
  markSent(db, answer.id);
  expect(waits()).toBe(0);
});

test("a failed message leaves the outbox, with a reason for the agent", () => {
  const { db, answer, state, waits, events } = answered();
  markFailed(db, answer.id, "ERR_NUMBER_GONE");
  expect(state()).toEqual([-1, "ERR_NUMBER_GONE"]);
  expect(waits()).toBe(0);
  expect(events.at(-1)!.payload).toMatchObject({ message: { ack: -1, reason: "ERR_NUMBER_GONE" } });
});

test("a sent message may still fail, a delivered one may not", () => {
  const { db, answer, state } = answered();
  markSent(db, answer.id);
  markFailed(db, answer.id, "ERR_LATE");
  expect(state()).toEqual([-1, "ERR_LATE"]);

  acknowledge(db, balcao, "M1", 2);
  expect(state()).toEqual([2, null]);
  markFailed(db, answer.id, "ERR_LATER");
  expect(state()).toEqual([2, null]);
});

test("a report about a message that is not ours is ignored", () => {
  const { db, state, events, answer, message } = answered();
  const theirs = message({ ticketId: answer.ticketId, providerId: "C1", ack: 1 });
  acknowledge(db, balcao, "nobody's", 3);
  acknowledge(db, fabrica, "M1", 3);
  acknowledge(db, balcao, "C1", 3);
  expect(state()).toEqual([0, null]);
  expect(db.select().from(messages).where(eq(messages.id, theirs.id)).get()!.ack).toBe(1);
  expect(events).toEqual([]);
});

test("another customer's phone is ignored; the contact's own counts, also with an unknown identifier", () => {
  const { db, state, contact } = answered();
  const stranger = contact();
  acknowledge(db, balcao, "M1", 4, { from: { type: "phone", value: stranger.number } });
  expect(state()).toEqual([0, null]);
  acknowledge(db, balcao, "M1", 2, { from: { type: "phone", value: bia.number } });
  acknowledge(db, balcao, "M1", 3, { from: { type: "lid", value: "900000000000001" } });
  expect(state()).toEqual([3, null]);
});

test("the network may refuse a message after accepting it, and says why", () => {
  const { db, answer, state, waits } = answered();
  acknowledge(db, balcao, "M1", -1, { reason: "ERR_WAPP_REACHOUT" });
  expect([state(), waits()]).toEqual([[-1, "ERR_WAPP_REACHOUT"], 0]);
  acknowledge(db, balcao, "M1", 0);
  expect(state()).toEqual([-1, "ERR_WAPP_REACHOUT"]);
  acknowledge(db, balcao, "M1", 9);
  expect(state()).toEqual([4, null]);
  expect(answer.ack).toBe(0);
});
