import { spyOn } from "bun:test";
import { and, eq } from "drizzle-orm";
import { Refused, type OutboundMessage } from "../channel/channel.ts";
import { Sender } from "../connections/sender.ts";
import { saveStatus } from "../modules/connections/status.ts";
import { connections } from "../modules/connections/table.ts";
import { outbox } from "../modules/messages/table.ts";
import { nextDueAt } from "../modules/messages/outbox-next.ts";
import { fakeChannel } from "./fake-channel.ts";
import { afterwards, balcao, fabrica, until, world } from "./world.ts";

/** The messages of each customer with their times, and when they last wrote. */
type Phone = { got: { body: string; at: number }[]; wroteAt: number };

/**
 * A shop with two lines on a Saturday from nine in the morning, a network that refuses some
 * messages, and its customers' phones. Fábrica's line shows a menu.
 */
export function saturdayShop(refuses: (number: string) => boolean) {
  // The pauses between messages pass at once.
  let ticks = 0;
  const pace = spyOn(performance, "now").mockImplementation(() => (ticks += 10_000));
  afterwards(() => pace.mockRestore());
  const shop = world();
  const { db, clock } = shop;
  clock.set("2026-11-21T12:00:00Z");
  db.update(connections)
    .set({ greetingMessage: "Escolha:" })
    .where(eq(connections.id, fabrica))
    .run();
  const phones = new Map<string, Phone>();
  const phoneOf = (number: string) => {
    const phone = phones.get(number) ?? { got: [], wroteAt: 0 };
    phones.set(number, phone);
    return phone;
  };
  const send = async ({ to, content }: OutboundMessage) => {
    const number = to.find(({ type }) => type === "phone")!.value;
    if (refuses(number)) throw new Refused("ERR_SENDING_WAPP_MSG");
    phoneOf(number).got.push({ body: (content as { body: string }).body, at: clock.now() });
  };
  const { connectionManager } = fakeChannel({ send: send as never });
  const senders = new Map(
    [balcao, fabrica].map((id) => [id, new Sender(db, id, connectionManager.channel(1, id)!)]),
  );
  const down = new Set<number>();
  const setLine = (id: number, isUp: boolean) => {
    clock.pass(1);
    saveStatus(db, id, { status: isUp ? "CONNECTED" : "DISCONNECTED", qrcode: "" });
    if (isUp) down.delete(id);
    else down.add(id);
  };
  const isSending = (id: number) =>
    db
      .select()
      .from(outbox)
      .where(and(eq(outbox.whatsappId, id), eq(outbox.state, "sending")))
      .all().length > 0;
  /** The lines that are up send all due messages. */
  const leave = async () => {
    for (const [id, sender] of senders) {
      if (down.has(id)) continue;
      sender.resume();
      await until(() => (nextDueAt(db, id) ?? Infinity) > clock.now() && !isSending(id));
    }
  };
  return {
    ...shop,
    phones,
    setLine,
    leave,
    writes: (number: string, body: string, on: number) => {
      phoneOf(number).wroteAt = clock.now();
      shop.receives(body, { from: number, name: `Cliente ${number.slice(-3)}`, on });
    },
    stop: () => Promise.all([...senders.values()].map((sender) => sender.stop())),
  };
}
