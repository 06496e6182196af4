import { expect, spyOn } from "bun:test";
import { eq } from "drizzle-orm";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../../build/repository.ts";
import { Practice } from "../../channel/practice/practice.ts";
import {
  balcao,
  bia,
  box,
  dot,
  fabrica,
  idOf,
  test,
  until,
  type Box,
} from "../../testing/world.ts";
import { uploadLimit } from "../../shared/limits.ts";
import type { PhoneMessage } from "../../shared/practice.ts";
import { messages, outbox, type Message } from "../messages/table.ts";

async function open() {
  const shop = await box();
  const phone = await shop.phone();
  const rui = shop.as("rui");
  const ana = shop.as("ana");
  const ticket = shop.ticket({ contactId: bia.id, status: "open", userId: idOf.ana });
  // A contact who has just written is answered without a pause.
  shop.message({ ticketId: ticket.id, read: true });
  const say = async (body: string) =>
    (await shop.as("ana").post<Message[]>(`/messages/${ticket.id}`, { body })).body[0]!;
  const sends = (fields: Record<string, string>, file: File) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ from: bia.number, ...fields }))
      form.append(name, value);
    form.append("media", file);
    return rui.post<PhoneMessage>(`/practice/${balcao}/messages`, form);
  };
  /** The file of a message on the phone, with its type. */
  const fileOf = async ({ media }: { media: string | null }) => {
    const answer = await fetch(`${shop.url}/api${media}`, {
      headers: { authorization: `Bearer ${await rui.token}` },
    });
    return [answer.headers.get("content-type"), await answer.bytes()];
  };
  const fault = (body: object) => rui.post(`/practice/${balcao}/faults`, body);
  return { ...shop, rui, ana, phone, say, sends, shown: fileOf, fault };
}

const acks = ({ db }: Pick<Box, "db">) =>
  db
    .select({ ack: messages.ack })
    .from(messages)
    .where(eq(messages.fromMe, true))
    .all()
    .map(({ ack }) => ack);

test("while the connection is down answers wait in the outbox, and are sent in order when it is up", async () => {
  const shop = await open();
  expect(await shop.fault({ disconnect: true })).toMatchObject({
    status: 200,
    body: { status: "DISCONNECTED" },
  });
  for (const body of ["Um", "Dois", "Três"]) await shop.say(body);
  await Bun.sleep(20);
  expect([acks(shop), shop.db.select().from(outbox).all().length, shop.phone.got()]).toEqual([
    [0, 0, 0],
    3,
    [],
  ]);

  expect(await shop.fault({ disconnect: false })).toMatchObject({ body: { status: "CONNECTED" } });
  await until(() => shop.phone.got().length === 3);
  expect(shop.phone.got()).toEqual(["Um", "Dois", "Três"]);
  await until(() => acks(shop).every((ack) => ack === 1));
});

test("a failed message does not delay the next", async () => {
  const shop = await open();
  await shop.fault({ failNext: 1, reason: "ERR_NUMBER_GONE" });
  for (const body of ["Um", "Dois"]) await shop.say(body);
  await until(() => acks(shop).every((ack) => ack !== 0));
  expect([acks(shop), shop.phone.got()]).toEqual([[-1, 1], ["Dois"]]);
});

test("a slow connection does not make the agent wait", async () => {
  const shop = await open();
  await shop.fault({ delayMs: 100 });
  const message = await shop.say("Já sai!");
  expect([message.ack, shop.phone.got()]).toEqual([0, []]);
  await until(() => shop.phone.got().length === 1);
});

test("after the session was ended, answers wait for the next linked phone", async () => {
  const shop = await open();
  expect(await shop.fault({ logout: true })).toMatchObject({ body: { status: "DISCONNECTED" } });
  await shop.say("Já sai!");
  expect(await shop.rui.post(`/whatsappsession/${balcao}`)).toMatchObject({
    body: { status: "qrcode" },
  });
  expect(shop.phone.got()).toEqual([]);
  await shop.rui.post(`/practice/${balcao}/scan`);
  await until(() => shop.phone.got().length === 1);
});

