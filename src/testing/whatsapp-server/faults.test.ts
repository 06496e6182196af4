import { expect } from "bun:test";
import { Client, linked, refusal, test, textOf } from "./plain-client.ts";

test("messages to a client get lost, come late, twice or backwards", async () => {
  const { wa, shop, client } = await linked();
  const bia = wa.phone("Bia");
  await bia.says("Antes");
  await client.hears("Antes");
  wa.faults.drop();
  await bia.says("Perdida");
  wa.faults.duplicate();
  await bia.says("Dobrada");
  wa.faults.reorder(3);
  for (const text of ["Um", "Dois", "Três"]) await bia.says(text);
  await client.hears("Um");
  wa.faults.delay(50);
  await bia.says("Tarde");
  wa.faults.none();
  await bia.says("Cedo");
  await client.hears("Tarde");
  const texts = () => client.upserts.all.map(({ message }) => textOf(message)).filter(Boolean);
  expect(texts()).toEqual(["Antes", "Dobrada", "Três", "Dois", "Um", "Cedo", "Tarde"]);
  wa.kick(shop);
  await client.closes();
  client.starts();
  await client.hears("Perdida");
});

test("messages of a client are refused, or their answer gets lost", async () => {
  const { wa, client } = await linked();
  const bia = wa.phone("Bia");
  wa.faults.ackError(479);
  const refused = await client.sends(bia.jid, "Recusada");
  expect((await client.marked(refused, 0)).why).toBe("479");
  wa.faults.noAck();
  const id = await client.sends(bia.jid, "Sem resposta");
  await bia.receives("Sem resposta");
  // A second send under the same id arrives twice, and a phone shows it once.
  await client.sock.relayMessage(bia.jid, { conversation: "Sem resposta" }, { messageId: id });
  await client.sends(bia.jid, "Depois");
  await bia.receives("Depois");
  expect([bia.received, bia.inbox].map((all) => all.map(({ text }) => text))).toEqual([
    ["Sem resposta", "Sem resposta", "Depois"],
    ["Sem resposta", "Depois"],
  ]);
});

test("connections end in every way", async () => {
  const { wa, shop, client } = await linked();
  const endings: [() => unknown, number][] = [
    [() => wa.faults.streamError("conflict"), 440],
    [() => wa.faults.streamError("device_removed"), 401],
    [() => wa.faults.streamError("xml-not-well-formed"), 500],
    [() => wa.faults.streamError(503), 503],
    [() => wa.faults.endStream(), 428],
    [() => wa.faults.closeSocket(), 428],
    [() => wa.kick(shop), 428],
  ];
  for (const [end, code] of endings) {
    end();
    expect(await client.closes()).toBe(code);
    client.starts();
    await client.opens();
  }
  await client.sock.end(undefined);
  for (const reason of [401, 403, 405, 503]) {
    wa.faults.failure(reason);
    client.starts();
    expect(await client.closes()).toBe(reason);
  }
  // Under Bun the client waits for its own timeout when the server refuses the upgrade.
  wa.faults.refuses();
  client.starts({ connectTimeoutMs: 100 });
  expect(await client.closes()).toBe(408);
  wa.faults.forgedCertificate();
  client.starts();
  expect(await client.closes()).toBe(400);
  wa.faults.neverOpens();
  client.starts({ connectTimeoutMs: 100 });
  expect(await client.closes()).toBe(408);
  await wa.goesDown();
  client.starts();
  expect(await client.closes()).toBe(408);
  wa.comesBack();
  client.starts();
  await client.opens();
  const other = wa.account();
  const second = new Client(wa);
  await other.scans(await second.code());
  await second.opens();
  wa.faults.halfOpen(shop);
  const question = refusal(client.asksSomething());
  await second.asksSomething();
  wa.faults.closeSocket(shop);
  expect(await question).not.toBe("none");
});

test("the mark after what waited may stay away", async () => {
  const { wa, client } = await linked();
  await client.sock.end(undefined);
  wa.faults.noOfflineMark();
  client.starts();
  await client.opens();
  await client.asksSomething();
  expect(
    client.updates.all.some(
      ({ receivedPendingNotifications }) => receivedPendingNotifications === true,
    ),
  ).toBe(false);
});
