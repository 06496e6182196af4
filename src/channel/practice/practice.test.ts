import { Database } from "bun:sqlite";
import { expect } from "bun:test";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { dot, folder, stoppedClock, test, until, whole } from "../../testing/world.ts";
import {
  Refused,
  Unreachable,
  type Identifier,
  type InboundChange,
  type ChannelHandlers,
  type ConnectionStatus,
  type OutboundMessage,
  type InboundMessage,
} from "../channel.ts";
import type { PhoneMessage } from "../../shared/practice.ts";
import type { TypingState } from "../../shared/states.ts";
import { Network } from "./network.ts";
import { Practice } from "./practice.ts";

const bia: Identifier = { type: "phone", value: "5511988880001" };

function connection({
  path = join(folder(), "network.sqlite"),
  take = async (_: InboundMessage) => {},
} = {}) {
  const network = new Network(path, stoppedClock().now);
  const [statuses, received, acks, seen]: [
    ConnectionStatus[],
    InboundMessage[],
    [string, number][],
    PhoneMessage[],
  ] = [[], [], [], []];
  const [typed, answered]: [[string, TypingState][], [string, boolean][]] = [[], []];
  const did: (InboundChange & { what: string })[] = [];
  const silent = () => {};
  const notes = (what: string) => (done: InboundChange) => void did.push({ what, ...done });
  const handlers: ChannelHandlers = {
    onStatus: (status) => void statuses.push(status),
    onMessage: async (inbound) => {
      await take(inbound);
      received.push(inbound);
    },
    onAck: (id, level) => void acks.push([id, level]),
    onReaction: notes("reacted"),
    onEdit: notes("edited"),
    onDelete: notes("deleted"),
    onCall: silent,
    onSetAside: silent,
    onRestriction: silent,
    onPerson: silent,
    onMoved: silent,
    onMarketing: silent,
    onTemplate: silent,
    onRead: silent,
    onTyping: (from, state) => void typed.push([from[0]!.value, state]),
  };
  const channel = new Practice(1, network, handlers, {
    message: (message) => void seen.push(message),
    typing: (number, typing) => void answered.push([number, typing]),
  });
  const does = (does: "edits" | "deletes" | "reacts", to: string, body = "") =>
    channel.do(bia.value, { to, does, body });
  const write = (
    body: string,
    id: string = crypto.randomUUID(),
    type?: string,
    group: PhoneMessage["group"] = null,
  ) =>
    channel.write({
      id,
      number: bia.value,
      name: "Bia",
      body,
      file: type === undefined ? undefined : file(type),
      quotedMsgId: null,
      group,
    });
  const send = (
    content: string | OutboundMessage["content"],
    id: string = crypto.randomUUID(),
    to = [bia],
  ) =>
    channel.send({
      id,
      to,
      content: typeof content === "string" ? { kind: "chat", body: content } : content,
    });
  const phoneMessages = () => network.conversation(1, bia.value);
  const phone = () => phoneMessages().map(({ body }) => body);
  return {
    network,
    channel,
    statuses,
    received,
    acks,
    seen,
    did,
    typed,
    answered,
    write,
    does,
    send,
    phoneMessages,
    phone,
  };
}

const picture = join(folder(), "broa");
await Bun.write(picture, dot);
const file = (type: string) => ({
  path: picture,
  name: `broa.${type.split("/")[1]}`,
  type,
  size: dot.length,
});

const bodies = (received: InboundMessage[]) =>
  received.map(({ content }) => (content.kind === "chat" ? content.body : content.kind));

test("a connection shows a code until a phone reads it, and is up from then on", async () => {
  const { channel, statuses, network } = connection();
  await channel.start();
  expect(statuses[0]!.status).toBe("qrcode");
  expect(statuses[0]!.qrcode).toStartWith("balcao-practice:1:");
  await channel.scan();
  expect(statuses.at(-1)).toEqual({ status: "CONNECTED", qrcode: "" });
  await channel.stop();
  await channel.start();
  expect([statuses.at(-1)!.status, network.linked(1)]).toEqual(["CONNECTED", true]);
});