test("a customer writes with a picture, and reads what we answer", async () => {
  const shop = await open();
  const written = await shop.sends(
    { name: "Bia", body: "Igual a esta", id: "C1" },
    new File([dot], "broa.png"),
  );
  expect(written).toMatchObject({
    status: 201,
    body: { id: "C1", from: bia.number, type: "image", fileName: "broa.png", ack: 2 },
  });
  expect(await shop.shown(written.body)).toEqual(["image/png", dot]);
  expect(shop.db.select().from(messages).where(eq(messages.providerId, "C1")).get()).toMatchObject({
    mediaType: "image",
    body: "Igual a esta",
  });

  const { id } = await shop.say("Linda!");
  await until(() => shop.phone.got().length === 1);
  const reply = await shop.rui.get<PhoneMessage[]>(
    `/practice/${balcao}/messages?number=${encodeURIComponent("+55 11 98888-0001")}`,
  );
  expect(reply.body.map(({ from, body }) => [from, body])).toEqual([
    [bia.number, "Igual a esta"],
    [null, "Linda!"],
  ]);
  expect(
    await shop.rui.post(`/practice/${balcao}/acks`, { id: reply.body[1]!.id, ack: 3 }),
  ).toMatchObject({ status: 200, body: { ack: 3 } });
  expect(
    (await shop.as("ana").get<{ messages: Message[] }>(`/messages/${1}`)).body.messages.find(
      (message) => message.id === id,
    ),
  ).toMatchObject({ ack: 3 });
  expect(await shop.rui.get(`/practice/${balcao}/phones`)).toMatchObject({
    body: [{ number: bia.number, name: "Bia" }],
  });
  // A phone without a name has the name that the shop gave its contact.
  await shop.sends({ id: "C2", from: dani }, new File([dot], "bolo.png"));
  await until(
    () =>
      shop.db.sqlite.run("UPDATE contacts SET name = 'Dani' WHERE number = ?", [dani]).changes > 0,
  );
  expect(await shop.rui.get(`/practice/${balcao}/phones`)).toMatchObject({
    body: [
      { number: dani, name: "Dani" },
      { number: bia.number, name: "Bia" },
    ],
  });
});

test("our picture reaches the phone", async () => {
  const shop = await open();
  const form = new FormData();
  form.append("body", "Assim?");
  form.append("clientId", "tab-1-msg-1");
  form.append("medias", new File([dot], "broa.png", { type: "text/html" }));
  const { status, body } = await shop.as("ana").post<Message[]>("/messages/1", form);
  expect(status).toBe(201);
  expect(body).toMatchObject([{ mediaType: "image", mediaName: "broa.png", body: "Assim?" }]);
  const picture = await fetch(shop.url + body[0]!.mediaUrl!);
  expect([
    picture.status,
    picture.headers.get("content-type"),
    (await picture.bytes()).length,
  ]).toEqual([200, "image/png", dot.length]);
  const got = await until(() => shop.phone.shown().find(({ media }) => media));
  expect(await shop.shown(got)).toEqual(["image/png", dot]);

  form.set("medias", new File(["<script>"], "broa.png", { type: "image/png" }));
  form.set("clientId", "tab-1-msg-2");
  expect(await shop.as("ana").post("/messages/1", form)).toMatchObject({
    status: 201,
    body: [{ mediaType: "application" }],
  });
});

test("a small file may come within JSON", async () => {
  const shop = await open();
  const send = (id: string, type: string) =>
    shop.rui.post<PhoneMessage>(`/practice/${balcao}/messages`, {
      from: bia.number,
      media: `data:${type};base64,${btoa("%PDF-1.4 broa")}`,
      id,
    });
  expect(await send("C1", "application/pdf")).toMatchObject({
    status: 201,
    body: { type: "application", fileName: "C1.pdf" },
  });
  expect(await send("C2", "audio/ogg;codecs=opus")).toMatchObject({
    status: 201,
    body: { type: "audio", fileName: "C2.ogg" },
  });
  expect(await send("C3", "image/png;base64,<script>")).toMatchObject({
    status: 422,
    body: { fields: { media: "invalid" } },
  });
  const received = async () =>
    (await shop.as("ana").get<{ messages: Message[] }>("/messages/1")).body.messages
      .slice(1)
      .map(({ mediaType, mediaUrl, media }) => [mediaType, mediaUrl !== null, media?.type]);
  await until(async () => (await received()).every(([, here]) => here));
  // A file that claims to be audio but is not becomes a document.
  expect(await received()).toEqual([
    ["application", true, "application/pdf"],
    ["application", true, "application/pdf"],
  ]);
});

