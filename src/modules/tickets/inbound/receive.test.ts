import { expect } from "bun:test";
import { eq } from "drizzle-orm";
import { media } from "../../../kit/db/media.ts";
import {
  atendimento,
  balcao,
  bia,
  dot,
  encomendas,
  fabrica,
  hour,
  idOf,
  minute,
  test,
  world,
} from "../../../testing/world.ts";
import { connections } from "../../connections/table.ts";
import { contacts, identifiers } from "../../contacts/table.ts";
import { messages } from "../../messages/table.ts";
import { ack, notOpened } from "../../../shared/states.ts";
import * as settings from "../../settings/settings.ts";
import { accept, resolve } from "../lifecycle/move.ts";
import { tickets } from "../table.ts";

const dani = { from: "5511977770002", name: "Dani" };

test("a customer writes, and a ticket waits in the queue of the connection", () => {
  const shop = world();
  const message = shop.receives("Oi! A broa já saiu?")!;

  expect(message).toMatchObject({
    body: "Oi! A broa já saiu?",
    fromMe: false,
    read: false,
    ack: 2,
    mediaType: "chat",
    contact: { id: bia.id, name: "Bia" },
  });
  expect(shop.ticketOf(bia.id)).toMatchObject([
    {
      id: message.ticketId,
      status: "pending",
      queueId: atendimento,
      userId: null,
      lastMessage: "Oi! A broa já saiu?",
      unreadMessages: 1,
    },
  ]);
  expect(shop.events.map(({ event, action }) => `${event} ${action}`)).toEqual([
    "appMessage create",
  ]);
  expect(shop.events[0]!.payload).toMatchObject({
    message: { id: message.id },
    ticket: { id: message.ticketId, unreadMessages: 1 },
    contact: { id: bia.id },
  });
});

test("an id that another conversation has, or a message of ours, does not lose a message", () => {
  const shop = world();
  shop.receives("Oi", { id: "M1" });
  const other = shop.receives("Roubei o id", { id: "M1", from: "5511988880009", name: "Eva" })!;
  expect(
    shop.db
      .select()
      .from(messages)
      .all()
      .map(({ body }) => body),
  ).toEqual(["Oi", "Roubei o id"]);
  expect(other.ticketId).not.toBe(shop.ticketOf(bia.id)[0]!.id);
  expect(shop.receives("Roubei o id", { id: "M1", from: "5511988880009", name: "Eva" })!.id).toBe(
    other.id,
  );

  shop.message({
    ticketId: shop.ticketOf(bia.id)[0]!.id,
    providerId: "M2",
    fromMe: true,
    origin: "agent",
    body: "Nosso",
  });
  shop.receives("Imito", { id: "M2" });
  expect(
    shop.db
      .select()
      .from(messages)
      .all()
      .map(({ body }) => body),
  ).toEqual(["Oi", "Roubei o id", "Nosso", "Imito"]);
});

test("the same message twice is stored once", () => {
  const shop = world();
  const first = shop.receives("Oi", { id: "A1" });
  const count = shop.events.length;
  const again = shop.receives("Oi", { id: "A1" });

  expect(again).toEqual(first!);
  expect(shop.db.select().from(messages).all()).toHaveLength(1);
  expect(shop.ticketOf(bia.id)).toMatchObject([{ unreadMessages: 1 }]);
  expect(shop.events).toHaveLength(count);
});

test("a message that could not be decrypted is shown as such, and filled in if it comes after all", () => {
  const shop = world();
  shop.receives("Oi");
  const closed = { id: "A1", content: { kind: "unsupported", what: notOpened } } as const;
  const line = shop.receives("", closed)!;
  shop.receives("E então?");
  expect(line).toMatchObject({ mediaType: "unsupported", body: notOpened, read: false });
  expect(shop.receives("", closed)).toMatchObject({ id: line.id, body: notOpened });
  expect(shop.receives("Quero doze", { id: "A1" })).toMatchObject({
    id: line.id,
    mediaType: "chat",
    body: "Quero doze",
    ticketId: line.ticketId,
  });
  expect(shop.receives("Outra coisa", { id: "A1" })).toMatchObject({
    id: line.id,
    body: "Quero doze",
  });
  expect(shop.ticketOf(bia.id)).toMatchObject([{ unreadMessages: 3, lastMessage: "E então?" }]);
  expect(shop.events.at(-1)).toMatchObject({
    event: "appMessage",
    action: "update",
    payload: { message: { id: line.id, body: "Quero doze" } },
  });
});

