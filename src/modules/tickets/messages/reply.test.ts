import { expect } from "bun:test";
import { eq } from "drizzle-orm";
import { media } from "../../../kit/db/media.ts";
import {
  balcao,
  bia,
  box,
  dot,
  idOf,
  minute,
  refusal,
  second,
  settled,
  test,
  until,
  world,
  type World,
} from "../../../testing/world.ts";
import { connections } from "../../connections/table.ts";
import * as settings from "../../settings/settings.ts";
import { placeBody, placeFrom } from "../../messages/places.ts";
import { messages, outbox, type Message } from "../../messages/table.ts";
import { accept, resolve } from "../lifecycle/move.ts";
import { reply } from "./reply.ts";
import { acknowledge, markSent } from "./acknowledge.ts";
import { findTicket } from "../tickets.ts";

const talking = (shop: World) =>
  shop.ticket({ contactId: bia.id, status: "open", userId: idOf.ana });
const inLine = ({ db }: World) => db.select().from(outbox).all();

test("an answer is queued before it is sent", () => {
  const shop = world();
  const ticket = talking(shop);
  const [message] = reply(shop.db, shop.me("ana"), ticket.id, { body: "Já sai!" });

  expect(message).toMatchObject({
    body: "Já sai!",
    fromMe: true,
    read: true,
    ack: 0,
    origin: "agent",
    userId: idOf.ana,
    reason: null,
  });
  expect(inLine(shop)).toEqual([
    {
      messageId: message!.id,
      whatsappId: balcao,
      contactId: bia.id,
      state: "queued",
      attempts: 0,
      cold: true,
      dueAt: 0,
      deferred: false,
      uncertain: 0,
    },
  ]);
  expect(findTicket(shop.db, shop.me("ana"), ticket.id)).toMatchObject({
    lastMessage: "Já sai!",
    status: "open",
  });
  expect(shop.events.map(({ event, action }) => `${event} ${action}`)).toEqual([
    "appMessage create",
  ]);
});

test("sent again with the same clientId it is the same message", () => {
  const shop = world();
  const ticket = talking(shop);
  const say = () =>
    reply(shop.db, shop.me("ana"), ticket.id, { body: "Já sai!", clientId: "tab-1-msg-1" });
  const first = say();
  const count = shop.events.length;

  expect(say()).toEqual(first);
  resolve(shop.db, shop.me("ana"), ticket.id);
  expect(say()).toEqual(first);
  expect(inLine(shop)).toHaveLength(1);
  expect(shop.events.slice(count).filter(({ event }) => event === "appMessage")).toEqual([]);
});

test("another ticket's clientId is refused, not answered with another's message", async () => {
  const shop = world();
  reply(shop.db, shop.me("ana"), talking(shop).id, { body: "Já sai!", clientId: "tab-1-msg-1" });
  const other = shop.ticket({ status: "open", userId: idOf.ana });
  expect(
    await refusal(() =>
      reply(shop.db, shop.me("ana"), other.id, { body: "Oi", clientId: "tab-1-msg-1" }),
    ),
  ).toMatchObject({ kind: "conflict" });
  expect(shop.db.select().from(messages).where(eq(messages.ticketId, other.id)).all()).toEqual([]);
});

test("only an open ticket can be answered", async () => {
  const shop = world();
  for (const status of ["pending", "closed"] as const) {
    const ticket = shop.ticket({ status });
    expect(await refusal(() => reply(shop.db, shop.me("ana"), ticket.id, { body: "Oi" }))).toEqual({
      kind: "conflict",
      reason: "ERR_TICKET_NOT_OPEN",
    });
  }
  expect(inLine(shop)).toEqual([]);
});

test("another user's ticket is not found", async () => {
  const shop = world();
  const ticket = talking(shop);
  for (const who of ["caio", "lia"] as const) {
    expect(await refusal(() => reply(shop.db, shop.me(who), ticket.id, { body: "Oi" }))).toEqual({
      kind: "missing",
      reason: "ERR_NO_TICKET_FOUND",
    });
  }
});

test("an empty answer is refused", async () => {
  const shop = world();
  const ticket = talking(shop);
  expect(await refusal(() => reply(shop.db, shop.me("ana"), ticket.id, { body: " \n " }))).toEqual({
    kind: "invalid",
    reason: "ERR_VALIDATION",
    fields: { body: "required" },
  });
});

test("only messages of the same ticket can be quoted", () => {
  const shop = world();
  const ticket = talking(shop);
  const question = shop.message({ ticketId: ticket.id, body: "Tem broa?" });
  const elsewhere = shop.message({ ticketId: shop.ticket().id, body: "Segredo" });

  const [good] = reply(shop.db, shop.me("ana"), ticket.id, {
    body: "Tem!",
    quotedMsgId: question.id,
  });
  expect(good).toMatchObject({ quotedMsg: { id: question.id, body: "Tem broa?", fromMe: false } });
  const [bad] = reply(shop.db, shop.me("ana"), ticket.id, {
    body: "Tem!",
    quotedMsgId: elsewhere.id,
  });
  expect(bad).toMatchObject({ quotedMsgId: null, quotedMsg: null });
});

