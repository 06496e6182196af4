import { expect, spyOn } from "bun:test";
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  OggOutputFormat,
  Output,
} from "mediabunny";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Files } from "../kit/files/files.ts";
import { media } from "../kit/db/media.ts";
import { bia, box, dot, encomendas, idOf, test, until } from "../testing/world.ts";
import { manySamplesInAChunk, manySamplesOfOpus } from "../testing/hostile/mp4.ts";
import { limits } from "../kit/files/voice-note.ts";
import { uploadLimit } from "../shared/limits.ts";
import { end } from "../modules/identities/sessions.ts";
import { messages, type Message } from "../modules/messages/table.ts";

const fixture = (name: string) =>
  Bun.file(join(import.meta.dir, "../testing/fixtures", name)).bytes();
const webp = new Uint8Array(
  Buffer.from("UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA", "base64"),
);

const page = new TextEncoder().encode("<!doctype html><script>alert(1)</script>");

async function talking() {
  const shop = await box();
  const ticket = shop.ticket({ contactId: bia.id, status: "open", userId: idOf.ana });
  const ana = shop.as("ana");
  const send = (fields: Record<string, string | string[]>, ...files: File[]) => {
    const form = new FormData();
    for (const [name, values] of Object.entries(fields))
      for (const value of [values].flat()) form.append(name, value);
    for (const file of files) form.append("medias", file);
    return ana.post<Message[]>(`/messages/${ticket.id}`, form);
  };
  const say = (body: object) => ana.post<Message[]>(`/messages/${ticket.id}`, body);
  const folder = join(shop.db.files.folder, "incoming");
  return {
    ...shop,
    ticket,
    another: shop.ticket,
    ana,
    send,
    say,
    incoming: () => (existsSync(folder) ? readdirSync(folder) : []),
    rows: () => shop.db.select().from(messages).all(),
  };
}

test("a browser's recording is sent as a voice note that phones play", async () => {
  const shop = await talking();
  const {
    status,
    body: [message],
  } = await shop.send({ voice: "true" }, new File([await fixture("voice.webm")], "gravação.webm"));
  expect(status).toBe(201);
  expect(message).toMatchObject({
    mediaType: "audio",
    mediaName: "gravação.ogg",
    media: { voice: true, seconds: 2 },
  });
  expect(message!.media!.type).toStartWith("audio/ogg");
  expect(message!.media!.waveform).toHaveLength(64);
  const played = await fetch(shop.url + message!.mediaUrl!, { headers: { range: "bytes=0-3" } });
  expect([played.status, played.headers.get("content-type"), await played.text()]).toEqual([
    206,
    message!.media!.type,
    "OggS",
  ]);
});

test("a recording without sound, or too short, is refused and not stored", async () => {
  const shop = await talking();
  expect(await shop.send({ voice: "true" }, new File([dot], "gravação.webm"))).toMatchObject({
    status: 422,
    body: { error: "ERR_MEDIA_TYPE", fields: { medias: "invalid" } },
  });
  expect(
    await shop.send({ voice: "true" }, new File([await moment()], "gravação.webm")),
  ).toMatchObject({
    status: 422,
    body: { error: "ERR_VALIDATION", fields: { medias: "too_short" } },
  });
  expect([shop.rows(), shop.db.select().from(media).all()]).toEqual([[], []]);
});

test("any file can be sent, and one that a browser could execute is served as a download", async () => {
  const shop = await talking();
  const { status, body } = await shop.send(
    { body: ["A nota", "A broa"] },
    new File([page], "nota.html", { type: "text/html" }),
    new File([dot], "broa.png"),
  );
  expect([status, body.map(({ mediaType, body }) => [mediaType, body])]).toEqual([
    201,
    [
      ["application", "A nota"],
      ["image", "A broa"],
    ],
  ]);
  const served = await fetch(shop.url + body[0]!.mediaUrl!);
  expect([
    served.headers.get("content-type"),
    served.headers.get("content-disposition"),
    served.headers.get("x-content-type-options"),
  ]).toEqual(["application/octet-stream", "attachment; filename*=UTF-8''nota.html", "nosniff"]);
});

