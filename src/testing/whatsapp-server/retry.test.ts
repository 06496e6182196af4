import { expect } from "bun:test";
import { linked, test } from "./plain-client.ts";

test("what cannot be opened is asked for again, by either side", async () => {
  const { wa, client } = await linked();
  const bia = wa.phone("Bia");
  await bia.says("Oi");
  await client.hears("Oi");
  await client.sends(bia.jid, "Bom dia");
  await bia.receives("Bom dia");
  await bia.says("Um");
  await client.hears("Um");

  client.loses("session");
  const id = await bia.says("Dois");
  await client.hears("Dois");
  expect(
    client.upserts.all
      .filter(({ message }) => message.key.id === id)
      .map(({ message }) => message.messageStubType),
  ).toEqual([2, 2, undefined]);

  bia.forgets();
  const again = await client.sends(bia.jid, "Três");
  expect((await bia.receives("Três")).id).toBe(again);
  expect([bia.badMacs, bia.retries > 0]).toEqual([0, true]);

  bia.reinstalls();
  await client.sends(bia.jid, "Quatro");
  await bia.receives("Quatro");
  await bia.says("Cinco");
  await client.hears("Cinco");
});

test("a client that writes twice with one key is noticed, and asked again", async () => {
  const { wa, client } = await linked();
  const bia = wa.phone("Bia");
  await client.sends(bia.jid, "Um");
  await bia.says("Dois");
  await client.hears("Dois");
  const restore = client.remembers("session");
  await client.sends(bia.jid, "Três");
  await bia.receives("Três");
  restore();
  const id = await client.sends(bia.jid, "Quatro");
  expect((await bia.receives("Quatro")).id).toBe(id);
  expect([bia.badMacs > 0, bia.replays]).toEqual([true, 0]);
});

test("what only the phone can read, the phone tells its linked device", async () => {
  const { wa, client } = await linked();
  const id = await wa.phone("Bia").says("Vi o anúncio", { phoneOnly: true });
  expect((await client.hears("Vi o anúncio")).key.id).toBe(id);
  expect(
    client.upserts.all
      .filter(({ message }) => message.key.id === id)
      .map(({ message }) => message.messageStubType),
  ).toEqual([2, undefined]);
});

test("a phone opens nothing from a linked device whose papers are wrong", async () => {
  const { wa, client } = await linked();
  const [bia, caio] = [wa.phone("Bia"), wa.phone("Caio")];
  const { account } = client.sock.authState.creds;
  const right = account!.deviceSignature;
  account!.deviceSignature = Buffer.alloc(64);
  await client.sends(bia.jid, "Oi");
  await client.asksSomething();
  expect([bia.received, bia.badMacs > 0]).toEqual([[], true]);
  account!.deviceSignature = right;
  await client.sends(caio.jid, "Oi");
  await caio.receives("Oi");
});

test("people with two devices receive on both, and their one-time keys may run out", async () => {
  const { wa, client } = await linked();
  const bia = wa.phone("Bia", { oneTimeKeys: 0 });
  await client.sends(bia.jid, "Um");
  await bia.receives("Um");
  const tablet = bia.addsDevice();
  await client.asksSomething();
  await client.sends(bia.jid, "Dois");
  await bia.receives("Dois");
  expect(tablet.received.all.map(({ text }) => text)).toEqual(["Dois"]);
  expect([bia.badMacs, bia.retries, tablet.trouble.badMacs]).toEqual([0, 0, 0]);
});

test("a client is asked for new one-time keys before they run out", async () => {
  const { wa, shop, client } = await linked();
  const companion = shop.companions[0]!;
  companion.keys.length = 5;
  await wa.phone("Bia").says("Oi");
  await client.hears("Oi");
  await client.asksSomething();
  for (const name of ["Caio", "Davi"]) await wa.phone(name).says(`Oi, sou ${name}`);
  await client.hears("Oi, sou Davi");
  await client.asksSomething();
  expect(companion.keys.length).toBeGreaterThan(5);
});