test("a voice in a container that looks like a video's is a voice, as long and as loud as its phone says", async () => {
  const shop = await open();
  const voice = new File(
    [await Bun.file(join(repository, "src/testing/fixtures/voice.webm")).bytes()],
    "voz.webm",
  );
  expect(
    await shop.sends({ type: "audio", seconds: "2.5", waveform: "[10,100]" }, voice),
  ).toMatchObject({
    status: 201,
    body: { type: "audio", fileName: "voz.webm", seconds: 2.5, waveform: [10, 100] },
  });
  expect(await shop.sends({ type: "audio", seconds: "long" }, voice)).toMatchObject({
    status: 400,
  });
  const message = await until(async () =>
    (await shop.ana.get<{ messages: Message[] }>("/messages/1")).body.messages
      .slice(1)
      .find(({ mediaUrl }) => mediaUrl),
  );
  expect(message).toMatchObject({
    mediaType: "audio",
    mediaName: "voz.webm",
    media: { voice: true, waveform: [10, 100] },
  });
});

test("a large file comes by form, up to what any upload may be, and is read for a practice phone alone", async () => {
  const shop = await open();
  const large = new File([new Uint8Array(uploadLimit)], "filme.bin");
  expect(await shop.sends({ id: "C1" }, large)).toMatchObject({
    status: 201,
    body: { type: "application", fileName: "filme.bin" },
  });
  expect(await shop.sends({ id: "C2" }, new File([large, "x"], "filme.bin"))).toMatchObject({
    status: 413,
    body: { error: "ERR_TOO_LARGE", fields: { media: "too_long" } },
  });
  expect(
    await shop.rui.post(`/practice/${balcao}/messages`, {
      from: bia.number,
      media: `data:image/png;base64,${"A".repeat(1024 * 1024)}`,
    }),
  ).toMatchObject({ status: 422, body: { fields: { media: "invalid" } } });
  expect(await shop.rui.post("/practice/99/messages", new FormData())).toMatchObject({
    status: 404,
  });
  expect(await shop.rui.get(`/practice/${balcao}/messages/none/file`)).toMatchObject({
    status: 404,
    body: { error: "ERR_NO_MESSAGE_FOUND" },
  });
  // The first message may still be on its way into the company.
  await until(() => readdirSync(join(shop.home, "media/1/incoming")).length === 0);
});

test("a message that was deleted on the phone is not downloaded any more", async () => {
  const shop = await open();
  const { body } = await shop.sends({ id: "C1" }, new File([dot], "broa.png"));
  await shop.rui.post(`/practice/${balcao}/messages`, {
    from: bia.number,
    to: "C1",
    does: "deletes",
  });
  expect(await shop.rui.get(body.media!)).toMatchObject({ status: 404 });
});

test("an unknown phone can't be written to", async () => {
  const shop = await open();
  expect(
    await shop.rui.post(`/practice/${fabrica}/messages`, { from: bia.number, body: "Oi" }),
  ).toMatchObject({ status: 404, body: { error: "ERR_NO_WAPP_FOUND" } });
  expect(
    await shop.rui.post(`/practice/99/messages`, { from: bia.number, body: "Oi" }),
  ).toMatchObject({ status: 404 });
  expect(
    await shop.rui.post(`/practice/${balcao}/messages`, { from: bia.number, body: "  " }),
  ).toMatchObject({ status: 422, body: { fields: { body: "required" } } });
  expect(await shop.rui.post(`/practice/${balcao}/acks`, { id: "none", ack: 3 })).toMatchObject({
    status: 404,
    body: { error: "ERR_NO_MESSAGE_FOUND" },
  });
  expect(
    await shop.as("ana").post(`/practice/${balcao}/messages`, { from: bia.number, body: "Oi" }),
  ).toMatchObject({ status: 403 });
});

test("admins see the phones live, agents don't", async () => {
  const shop = await open();
  const [his, hers] = await Promise.all([shop.listener(shop.rui), shop.listener(shop.as("ana"))]);
  await Promise.all([his.ready(), hers.ready()]);
  await shop.phone.write("Oi");
  expect(await his.receives(({ event }) => event === "practice")).toMatchObject({
    action: "message",
    whatsappId: balcao,
    message: { body: "Oi", from: bia.number },
  });
  await hers.receives(({ event }) => event === "appMessage");
  expect(hers.frames.some(({ event }) => event === "practice")).toBe(false);
});