const ad = {
  sourceId: "1202",
  sourceUrl: "https://fb.me/broa",
  title: "Broa por R$ 5",
  text: "Só hoje",
  clickId: "ARAk",
};

test("a customer who comes from an ad without a word has a ticket, and both name the ad", () => {
  const shop = world();
  const came = shop.receives("", {
    referral: { ...ad, thumbnail: Uint8Array.of(0xff, 0xd8, 0xff) },
  })!;
  expect(came).toMatchObject({
    body: "",
    mediaType: "chat",
    referral: { ...ad, thumbnail: "data:image/jpeg;base64,/9j/" },
  });
  expect(shop.ticketOf(bia.id)).toMatchObject([
    { status: "pending", lastMessage: "📣 Broa por R$ 5", unreadMessages: 1 },
  ]);
  expect(shop.ticketOf(bia.id)[0]!.referral).toEqual(ad);
  shop.receives("Quero duas");
  expect(shop.ticketOf(bia.id)).toMatchObject([{ lastMessage: "Quero duas", referral: ad }]);
});

test("an ad that came within a message that was decrypted later is stored too", () => {
  const shop = world();
  shop.receives("", { id: "A1", content: { kind: "unsupported", what: notOpened } });
  expect(shop.receives("Oi", { id: "A1", referral: ad })).toMatchObject({ referral: ad });
  expect(shop.ticketOf(bia.id)).toMatchObject([{ referral: ad, lastMessage: "Oi" }]);
});

test("a reply to a status, or to what came before the link, says what it replies to", () => {
  const shop = world();
  const picture = Uint8Array.of(0xff, 0xd8, 0xff);
  const status = { who: null, kind: "image", body: "Bolo de hoje", isStatus: true } as const;
  const hers = { ids: [{ type: "phone" as const, value: bia.number }], name: "" };
  const first = shop.receives("Quanto?", {
    id: "A1",
    quotedId: "S1",
    quote: { ...status, thumbnail: picture },
  })!;
  expect(first).toMatchObject({
    quotedMsg: null,
    quote: {
      fromMe: true,
      contactId: null,
      name: null,
      mediaType: "image",
      body: "Bolo de hoje",
      thumbnail: "data:image/jpeg;base64,/9j/",
      isStatus: true,
    },
  });
  expect(
    shop.receives("Isto", {
      quotedId: "OLD",
      quote: { who: hers, kind: "chat", body: "x".repeat(300), isStatus: false },
    })!.quote,
  ).toEqual({
    fromMe: false,
    contactId: bia.id,
    name: "Bia",
    mediaType: "chat",
    body: "x".repeat(200),
    thumbnail: null,
    isStatus: false,
  });
  expect(
    shop.receives("E então?", {
      quotedId: "A1",
      quote: { who: hers, kind: "chat", body: "Quanto?", isStatus: false },
    }),
  ).toMatchObject({ quotedMsg: { id: first.id }, quote: null });
});

test("two connections may give the same id to two messages", () => {
  const shop = world();
  shop.receives("No balcão", { id: "A1", on: balcao });
  shop.receives("Na fábrica", { id: "A1", on: fabrica });
  expect(
    shop.db.select({ body: messages.body }).from(messages).where(eq(messages.fromMe, false)).all(),
  ).toEqual([{ body: "No balcão" }, { body: "Na fábrica" }]);
});

test("someone new becomes a contact once", () => {
  const shop = world();
  shop.receives("Oi", dani);
  shop.receives("Tudo bem?", dani);

  const rows = shop.db.select().from(contacts).where(eq(contacts.number, dani.from)).all();
  expect(rows).toMatchObject([{ name: "Dani", pushName: "Dani", isGroup: false }]);
  expect(
    shop.db.select().from(identifiers).where(eq(identifiers.contactId, rows[0]!.id)).all(),
  ).toMatchObject([{ type: "phone", value: dani.from }]);
  expect(shop.events.filter(({ event }) => event === "contact")).toMatchObject([
    { action: "create" },
  ]);
});