test("what a customer writes is handed over once, in order", async () => {
  const { channel, received, write } = connection();
  await channel.scan();
  await write("Um", "1");
  await Promise.all([write("Dois", "2"), write("Três", "3"), write("Dois de novo", "2")]);
  expect(received.map(({ id }) => id)).toEqual(["1", "2", "3"]);
  const person = { ids: [bia], name: "Bia" };
  expect(received[1]).toEqual({
    id: "2",
    chat: person,
    from: person,
    at: stoppedClock().now(),
    quotedId: undefined,
    content: { kind: "chat", body: "Dois" },
  });
});

test("while the shop is away the network keeps what was written", async () => {
  const { channel, received, write } = connection();
  expect(await write("Antes")).toMatchObject({ body: "Antes", ack: 1 });
  await channel.scan();
  await channel.fault({ disconnect: true });
  await write("Durante");
  expect(bodies(received)).toEqual(["Antes"]);
  await channel.fault({ disconnect: false });
  expect(bodies(received)).toEqual(["Antes", "Durante"]);
});

test("among what waited, others have turns in which no commit is to come that they would have to wait for", async () => {
  let commit: Promise<void> | undefined;
  const { channel, network, write, received } = connection({
    take: () =>
      (commit ??= new Promise((resolve) =>
        setImmediate(() => {
          commit = undefined;
          resolve();
        }),
      )),
  });
  network.link(1, true);
  for (let count = 0; count < 40; count++) await write(`Oi ${count}`);
  const up = channel.start();
  let free = 0;
  while (received.length < 40) {
    await new Promise(setImmediate);
    if (received.length > 0 && received.length < 40 && !commit) free += 1;
  }
  await up;
  expect(free).toBeGreaterThan(0);
  expect(bodies(received)).toEqual(Array.from({ length: 40 }, (_, count) => `Oi ${count}`));
});

test("what the shop could not keep is handed over again", async () => {
  let full = true;
  const { channel, received, write, network } = connection({
    take: async () => {
      if (full) throw new Error("disk full");
    },
  });
  await channel.scan();
  await write("Oi").catch(() => {});
  expect([received, network.waiting(1, 1)[0]?.body]).toEqual([[], "Oi"]);
  full = false;
  await write("Alô?");
  expect(bodies(received)).toEqual(["Oi", "Alô?"]);
});

test("of several that are handed over at once, those before the one that the shop could not keep have arrived", async () => {
  let full = true;
  const { channel, received, write, network } = connection({
    take: async ({ id }) => {
      if (full && id === "b") throw new Error("the disk is full");
    },
  });
  for (const id of ["a", "b", "c"]) await write("Oi", id);
  expect(await channel.scan().catch((thrown: Error) => thrown.message)).toBe("the disk is full");
  expect(network.waiting(1, 9).map(({ id }) => id)).toEqual(["b", "c"]);
  full = false;
  await channel.start();
  expect([received.map(({ id }) => id), network.waiting(1, 9)]).toEqual([["a", "c", "b", "c"], []]);
});

test("the same message sent twice arrives once", async () => {
  const { channel, send, phone } = connection();
  await channel.scan();
  await send("Já sai!", "M1");
  await send("Já sai!", "M1");
  expect(phone()).toEqual(["Já sai!"]);
});

test("a connection breaks as networks do", async () => {
  const { channel, send, phone } = connection();
  expect(send("Cedo")).rejects.toBeInstanceOf(Unreachable);
  await channel.scan();
  await channel.fault({ failNext: 2, reason: "ERR_NUMBER_GONE" });
  expect(send("Um")).rejects.toEqual(new Refused("ERR_NUMBER_GONE"));
  expect(send("Dois")).rejects.toBeInstanceOf(Refused);
  await Bun.sleep(0);
  await send("Três");
  await channel.fault({ delayMs: 30 });
  const started = performance.now();
  await send("Quatro");
  expect(performance.now() - started).toBeGreaterThan(25);
  expect(phone()).toEqual(["Três", "Quatro"]);
});