test("each file is a message, the text goes with the first", async () => {
  const shop = world();
  const ticket = talking(shop);
  const files = [
    await shop.db.files.keep(dot, "broa.png"),
    await shop.db.files.keep(dot, "bolo.png"),
  ];
  const say = () =>
    reply(shop.db, shop.me("ana"), ticket.id, {
      body: "Assim?",
      clientId: "tab-1-msg-2",
      files,
    });
  const sent = say();

  expect(sent).toMatchObject([
    { body: "Assim?", mediaName: "broa.png", mediaType: "image" },
    { body: "", mediaName: "bolo.png" },
  ]);
  expect(say()).toEqual(sent);
  expect(inLine(shop)).toHaveLength(2);
  expect(findTicket(shop.db, shop.me("ana"), ticket.id).lastMessage).toBe("📷 Foto");
});

test("each file takes the text at its index, and further texts follow", async () => {
  const shop = world();
  const stored = await shop.db.files.keep(dot, "broa.png");
  const sent = reply(shop.db, shop.me("ana"), talking(shop).id, {
    body: ["Assim?", "", "Ou assim?", "Diga!"],
    files: [stored, stored, stored],
  });
  expect(sent.map(({ mediaType, body }) => [mediaType, body])).toEqual([
    ["image", "Assim?"],
    ["image", ""],
    ["image", "Ou assim?"],
    ["chat", "Diga!"],
  ]);
});

test("text that a file can't carry is sent before it", () => {
  const shop = world();
  const { id } = talking(shop);
  const file = { sha256: "0".repeat(64), size: 1, name: "a" };
  const kinds = (draft: Partial<Parameters<typeof reply>[3]>) =>
    reply(shop.db, shop.me("ana"), id, { body: "Ouça", ...draft }).map(({ mediaType, body }) => [
      mediaType,
      body,
    ]);
  expect(
    kinds({
      files: [
        { ...file, type: "audio/ogg; codecs=opus", voice: true, seconds: 3, waveform: [1, 2] },
      ],
    }),
  ).toEqual([
    ["chat", "Ouça"],
    ["audio", ""],
  ]);
  expect(kinds({ files: [{ ...file, type: "image/webp" }], sticker: true })).toEqual([
    ["chat", "Ouça"],
    ["sticker", ""],
  ]);
  expect(shop.db.select().from(media).get()).toMatchObject({
    voice: true,
    seconds: 3,
    waveform: [1, 2],
  });
});

test("types that not every phone plays are sent as documents", () => {
  const shop = world();
  const { id } = talking(shop);
  const kind = (type: string) =>
    reply(shop.db, shop.me("ana"), id, {
      files: [{ sha256: "0".repeat(64), size: 1, name: "a", type }],
    })[0]!.mediaType;
  expect(["image/png", "video/mp4", "audio/mpeg"].map(kind)).toEqual(["image", "video", "audio"]);
  expect(
    ["image/heic", "image/tiff", "video/webm", "audio/flac", "application/pdf", "text/html"].map(
      kind,
    ),
  ).toEqual(Array(6).fill("application"));
});

test("a location and contacts are sent after the text", async () => {
  const shop = world();
  const { id } = talking(shop);
  const place = { latitude: -23.5, longitude: -46.6, name: "Padaria", address: "", live: false };
  const sent = reply(shop.db, shop.me("ana"), id, {
    body: "Estamos aqui",
    place,
    contactIds: [bia.id],
    clientId: "tab-1-msg-3",
  });
  expect(sent).toMatchObject([
    { mediaType: "chat", body: "Estamos aqui", clientId: "tab-1-msg-3" },
    {
      mediaType: "locationMessage",
      body: placeBody(placeFrom(place)),
      place: placeFrom(place),
      clientId: "tab-1-msg-3:1",
    },
    {
      mediaType: "vcard",
      contacts: [{ name: "Bia", number: bia.number }],
      clientId: "tab-1-msg-3:2",
    },
  ]);
  expect(findTicket(shop.db, shop.me("ana"), id).lastMessage).toBe("👤 Bia");
  expect(inLine(shop).map(({ messageId }) => messageId)).toEqual(sent.map((message) => message.id));

  const nobody = shop.contact({ number: "", name: "Só LID" });
  expect(
    await refusal(() => reply(shop.db, shop.me("ana"), id, { contactIds: [nobody.id] })),
  ).toMatchObject({ kind: "invalid", fields: { contactIds: "invalid" } });
  expect(
    await refusal(() => reply(shop.db, shop.me("ana"), id, { contactIds: [99] })),
  ).toMatchObject({ kind: "missing", reason: "ERR_NO_CONTACT_FOUND" });
});

