import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateWAMessage, proto, type WAMessage } from "@whiskeysockets/baileys";
import { Refused, type Identifier, type OutboundMessage } from "../channel.ts";
import { decode } from "./decode.ts";
import { keyOf, encode, type Extras } from "./encode.ts";

const folder = mkdtempSync(join(tmpdir(), "speaks-"));
afterAll(() => rmSync(folder, { recursive: true }));

const path = join(folder, "kept");
await Bun.write(path, "x".repeat(1000));

const [phone, lid, group]: Identifier[] = [
  { type: "phone", value: "5511988880001" },
  { type: "lid", value: "123456789012345" },
  { type: "group", value: "120363021234567890" },
];
const me = "5511977770000:7@s.whatsapp.net";
const card = (name: string) =>
  `BEGIN:VCARD\nVERSION:3.0\nFN:${name}\nTEL;waid=5511966660000:+5511966660000\nEND:VCARD`;
const file = (name: string, type: string, more: object = {}) => ({
  path,
  name,
  type,
  size: 1000,
  ...more,
});
const image: OutboundMessage["content"] = {
  kind: "image",
  body: "Bolo",
  file: file("bolo.jpg", "image/jpeg"),
};
const complaints: unknown[] = [];
const logger = {
  level: "trace",
  child: () => logger,
  trace() {},
  debug: (...words: unknown[]) => void complaints.push(words),
  info() {},
  warn: (...words: unknown[]) => void complaints.push(words),
  error: (...words: unknown[]) => void complaints.push(words),
};

/** Encodes a message, and decodes it as its receivers do. */
async function sent(
  content: OutboundMessage["content"],
  more: { to?: Identifier[]; quoted?: OutboundMessage["quoted"]; extras?: Extras } = {},
) {
  const to = more.to ?? [phone!, lid!];
  const wire = encode(
    { id: "3EB0AB", to, content, ...(more.quoted && { quoted: more.quoted }) },
    more.extras,
  );
  const jid = keyOf({ id: "", chat: to, ours: true }).remoteJid!;
  const upload = async () => ({ mediaUrl: "https://mmg.whatsapp.net/v/1", directPath: "/v/1" });
  const full = await generateWAMessage(jid, wire.content, {
    ...wire.options,
    userJid: me,
    upload,
    logger,
    getUrlInfo: () => expect.unreachable("a link was looked at"),
  });
  expect(full.key).toMatchObject({ id: "3EB0AB", remoteJid: jid, fromMe: true });
  return proto.Message.decode(proto.Message.encode(full.message!).finish());
}

/** The same, in our words. */
const understood = async (
  content: OutboundMessage["content"],
  more: Parameters<typeof sent>[1] = {},
) => {
  const [only] = decode({
    key: { id: "3EB0AB", remoteJid: "123456789012345@lid" },
    message: await sent(content, more),
  } as WAMessage);
  return only?.what === "message" ? only : undefined;
};

test("a text goes as it is, and nobody looks at its links", async () => {
  const message = await sent({ kind: "chat", body: "Veja https://loja.example 😀" });
  expect(message.extendedTextMessage).toMatchObject({ text: "Veja https://loja.example 😀" });
  expect(message.extendedTextMessage!.title).toBeNull();
});

test("a photo has its caption, its type and its small picture", async () => {
  const thumbnail = { jpegThumbnail: Buffer.from([0xff, 0xd8, 1, 2]), width: 100, height: 50 };
  const { imageMessage } = await sent(image, { extras: { thumbnail } });
  expect(imageMessage).toMatchObject({
    caption: "Bolo",
    mimetype: "image/jpeg",
    directPath: "/v/1",
    width: 100,
    height: 50,
  });
  expect(Buffer.from(imageMessage!.jpegThumbnail!)).toEqual(thumbnail.jpegThumbnail);
  expect(Number(imageMessage!.fileLength)).toBe(1000);
});

