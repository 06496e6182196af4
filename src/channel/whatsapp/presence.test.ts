import { expect } from "bun:test";
import type { Phone } from "../../testing/whatsapp-server/phone.ts";
import { whatsappConnection } from "../../testing/whatsapp/connection.ts";
import { test } from "../../testing/world.ts";
import type { Identifier } from "../channel.ts";
import { identifierOf } from "./identifiers.ts";

/** A connection that is linked and up. */
async function linked() {
  const { wa, account, start } = await whatsappConnection();
  const { channel, typing, bodies, receives, reconnects } = await start();
  return {
    wa,
    channel,
    typing,
    reconnects,
    device: account.companions[0]!,
    /**
     * Waits until all frames sent so far have reached the network, and its frames have reached us.
     */
    async settles(phone: Phone) {
      const text = `Ouviu ${bodies.all.length}?`;
      await phone.says(text);
      await receives(text);
      await channel.check(["5511900000000"]);
    },
  };
}

const who = (phone: Phone): Identifier[] => [identifierOf(phone.jid)!];

for (const addressing of ["pn", "lid"] as const) {
  test(`who types is told while someone looks, and not otherwise, named by ${addressing}`, async () => {
    const { wa, channel, typing, device, settles } = await linked();
    const bia = wa.phone("Bia", { addressing });
    await settles(bia);
    expect(device.available).toBe(false);
    await bia.types();
    await channel.watch(who(bia));
    await settles(bia);
    expect([device.available, device.subscribed.has(bia.person)]).toEqual([true, true]);
    await bia.types();
    await bia.types();
    await bia.records();
    await bia.pauses();
    await bia.isOnline(true);
    await bia.types();
    await bia.isOnline(false);
    await settles(bia);
    const [address] = who(bia);
    expect(typing.all).toEqual([
      [address!, "composing"],
      [address!, "recording"],
      [address!, "paused"],
      [address!, "composing"],
      [address!, "paused"],
    ]);
    await channel.watch(null);
    await settles(bia);
    expect(device.available).toBe(false);
    await bia.types();
    await settles(bia);
    expect([typing.all.length, bia.retries, wa.unknown]).toEqual([5, 0, []]);
  });
}

test("a customer sees that we type", async () => {
  const { wa, channel, settles } = await linked();
  const bia = wa.phone("Bia");
  await settles(bia);
  await channel.typing(who(bia), true);
  await channel.typing(who(bia), false);
  await settles(bia);
  expect(bia.states).toEqual(["composing", "paused"]);
});

test("a group is neither followed nor told, and costs the phone no ringing", async () => {
  const { wa, channel, device, settles } = await linked();
  const bia = wa.phone("Bia");
  await settles(bia);
  const group: Identifier[] = [{ type: "group", value: "120363021234567890" }];
  await channel.watch(group);
  await channel.typing(group, true);
  await channel.watch([]);
  await channel.typing([], true);
  await settles(bia);
  expect([device.available, device.subscribed.size, bia.states]).toEqual([false, 0, []]);
});

test("a connection that fell shows nobody as online until someone looks again, and none of it throws while it is down", async () => {
  const { wa, channel, device, settles, reconnects } = await linked();
  const bia = wa.phone("Bia");
  await channel.watch(who(bia));
  await settles(bia);
  expect(device.available).toBe(true);
  await reconnects();
  await settles(bia);
  expect(device.available).toBe(false);
  await channel.watch(who(bia));
  await settles(bia);
  expect(device.available).toBe(true);
  await channel.stop();
  await channel.watch(who(bia));
  await channel.watch(null);
  await channel.typing(who(bia), true);
}, 20_000);
