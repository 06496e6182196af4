import { expect } from "bun:test";
import { Curve, type BaileysEventMap } from "@whiskeysockets/baileys";
import { Recording } from "./recording.ts";
import { Client, codeOf, linked, refusal, server, test, textOf, unlinked } from "./plain-client.ts";

test("a pairing code links when it is typed right", async () => {
  const { wa, shop, client } = await unlinked();
  await client.code();
  expect(await refusal(shop.pairs("ABCD1234", 0))).toContain("no client asks");
  await client.sock.requestPairingCode(shop.number!, "ABCD1234");
  expect(await refusal(shop.pairs("ABCD-1235"))).toContain("wrong");
  // A client's request is good for one attempt.
  expect([await refusal(shop.pairs("ABCD1234", 0)), shop.companions]).toEqual([
    "no client asks for a code for 5511999990001",
    [],
  ]);
  await client.sock.requestPairingCode(shop.number!, "ABCD1234");
  await shop.pairs("ABCD-1234");
  await client.opens();
  await wa.phone("Bia").says("Oi");
  await client.hears("Oi");
});

test("a QR code that is old, made up or not the client's own links nothing", async () => {
  const { wa, shop, client } = await unlinked();
  const [ref, noise, identity, secret] = (await client.code()).split("#")[1]!.split(",") as [
    string,
    string,
    string,
    string,
  ];
  expect(await refusal(shop.scans(["made up", noise, identity, secret].join(",")))).toContain(
    "not valid",
  );
  expect(await refusal(shop.scans([ref, identity, noise, secret].join(",")))).toContain(
    "another device's",
  );
  wa.faults.passkey();
  await shop.scans([ref, noise, identity, secret].join(","));
  wa.faults.none();
  // With another secret the client can't trust the answer, and leaves.
  expect(await refusal(shop.scans([ref, noise, identity, noise].join(",")))).toContain("refuses");
  expect(shop.companions).toEqual([]);
  expect(await refusal(shop.scans([ref, noise, identity, secret].join(",")))).toContain(
    "not valid",
  );
});

test("a client that signs with another key is not linked", async () => {
  const { shop, client } = await unlinked();
  client.sock.authState.creds.signedIdentityKey.private = Buffer.from(
    Curve.generateKeyPair().private,
  );
  expect(await refusal(shop.scans(await client.code()))).toBe("the client's signature is wrong");
  expect(shop.companions).toEqual([]);
});

test("nobody logs in with another's keys, and one device is connected once", async () => {
  const { client } = await linked();
  const { updates } = client;
  client.starts();
  await client.opens();
  expect(
    codeOf(
      await updates.until(
        (update) => codeOf(update) === 440,
        15_000,
        () => "the first one stays",
      ),
    ),
  ).toBe(440);
  await client.sock.end(undefined);
  Object.assign(client.sock.authState.creds, { noiseKey: Curve.generateKeyPair() });
  client.starts();
  expect(await client.closes()).toBe(401);
});

test("what is written between the scan and the first login waits for it", async () => {
  const { wa, shop, client } = await unlinked();
  await shop.scans(await client.code());
  await wa.phone("Bia").says("Já?");
  expect(shop.companions[0]!.online).toBe(false);
  await client.hears("Já?");
});

test("a client that is told to make a new secret is linked once it has", async () => {
  const wa = await server();
  const shop = wa.account();
  wa.faults.refreshesRegistration();
  const client = new Client(wa);
  const notification = new Promise<{ attrs: Record<string, string> }>((resolve) =>
    client.sock.ws.once("CB:notification,type:companion_reg_refresh", resolve),
  );
  const qr = await client.code();
  const { attrs } = await notification;
  expect(await refusal(shop.scans(qr))).toContain("couldn't link");
  client.sock.authState.creds.advSecretKey = Buffer.alloc(32, 7).toString("base64");
  await client.sock.sendNode({
    tag: "ack",
    attrs: { id: attrs.id!, to: attrs.from!, class: "notification", type: attrs.type! },
  });
  const fields = qr.split(",");
  fields[3] = client.sock.authState.creds.advSecretKey;
  await client.sock.query({
    tag: "iq",
    attrs: { to: "@s.whatsapp.net", type: "get", xmlns: "w:p" },
  });
  await shop.scans(fields.join(","));
  await client.opens();
});

test("history comes to a client that was just linked", async () => {
  const { wa, shop, client } = await unlinked();
  const bia = wa.phone("Bia");
  await shop.sharesHistory([
    {
      chat: bia,
      messages: [
        { text: "De ontem", at: new Date("2026-11-19T12:00:00Z") },
        { text: "Resposta", fromMe: true },
      ],
    },
  ]);
  const histories = new Recording<BaileysEventMap["messaging-history.set"]>();
  client.onStart = (sock) =>
    sock.ev.on("messaging-history.set", (history) => histories.add(history));
  await shop.scans(await client.code());
  // The library buffers events and emits them as one, under the type of the last.
  await histories.until(
    ({ contacts }) => contacts.some(({ notify }) => notify === "Bia"),
    10_000,
    () => "no names",
  );
  const synced = histories.all;
  expect(synced.flatMap(({ chats }) => chats).map(({ id }) => id)).toEqual([bia.jid]);
  expect(
    synced
      .flatMap(({ messages }) => messages)
      .map((message) => [textOf(message), message.key.fromMe]),
  ).toEqual([
    ["Resposta", true],
    ["De ontem", false],
  ]);
  expect(synced.flatMap(({ contacts }) => contacts)).toContainEqual(
    expect.objectContaining({ id: bia.jid, notify: "Bia" }),
  );
});