test("a customer edits, reacts and deletes, and the shop sees it", async () => {
  const shop = await open();
  const does = (body: object) =>
    shop.rui.post<PhoneMessage>(`/practice/${balcao}/messages`, { from: bia.number, ...body });
  const ours = async () =>
    (await shop.as("ana").get<{ messages: Message[] }>("/messages/1")).body.messages;
  await does({ body: "Quero dez", id: "C1" });
  const { id } = await shop.say("São R$ 20");
  await until(() => shop.phone.got().length === 1);
  const { providerId } = shop.db.select().from(messages).where(eq(messages.id, id)).get()!;

  expect(await does({ to: "C1", does: "edits", body: "Quero doze" })).toMatchObject({
    status: 200,
    body: { body: "Quero doze", edited: true },
  });
  expect(await does({ to: providerId, does: "reacts", body: "👍" })).toMatchObject({
    status: 200,
    body: { answer: "👍" },
  });
  expect(await ours()).toMatchObject([
    {},
    { body: "Quero doze", isEdited: true },
    { id, reactions: [{ emoji: "👍" }] },
  ]);
  expect(await does({ to: "C1", does: "deletes" })).toMatchObject({
    status: 200,
    body: { body: "", deleted: true },
  });
  expect((await ours())[1]).toMatchObject({ body: "", isDeleted: true });

  expect(await does({ to: providerId, does: "edits", body: "São R$ 2" })).toMatchObject({
    status: 404,
    body: { error: "ERR_NO_MESSAGE_FOUND" },
  });
  expect(await does({ to: providerId, does: "reacts", body: "ótimo" })).toMatchObject({
    status: 422,
    body: { fields: { body: "invalid" } },
  });
  expect(await does({ to: "C1", does: "edits", body: " " })).toMatchObject({
    status: 422,
    body: { fields: { body: "required" } },
  });
  expect(await does({ does: "deletes" })).toMatchObject({
    status: 422,
    body: { fields: { to: "required" } },
  });
});

test("a customer sends a place and a contact", async () => {
  const shop = await open();
  const send = (body: object) =>
    shop.rui.post(`/practice/${balcao}/messages`, { from: bia.number, ...body });
  await send({ place: { latitude: -23.55, longitude: -46.63, name: "Praça da Sé" } });
  await send({ contacts: [{ name: "Nina", number: "+55 11 97777-0002" }] });
  expect(
    (await shop.as("ana").get<{ messages: Message[] }>("/messages/1")).body.messages.slice(1),
  ).toMatchObject([
    { mediaType: "locationMessage", body: expect.stringContaining("-23.55, -46.63|Praça da Sé") },
    { mediaType: "vcard", contacts: [{ name: "Nina", number: "5511977770002" }] },
  ]);
  expect(await send({ place: { latitude: 91, longitude: 0 } })).toMatchObject({ status: 422 });
});

test("a pairing code links the phone, a wrong one does not", async () => {
  const shop = await open();
  await shop.fault({ logout: true });
  await shop.rui.post(`/whatsappsession/${balcao}`);
  const { code } = (
    await shop.rui.post<{ code: string }>(`/whatsappsession/${balcao}/code`, { number: bia.number })
  ).body;
  expect(await shop.rui.post(`/practice/${balcao}/scan`, { code: "ZZZZ-ZZZZ" })).toMatchObject({
    status: 422,
    body: { fields: { code: "invalid" } },
  });
  expect(await shop.rui.post(`/practice/${balcao}/scan`, { code })).toMatchObject({
    status: 200,
    body: { status: "CONNECTED" },
  });
});

const dani = "5511977770002";

/** The files that the practice phones keep, and what is still being received. */
const copies = ({ home }: Pick<Box, "home">, connection = balcao) =>
  filesIn(join(home, `practice/1/${connection}`));
const incoming = ({ home }: Pick<Box, "home">) => filesIn(join(home, "media/1/incoming"));
const filesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);