test("a name that a user gave is never overwritten", () => {
  const shop = world();
  shop.db.update(contacts).set({ name: "Bia da rua 7" }).where(eq(contacts.id, bia.id)).run();
  shop.receives("Oi", { name: "✨ bia ✨" });
  expect(shop.db.select().from(contacts).where(eq(contacts.id, bia.id)).get()).toMatchObject({
    name: "Bia da rua 7",
    pushName: "✨ bia ✨",
  });
  expect(shop.events.filter(({ event }) => event === "contact")).toMatchObject([
    { action: "update" },
  ]);

  shop.receives("Alô?", { name: "✨ bia ✨" });
  expect(shop.events.filter(({ event }) => event === "contact")).toHaveLength(1);
});

test("a contact without a name gets one when it is known", () => {
  const shop = world();
  shop.receives("Oi", { from: dani.from, name: "" });
  const named = () =>
    shop.db.select().from(contacts).where(eq(contacts.number, dani.from)).get()!.name;
  expect(named()).toBe(dani.from);
  shop.receives("Sou eu", dani);
  expect(named()).toBe("Dani");
});

test("a contact has one active ticket on a connection", () => {
  const shop = world();
  shop.receives("Oi");
  shop.receives("Alguém?");
  accept(shop.db, shop.me("ana"), shop.ticketOf(bia.id)[0]!.id);
  shop.receives("Obrigada");
  expect(shop.ticketOf(bia.id)).toMatchObject([
    { status: "open", userId: idOf.ana, unreadMessages: 3 },
  ]);

  shop.receives("E um bolo?", { on: fabrica });
  expect(shop.ticketOf(bia.id)).toHaveLength(2);
  expect(() => shop.ticket({ contactId: bia.id, whatsappId: balcao })).toThrow();
});

test("a closed ticket is reopened within its connection's window", () => {
  const shop = world();
  shop.receives("Oi");
  const { id } = shop.ticketOf(bia.id)[0]!;
  accept(shop.db, shop.me("ana"), id);
  resolve(shop.db, shop.me("ana"), id);

  shop.clock.pass(2 * hour - 1);
  shop.receives("Esqueci uma coisa");
  expect(shop.ticketOf(bia.id)).toMatchObject([
    {
      id,
      status: "pending",
      userId: null,
      queueId: atendimento,
      unreadMessages: 1,
      lastMessage: "Esqueci uma coisa",
    },
  ]);
});

test("with keepUser it is reopened for its last user, if they may see it", () => {
  const shop = world();
  settings.write(shop.db, "keepUser", "enabled");
  const again = (assignee: "ana" | "caio", { later = minute, isGroup = false } = {}) => {
    const contact = shop.contact({ isGroup });
    shop.ticket({ contactId: contact.id, status: "closed", userId: idOf[assignee], isGroup });
    shop.clock.pass(later);
    if (isGroup)
      shop.receives("Oi", { group: { id: `${contact.id}@g.us`, subject: contact.name } });
    else shop.receives("Oi", { from: contact.number });
    return shop.ticketOf(contact.id).at(-1);
  };
  expect(again("ana")).toMatchObject({
    status: "open",
    userId: idOf.ana,
    queueId: atendimento,
    unreadMessages: 1,
    chatbot: false,
  });
  expect(again("caio")).toMatchObject({ status: "pending", userId: null });
  expect(again("ana", { later: 2 * hour })).toMatchObject({ status: "pending", userId: null });
  settings.write(shop.db, "CheckMsgIsGroup", "disabled");
  expect(again("ana", { isGroup: true })).toMatchObject({ status: "open", userId: idOf.ana });
  expect(again("ana", { isGroup: true, later: 2 * hour })).toMatchObject({
    status: "pending",
    userId: null,
  });
});

test("after the window there is a new ticket", () => {
  const shop = world();
  const old = shop.ticket({ contactId: bia.id, status: "closed", queueId: encomendas });
  shop.clock.pass(2 * hour);
  shop.receives("Oi de novo");
  expect(shop.ticketOf(bia.id)).toMatchObject([
    { id: old.id, status: "closed" },
    { status: "pending", queueId: atendimento },
  ]);
});

