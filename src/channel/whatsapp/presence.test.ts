import { Database } from "bun:sqlite";
import { afterEach, expect, test } from "bun:test";
import { migrate, migrationsFor } from "../../kit/migrate.ts";
import type { TypingState } from "../../shared/states.ts";
import { Recording } from "../../testing/whatsapp-server/recording.ts";
import type { Phone } from "../../testing/whatsapp-server/phone.ts";
import { whatsapp } from "../../testing/whatsapp-server/server.ts";
import type { Identifier, ChannelHandlers, ConnectionStatus } from "../channel.ts";
import { identifierOf } from "./identifiers.ts";
import { Vault } from "./vault.ts";
import { WhatsApp } from "./whatsapp.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

const patience = 5000;

/** A line of a shop's, linked and up. */
async function linked() {
  const wa = await whatsapp();
  ends.push(() => wa.stop());
  const account = wa.account();
  const sqlite = new Database(":memory:", { strict: true });
  migrate(sqlite, migrationsFor("company"));
  sqlite.run("INSERT INTO connections (id, name, provider, createdAt, updatedAt) VALUES (1, 'Balcão', 'beta', 0, 0)");
  const [lines, typed, said] = [new Recording<ConnectionStatus>(), new Recording<[Identifier, TypingState]>(), new Recording<string>()];
  const deaf = () => {};
  const handlers: ChannelHandlers = {
    onStatus: (status) => lines.add(status),
    onMessage: async ({ content }) => said.add(content.kind === "chat" ? content.body : content.kind),
    onTyping: ([from], state) => typed.add([from!, state]),
    onReaction: deaf, onEdit: deaf, onDelete: deaf, onCall: deaf, onAck: deaf, onSetAside: deaf, onPerson: deaf, onRead: deaf,
  };
  const { BALCAO_WA_URL: url, BALCAO_WA_ROOT: root } = wa.env;
  const line = new WhatsApp(new Vault(sqlite, 1, new Uint8Array(32).fill(7), Date.now), { url, root }, handlers, deaf);
  ends.push(() => line.stop());
  const is = (wanted: (status: ConnectionStatus) => boolean) => lines.until(wanted, 10_000, () => "the line never gets there");
  await line.start();
  await account.scans((await is(({ qrcode }) => qrcode !== "")).qrcode);
  await is(({ status }) => status === "CONNECTED");
  const ups = () => lines.all.filter(({ status }) => status === "CONNECTED").length;
  return {
    wa, line, typed,
    device: account.companions[0]!,
    /** Waits until all that was said to the network so far has come there, and what it said to us. */
    async settles(phone: Phone) {
      const text = `Ouviu ${said.all.length}?`;
      await phone.says(text);
      await said.until((each) => each === text, patience, () => `never heard ${text}`);
      await line.check(["5511900000000"]);
    },
    async again() {
      const before = ups();
      wa.faults.streamError(515);
      await is(() => ups() > before);
    },
  };
}

const who = (phone: Phone): Identifier[] => [identifierOf(phone.jid)!];

for (const addressing of ["pn", "lid"] as const) {
  test(`who types is told while someone looks, and not otherwise, named by ${addressing}`, async () => {
    const { wa, line, typed, device, settles } = await linked();
    const bia = wa.phone("Bia", { addressing });
    await settles(bia);
    expect(device.available).toBe(false);
    await bia.types();
    await line.watch(who(bia));
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
    expect(typed.all).toEqual([[address!, "composing"], [address!, "recording"], [address!, "paused"], [address!, "composing"], [address!, "paused"]]);
    await line.watch(null);
    await settles(bia);
    expect(device.available).toBe(false);
    await bia.types();
    await settles(bia);
    expect([typed.all.length, bia.retries, wa.unknown]).toEqual([5, 0, []]);
  });
}

test("a customer sees that we type", async () => {
  const { wa, line, settles } = await linked();
  const bia = wa.phone("Bia");
  await settles(bia);
  await line.typing(who(bia), true);
  await line.typing(who(bia), false);
  await settles(bia);
  expect(bia.states).toEqual(["composing", "paused"]);
});

test("a group is neither followed nor told, and costs the phone no ringing", async () => {
  const { wa, line, device, settles } = await linked();
  const bia = wa.phone("Bia");
  await settles(bia);
  const group: Identifier[] = [{ type: "group", value: "120363021234567890" }];
  await line.watch(group);
  await line.typing(group, true);
  await line.watch([]);
  await line.typing([], true);
  await settles(bia);
  expect([device.available, device.subscribed.size, bia.states]).toEqual([false, 0, []]);
});

test("a line that fell shows nobody as online until someone looks again, and none of it throws while it is down", async () => {
  const { wa, line, device, settles, again } = await linked();
  const bia = wa.phone("Bia");
  await line.watch(who(bia));
  await settles(bia);
  expect(device.available).toBe(true);
  await again();
  await settles(bia);
  expect(device.available).toBe(false);
  await line.watch(who(bia));
  await settles(bia);
  expect(device.available).toBe(true);
  await line.stop();
  await line.watch(who(bia));
  await line.watch(null);
  await line.typing(who(bia), true);
}, 20_000);