test("an erased contact's phone has nothing any more, and the others all", async () => {
  const shop = await open();
  await shop.sends({ id: "C1", body: "Igual a esta" }, new File([dot], "broa.png"));
  await shop.sends({ id: "C2", from: dani }, new File([dot], "bolo.png"));
  await shop.rui.post(`/practice/${balcao}/messages`, {
    from: bia.number,
    group: { id: "5511-22", subject: "Festa" },
    body: "Eu levo a broa",
  });
  await shop.say("Linda!");
  await until(() => shop.phone.got().length === 1 && incoming(shop).length === 0);
  expect(copies(shop)).toHaveLength(2);
  expect(await shop.rui.delete(`/contacts/${bia.id}/erase`)).toMatchObject({ status: 200 });
  expect([shop.phone.shown(), shop.phone.shown(dani).length, copies(shop).length]).toEqual([
    [],
    1,
    1,
  ]);
  expect(await shop.rui.get(`/practice/${balcao}/phones`)).toMatchObject({
    body: [{ number: dani }],
  });
});

test("a deleted connection leaves no files, not even one that is still being copied", async () => {
  const shop = await open();
  const large = new File([new Uint8Array(uploadLimit)], "filme.bin");
  const sending = [
    shop.sends({ id: "C1" }, large),
    shop.sends({ id: "C2" }, new File([dot], "broa.png")),
  ];
  await until(() => copies(shop).length > 0);
  expect(await shop.rui.delete(`/whatsapp/${balcao}`)).toMatchObject({ status: 200 });
  await Promise.all(sending);
  expect([
    copies(shop),
    shop.connectionManager.network(1).conversation(balcao, bia.number),
  ]).toEqual([[], []]);
});

test("one message that is sent twice at once is kept once, with its file", async () => {
  const shop = await open();
  const answers = await Promise.all(
    [1, 2, 3].map(() => shop.sends({ id: "C1" }, new File([dot], "broa.png"))),
  );
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect([shop.phone.shown().length, copies(shop).length]).toEqual([1, 1]);
  expect(await shop.shown(answers[0]!.body)).toEqual(["image/png", dot]);
});

test("nothing is left of a file that could not be sent", async () => {
  const shop = await open();
  const broken = spyOn(Practice.prototype, "write").mockRejectedValue(
    new Error("the phone is off"),
  );
  try {
    expect(
      (
        await shop.rui.post(`/practice/${balcao}/messages`, {
          from: bia.number,
          media: `data:image/png;base64,${dot.toBase64()}`,
        })
      ).status,
    ).toBe(500);
    expect((await shop.sends({ id: "C1" }, new File([dot], "broa.png"))).status).toBe(500);
  } finally {
    broken.mockRestore();
  }
  expect(
    (await shop.sends({ id: "C2", seconds: "long" }, new File([dot], "broa.png"))).status,
  ).toBe(400);
  expect((await shop.sends({ id: "C2", type: "none" }, new File([dot], "broa.png"))).status).toBe(
    422,
  );
  await until(() => incoming(shop).length === 0);
});

test("an id that would change the path of its file is refused", async () => {
  const shop = await open();
  for (const id of ["..", ".", "a/b", "a?b", ""])
    expect([
      id,
      await shop.rui.post(`/practice/${balcao}/messages`, { from: bia.number, body: "Oi", id }),
    ]).toMatchObject([id, { status: 422, body: { fields: { id: expect.any(String) } } }]);
  expect(
    (
      await shop.rui.post(`/practice/${balcao}/messages`, {
        from: bia.number,
        body: "Oi",
        id: "C-1_a.b:c",
      })
    ).status,
  ).toBe(201);
});

test("a line's phones read by themselves once they are told to, whether someone looks or not", async () => {
  const shop = await open();
  const readReceipts = () => shop.rui.get(`/practice/${balcao}/receipts`);
  expect(await readReceipts()).toMatchObject({ status: 200, body: { receipts: null } });
  const { id: first } = await shop.say("Bom dia");
  await until(() => shop.phone.got().length === 1);
  await shop.fault({ receipts: "read" });
  const { id: second } = await shop.say("Tem pão quente");
  const ackOf = (id: number) =>
    shop.db.select({ ack: messages.ack }).from(messages).where(eq(messages.id, id)).get()!.ack;
  await until(() => ackOf(first) === 3 && ackOf(second) === 3);
  expect(await readReceipts()).toMatchObject({ body: { receipts: "read" } });
  expect(await shop.rui.post(`/practice/${balcao}/faults`, { receipts: "later" })).toMatchObject({
    status: 422,
    body: { fields: { receipts: "invalid" } },
  });
});