test("each connection has its own window, or none", () => {
  const shop = world();
  shop.ticket({ contactId: bia.id, status: "closed" });
  shop.db.update(connections).set({ reopenMinutes: 0 }).where(eq(connections.id, balcao)).run();
  shop.receives("Oi");
  expect(shop.ticketOf(bia.id)).toHaveLength(2);

  shop.ticket({ contactId: bia.id, status: "closed", whatsappId: fabrica });
  shop.db.update(connections).set({ reopenMinutes: 60 }).where(eq(connections.id, fabrica)).run();
  shop.clock.pass(59 * minute);
  shop.receives("Oi", { on: fabrica });
  expect(shop.ticketOf(bia.id)).toHaveLength(3);
});

test("of several closed tickets the last one is reopened", () => {
  const shop = world();
  shop.ticket({ contactId: bia.id, status: "closed" });
  shop.clock.pass(minute);
  const last = shop.ticket({ contactId: bia.id, status: "closed" });
  shop.clock.pass(minute);
  expect(shop.receives("Oi")!.ticketId).toBe(last.id);
});

test("a connection's only queue is set, several leave it open", () => {
  const shop = world();
  shop.receives("Oi", { on: balcao });
  shop.receives("Oi", { on: fabrica });
  expect(shop.ticketOf(bia.id).map(({ queueId }) => queueId)).toEqual([atendimento, null]);
});

test("groups are ignored until the company wants them", () => {
  const shop = world();
  const group = { id: "1203@g.us", subject: "Padeiros" };
  expect(shop.receives("Bom dia, grupo", { group })).toBeUndefined();
  expect(shop.events).toEqual([]);

  settings.write(shop.db, "CheckMsgIsGroup", "disabled");
  const message = shop.receives("Bom dia, grupo", { group })!;
  const ticket = shop.db.select().from(tickets).where(eq(tickets.id, message.ticketId)).get()!;
  const room = shop.db.select().from(contacts).where(eq(contacts.id, ticket.contactId)).get();
  expect(ticket).toMatchObject({ isGroup: true, status: "pending" });
  expect(room).toMatchObject({ name: "Padeiros", isGroup: true, number: "" });
  expect(message.contactId).toBe(bia.id);
  expect(shop.receives("Bom dia!", { group, ours: true })).toMatchObject({
    ticketId: message.ticketId,
    fromMe: true,
    contactId: room!.id,
  });
});

test("a group always keeps its ticket", () => {
  const shop = world();
  settings.write(shop.db, "CheckMsgIsGroup", "disabled");
  const group = { id: "1203@g.us", subject: "Padeiros" };
  const { ticketId } = shop.receives("Bom dia", { group })!;
  resolve(shop.db, shop.me("rui"), ticketId);
  shop.clock.pass(90 * 24 * hour);
  expect(shop.receives("Quanto tempo!", { group, ...dani })!.ticketId).toBe(ticketId);
});

test("a blocked contact is ignored, alone or in a group", () => {
  const shop = world();
  settings.write(shop.db, "CheckMsgIsGroup", "disabled");
  shop.db.update(contacts).set({ active: false }).where(eq(contacts.id, bia.id)).run();
  shop.events.length = 0;

  expect(shop.receives("Sou eu")).toBeUndefined();
  expect(
    shop.receives("Sou eu", { group: { id: "1203@g.us", subject: "Padeiros" } }),
  ).toBeUndefined();
  expect(shop.db.select().from(messages).all()).toEqual([]);
  expect(shop.db.select().from(tickets).all()).toEqual([]);
  expect(shop.events).toEqual([]);
});

test("a blocked group is ignored too", () => {
  const shop = world();
  settings.write(shop.db, "CheckMsgIsGroup", "disabled");
  const group = { id: "1203", subject: "Padeiros" };
  shop.contact({ isGroup: true, name: "Padeiros", active: false });
  const blocked = shop.db.select().from(contacts).where(eq(contacts.isGroup, true)).get()!;
  shop.db
    .update(identifiers)
    .set({ value: group.id })
    .where(eq(identifiers.contactId, blocked.id))
    .run();
  expect(shop.receives("Oi", { group })).toBeUndefined();
});