test("files have their limits", async () => {
  const shop = await talking();
  const file = (size: number) => new File([new Uint8Array(size)], "a.bin");
  expect(await shop.send({}, file(10), file(uploadLimit + 1))).toMatchObject({
    status: 413,
    body: { error: "ERR_TOO_LARGE" },
  });
  expect(await shop.send({}, file(10), file(0))).toMatchObject({
    status: 422,
    body: { fields: { medias: "required" } },
  });
  expect(await shop.send({}, ...Array.from({ length: 11 }, () => file(1)))).toMatchObject({
    status: 422,
  });
  expect(await shop.send({}, ...Array.from({ length: 11 }, () => file(1)))).toMatchObject({
    body: { error: "ERR_VALIDATION", fields: { medias: "too_long" } },
  });
  expect(shop.rows()).toEqual([]);
  expect(await shop.send({}, file(uploadLimit))).toMatchObject({
    status: 201,
    body: [{ mediaType: "application" }],
  });
});

test("captions and quotes may come after the files, and a form's text stays text", async () => {
  const shop = await talking();
  const {
    body: [quoted],
  } = await shop.say({ body: "Qual?" });
  const form = new FormData();
  form.append("medias", new File([dot], "../../pão 🍞.png"));
  form.append("quotedMsg", JSON.stringify({ id: quoted!.id }));
  form.append("medias", new File([page], "nota\r\n.html"));
  for (const body of ["true", "[1]"]) form.append("body", body);
  const { status, body } = await shop.ana.post<Message[]>(`/messages/${shop.ticket.id}`, form);
  expect([
    status,
    body.map(({ body, mediaName, quotedMsg }) => [body, mediaName, quotedMsg?.id]),
  ]).toEqual([
    201,
    [
      ["true", "pão 🍞.png", quoted!.id],
      ["[1]", "nota%0D%0A.html", undefined],
    ],
  ]);
  expect(await shop.send({ quotedMsg: "{" }, new File([dot], "a.png"))).toMatchObject({
    status: 400,
    body: { error: "ERR_MALFORMED" },
  });
  expect(await shop.send({ contactIds: "[null]" }, new File([dot], "a.png"))).toMatchObject({
    status: 422,
    body: { fields: { "contactIds.0": "required" } },
  });
  expect(
    await shop.ana.post(`/messages/${shop.ticket.id}`, {
      medias: [{ path: "/etc/passwd", name: "a", size: 1, sha256: "0" }],
    }),
  ).toMatchObject({ status: 422, body: { fields: { medias: "invalid" } } });
  await until(() => shop.incoming().length === 0);
});

test("nothing is stored for users who may not send, or on routes that take no files", async () => {
  const shop = await talking();
  const received = spyOn(Files.prototype, "receive");
  const form = () => {
    const form = new FormData();
    form.append("medias", new File([new Uint8Array(9_000_000)], "a.bin"));
    form.append("body", "Oi");
    return form;
  };
  const other = shop.another({ queueId: encomendas, status: "open", userId: idOf.caio });
  expect(await shop.stranger.post(`/messages/${shop.ticket.id}`, form())).toMatchObject({
    status: 401,
  });
  expect(await shop.ana.post(`/messages/${other.id}`, form())).toMatchObject({ status: 404 });
  expect(await shop.ana.post("/messages/777", form())).toMatchObject({ status: 404 });
  expect(await shop.ana.post("/messages/x", form())).toMatchObject({ status: 404 });
  expect(await shop.ana.post(`/messages/${shop.ticket.id}/read`, form())).toMatchObject({
    status: 400,
    body: { error: "ERR_CONTENT_TYPE" },
  });
  expect(await shop.ana.post("/tickets", form())).toMatchObject({ status: 422 });
  expect(await shop.stranger.post("/auth/login", form())).toMatchObject({ status: 422 });
  const empty = await fetch(`${shop.url}/api/messages/${shop.ticket.id}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${await shop.ana.token}`,
      "content-type": "multipart/form-data; boundary=x",
    },
    body: "",
  });
  expect(empty.status).toBe(422);
  expect(received).not.toHaveBeenCalled();
  received.mockRestore();
});

test("a user whose session ends during the upload is refused", async () => {
  const shop = await talking();
  const caller = await open(shop, { size: 1_000_000 });
  await caller.send(500_000);
  await until(() => shop.incoming().length === 1);
  end(shop.control, shop.ana.session);
  await caller.send(500_000);
  caller.close();
  expect(await caller.answer()).toStartWith("HTTP/1.1 401");
  await until(() => shop.incoming().length === 0);
  expect(shop.rows()).toEqual([]);
});

