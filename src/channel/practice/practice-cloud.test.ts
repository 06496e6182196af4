import { expect } from "bun:test";
import { join } from "node:path";
import { folder, hour, stoppedClock, test, until } from "../../testing/world.ts";
import { Refused, type Channel, type ChannelHandlers, type Identifier } from "../channel.ts";
import { Network } from "./network.ts";
import { PracticeCloud } from "./practice-cloud.ts";

const bia: Identifier = { type: "phone", value: "5511988880001" };

async function line() {
  const clock = stoppedClock();
  const network = new Network(join(folder(), "network.sqlite"), clock.now);
  const acks: unknown[] = [];
  const statuses: string[] = [];
  const silent = () => {};
  const handlers: ChannelHandlers = {
    onStatus: ({ status, reason }) => void statuses.push(reason ?? status),
    onMessage: async () => {},
    onAck: (...report) => void acks.push(report),
    onReaction: silent,
    onEdit: silent,
    onDelete: silent,
    onCall: silent,
    onSetAside: silent,
    onRestriction: silent,
    onPerson: silent,
    onMoved: () => {},
    onMarketing: () => {},
    onTemplate: silent,
    onRead: silent,
    onTyping: silent,
  };
  const channel = new PracticeCloud(1, network, handlers, { message: silent, typing: silent });
  await channel.start();
  const write = (body: string, referral?: { sourceId: string }) =>
    channel.write({
      id: crypto.randomUUID(),
      number: bia.value,
      name: "Bia",
      body,
      quotedMsgId: null,
      group: null,
      ...(referral && {
        referral: { sourceUrl: "", title: "", text: "", clickId: "", ...referral },
      }),
    });
  const send = (id: string, to = [bia]) =>
    channel.send({ id, to, content: { kind: "chat", body: "Oi!" } });
  const sendTemplate = (id: string) =>
    channel.send({
      id,
      to: [bia],
      content: { kind: "template", body: "Oi!", template: { name: "oi", language: "pt_BR" } },
    });
  return { clock, channel, acks, statuses, write, send, sendTemplate };
}

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (thrown: unknown) => (thrown instanceof Refused ? thrown.message : thrown),
  );

test("it is up at once, without a link, and a token that ends takes it down", async () => {
  const { channel, statuses } = await line();
  expect([channel.up, channel.linked]).toEqual([true, true]);
  await channel.fault({ logout: true });
  await channel.start();
  expect(statuses).toEqual(["CONNECTED", "token", "CONNECTED"]);
});

test("the network names messages itself, and its reports say which of ours they are", async () => {
  const { channel, acks, write, send } = await line();
  await write("Oi");
  await channel.fault({ receipts: "delivered" });
  expect(await send("OURS")).toBe("wamid.OURS");
  await until(() => acks.length > 0);
  const billing = {
    at: expect.any(Number),
    country: "BR",
    pricing: { category: "service", type: "free_customer_service", billable: false },
  };
  expect(acks).toEqual([["wamid.OURS", 2, { ours: "OURS", billing }]]);
});

test("free text goes until 24 hours after the customer's last message, a template always", async () => {
  const { clock, write, send, sendTemplate } = await line();
  expect(await refusal(send("1"))).toBe("ERR_WINDOW_CLOSED");
  await sendTemplate("2");
  await write("Oi");
  clock.pass(24 * hour);
  await send("3");
  clock.pass(1);
  expect(await refusal(send("4"))).toBe("ERR_WINDOW_CLOSED");
  await sendTemplate("5");
});

test("an ad opens 72 hours, once it was answered within a day", async () => {
  const { clock, write, send } = await line();
  await write("Vi o anúncio", { sourceId: "ad" });
  clock.pass(24 * hour);
  await send("1");
  clock.pass(48 * hour);
  await send("2");
  clock.pass(1);
  expect(await refusal(send("3"))).toBe("ERR_WINDOW_CLOSED");
});

test("it refuses what the official channel does not have", async () => {
  const { channel: official, send } = await line();
  const channel: Channel = official;
  const target = { id: "wamid.1", chat: [bia], ours: true };
  for (const work of [
    channel.edit(target, "Oi"),
    channel.delete(target),
    channel.picture([bia]),
    channel.check([bia.value]),
    channel.group("1"),
    channel.pairingCode(bia.value),
    send("1", [{ type: "group", value: "1" }]),
  ])
    expect(await refusal(work)).toBe("ERR_NOT_ON_THIS_NETWORK");
});
