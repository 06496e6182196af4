import { expect } from "bun:test";
import {
  getBinaryNodeChild,
  getBinaryNodeChildren,
  type BaileysEventMap,
} from "@whiskeysockets/baileys";
import { Recording } from "./recording.ts";
import { linked, pixels, refusal, test, textOf } from "./plain-client.ts";

test("a client shows a QR code, is scanned, signs, starts again and talks both ways", async () => {
  const { wa, shop, client } = await linked();
  const bia = wa.phone("Bia");
  const id = await bia.says("Oi, tem pão?");
  const message = await client.hears("Oi, tem pão?");
  expect(message.key).toMatchObject({
    id,
    remoteJid: bia.jid,
    remoteJidAlt: bia.lid,
    fromMe: false,
  });
  expect(message.pushName).toBe("Bia");
  expect(await bia.learns(id, "delivered")).toMatchObject({ by: shop.person });
  await client.sock.readMessages([message.key]);
  await bia.learns(id, "read");

  const sent = await client.sends(bia.jid, "Tem, quentinho!");
  const got = await bia.receives("Tem, quentinho!");
  expect(got).toMatchObject({ id: sent, from: shop.jid, fromMe: false });
  await client.marked(got.id, 3);
  await bia.reads(got.id);
  await client.marked(got.id, 4);
  // The shop's own phone has both sides of the conversation.
  expect(shop.received.map(({ text, fromMe }) => [text, fromMe])).toEqual([
    ["Oi, tem pão?", false],
    ["Tem, quentinho!", true],
  ]);
  expect(
    shop.companions.map(({ online, logins, registrations }) => [online, logins, registrations]),
  ).toEqual([[true, 1, 1]]);
  expect([bia.badMacs, bia.retries, wa.unknown]).toEqual([0, 0, []]);
});

test("what came while a client was away comes first when it is back, in order and marked", async () => {
  const { wa, shop, client } = await linked();
  const bia = wa.phone("Bia");
  await bia.says("Antes");
  await client.hears("Antes");
  await client.asksSomething();
  wa.kick(shop);
  expect(await client.closes()).toBe(428);
  const texts = ["Um", "Dois", "Três"];
  for (const text of texts) await bia.says(text);
  expect(shop.companions[0]!.waiting.length).toBe(3);
  client.starts();
  await client.hears("Três");
  expect(client.upserts.all.map(({ message, type }) => [textOf(message), type]).slice(-3)).toEqual(
    texts.map((text) => [text, "append"]),
  );
  await client.updates.until(
    ({ receivedPendingNotifications }) => receivedPendingNotifications === true,
    15_000,
    () => "no mark",
  );
  await bia.says("Depois");
  await client.hears("Depois");
  await client.asksSomething();
  expect(shop.companions.map(({ waiting, logins }) => [waiting.length, logins])).toEqual([[0, 2]]);
});

test("people who go by LID are talked with, their number shown or not", async () => {
  const { wa, client } = await linked();
  const bia = wa.phone("Bia", { addressing: "lid" });
  const caio = wa.phone("Caio", { hidden: true, lid: "123450000000001" });
  await bia.says("Oi, sou a Bia");
  await caio.says("Oi, sou ninguém");
  expect((await client.hears("Oi, sou a Bia")).key).toMatchObject({
    remoteJid: bia.lid,
    remoteJidAlt: `${bia.number}@s.whatsapp.net`,
  });
  const { key } = await client.hears("Oi, sou ninguém");
  expect([key.remoteJid, key.remoteJidAlt]).toEqual(["123450000000001@lid", undefined]);
  for (const phone of [bia, caio]) {
    const id = await client.sends(phone.lid, `Oi, ${phone.name}`);
    await phone.receives(`Oi, ${phone.name}`);
    await client.marked(id, 3);
    await phone.reads(id);
    await client.marked(id, 4);
  }
  expect([bia.badMacs, caio.badMacs, bia.retries, caio.retries]).toEqual([0, 0, 0, 0]);
});

test("quotes, edits, reactions, deletions, places and cards arrive as what they are", async () => {
  const { wa, client } = await linked();
  const bia = wa.phone("Bia");
  const id = await bia.says("Quero dois");
  await client.hears("Quero dois");
  await bia.says("Digo, três", { quote: id });
  expect(
    (await client.hears("Digo, três")).message!.extendedTextMessage!.contextInfo,
  ).toMatchObject({
    stanzaId: id,
    participant: bia.jid,
    quotedMessage: { conversation: "Quero dois" },
  });
  await bia.edits(id, "Quero três");
  await client.changed(
    ({ key, update }) =>
      key.id === id && update.message?.editedMessage?.message?.conversation === "Quero três",
  );
  await bia.reacts(id, "❤️");
  await client.hears(
    ({ message }) =>
      message?.reactionMessage?.text === "❤️" && message.reactionMessage.key?.id === id,
  );
  await bia.deletes(id);
  await client.changed(({ key, update }) => key.id === id && update.messageStubType === 1);
  await bia.sendsLocation({ lat: -23.5, lng: -46.6, name: "Praça da Sé" });
  await client.hears(({ message }) => message?.locationMessage?.name === "Praça da Sé");
  await bia.sendsContact([{ name: "Caio", number: "5511988887777" }]);
  await client.hears(({ message }) => message?.contactMessage?.displayName === "Caio");

  const own = await client.sends(bia.jid, "Anotado");
  await bia.receives("Anotado");
  await client.sock.sendMessage(bia.jid, {
    text: "Anotado!",
    edit: { remoteJid: bia.jid, fromMe: true, id: own },
  });
  expect((await bia.receives("Anotado!")).edit).toBe("1");
  await client.sock.sendMessage(bia.jid, { delete: { remoteJid: bia.jid, fromMe: true, id: own } });
  await bia.receives(({ edit }) => edit === "7");
});