test("an image is stored, and lists show that it is one", async () => {
  const shop = world();
  const file = await shop.db.files.keep(dot, "../broa.png");
  const message = shop.receives("Igual a esta", { file })!;
  expect(message).toMatchObject({ mediaType: "image", mediaName: "broa.png" });
  expect(message.mediaUrl).toStartWith(`/media/1/${file.sha256}/broa.png?until=`);
  expect(shop.ticketOf(bia.id)).toMatchObject([{ lastMessage: "📷 Igual a esta" }]);
  expect(shop.db.select().from(media).all()).toMatchObject([
    { sha256: file.sha256, type: "image/png", size: dot.length },
  ]);
});

test("a file is shown before it is here, as its sender describes it", () => {
  const shop = world();
  const file = {
    name: "../\u202egpj.exe",
    type: "audio/ogg",
    size: 1234.5,
    seconds: 3.2,
    voice: true,
    waveform: [0, 50.4, 100],
  };
  const message = shop.receives("", { content: { kind: "audio", body: "", file } })!;
  expect(message).toMatchObject({
    mediaType: "audio",
    mediaUrl: null,
    mediaName: "gpj.exe",
    media: {
      type: "audio/ogg",
      size: 1235,
      seconds: 3,
      voice: true,
      waveform: [0, 50, 100],
      reason: null,
    },
  });
  const odd = shop.receives("", {
    content: { kind: "application", body: "", file: { name: "/", type: "", size: NaN } },
  })!;
  expect(odd).toMatchObject({
    mediaName: "arquivo",
    media: { size: 0, seconds: null, voice: false, waveform: null },
  });
  expect(shop.ticketOf(bia.id)).toMatchObject([{ lastMessage: "📄 Documento", unreadMessages: 2 }]);
});

test("locations, contact cards and unsupported kinds are messages too", () => {
  const shop = world();
  const place = {
    latitude: -23.5,
    longitude: -46.25,
    name: "Padaria",
    address: "Rua 7",
    live: false,
  };
  const card = (name: string, number: string) =>
    `BEGIN:VCARD\nVERSION:3.0\nFN:${name}\nTEL;waid=${number}:+${number}\nEND:VCARD`;

  expect(shop.receives("", { content: { kind: "locationMessage", place } })).toMatchObject({
    mediaType: "locationMessage",
    body: "|https://maps.google.com/maps?q=-23.5%2C-46.25&z=17&hl=pt-BR|-23.5, -46.25|Padaria\nRua 7",
    place: {
      latitude: -23.5,
      longitude: -46.25,
      name: "Padaria",
      address: "Rua 7",
      thumbnail: null,
    },
  });
  expect(shop.ticketOf(bia.id)).toMatchObject([{ lastMessage: "📍 Padaria, Rua 7" }]);
  const png = shop.receives("", {
    content: { kind: "locationMessage", place: { ...place, thumbnail: dot } },
  })!;
  expect(png.body).toStartWith(`data:image/png;base64,${dot.toBase64()}|https://maps`);
  const html = shop.receives("", {
    content: {
      kind: "locationMessage",
      place: { ...place, thumbnail: new TextEncoder().encode("<script>") },
    },
  })!;
  expect(html.body).toStartWith("|https://maps");

  const cards = shop.receives("", {
    content: {
      kind: "vcard",
      cards: [card("Dani", "5511977770002"), card("Nina", "5511944440005")],
    },
  })!;
  expect(cards).toMatchObject({
    mediaType: "vcard",
    contacts: [
      { name: "Dani", number: "5511977770002" },
      { name: "Nina", number: "5511944440005" },
    ],
  });
  expect(shop.ticketOf(bia.id)).toMatchObject([{ lastMessage: "👤 Dani, Nina" }]);
  expect(
    shop.db
      .select({ body: messages.body, cards: messages.cards })
      .from(messages)
      .where(eq(messages.id, cards.id))
      .get(),
  ).toEqual({ body: "Dani, Nina", cards: cards.contacts });

  expect(
    shop.receives("", { content: { kind: "unsupported", what: "pollUpdateMessage" } }),
  ).toMatchObject({ mediaType: "unsupported", body: "pollUpdateMessage" });
  expect(shop.ticketOf(bia.id)).toMatchObject([
    { lastMessage: "Mensagem não suportada", unreadMessages: 5 },
  ]);
});

