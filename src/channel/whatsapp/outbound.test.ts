import type { proto } from "@whiskeysockets/baileys";
import { expect } from "bun:test";
import { join } from "node:path";
import type { Received } from "../../testing/whatsapp-server/handset.ts";
import type { Phone } from "../../testing/whatsapp-server/phone.ts";
import { whatsappConnection } from "../../testing/whatsapp/connection.ts";
import { dot, folder, test, until } from "../../testing/world.ts";
import { Refused, Unreachable, type Identifier, type OutboundMessage } from "../channel.ts";

test("one refused question for the media host ends one try of one file, and the next try asks anew", async () => {
  const { wa, channel, bia, photo } = await linked();
  wa.faults.questionFails("w:m", 429);
  const torta = await photo("Torta");
  expect(await thrown(channel.send(torta))).toBeInstanceOf(Unreachable);
  await channel.send(torta);
  const got = await bia.receives("Torta");
  expect(new Uint8Array(await bia.downloads(got))).toEqual(dot);
});

test("where files go is asked once, and anew when no host takes them", async () => {
  const { wa, channel, bia, photo } = await linked();
  await channel.send(await photo("Um"));
  wa.faults.questionFails("w:m", 429);
  await channel.send(await photo("Dois"));
  wa.faults.uploadFails(401);
  expect(await thrown(channel.send(await photo("Três")))).toBeInstanceOf(Unreachable);
  wa.faults.uploadFails(401);
  await channel.send(await photo("Quatro"));
  await bia.receives("Quatro");
  expect(bia.received.map(({ text }) => text)).toEqual(["Um", "Dois", "Quatro"]);
});

test("a file that the media host refuses for good is not tried again", async () => {
  const { wa, channel, photo } = await linked();
  for (const [status, reason] of [
    [413, "ERR_TOO_LARGE"],
    [415, "ERR_MEDIA_TYPE"],
  ] as const) {
    wa.faults.uploadFails(status);
    expect(await thrown(channel.send(await photo("Torta")))).toEqual(new Refused(reason));
  }
});

for (const addressing of ["pn", "lid"] as const) {
  test(`a linked device without keys keeps nothing from the phone, named by ${addressing}`, async () => {
    const { bia, says } = await linked({ addressing });
    bia.addsDevice({ keyless: true });
    await says("Bom dia");
    await bia.receives("Bom dia");
    await says("Tem pão quente");
    await bia.receives("Tem pão quente");
  });
}

test("a device that is linked beside one without keys is told too", async () => {
  const { account, bia, says } = await linked({ addressing: "lid" });
  bia.addsDevice({ keyless: true });
  await says("Bom dia");
  const tablet = bia.addsDevice();
  await until(() => account.companions[0]!.waiting.length === 0);
  await says("Ainda quer?");
  await Promise.all([
    bia.receives("Ainda quer?"),
    tablet.received.until(
      ({ text }) => text === "Ainda quer?",
      5000,
      () => "the tablet hears nothing",
    ),
  ]);
});

test("a customer none of whose devices has keys is told nothing, and nobody believes otherwise", async () => {
  const { wa, says } = await linked();
  const ghost = wa.phone("Caio", { keyless: true });
  for (let time = 0; time < 3; time += 1)
    expect(await thrown(says("Bom dia", ghost))).toBeInstanceOf(Error);
  expect(ghost.received).toEqual([]);
});

test("who has no keys keeps nothing from their group", async () => {
  const { wa, account, bia, channel, message } = await linked();
  const caio = wa.phone("Caio", { addressing: "lid" });
  const family = wa.group("Família", [bia, caio], { shop: account });
  const toFamily = (body: string): OutboundMessage => ({
    ...message({ kind: "chat", body }),
    to: [{ type: "group", value: family.jid.split("@")[0]! }],
  });
  await channel.send(toFamily("Bom dia"));
  await caio.receives("Bom dia");
  caio.addsDevice({ keyless: true });
  await channel.send(toFamily("Tem broa"));
  await Promise.all([bia.receives("Tem broa"), caio.receives("Tem broa")]);
  await channel.send(toFamily("E bolo"));
  await caio.receives("E bolo");
});

test("a caption stays a caption when it is edited", async () => {
  const { channel, bia, file } = await linked();
  for (const kind of ["image", "video", "application"] as const) {
    const sent = await file(kind, `Torta ${kind}`);
    await channel.send(sent);
    const { id, message } = await bia.receives(`Torta ${kind}`);
    await channel.edit({ id: sent.id, chat: sent.to, ours: true }, `Bolo ${kind}`);
    const edit = await bia.handset.received.until(
      (one) => one.edit === "1" && editOf(one)?.key?.id === id,
      5000,
      () => "no edit came",
    );
    const [before, after] = [message, editOf(edit)!.editedMessage!].map(partOf);
    expect(after).toEqual({ ...before, caption: `Bolo ${kind}` } as never);
    expect(new Uint8Array(await bia.downloads({ message: editOf(edit)!.editedMessage! }))).toEqual(
      dot,
    );
  }
  const text = {
    ...(await file("image", "")),
    content: { kind: "chat" as const, body: "Duas brosa" },
  };
  await channel.send(text);
  await bia.receives("Duas brosa");
  await channel.edit({ id: text.id, chat: text.to, ours: true }, "Duas broas");
  const edit = await bia.handset.received.until(
    (one) => editOf(one)?.key?.id === text.id,
    5000,
    () => "no edit came",
  );
  expect(editOf(edit)!.editedMessage).toMatchObject({
    extendedTextMessage: { text: "Duas broas" },
  });
});

const editOf = ({ message }: Received) =>
  message.protocolMessage ?? message.editedMessage?.message?.protocolMessage;
const partOf = (message: proto.IMessage) =>
  message.imageMessage ??
  message.videoMessage ??
  message.documentWithCaptionMessage?.message?.documentMessage ??
  message.documentMessage;

/** A connection that is linked and up, and a customer. */
async function linked({ addressing = "pn" as "pn" | "lid" } = {}) {
  const { wa, account, start } = await whatsappConnection();
  const { channel } = await start();
  const bia = wa.phone("Bia", { addressing });
  let count = 0;
  const message = (content: OutboundMessage["content"], phone: Phone = bia): OutboundMessage => ({
    id: `3EB0${String((count += 1)).padStart(18, "0")}`,
    to: named(phone),
    content,
  });
  const path = join(folder(), "file");
  await Bun.write(path, dot);
  const types = { image: "image/png", video: "video/mp4", application: "application/pdf" };
  const file = async (kind: keyof typeof types, body: string) =>
    message({ kind, body, file: { name: "torta", type: types[kind], size: dot.length, path } });
  return {
    wa,
    account,
    channel,
    file,
    photo: (body: string) => file("image", body),
    bia,
    message,
    says: (body: string, phone?: Phone) => channel.send(message({ kind: "chat", body }, phone)),
  };
}

const named = ({ number, person }: Phone): Identifier[] =>
  person.addressing === "lid"
    ? [{ type: "lid", value: person.lid }]
    : [{ type: "phone", value: number! }];

const thrown = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => "nothing was thrown",
    (error: unknown) => error,
  );