test("a file over the limit is refused while it is still being uploaded", async () => {
  const shop = await talking();
  const caller = await open(shop, { size: 30_000_000 });
  await caller.send(uploadLimit + 1);
  const answer = await caller.answer();
  expect(answer).toStartWith("HTTP/1.1 413");
  expect(answer).toContain('"fields":{"medias":"too_long"}');
  await until(() => shop.incoming().length === 0);
});

test("an upload that breaks off leaves nothing behind", async () => {
  const shop = await talking();
  const caller = await open(shop, { size: 5_000_000 });
  await caller.send(2_000_000);
  await until(() => shop.incoming().length === 1);
  caller.drop();
  await until(() => shop.incoming().length === 0);
  expect([shop.rows(), shop.db.select().from(media).all()]).toEqual([[], []]);
});

test("a slow upload is waited for, and others are served meanwhile", async () => {
  const shop = await talking();
  const caller = await open(shop, { size: 200 });
  for (let at = 0; at < 200; at += 20) {
    await caller.send(20);
    expect(await shop.say({ body: `Texto ${at}` })).toMatchObject({ status: 201 });
  }
  caller.close();
  expect(await caller.answer()).toStartWith("HTTP/1.1 201");
  expect(shop.rows().at(-1)).toMatchObject({ mediaType: "application" });
});

test("a sticker is a WebP image", async () => {
  const shop = await talking();
  expect(await shop.send({ sticker: "true" }, new File([dot], "broa.png"))).toMatchObject({
    status: 422,
    body: { error: "ERR_MEDIA_TYPE" },
  });
  expect(await shop.send({ sticker: "true" }, new File([webp], "broa.webp"))).toMatchObject({
    status: 201,
    body: [{ mediaType: "sticker" }],
  });
});

test("a location and contacts can be sent as JSON, and in a form", async () => {
  const shop = await talking();
  const place = { latitude: -23.5, longitude: -46.6 };
  expect(await shop.say({ place })).toMatchObject({
    status: 201,
    body: [
      {
        mediaType: "locationMessage",
        body: "|https://maps.google.com/maps?q=-23.5%2C-46.6&z=17&hl=pt-BR|-23.5, -46.6",
      },
    ],
  });
  expect(await shop.say({ contactIds: [bia.id] })).toMatchObject({
    status: 201,
    body: [{ mediaType: "vcard", contacts: [{ name: "Bia", number: bia.number }] }],
  });
  expect(
    await shop.send({ body: "Aqui", place: JSON.stringify(place), contactIds: "[1]" }),
  ).toMatchObject({
    status: 201,
    body: [{ body: "Aqui" }, { mediaType: "locationMessage" }, { mediaType: "vcard" }],
  });
  expect(await shop.say({ place: { latitude: 91, longitude: 0 } })).toMatchObject({
    status: 422,
    body: { fields: { "place.latitude": "too_long" } },
  });
  expect(await shop.say({})).toMatchObject({ status: 422, body: { fields: { body: "required" } } });
});

test("a text that looks like code stays a text", async () => {
  const shop = await talking();
  for (const body of ['{"a":1}', "[1,2]", "{", "[x]"])
    expect((await shop.send({ body }, new File([dot], "broa.png"))).body[0]).toMatchObject({
      body,
      mediaType: "image",
    });
});

test("every kind reaches the phone as itself", async () => {
  const shop = await talking();
  const phone = await shop.phone();
  await phone.write("Onde fica?");
  await shop.send({ body: "Assim?" }, new File([dot], "broa.png"));
  await shop.say({ place: { latitude: -23.5, longitude: -46.6, name: "Padaria" } });
  await shop.say({ contactIds: [bia.id] });
  await until(() => (shop.clock.pass(50), phone.got().length === 3));
  expect(
    phone
      .shown()
      .filter(({ from }) => from === null)
      .map(({ type, body }) => [type, body]),
  ).toEqual([
    ["image", "Assim?"],
    ["locationMessage", "📍 Padaria\nhttps://maps.google.com/maps?q=-23.5,-46.6"],
    ["vcard", "👤 Bia"],
  ]);
});