test("what is written on the company's own phone goes into the active ticket, and marks it read", () => {
  const shop = world();
  const question = shop.receives("Tem broa?")!;
  const answer = shop.receives("Tem, sim!", { ours: true, id: "P1", name: "Padaria Pão Quente" })!;
  expect(answer).toMatchObject({
    ticketId: question.ticketId,
    fromMe: true,
    origin: "device",
    ack: ack.sent,
    read: true,
    contactId: bia.id,
    userId: null,
    body: "Tem, sim!",
  });
  expect(shop.ticketOf(bia.id)).toMatchObject([
    { status: "pending", unreadMessages: 0, lastMessage: "Tem, sim!" },
  ]);
  expect(shop.db.select().from(messages).where(eq(messages.read, false)).all()).toEqual([]);
  expect(shop.db.select().from(contacts).get()).toMatchObject({
    name: "Bia",
    pushName: "Bia",
  });
});

test("what is written on the company's own phone opens no ticket", () => {
  const shop = world();
  const { ticketId: id, contactId } = shop.receives("Oi", dani)!;
  resolve(shop.db, shop.me("rui"), id);
  expect(shop.receives("Já saiu", { ...dani, ours: true })!.ticketId).toBe(id);
  expect(shop.ticketOf(contactId)).toMatchObject([
    { status: "closed", unreadMessages: 0, lastMessage: "Já saiu" },
  ]);

  shop.receives("Bom dia, Bia", { ours: true });
  expect(shop.ticketOf(bia.id)).toMatchObject([
    { status: "closed", queueId: atendimento, userId: null, unreadMessages: 0 },
  ]);
  shop.clock.pass(minute);
  shop.receives("Bom dia!");
  expect(shop.ticketOf(bia.id)).toMatchObject([{ status: "pending", unreadMessages: 1 }]);
});

test("the echo of our own answer is the message that we have", () => {
  const shop = world();
  const ticket = shop.ticket({ contactId: bia.id, status: "open" });
  const sent = shop.message({
    ticketId: ticket.id,
    fromMe: true,
    origin: "agent",
    providerId: "3EB0AA",
    ack: 1,
    body: "Já sai!",
  });
  shop.events.length = 0;
  expect(shop.receives("Já sai!", { ours: true, id: "3EB0AA" })).toMatchObject({
    id: sent.id,
    origin: "agent",
  });
  expect(shop.events).toEqual([]);
});

test("a quote refers to a message of the same connection, or to none", () => {
  const shop = world();
  const question = shop.receives("Tem broa?", { id: "A1" })!;
  expect(shop.receives("Tem?", { quotedId: "A1" })).toMatchObject({
    quotedMsgId: question.id,
    quotedMsg: { id: question.id, body: "Tem broa?" },
  });
  expect(shop.receives("Tem?", { quotedId: "A1", on: fabrica })).toMatchObject({
    quotedMsgId: null,
    quotedMsg: null,
  });
});

test("nobody quotes from another conversation", () => {
  const shop = world();
  shop.receives("Meu CPF é segredo", { id: "A1" });
  expect(shop.receives("E este?", { quotedId: "A1", from: "5511900000009" })).toMatchObject({
    quotedMsgId: null,
    quotedMsg: null,
  });
});

test("a message that can't be stored leaves nothing behind", () => {
  const shop = world();
  expect(() => shop.receives("Oi", { ...dani, on: 99 })).toThrow();
  expect(shop.db.select().from(contacts).where(eq(contacts.number, dani.from)).all()).toEqual([]);
  expect(shop.events).toEqual([]);
});

test("a message's time is not later than its arrival, and not before the message above it", () => {
  const shop = world();
  const sent = (ago: number, id = "") =>
    shop.receives(`há ${ago}`, { at: shop.db.now() - ago, ...(id && { id }) })!;
  const now = shop.db.now();
  const times = [
    sent(5 * hour),
    sent(6 * hour),
    sent(-hour),
    shop.receives("sem hora", { at: 0, from: dani.from, name: "Dani" })!,
  ].map(({ sentAt, createdAt }) => [sentAt.getTime() - now, createdAt.getTime() - now]);
  expect(times).toEqual([
    [-5 * hour, 0],
    [-5 * hour, 0],
    [0, 0],
    [0, 0],
  ]);

  shop.clock.pass(hour);
  expect(shop.receives("de antes da resposta", { at: now - hour })!.sentAt.getTime()).toBe(now);
});