test("a photo without a small picture has none, and none is made", async () => {
  complaints.length = 0;
  const { imageMessage } = await sent({ ...image, body: "" });
  expect([imageMessage!.jpegThumbnail, imageMessage!.caption]).toEqual([null, null]);
  expect(complaints.filter((words) => /extra info|thumb/.test(JSON.stringify(words)))).toEqual([]);
});

test("a video starts no program to look into it", async () => {
  complaints.length = 0;
  const { videoMessage } = await sent({
    kind: "video",
    body: "Forno",
    file: file("forno.mp4", "video/mp4", { seconds: 12.4 }),
  });
  expect(videoMessage).toMatchObject({
    caption: "Forno",
    mimetype: "video/mp4",
    seconds: 12,
    jpegThumbnail: null,
  });
  expect(complaints.filter((words) => /thumb/.test(JSON.stringify(words)))).toEqual([]);
});

test("a voice note says that it is one, how long it is and how it looks", async () => {
  const waveform = Array.from({ length: 64 }, (_, at) => at * 3);
  const { audioMessage } = await sent({
    kind: "audio",
    body: "",
    file: file("voz.ogg", "audio/ogg", { voice: true, seconds: 0.7, waveform }),
  });
  expect(audioMessage).toMatchObject({ ptt: true, seconds: 1, mimetype: "audio/ogg; codecs=opus" });
  expect([...audioMessage!.waveform!]).toEqual(waveform.map((point) => Math.min(100, point)));
});

test("a voice note without a waveform has none", async () => {
  complaints.length = 0;
  const { audioMessage } = await sent({
    kind: "audio",
    body: "",
    file: file("voz.ogg", "audio/ogg", { voice: true, seconds: 2 }),
  });
  expect(audioMessage!.waveform).toBeNull();
  expect(JSON.stringify(complaints)).not.toContain("waveform");
});

test("a song is no voice note", async () => {
  const { audioMessage } = await sent({
    kind: "audio",
    body: "",
    file: file("musica.mp3", "audio/mpeg", { seconds: 180 }),
  });
  expect(audioMessage).toMatchObject({
    ptt: false,
    seconds: 180,
    mimetype: "audio/mpeg",
    waveform: null,
  });
});

test("a song whose length is not known is not looked through for it", async () => {
  complaints.length = 0;
  for (const voice of [true, false]) {
    const { audioMessage } = await sent({
      kind: "audio",
      body: "",
      file: file("musica.mp3", "audio/mpeg", { voice }),
    });
    expect(audioMessage!.seconds).toBeNull();
  }
  expect(JSON.stringify(complaints)).not.toContain("duration");
});

test("a document keeps its name", async () => {
  const { documentMessage } = await sent({
    kind: "application",
    body: "Segue",
    file: file("Orçamento 12.pdf", "application/pdf"),
  });
  expect(documentMessage).toMatchObject({
    fileName: "Orçamento 12.pdf",
    mimetype: "application/pdf",
    caption: "Segue",
  });
});

test("a sticker is a sticker", async () => {
  expect(
    (await sent({ kind: "sticker", body: "", file: file("gato.webp", "image/webp") }))
      .stickerMessage,
  ).toMatchObject({ mimetype: "image/webp", directPath: "/v/1" });
});

test("one contact goes alone, several in a list", async () => {
  const one = await sent({ kind: "vcard", cards: [card("Rui\\, o Chefe")] });
  expect(one.contactMessage).toMatchObject({
    displayName: "Rui, o Chefe",
    vcard: card("Rui\\, o Chefe"),
  });
  expect(
    (await sent({ kind: "vcard", cards: [card("Rui"), card("Ana")] })).contactsArrayMessage,
  ).toMatchObject({ displayName: "Rui +1" });
  const several = await sent({
    kind: "vcard",
    cards: [
      card("Rui"),
      "BEGIN:VCARD\r\nitem1.FN;CHARSET=UTF-8:Ana\r\nEND:VCARD",
      "BEGIN:VCARD\nEND:VCARD",
    ],
  });
  expect(several.contactsArrayMessage).toMatchObject({
    displayName: "Rui +2",
    contacts: [{ displayName: "Rui" }, { displayName: "Ana" }, { displayName: "" }],
  });
});