test("a connection that is logged out needs a phone again", async () => {
  const { channel, statuses, send } = connection();
  await channel.scan();
  await channel.fault({ logout: true });
  expect(statuses.at(-1)).toMatchObject({ status: "DISCONNECTED", reason: "loggedOut" });
  expect(send("Oi")).rejects.toBeInstanceOf(Unreachable);
  await channel.start();
  expect(statuses.at(-1)!.status).toBe("qrcode");
});

test("only what we sent is acknowledged to us, and a level only rises", async () => {
  const { channel, send, write, acks, network } = connection();
  await channel.scan();
  await send("Já sai!", "M1");
  await write("Oi", "C1");
  expect(channel.ack("M1", 3)).toMatchObject({ ack: 3 });
  expect(channel.ack("M1", 2)).toMatchObject({ ack: 3 });
  expect(channel.ack("C1", 3)).toBeUndefined();
  expect(channel.ack("none", 3)).toBeUndefined();
  expect(acks).toEqual([
    ["M1", 3],
    ["M1", 2],
  ]);
  expect(network.phones(1)).toEqual([{ number: "5511988880001", name: "Bia" }]);
});

test("a file is told of first and fetched after", async () => {
  const { channel, received, write, phoneMessages } = connection();
  await channel.scan();
  await write("Igual a esta", "A1", "image/png");
  await write("", "A2", "audio/ogg");
  await write("", "A3", "application/pdf");
  await write("", "A4", "video/mp4");
  expect(received.map(({ content }) => content)).toEqual([
    {
      kind: "image",
      body: "Igual a esta",
      file: { name: "broa.png", type: "image/png", size: dot.length, voice: false },
    },
    {
      kind: "audio",
      body: "",
      file: { name: "broa.ogg", type: "audio/ogg", size: dot.length, voice: true },
    },
    {
      kind: "application",
      body: "",
      file: { name: "broa.pdf", type: "application/pdf", size: dot.length, voice: false },
    },
    {
      kind: "video",
      body: "",
      file: { name: "broa.mp4", type: "video/mp4", size: dot.length, voice: false },
    },
  ]);
  expect(await whole(channel.fetch("A1"))).toEqual(dot);
  expect(whole(channel.fetch("none"))).rejects.toEqual(new Refused("ERR_WAPP_DOWNLOAD_MEDIA"));
  expect(phoneMessages().map(({ type, fileName }) => [type, fileName])).toEqual([
    ["image", "broa.png"],
    ["audio", "broa.ogg"],
    ["application", "broa.pdf"],
    ["video", "broa.mp4"],
  ]);
});

