import { expect } from "bun:test";
import { eq } from "drizzle-orm";
import type { Identifier } from "../../../channel/channel.ts";
import { balcao, bia, dot, fabrica, minute, test, world } from "../../../testing/world.ts";
import { contacts } from "../../contacts/table.ts";
import { findMessage } from "../../messages/messages.ts";
import { messages, messageVersions } from "../../messages/table.ts";
import * as settings from "../../settings/settings.ts";
import { search } from "../list/search.ts";
import { applyInboundDelete, applyInboundEdit } from "./inbound-edit.ts";

const person = (value: string) => ({ ids: [{ type: "phone", value } as Identifier], name: "" });
const group = { ids: [{ type: "group", value: "1203" } as Identifier], name: "Padeiros" };

type Doing = {
  from?: ReturnType<typeof person> | null;
  chat?: ReturnType<typeof person>;
  on?: number;
};

function shop() {
  const here = world();
  const { db, clock } = here;
  const edit = (
    to: string,
    body: string,
    { from = person(bia.number), chat = person(bia.number), on = balcao }: Doing = {},
  ) => applyInboundEdit(db, on, { to, chat, from, at: clock.now(), body });
  const remove = (
    to: string,
    {
      from = person(bia.number),
      chat = person(bia.number),
      on = balcao,
      byAdmin,
    }: Doing & { byAdmin?: boolean } = {},
  ) => applyInboundDelete(db, on, { to, chat, from, at: clock.now(), byAdmin });
  const messageOf = (id: number) => findMessage(db, id)!;
  const versions = (id: number) =>
    db.select().from(messageVersions).where(eq(messageVersions.messageId, id)).all();
  return { ...here, edit, remove, messageOf, versions };
}

test("a contact's edit changes the message, and the earlier text is kept", () => {
  const { receives, edit, messageOf, versions, events, ticketOf, clock } = shop();
  const { id } = receives("Qero broa", { id: "A1" })!;
  const before = ticketOf(bia.id)[0]!;
  events.length = 0;
  clock.pass(minute);
  edit("A1", "Quero broa");
  edit("A1", "Quero duas broas");

  expect(messageOf(id)).toMatchObject({
    body: "Quero duas broas",
    isEdited: true,
    isDeleted: false,
  });
  expect(versions(id).map(({ body }) => body)).toEqual(["Qero broa", "Quero broa"]);
  expect(ticketOf(bia.id)).toEqual([{ ...before, lastMessage: "Quero duas broas" }]);
  expect(events.map(({ event, action }) => `${event} ${action}`)).toEqual([
    "appMessage update",
    "appMessage update",
  ]);
  expect(events.at(-1)!.payload).toMatchObject({
    message: { id, body: "Quero duas broas" },
    ticket: { lastMessage: "Quero duas broas" },
  });
});

test("editing an older message does not change the list", () => {
  const { receives, edit, remove, events, ticketOf } = shop();
  receives("Um", { id: "A1" });
  receives("Dois", { id: "A2" });
  receives("Três", { id: "A3" });
  events.length = 0;
  edit("A1", "Hum");
  remove("A2");
  expect(events.map(({ event }) => event)).toEqual(["appMessage", "appMessage"]);
  expect(ticketOf(bia.id)).toMatchObject([{ lastMessage: "Três", unreadMessages: 3 }]);
});

test("a deleted message is not readable any more, but kept with its file", async () => {
  const { receives, remove, edit, messageOf, versions, ticketOf, db, me, events } = shop();
  const file = await db.files.keep(dot, "broa.png");
  const { id } = receives("Igual a esta", { id: "A1", file })!;
  remove("A1");
  expect(messageOf(id)).toMatchObject({ body: "", isDeleted: true, mediaUrl: null, media: null });
  expect(versions(id)).toMatchObject([{ body: "Igual a esta", mediaId: 1 }]);
  expect(ticketOf(bia.id)).toMatchObject([{ lastMessage: "🚫 Mensagem apagada" }]);
  expect(
    search(db, me("rui"), {
      searchParam: "Igual",
      pageNumber: 1,
      showAll: true,
      withUnreadMessages: false,
    }).read().count,
  ).toBe(0);

  events.length = 0;
  remove("A1");
  edit("A1", "Não apaguei");
  expect([messageOf(id).body, versions(id).length, events]).toEqual(["", 1, []]);
});