test("no contact is nothing to send", () => {
  expect(() => encode({ id: "1", to: [phone!], content: { kind: "vcard", cards: [] } })).toThrow(
    new Refused("ERR_SENDING_WAPP_MSG"),
  );
});

test("a place has degrees, and name and address where there are any", async () => {
  const place = {
    latitude: -23.55,
    longitude: -46.63,
    name: "Padaria",
    address: "Rua A, 1",
    live: false,
  };
  expect((await sent({ kind: "locationMessage", place })).locationMessage).toMatchObject({
    degreesLatitude: -23.55,
    degreesLongitude: -46.63,
    name: "Padaria",
    address: "Rua A, 1",
  });
  expect(
    (await sent({ kind: "locationMessage", place: { ...place, name: "", address: "" } }))
      .locationMessage,
  ).toMatchObject({ name: null, address: null, jpegThumbnail: null });
  expect(
    (await sent({ kind: "locationMessage", place: { ...place, thumbnail: Uint8Array.of(1, 2) } }))
      .locationMessage!.jpegThumbnail,
  ).toHaveLength(2);
});

const contents: [string, OutboundMessage["content"]][] = [
  ["a text", { kind: "chat", body: "Oi\n*tudo bem?*" }],
  ["a photo", image],
  ["a video", { kind: "video", body: "", file: file("v.mp4", "video/mp4", { seconds: 3 }) }],
  [
    "a voice note",
    {
      kind: "audio",
      body: "",
      file: file("v.ogg", "audio/ogg", {
        seconds: 3,
        voice: true,
        waveform: Array.from({ length: 64 }, (_, at) => at),
      }),
    },
  ],
  [
    "a song",
    { kind: "audio", body: "", file: file("m.mp3", "audio/mpeg", { seconds: 3, voice: false }) },
  ],
  [
    "a document",
    { kind: "application", body: "Segue", file: file("3EB0AB.pdf", "application/pdf") },
  ],
  ["a sticker", { kind: "sticker", body: "", file: file("s.webp", "image/webp") }],
  ["a contact", { kind: "vcard", cards: [card("Rui")] }],
  ["contacts", { kind: "vcard", cards: [card("Rui"), card("Ana")] }],
  [
    "a place",
    {
      kind: "locationMessage",
      place: { latitude: 1.5, longitude: -2.25, name: "Sé", address: "Centro", live: false },
    },
  ],
];

test.each(contents)("%s is heard as it was said", async (_, content) => {
  const {
    path: _path,
    name: _name,
    ...rest
  } = "file" in content && content.file ? content.file : { path: "", name: "" };
  const expected =
    "file" in content && content.file
      ? { ...content, file: { ...rest, name: `3EB0AB.${/\w+$/.exec(content.file.name)![0]}` } }
      : content;
  expect((await understood(content))?.content).toEqual(expected as never);
});

test.each(contents)("%s quotes what a customer said", async (_, content) => {
  const quoted = { id: "3A01", chat: [phone!, lid!], ours: false, body: "Quanto é?" };
  const message = await sent(content, { quoted });
  const { contextInfo } = Object.values(message).find(
    (value: { contextInfo?: unknown } | null) => value?.contextInfo,
  ) as { contextInfo: proto.IContextInfo };
  expect(contextInfo).toMatchObject({
    stanzaId: "3A01",
    participant: "123456789012345@lid",
    quotedMessage: { conversation: "Quanto é?" },
  });
  expect((await understood(content, { quoted }))?.quotedId).toBe("3A01");
});

const context = async (
  quoted: NonNullable<OutboundMessage["quoted"]>,
  more: { to?: Identifier[]; extras?: Extras } = {},
) =>
  (await sent({ kind: "chat", body: "Sim" }, { quoted, ...more })).extendedTextMessage!
    .contextInfo!;