test("a phone shows whatever the shop sends", async () => {
  const { channel, network, send, phoneMessages } = connection();
  await channel.scan();
  const path = join(folder(), "cardapio");
  await Bun.write(path, dot);
  const card =
    "BEGIN:VCARD\nVERSION:3.0\nFN:Dani\nTEL;waid=5511977770002:+5511977770002\nEND:VCARD";
  await send(
    {
      kind: "application",
      body: "O cardápio",
      file: { name: "Cardápio.pdf", type: "application/pdf", size: dot.length, path },
    },
    "M1",
  );
  await send({
    kind: "audio",
    body: "",
    file: { name: "voz.ogg", type: "audio/ogg; codecs=opus", size: dot.length, voice: true, path },
  });
  await send({
    kind: "locationMessage",
    place: { latitude: -23.5, longitude: -46.25, name: "Padaria", address: "", live: false },
  });
  await send({ kind: "vcard", cards: [card, card.replace("Dani", "Nina")] });
  expect(phoneMessages()).toMatchObject([
    {
      type: "application",
      body: "O cardápio",
      fileName: "Cardápio.pdf",
      media: "/practice/1/messages/M1/file",
    },
    { type: "audio", media: expect.any(String) },
    {
      type: "locationMessage",
      body: "📍 Padaria\nhttps://maps.google.com/maps?q=-23.5,-46.25",
      media: null,
      place: { latitude: -23.5, longitude: -46.25, name: "Padaria", address: "" },
    },
    {
      type: "vcard",
      body: "👤 Dani, Nina",
      contacts: [
        { name: "Dani", number: "5511977770002" },
        { name: "Nina", number: "5511977770002" },
      ],
    },
  ]);
  // The phone's is its own, until the connection goes.
  await rm(path);
  const sent = network.file(1, "M1")!;
  expect([sent.type, await Bun.file(sent.path).bytes()]).toEqual(["application/pdf", dot]);
  network.forget(1);
  expect(await Bun.file(sent.path).exists()).toBe(false);
});

test("what the shop changes is changed on the phone", async () => {
  const { channel, send, write, phoneMessages, seen } = connection();
  await channel.scan();
  await write("Tem broa?", "C1");
  await send("Ten!", "M1");
  await send("Só até as dez", "M2");
  const target = (id: string, ours: boolean) => ({ id, chat: [bia], ours });
  await channel.react(target("C1", false), "👍");
  await channel.read([target("C1", false), target("none", false)]);
  await channel.edit(target("M1", true), "Tem!");
  await channel.delete(target("M2", true));
  expect(phoneMessages()).toMatchObject([
    { body: "Tem broa?", reaction: "👍", ack: 3 },
    { body: "Tem!", edited: true },
    { body: "", type: "chat", deleted: true },
  ]);
  expect(phoneMessages()[0]!.edited).toBeUndefined();
  expect(seen.slice(-4).map(({ id }) => id)).toEqual(["C1", "C1", "M1", "M2"]);
  await channel.react(target("C1", false), "");
  expect(phoneMessages()[0]!.reaction).toBeUndefined();

  await channel.fault({ failNext: 1 });
  expect(channel.edit(target("M1", true), "Não")).rejects.toEqual(
    new Refused("ERR_SENDING_WAPP_MSG"),
  );
});

test("what a customer changes is told to the shop, once and after what was said", async () => {
  const { channel, send, write, does, did, received, phoneMessages } = connection();
  await channel.scan();
  await write("Quero dez", "C1");
  await send("São R$ 20", "M1");
  expect(await does("edits", "C1", "Quero doze")).toMatchObject({
    body: "Quero doze",
    edited: true,
  });
  await does("reacts", "M1", "👍");
  await does("reacts", "M1", "");
  await channel.fault({ disconnect: true });
  await write("Esquece", "C2");
  await does("deletes", "C2");
  await does("deletes", "C1");
  expect(did).toHaveLength(3);
  await channel.fault({ disconnect: false });
  const from = { ids: [bia], name: "Bia" };
  expect(did).toMatchObject([
    { what: "edited", to: "C1", from, body: "Quero doze" },
    { what: "reacted", to: "M1", emoji: "👍" },
    { what: "reacted", to: "M1", emoji: "" },
    { what: "deleted", to: "C2", from },
    { what: "deleted", to: "C1" },
  ]);
  expect(bodies(received)).toEqual(["Quero dez", "Esquece"]);
  expect(phoneMessages()).toMatchObject([
    { id: "C1", deleted: true, body: "" },
    { id: "M1" },
    { id: "C2", deleted: true, body: "" },
  ]);
});