test("only the first of several messages has the quote", async () => {
  const shop = world();
  const ticket = talking(shop);
  const question = shop.message({ ticketId: ticket.id });
  const stored = await shop.db.files.keep(dot, "broa.png");
  const sent = reply(shop.db, shop.me("ana"), ticket.id, {
    files: [stored, stored],
    quotedMsgId: question.id,
  });
  expect(sent.map(({ quotedMsgId }) => quotedMsgId)).toEqual([question.id, null]);
});

test("an answer to a contact who wrote lately is not cold", () => {
  const shop = world();
  const { ticketId } = shop.receives("Oi")!;
  accept(shop.db, shop.me("ana"), ticketId);
  reply(shop.db, shop.me("ana"), ticketId, { body: "Já sai!" });
  expect(inLine(shop)).toMatchObject([{ cold: false }]);
});

test("a ticket whose connection was removed can't be answered", async () => {
  const shop = world();
  const ticket = talking(shop);
  shop.db.delete(connections).where(eq(connections.id, balcao)).run();
  expect(await refusal(() => reply(shop.db, shop.me("ana"), ticket.id, { body: "Oi" }))).toEqual({
    kind: "conflict",
    reason: "ERR_NO_WAPP_FOUND",
  });
});

test("answers are sent in order, and become sent", async () => {
  const shop = await box();
  const phone = await shop.phone();
  const ticket = talking(shop);
  shop.message({ ticketId: ticket.id });
  for (const body of ["Um", "Dois", "Três"]) reply(shop.db, shop.me("ana"), ticket.id, { body });
  await until(() => (shop.clock.pass(second), inLine(shop).length === 0));
  expect(phone.got()).toEqual(["Um", "Dois", "Três"]);
  expect(
    shop.db
      .select({ ack: messages.ack })
      .from(messages)
      .where(eq(messages.fromMe, true))
      .all()
      .map(({ ack }) => ack),
  ).toEqual([1, 1, 1]);
});

test("a refused answer says why, and sent again it is the same message", async () => {
  const shop = await box();
  const phone = await shop.phone();
  const ticket = talking(shop);
  const ana = shop.as("ana");
  const listener = await shop.listener(ana);
  await listener.ready();
  await phone.line().fault({ failNext: 1, reason: "ERR_NUMBER_GONE" });

  const {
    status,
    body: [first],
  } = await ana.post<Message[]>(`/messages/${ticket.id}`, {
    body: "Já sai!",
    clientId: "tab-1-msg-1",
  });
  expect(status).toBe(201);
  const frame = await listener.receives(
    (frame) => (frame.message as Message | undefined)?.ack === -1,
  );
  expect(frame).toMatchObject({
    event: "appMessage",
    action: "update",
    message: { id: first!.id, reason: "ERR_NUMBER_GONE" },
  });
  expect(phone.got()).toEqual([]);

  shop.clock.pass(minute);
  expect(await ana.post(`/messages/${first!.id}/retry`)).toMatchObject({
    status: 200,
    body: { id: first!.id, ack: 0, reason: null },
  });
  await listener.receives((frame) => (frame.message as Message | undefined)?.ack === 1);
  await settled(shop.db, listener);
  expect(phone.got()).toEqual(["Já sai!"]);
  expect(phone.shown().map(({ id }) => id)).toEqual([
    shop.db.select().from(messages).get()!.providerId,
  ]);
});

test("an acknowledgement that comes before the message was marked as sent counts", () => {
  const shop = world();
  const [message] = reply(shop.db, shop.me("ana"), talking(shop).id, { body: "Já sai!" });
  const { providerId } = shop.db.select().from(messages).where(eq(messages.id, message!.id)).get()!;
  acknowledge(shop.db, balcao, providerId, 2);
  markSent(shop.db, message!.id);
  expect(inLine(shop)).toEqual([]);
  expect(shop.db.select().from(messages).get()).toMatchObject({ ack: 2 });
});

test("the greeting that a client sends after it accepts counts for five seconds as the one just sent", () => {
  const shop = world();
  settings.write(shop.db, "sendGreetingAccepted", "enabled");
  const { id } = shop.ticket({ contactId: bia.id });
  accept(shop.db, shop.me("ana"), id);
  const greet = (name = "{{name}}") =>
    reply(shop.db, shop.me("ana"), id, {
      body: `*Mensagem Automática:*\n{{ms}} *${name}*, meu nome é *Ana* e agora vou prosseguir com seu atendimento!`,
    })[0]!;
  const count = () => shop.db.select().from(messages).all().length;
  const [greeting] = shop.db.select().from(messages).all();
  expect([greet().id, greet("Bia").id, count()]).toEqual([greeting!.id, greeting!.id, 1]);
  // Other words are another message.
  greet("Beatriz");
  expect(count()).toBe(2);
  shop.clock.pass(5 * second - 1);
  expect([greet().id, count()]).toEqual([greeting!.id, 2]);
  shop.clock.pass(1);
  greet();
  expect(count()).toBe(3);
});