test("a quote names no other conversation, even where the message goes to another name of the same customer", async () => {
  const quoted = { id: "3A01", chat: [phone!], ours: false, body: "Quanto é?" };
  expect(await context(quoted, { to: [phone!] })).toMatchObject({
    participant: "5511988880001@s.whatsapp.net",
    remoteJid: null,
  });
  expect(await context(quoted, { to: [lid!] })).toMatchObject({
    participant: "5511988880001@s.whatsapp.net",
    remoteJid: null,
  });
});

test("a quote of ours is from us, one in a group from who wrote it", async () => {
  expect(
    await context({ id: "3A01", chat: [phone!, lid!], ours: true, body: "R$ 30" }),
  ).toMatchObject({ participant: "5511977770000@s.whatsapp.net" });
  const inGroup = {
    id: "3A01",
    chat: [group!],
    ours: false,
    from: [phone!, lid!],
    body: "Quanto é?",
  };
  expect(await context(inGroup, { to: [group!] })).toMatchObject({
    participant: "123456789012345@lid",
  });
});

test("a quote shows what was said where it is known, and leaves it as it was", async () => {
  const original = proto.Message.fromObject({
    imageMessage: { caption: "Este", directPath: "/v", contextInfo: { stanzaId: "3A00" } },
  });
  const quoted = { id: "3A01", chat: [phone!], ours: false, body: "Este" };
  const { quotedMessage } = await context(quoted, { to: [phone!], extras: { quoted: original } });
  expect(quotedMessage!.imageMessage).toMatchObject({ caption: "Este", contextInfo: null });
  expect(original.imageMessage!.contextInfo!.stanzaId).toBe("3A00");
});

test("a quote of what has no content is made of its text", async () => {
  const quoted = { id: "3A01", chat: [phone!], ours: false, body: "Este" };
  for (const empty of [{}, { messageContextInfo: {} }, { ephemeralMessage: {} }])
    expect(await context(quoted, { to: [phone!], extras: { quoted: empty } })).toMatchObject({
      quotedMessage: { conversation: "Este" },
    });
});

test("a message's key names the conversation, and in a group the writer", () => {
  expect(keyOf({ id: "1", chat: [phone!, lid!], ours: false, from: [phone!] })).toEqual({
    remoteJid: "123456789012345@lid",
    id: "1",
    fromMe: false,
  });
  expect(keyOf({ id: "1", chat: [phone!], ours: true })).toEqual({
    remoteJid: "5511988880001@s.whatsapp.net",
    id: "1",
    fromMe: true,
  });
  expect(keyOf({ id: "1", chat: [group!], ours: false, from: [phone!, lid!] })).toEqual({
    remoteJid: "120363021234567890@g.us",
    id: "1",
    fromMe: false,
    participant: "123456789012345@lid",
  });
  expect(keyOf({ id: "1", chat: [group!], ours: true, from: [phone!] })).toEqual({
    remoteJid: "120363021234567890@g.us",
    id: "1",
    fromMe: true,
  });
});

test("a conversation that nobody is known to have has no key", () => {
  expect(() => keyOf({ id: "1", chat: [], ours: true })).toThrow(
    new Refused("ERR_WAPP_INVALID_CONTACT"),
  );
});

test("a reaction, an edit and a deletion name the message in their key", async () => {
  const key = keyOf({ id: "3A01", chat: [group!], ours: false, from: [lid!] });
  const options = { userJid: me, upload: () => expect.unreachable(), messageId: "3EB0AC" };
  const done = async (content: Parameters<typeof generateWAMessage>[1]) =>
    decode({
      key: { id: "3EB0AC", remoteJid: key.remoteJid, fromMe: true },
      message: (await generateWAMessage(key.remoteJid!, content, options)).message,
    } as WAMessage)[0];
  expect(await done({ react: { text: "👍", key } })).toMatchObject({
    what: "reaction",
    to: "3A01",
    emoji: "👍",
    from: null,
  });
  expect(await done({ text: "Novo", edit: key, linkPreview: null })).toMatchObject({
    what: "edit",
    to: "3A01",
    body: "Novo",
  });
  expect(await done({ delete: key })).toMatchObject({ what: "deletion", to: "3A01" });
});