test("nobody changes what isn't theirs, or isn't there any more", async () => {
  const { channel, send, write, does, did } = connection();
  await channel.scan();
  await send("São R$ 20", "M1");
  await write("Oi", "C1");
  await write("", "C2", "audio/ogg");
  expect([
    await does("edits", "M1", "São R$ 2"),
    await does("deletes", "M1"),
    await does("edits", "C2", "Oi"),
    await does("reacts", "none", "👍"),
  ]).toEqual(Array(4).fill(undefined));
  expect(
    await channel.do("5511955554444", { to: "C1", does: "deletes", body: "" }),
  ).toBeUndefined();
  await does("deletes", "C1");
  expect([await does("edits", "C1", "Olá"), await does("deletes", "C1"), did.length]).toEqual([
    undefined,
    undefined,
    1,
  ]);
});

test("a customer sends a place, contacts, and a voice that says how long it is", async () => {
  const { channel, received, phoneMessages } = connection();
  await channel.scan();
  const base = { number: bia.value, name: "Bia", body: "", quotedMsgId: null, group: null };
  const place = { latitude: -23.55, longitude: -46.63, name: "Praça da Sé", address: "" };
  await channel.write({ ...base, id: "C1", place });
  await channel.write({
    ...base,
    id: "C2",
    contacts: [{ name: "Nina; a da feira", number: "5511977770002" }],
  });
  await channel.write({
    ...base,
    id: "C3",
    file: file("audio/ogg"),
    seconds: 2.5,
    waveform: [10, 100],
  });
  expect(received.map(({ content }) => content)).toMatchObject([
    { kind: "locationMessage", place: { ...place, live: false } },
    {
      kind: "vcard",
      cards: [
        "BEGIN:VCARD\nVERSION:3.0\nFN:Nina\\; a da feira\nTEL;type=CELL;waid=5511977770002:+5511977770002\nEND:VCARD",
      ],
    },
    { kind: "audio", file: { voice: true, seconds: 2.5, waveform: [10, 100] } },
  ]);
  expect(phoneMessages()).toMatchObject([
    { type: "locationMessage", place },
    { type: "vcard", body: "👤 Nina; a da feira" },
    { type: "audio", seconds: 2.5 },
  ]);
});

test("a phone is linked by the code that was asked for last", async () => {
  const { channel, statuses } = connection();
  expect(await channel.pair("")).toBe(false);
  const old = await channel.pairingCode(bia.value);
  const code = await channel.pairingCode(bia.value);
  expect([await channel.pair(old), statuses]).toEqual([false, []]);
  expect(await channel.pair(`${code.slice(0, 4)}-${code.slice(4)}`.toLowerCase())).toBe(true);
  expect(statuses).toMatchObject([{ status: "CONNECTED" }]);
  expect(await channel.pair(code)).toBe(false);
});

test("who types is told while the shop looks, and sees the shop type", async () => {
  const { channel, typed, answered } = connection();
  await channel.typing([bia], true);
  await channel.scan();
  channel.type(bia.value, "composing");
  await channel.watch([bia]);
  channel.type(bia.value, "recording");
  channel.type(bia.value, "paused");
  await channel.watch(null);
  channel.type(bia.value, "composing");
  expect(typed).toEqual([
    [bia.value, "recording"],
    [bia.value, "paused"],
  ]);

  await channel.typing([{ type: "lid", value: "77" }, bia], true);
  await channel.typing([bia], false);
  await channel.typing([{ type: "group", value: "1203" }], true);
  expect(answered).toEqual([
    [bia.value, true],
    [bia.value, false],
  ]);
});