test("a call rings until it is hung up or rejected", async () => {
  const { wa, client } = await linked();
  const bia = wa.phone("Bia");
  const calls = new Recording<BaileysEventMap["call"][number]>();
  client.sock.ev.on("call", (all) => all.forEach((one) => calls.add(one)));
  const call = await bia.calls({ video: true });
  expect(
    await calls.until(
      ({ status }) => status === "offer",
      15_000,
      () => "no call",
    ),
  ).toMatchObject({ id: call.id, from: bia.jid, isVideo: true });
  await client.sock.rejectCall(call.id, bia.jid);
  await call.isRejected();
  const other = await bia.calls();
  await other.timesOut();
  await calls.until(
    ({ status, id }) => status === "timeout" && id === other.id,
    15_000,
    () => "no end",
  );
});

test("who types is shown to a client that is there", async () => {
  const { wa, client } = await linked();
  const bia = wa.phone("Bia");
  const seen = new Recording<BaileysEventMap["presence.update"]>();
  client.sock.ev.on("presence.update", (update) => seen.add(update));
  await client.sock.sendPresenceUpdate("unavailable");
  await client.asksSomething();
  await bia.types();
  await client.sock.sendPresenceUpdate("available");
  await client.asksSomething();
  expect(seen.all).toEqual([]);
  await bia.types();
  await seen.until(
    ({ id, presences }) => id === bia.jid && presences[bia.jid]?.lastKnownPresence === "composing",
    15_000,
    () => "nobody types",
  );
  await client.sock.sendPresenceUpdate("composing", bia.jid);
  await client.asksSomething();
  expect(bia.states).toEqual(["composing"]);
});

test("the server knows who exists, who is blocked and how people look", async () => {
  const { wa, shop, client } = await linked();
  const bia = wa.phone("Bia", { number: "551188880001", aliases: ["5511988880001"] });
  bia.picture = pixels;
  expect(await client.sock.onWhatsApp("551188880001", "5511988880001", "5511900000000")).toEqual([
    { jid: bia.jid, exists: true },
    { jid: bia.jid, exists: true },
  ]);
  const picture = await client.sock.profilePictureUrl(bia.jid);
  expect(Buffer.compare(await (await fetch(picture!)).bytes(), pixels)).toBe(0);
  expect(await refusal(client.sock.profilePictureUrl(shop.jid))).toContain("item-not-found");

  await bia.says("Oi");
  await client.hears("Oi");
  await client.sock.updateBlockStatus(bia.jid, "block");
  expect([bia.isBlockedBy(shop), await client.sock.fetchBlocklist()]).toEqual([true, [bia.lid]]);
  await bia.says("Me ouve?");
  await client.sock.updateBlockStatus(bia.jid, "unblock");
  await bia.says("E agora?");
  await client.hears("E agora?");
  expect(client.upserts.all.map(({ message }) => textOf(message))).not.toContain("Me ouve?");

  const sent = await client.sends("5511900000000@s.whatsapp.net", "Ninguém");
  expect((await client.marked(sent, 0)).why).toBe("404");
  expect(
    await refusal(
      client.sock.query({
        tag: "iq",
        attrs: { to: "@s.whatsapp.net", type: "get", xmlns: "w:nothing" },
        content: [{ tag: "what", attrs: {} }],
      }),
    ),
  ).toContain("feature-not-implemented");
  expect(wa.unknown.map(({ attrs }) => attrs.xmlns)).toEqual(["w:nothing"]);
});

test("the owner writes, reads, blocks and unlinks on the phone", async () => {
  const { wa, shop, client } = await linked();
  const bia = wa.phone("Bia");
  const id = await bia.says("Oi");
  await client.hears("Oi");
  await shop.says("Do celular", { to: bia });
  await bia.receives("Do celular");
  expect((await client.hears("Do celular")).key).toMatchObject({
    remoteJid: bia.jid,
    fromMe: true,
  });
  await shop.reads(id);
  await bia.learns(id, "read");
  await client.marked(id, 4);
  const blocked = new Promise((resolve) => client.sock.ev.on("blocklist.update", resolve));
  await shop.blocks(bia);
  expect(await blocked).toEqual({ blocklist: [bia.lid], type: "add" });
  await shop.unlinks();
  expect([await client.closes(), shop.companions]).toEqual([401, []]);
  client.starts();
  expect(await client.closes()).toBe(401);
});

test("what a client changes for all its account's devices is kept for them", async () => {
  const { wa, client } = await linked();
  const bia = wa.phone("Bia");
  await bia.says("Oi");
  const { key, messageTimestamp } = await client.hears("Oi");
  await client.sock.chatModify(
    { archive: true, lastMessages: [{ key, messageTimestamp }] },
    bia.jid,
  );
  await client.sock.addOrEditContact(bia.jid, { fullName: "Bia da esquina" });
  await client.sock.addOrEditContact(bia.jid, { fullName: "Bia da praça" });
  const collection = { tag: "collection", attrs: { name: "critical_unblock_low", version: "0" } };
  const answer = await client.sock.query({
    tag: "iq",
    attrs: { to: "@s.whatsapp.net", type: "set", xmlns: "w:sync:app:state" },
    content: [{ tag: "sync", attrs: {}, content: [collection] }],
  });
  const synced = getBinaryNodeChild(getBinaryNodeChild(answer, "sync"), "collection");
  expect([
    synced?.attrs.version,
    getBinaryNodeChildren(getBinaryNodeChild(synced, "patches"), "patch").length,
  ]).toEqual(["2", 2]);
  expect(wa.unknown).toEqual([]);
});