test("nobody changes another's message", () => {
  const { receives, edit, remove, messageOf, contact, db, events } = shop();
  const theirs = receives("Tem broa?", { id: "A1" })!;
  const ours = receives("Tem!", { id: "P1", ours: true })!;
  const nina = person(contact({ name: "Nina" }).number);
  events.length = 0;
  for (const work of [(to: string, doing?: Doing) => edit(to, "Outra coisa", doing), remove]) {
    work("P1");
    work("A1", { from: null });
    work("A1", { chat: nina, from: nina });
    work("A1", { on: fabrica });
    work("A9");
  }
  db.update(contacts).set({ active: false }).where(eq(contacts.id, bia.id)).run();
  edit("A1", "Bloqueada");
  expect([messageOf(theirs.id), messageOf(ours.id)]).toMatchObject([
    { body: "Tem broa?", isDeleted: false },
    { body: "Tem!", isDeleted: false },
  ]);
  expect(events).toEqual([]);
});

test("the company's own phone edits and deletes the company's messages", () => {
  const { receives, edit, remove, messageOf, message, ticket } = shop();
  const { id: ticketId } = ticket({ contactId: bia.id, status: "open" });
  const fromHere = message({
    ticketId,
    fromMe: true,
    origin: "agent",
    providerId: "M1",
    ack: 2,
    body: "Já sai!",
  });
  const fromThere = receives("Saiu!", { id: "P1", ours: true })!;
  edit("M1", "Já saiu!", { from: null });
  remove("P1", { from: null });
  expect([messageOf(fromHere.id), messageOf(fromThere.id)]).toMatchObject([
    { body: "Já saiu!", isEdited: true },
    { isDeleted: true },
  ]);
});

test("only texts are edited, and the same text is no edit", () => {
  const { receives, edit, messageOf, versions } = shop();
  const place = receives("", {
    id: "A1",
    content: {
      kind: "locationMessage",
      place: { latitude: 1, longitude: 2, name: "", address: "", live: true },
    },
  })!;
  const photo = receives("", {
    id: "A2",
    content: { kind: "image", body: "Broa", file: { name: "a", type: "image/png", size: 1 } },
  })!;
  edit("A1", "http://mau.example");
  edit("A2", "Broa de milho");
  edit("A2", "Broa de milho");
  expect(messageOf(place.id)).toMatchObject({ body: place.body, isEdited: false });
  expect(messageOf(photo.id)).toMatchObject({
    body: "Broa de milho",
    isEdited: true,
    media: { type: "image/png" },
  });
  expect(versions(photo.id)).toMatchObject([{ body: "Broa", mediaId: 1 }]);
});

test("in a group only authors edit, and admins delete too", () => {
  const { receives, edit, remove, messageOf, db } = shop();
  settings.write(db, "CheckMsgIsGroup", "disabled");
  const { id } = receives("Bom dia", { id: "G1", group: { id: "1203", subject: "Padeiros" } })!;
  const dani = person("5511977770002");
  edit("G1", "Boa noite", { chat: group, from: dani });
  expect(messageOf(id).body).toBe("Bom dia");
  edit("G1", "Boa tarde", { chat: group });
  expect(messageOf(id).body).toBe("Boa tarde");
  remove("G1", { chat: group, from: dani });
  expect(messageOf(id).isDeleted).toBe(false);
  remove("G1", { chat: group, from: dani, byAdmin: true });
  expect(db.select().from(messages).where(eq(messages.id, id)).get()).toMatchObject({
    isDeleted: true,
    body: "",
  });
});
