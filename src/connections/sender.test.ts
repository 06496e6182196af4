import { expect, spyOn } from "bun:test";
import { eq } from "drizzle-orm";
import { Uncertain } from "../channel/channel.ts";
import { enqueue, isBeingSent, markSending } from "../modules/messages/outbox.ts";
import { messages, outbox } from "../modules/messages/table.ts";
import { acknowledge } from "../modules/tickets/messages/acknowledge.ts";
import { capabilitiesOf } from "../shared/capabilities.ts";
import { ack } from "../shared/states.ts";
import { fakeChannel } from "../testing/fake-channel.ts";
import {
  afterwards,
  balcao,
  bia,
  idOf,
  minute,
  second,
  test,
  until,
  world,
  type World,
} from "../testing/world.ts";
import { Sender } from "./sender.ts";

/** The official channel, as far as the sender looks at it. */
const cloud = { capabilities: capabilitiesOf("cloud"), resendAfter: minute };

/** A message of Ana's to Bia in the outbox, and its row as it is. */
function waitingMessage(shop: World) {
  const ticket = shop.ticket({ contactId: bia.id, status: "open", userId: idOf.ana });
  const { id } = shop.message({
    ticketId: ticket.id,
    fromMe: true,
    origin: "agent",
    ack: 0,
    providerId: "OURS",
  });
  shop.db.write((tx) => enqueue(tx, { id, whatsappId: balcao, contactId: bia.id }, shop.db.now()));
  return () => shop.db.select().from(messages).where(eq(messages.id, id)).get()!;
}

test("the network's own id of a message is stored, also when a report comes before the answer", async () => {
  const shop = world();
  const row = waitingMessage(shop);
  const report = (id: string, level: number) =>
    acknowledge(shop.db, balcao, id, level, { ours: "OURS" });
  const answer = Promise.withResolvers<string>();
  const { connectionManager, calls } = fakeChannel({ ...cloud, send: () => answer.promise });
  const sender = new Sender(shop.db, balcao, connectionManager.channel(1, balcao)!);
  sender.resume();
  await until(() => calls.length === 1);
  report("wamid.1", ack.delivered);
  expect(row()).toMatchObject({ providerId: "wamid.1", ack: ack.delivered });
  expect(shop.db.select().from(outbox).all()).toEqual([]);
  answer.resolve("wamid.1");
  await sender.stop();
  report("wamid.1", ack.read);
  expect(row()).toMatchObject({ providerId: "wamid.1", ack: ack.read });
});

test("a message without an answer waits a minute, is sent once more, and then fails", async () => {
  const shop = world();
  const row = waitingMessage(shop);
  const { connectionManager, calls } = fakeChannel({
    ...cloud,
    send: async () => {
      throw new Uncertain();
    },
  });
  const sender = new Sender(shop.db, balcao, connectionManager.channel(1, balcao)!);
  const tries = () => shop.db.select().from(outbox).get()?.uncertain;
  sender.resume();
  await until(() => tries() === 1);
  expect(isBeingSent(shop.db, row().id)).toBe(true);

  shop.clock.pass(minute - 1);
  sender.wake();
  expect(calls).toHaveLength(1);
  shop.clock.pass(1);
  sender.wake();
  await until(() => tries() === 2);
  expect(calls).toHaveLength(2);

  shop.clock.pass(minute);
  sender.wake();
  await until(() => row().ack === ack.failed);
  await sender.stop();
  expect(calls).toHaveLength(2);
  expect(row().reason).toBe("ERR_SEND_UNCERTAIN");
});

test("a message that a stopped process was sending waits for a report, too", async () => {
  const shop = world();
  const row = waitingMessage(shop);
  markSending(shop.db, row().id);
  const { connectionManager, calls } = fakeChannel({ ...cloud, send: async () => "wamid.2" });
  const sender = new Sender(shop.db, balcao, connectionManager.channel(1, balcao)!);
  sender.resume();
  expect(calls).toEqual([]);
  acknowledge(shop.db, balcao, "wamid.1", ack.sent, { ours: "OURS" });
  shop.clock.pass(minute);
  sender.wake();
  await sender.stop();
  expect(calls).toEqual([]);
  expect(row()).toMatchObject({ providerId: "wamid.1", ack: ack.sent });
});

test("after a message to someone who has not written the sender sleeps until the next may leave", async () => {
  const shop = world();
  let clock = 1000;
  const monotonic = spyOn(performance, "now").mockImplementation(() => clock);
  const chance = spyOn(Math, "random").mockReturnValue(0.5);
  const timer = spyOn(globalThis, "setTimeout");
  afterwards(() => [monotonic, chance, timer].forEach((spy) => spy.mockRestore()));
  /** How long the last timer that was set waits, in ms. */
  const lastWait = () => timer.mock.calls.at(-1)?.[1];

  for (const { id: contactId } of [bia, shop.contact({ number: "5511988880099" })]) {
    const ticket = shop.ticket({ contactId, status: "open", userId: idOf.ana });
    const { id } = shop.message({ ticketId: ticket.id, fromMe: true, origin: "agent", ack: 0 });
    shop.db.write((tx) => enqueue(tx, { id, whatsappId: balcao, contactId }, shop.db.now()));
  }
  const { connectionManager, calls } = fakeChannel();
  const sender = new Sender(shop.db, balcao, connectionManager.channel(1, balcao)!);
  sender.resume();
  // Half of the pause after each message, which is from 15 to 45 ms.
  expect(lastWait()).toBe(30);
  await until(() => calls.length === 1);

  // Half of the pause between cold ones, which is from 1 to 3 s, and 30 ms have passed.
  clock += 30;
  sender.wake();
  expect(lastWait()).toBe(2 * second - 30);
  clock += 2 * second - 30;
  sender.wake();
  await until(() => calls.length === 2);
  await sender.stop();
});