test("the network knows who is on it, while the connection is up", async () => {
  const { channel, write, send, phoneMessages } = connection();
  expect(await channel.pairingCode("5511955554444")).toMatch(/^[0-9A-F]{8}$/);
  const requests = () => [
    channel.check(["5511955554444"]),
    channel.people(),
    channel.group("1203"),
    channel.picture(),
    channel.block(),
    whole(channel.fetch("A1")),
    channel.read([]),
    channel.react({ id: "A1", chat: [bia], ours: false }, "👍"),
  ];
  for (const each of await Promise.allSettled(requests()))
    expect(each).toMatchObject({ status: "rejected", reason: expect.any(Unreachable) as unknown });
  await channel.scan();
  await write("Oi");
  await write("Bom dia", "G1", undefined, { id: "1203", subject: "Padeiros" });
  expect(await channel.check(["5511955554444"])).toEqual(
    new Map([["5511955554444", [{ type: "phone", value: "5511955554444" }]]]),
  );
  expect(await channel.people()).toEqual([{ ids: [bia], name: "Bia" }]);
  expect(await channel.group("1203")).toEqual({
    subject: "Padeiros",
    people: [{ ids: [bia], name: "Bia" }],
  });
  expect(await channel.picture()).toBeUndefined();
  await channel.block();
  await send("Por aqui", "M1", [{ type: "lid", value: "77" }, bia]);
  expect(phoneMessages().at(-1)).toMatchObject({ id: "M1", number: bia.value });
  expect(channel.send({ id: "M2", to: [], content: { kind: "chat", body: "Oi" } })).rejects.toEqual(
    new Refused("ERR_WAPP_INVALID_CONTACT"),
  );
});

test("a group's messages come from who wrote them, in the group", async () => {
  const { channel, received, write } = connection();
  await channel.scan();
  await write("Bom dia", "G1", undefined, { id: "1203", subject: "Padeiros" });
  expect(received).toMatchObject([
    {
      chat: { ids: [{ type: "group", value: "1203" }], name: "Padeiros" },
      from: { ids: [bia], name: "Bia" },
    },
  ]);
});

test("a network's file from before files had names still opens", async () => {
  const path = join(folder(), "network.sqlite");
  const before = connection({ path });
  await before.write("Oi");
  before.network.close();
  using file = new Database(path);
  for (const column of ["fileName", "reaction", "answer", "edited", "deleted", "more", "file"])
    file.run(`ALTER TABLE messages DROP COLUMN ${column}`);
  file.run("ALTER TABLE actions RENAME TO deeds");

  const after = connection({ path });
  await after.channel.scan();
  await after.send("Já sai!", "M1");
  await after.channel.react({ id: "M1", chat: [bia], ours: true }, "👍");
  expect(after.phoneMessages()).toMatchObject([
    { body: "Oi" },
    { body: "Já sai!", reaction: "👍" },
  ]);
});

test("the network outlives the box", async () => {
  const path = join(folder(), "network.sqlite");
  const before = connection({ path });
  await before.channel.scan();
  await before.send("Já sai!", "M1");
  await before.channel.fault({ disconnect: true });
  await before.write("Oi");
  before.network.close();

  const after = connection({ path });
  await after.channel.start();
  expect(bodies(after.received)).toEqual(["Oi"]);
  expect(after.phone()).toEqual(["Já sai!", "Oi"]);
});

test("the phones receive and read by themselves as they are told, also what had waited for them", async () => {
  const { channel, acks, send, network } = connection();
  await channel.scan();
  await send("Um", "A1");
  await Bun.sleep(0);
  expect([acks, network.receipts(1)]).toEqual([[], null]);
  await channel.fault({ receipts: "delivered" });
  await send("Dois", "A2");
  await until(() => acks.length === 2);
  expect(acks).toEqual([
    ["A1", 2],
    ["A2", 2],
  ]);
  await channel.fault({ receipts: "read" });
  expect(acks.slice(2)).toEqual([
    ["A1", 3],
    ["A2", 3],
  ]);
  await send("Três", "A3");
  await until(() => acks.length === 5);
  expect(acks.at(-1)).toEqual(["A3", 3]);
  await channel.fault({ receipts: "none" });
  await send("Quatro", "A4");
  await Bun.sleep(0);
  expect(acks).toHaveLength(5);
});