test("a file that is made to keep the box busy goes as any other, and is no voice note", async () => {
  const shop = await talking();
  const before = { ...limits };
  Object.assign(limits, { time: 500 });
  try {
    for (const bytes of [manySamplesInAChunk(), manySamplesOfOpus()]) {
      const file = new File([bytes as Uint8Array<ArrayBuffer>], "bolo.mp4");
      const { status, body } = await shop.send({}, file);
      expect([status, body[0]!.mediaType]).toEqual([201, "video"]);
      expect(await shop.send({ voice: "true" }, file)).toMatchObject({
        status: 422,
        body: { error: "ERR_MEDIA_TYPE" },
      });
    }
  } finally {
    Object.assign(limits, before);
  }
  expect(shop.db.select({ seconds: media.seconds }).from(media).all()).toEqual([
    { seconds: null },
    { seconds: null },
  ]);
});

test("a message sent a moment ago can be cancelled without a trace", async () => {
  const shop = await talking();
  const {
    body: [message],
  } = await shop.say({ body: "Sai às dez", undo: true });
  expect(await shop.ana.delete(`/messages/${message!.id}?undo=true`)).toMatchObject({
    status: 200,
    body: {},
  });
  expect(shop.rows()).toEqual([]);
});

test("files for a ticket that is not open are not stored", async () => {
  const shop = await box();
  const ticket = shop.ticket({ contactId: bia.id });
  const form = new FormData();
  form.append("medias", new File([dot], "broa.png"));
  expect(await shop.as("ana").post(`/messages/${ticket.id}`, form)).toMatchObject({
    status: 409,
    body: { error: "ERR_TICKET_NOT_OPEN" },
  });
  expect(
    await Bun.file(
      shop.db.files.path(new Bun.CryptoHasher("sha256").update(dot).digest("hex")),
    ).exists(),
  ).toBe(false);
});

/** An upload of one file whose bytes the test sends. */
async function open(
  { url, ana, ticket }: Awaited<ReturnType<typeof talking>>,
  { size }: { size: number },
) {
  let received = "";
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port: Number(new URL(url).port),
    socket: {
      data: (_, data) => void (received += data.toString()),
      drain: () => drained?.(),
      error: () => {},
    },
  });
  let drained: (() => void) | undefined;
  const write = async (bytes: Uint8Array) => {
    for (let at = 0; at < bytes.length;) {
      const written = socket.write(bytes.subarray(at));
      if (written < 0) return;
      at += written;
      if (at < bytes.length) await new Promise<void>((go) => (drained = go));
    }
    socket.flush();
  };
  const [head, tail] = [
    '--limite\r\nContent-Disposition: form-data; name="medias"; filename="a.bin"\r\n\r\n',
    "\r\n--limite--\r\n",
  ].map((text) => Buffer.from(text)) as [Buffer, Buffer];
  const headers = [
    `POST /api/messages/${ticket.id} HTTP/1.1`,
    "Host: localhost",
    `Authorization: Bearer ${await ana.token}`,
    "Content-Type: multipart/form-data; boundary=limite",
    `Content-Length: ${head.length + size + tail.length}`,
  ];
  await write(Buffer.from(`${headers.join("\r\n")}\r\n\r\n${head.toString()}`));
  return {
    send: (count: number) => write(new Uint8Array(count)),
    close: () => void write(tail),
    drop: () => socket.terminate(),
    answer: async () => {
      await until(() => received.includes("}"));
      return received;
    },
  };
}

/** A recording of six tenths of a second. */
async function moment() {
  const [source, target] = [new EncodedAudioPacketSource("opus"), new BufferTarget()];
  const output = new Output({ format: new OggOutputFormat(), target });
  output.addAudioTrack(source);
  await output.start();
  const description = Buffer.from([
    ...Buffer.from("OpusHead"),
    1,
    1,
    0,
    0,
    0x80,
    0xbb,
    0,
    0,
    0,
    0,
    0,
  ]);
  for (let packet = 0; packet < 10; packet++) {
    await source.add(
      new EncodedPacket(Buffer.from([0x7b, 3, 0, 0, 0, 0]), "key", packet * 0.06, 0.06),
      { decoderConfig: { codec: "opus", sampleRate: 48_000, numberOfChannels: 1, description } },
    );
  }
  await output.finalize();
  return new Uint8Array(target.buffer!);
}

test("a message without visible characters is refused", async () => {
  const shop = await talking();
  for (const body of ["", "\u2800", "\u3164\u200b", "\u{e0041}", " \u200e\n"])
    expect(await shop.say({ body })).toMatchObject({
      status: 422,
      body: { fields: { body: "required" } },
    });
  expect(shop.rows()).toHaveLength(0);
});
