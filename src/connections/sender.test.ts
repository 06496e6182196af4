import { expect, spyOn } from "bun:test";
import { enqueue } from "../modules/messages/outbox.ts";
import { fakeChannel } from "../testing/fake-channel.ts";
import { afterwards, balcao, bia, idOf, second, test, until, world } from "../testing/world.ts";
import { Sender } from "./sender.ts";

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
