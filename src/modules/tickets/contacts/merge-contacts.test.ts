import { expect } from "bun:test";
import { eq } from "drizzle-orm";
import type { Identifier } from "../../../channel/channel.ts";
import {
  balcao,
  bia,
  encomendas,
  fabrica,
  idOf,
  minute,
  test,
  world,
  type World,
} from "../../../testing/world.ts";
import { identifiersOf } from "../../contacts/identifiers.ts";
import { update } from "../../contacts/contacts.ts";
import { addAddress, addressesOf } from "../../contacts/addresses.ts";
import { tagsOf } from "../../contacts/tags.ts";
import { contacts, type Contact, type FullContact } from "../../contacts/table.ts";
import { enqueue } from "../../messages/outbox.ts";
import { findMessage } from "../../messages/messages.ts";
import { messages, outbox, reactions } from "../../messages/table.ts";
import { ticketTags } from "../../tags/table.ts";
import * as draftVerbs from "../messages/drafts.ts";
import * as noteVerbs from "../notes/notes.ts";
import { learnIdentifiers } from "./merge-contacts.ts";
import { drafts, ticketNotes, tickets } from "../table.ts";

const phone = (value: string): Identifier => ({ type: "phone", value });
const lid = (value: string): Identifier => ({ type: "lid", value });

/** Bia with her number, and Bia again with a lid, from whom messages came with a hidden number. */
function shopWithDuplicate() {
  const shop = world();
  const double = shop.db.write((tx) =>
    tx
      .insert(contacts)
      .values({
        name: "999888",
        createdAt: new Date(shop.clock.now()),
        updatedAt: new Date(shop.clock.now()),
      })
      .returning()
      .get(),
  );
  shop.db.sqlite.run(
    "INSERT INTO identifiers (type, value, contactId) VALUES ('lid', '999888', ?)",
    [double.id],
  );
  const mergeContacts = () =>
    learnIdentifiers(shop.db, { ids: [phone(bia.number), lid("999888")], name: "" })!;
  const everyone = () => shop.db.select().from(contacts).all();
  shop.events.length = 0;
  return { ...shop, double, mergeContacts, everyone };
}

const ticketsOf = ({ db }: Pick<World, "db">) =>
  db.select().from(tickets).orderBy(tickets.id).all();
const bodies = ({ db }: Pick<World, "db">, ticketId: number) =>
  db
    .select()
    .from(messages)
    .where(eq(messages.ticketId, ticketId))
    .orderBy(messages.id)
    .all()
    .map(({ body }) => body);

test("what someone replies to stays its author's when contacts are merged", () => {
  const { db, receives, mergeContacts } = shopWithDuplicate();
  const who = { ids: [lid("999888")], name: "" };
  const quote = { who, kind: "chat" as const, body: "Busco às 17 h", isStatus: false };
  const { id } = receives("Isto", { quotedId: "OLD", quote })!;
  mergeContacts();
  expect(findMessage(db, id)?.quote).toMatchObject({ contactId: bia.id, name: bia.name });
});

test("two contacts who turn out to be one are merged into the older one, with all identifiers", () => {
  const { mergeContacts, everyone, db, events, double, receives } = shopWithDuplicate();
  expect(mergeContacts()).toMatchObject({ id: bia.id, name: "Bia", number: bia.number });
  expect(everyone()).toMatchObject([{ id: bia.id }]);
  expect(identifiersOf(db, bia.id)).toEqual([phone(bia.number), lid("999888")]);
  expect(events).toMatchObject([
    {
      event: "contact",
      action: "update",
      payload: { contact: { id: bia.id } },
      audience: { to: "everyone" },
    },
    {
      event: "contact",
      action: "delete",
      payload: { contactId: double.id },
      audience: { to: "everyone" },
    },
  ]);
  expect(receives("Sou eu", { from: [lid("999888")] })!.contactId).toBe(bia.id);
});

test("a message that comes with both identifiers merges their contacts", () => {
  const { receives, double, everyone, ticketOf } = shopWithDuplicate();
  receives("Oi", { from: [lid("999888")], name: "" });
  const message = receives("Sou a Bia", { from: [lid("999888"), phone(bia.number)] })!;
  expect(message).toMatchObject({ contactId: bia.id });
  expect(everyone()).toHaveLength(1);
  expect([ticketOf(bia.id), ticketOf(double.id)]).toMatchObject([
    [{ status: "pending", unreadMessages: 2, lastMessage: "Sou a Bia" }],
    [],
  ]);
});

test("of two active tickets one takes in the other, and those who saw the other are told", () => {
  const shop = shopWithDuplicate();
  const tags = [shop.tag(), shop.tag(), shop.tag()].map(({ id }) => id);
  const ours = shop.ticket({
    contactId: bia.id,
    queueId: null,
    unreadMessages: 1,
    tagIds: [tags[0]!, tags[1]!],
    lastMessage: "Um",
  });
  const theirs = shop.ticket({
    contactId: shop.double.id,
    unreadMessages: 2,
    tagIds: [tags[1]!, tags[2]!],
    lastMessage: "Três",
    lastMessageAt: new Date(shop.clock.now() + minute),
    updatedAt: new Date(shop.clock.now() + minute),
  });
  shop.message({ ticketId: ours.id, body: "Um" });
  const [second, third] = [
    shop.message({ ticketId: theirs.id, body: "Dois", read: true }),
    shop.message({ ticketId: theirs.id, body: "Três" }),
  ];
  shop.message({ ticketId: ours.id, body: "Quatro" });
  shop.events.length = 0;
  shop.mergeContacts();

  expect(ticketsOf(shop)).toMatchObject([
    {
      id: ours.id,
      contactId: bia.id,
      unreadMessages: 3,
      queueId: theirs.queueId,
      lastMessage: "Três",
      lastMessageAt: theirs.lastMessageAt,
      updatedAt: theirs.updatedAt,
    },
  ]);
  expect(bodies(shop, ours.id)).toEqual(["Um", "Dois", "Três", "Quatro"]);
  expect(
    shop.db
      .select()
      .from(ticketTags)
      .where(eq(ticketTags.ticketId, ours.id))
      .all()
      .map(({ tagId }) => tagId),
  ).toEqual(tags);
  expect(shop.events.map(({ event, action }) => `${event} ${action}`)).toEqual([
    "ticket delete",
    "contact update",
    "contact delete",
    "ticket update",
    "appMessage update",
  ]);
  expect(shop.events[0]).toMatchObject({
    payload: { ticketId: theirs.id },
    audience: { to: "desk", queueId: theirs.queueId, waiting: true },
  });
  expect(shop.events[3]).toMatchObject({
    payload: {
      ticket: { id: ours.id, unreadMessages: 3, contact: { id: bia.id }, tags: [{}, {}, {}] },
    },
  });
  // The merged ticket took over a queue: those of the other queues lose sight of it.
  expect(shop.events[3]).toMatchObject({
    audience: { to: "desk", queueId: theirs.queueId, waiting: true },
    audienceBefore: { to: "desk", queueId: null, waiting: true },
  });
  expect(shop.events[4]).toMatchObject({
    payload: { message: { id: third.id, ticketId: ours.id, contactId: bia.id } },
  });
  expect(second.id).toBeLessThan(third.id);
});

test("notes of both tickets are in the merged one, and emitted", () => {
  const shop = shopWithDuplicate();
  const [ours, theirs] = [
    shop.ticket({ contactId: bia.id }),
    shop.ticket({ contactId: shop.double.id, queueId: encomendas }),
  ];
  const old = shop.ticket({ contactId: shop.double.id, status: "closed", userId: idOf.ana });
  for (const [who, ticket, text] of [
    ["ana", ours, "Um"],
    ["caio", theirs, "Dois"],
    ["ana", old, "Três"],
    ["caio", theirs, "Quatro"],
  ] as const)
    noteVerbs.create(shop.db, shop.me(who), { note: text, ticketId: ticket.id });
  shop.events.length = 0;
  shop.mergeContacts();

  const notes = (query: object) =>
    noteVerbs.list(shop.db, shop.me("ana"), query).map(({ note }) => note);
  expect([notes({ ticketId: ours.id }), notes({ contactId: bia.id })]).toEqual([
    ["Quatro", "Dois", "Um"],
    ["Quatro", "Três", "Dois", "Um"],
  ]);
  const frames = shop.events.filter(({ event }) => event === "ticketNote");
  expect(frames).toMatchObject(
    ["Dois", "Quatro"].map((note) => ({
      action: "create",
      payload: {
        ticketNote: { note, ticketId: ours.id, contactId: bia.id, user: { name: "Caio" } },
      },
      audience: { to: "desk", queueId: ours.queueId },
    })),
  );
});

test("drafts of the removed ticket are added to the same user's in the other", () => {
  const shop = shopWithDuplicate();
  const [ours, theirs] = [
    shop.ticket({ contactId: bia.id, status: "open", userId: idOf.rui }),
    shop.ticket({ contactId: shop.double.id }),
  ];
  const quoted = shop.message({ ticketId: theirs.id });
  const [rui, lia] = [shop.me("rui"), shop.me("lia")];
  draftVerbs.save(shop.db, rui, ours.id, { text: "Bom dia" });
  draftVerbs.save(shop.db, rui, theirs.id, { text: "Quem é?", quotedMsgId: quoted.id });
  draftVerbs.save(shop.db, lia, theirs.id, { text: "Já vou" });
  shop.events.length = 0;
  shop.mergeContacts();

  const whole = { ticketId: ours.id, text: "Bom dia\n\nQuem é?", quotedMsgId: quoted.id };
  expect(draftVerbs.list(shop.db, rui)).toMatchObject([whole]);
  expect(shop.db.select().from(drafts).where(eq(drafts.userId, idOf.lia)).all()).toMatchObject([
    { ticketId: ours.id, text: "Já vou" },
  ]);
  const frames = shop.events
    .filter(
      ({ event, audience }) =>
        event === "draft" && audience.to === "user" && audience.userId === idOf.rui,
    )
    .map(({ action, payload }): object => ({ action, payload }));
  expect(frames).toMatchObject([
    { action: "delete", payload: { draftId: theirs.id, ticketId: theirs.id } },
    { action: "update", payload: { draft: whole } },
  ]);
});

test("fields of both are kept; where they differ, the older contact's", () => {
  const shop = shopWithDuplicate();
  const setFields = (id: number, fields: Record<string, string>) =>
    update(shop.db, id, {
      extraInfo: Object.entries(fields).map(([name, value]) => ({ name, value })),
    });
  setFields(bia.id, { CPF: "1", Rua: "", Alergia: "glúten" });
  setFields(shop.double.id, { rua: "7", CPF: "2", Aniversário: "20/11" });
  shop.events.length = 0;
  shop.mergeContacts();
  const [frame] = shop.events.filter(
    ({ event, action }) => event === "contact" && action === "update",
  );
  const fields = Object.fromEntries(
    (frame!.payload as { contact: FullContact }).contact.extraInfo.map(({ name, value }) => [
      name,
      value,
    ]),
  );
  expect(fields).toEqual({ CPF: "1", Rua: "7", Alergia: "glúten", Aniversário: "20/11" });
});

test("tags and addresses of both are kept, and the older contact's main address", () => {
  const shop = shopWithDuplicate();
  const [vip, regular] = [shop.tag({ name: "VIP" }), shop.tag({ name: "Freguês" })];
  update(shop.db, bia.id, { tags: [{ id: vip.id }] });
  update(shop.db, shop.double.id, { tags: [{ id: vip.id }, { id: regular.id }] });
  const address = {
    type: "Casa",
    zipCode: "01310100",
    address: "Avenida Paulista",
    number: "1",
    neighborhood: "Bela Vista",
    city: "São Paulo",
    state: "SP",
  };
  const own = addAddress(shop.db, { ...address, contactId: bia.id });
  const other = addAddress(shop.db, { ...address, contactId: shop.double.id, type: "Trabalho" });
  shop.mergeContacts();
  expect(tagsOf(shop.db, bia.id).map(({ name }) => name)).toEqual(["Freguês", "VIP"]);
  expect(addressesOf(shop.db, bia.id)).toMatchObject([
    { id: own.id, isActive: true },
    { id: other.id, isActive: false },
  ]);
});

test("an open ticket takes in a pending one, even an older one", () => {
  const shop = shopWithDuplicate();
  const waits = shop.ticket({ contactId: bia.id });
  const open = shop.ticket({ contactId: shop.double.id, status: "open", userId: idOf.ana });
  shop.mergeContacts();
  expect(ticketsOf(shop)).toMatchObject([
    { id: open.id, status: "open", userId: idOf.ana, contactId: bia.id },
  ]);
  expect(shop.events).toContainEqual(
    expect.objectContaining({ event: "ticket", action: "delete", payload: { ticketId: waits.id } }),
  );
});

test("tickets on two connections stay two", () => {
  const shop = shopWithDuplicate();
  shop.ticket({ contactId: bia.id, whatsappId: balcao });
  shop.ticket({ contactId: shop.double.id, whatsappId: fabrica });
  shop.mergeContacts();
  expect(ticketsOf(shop)).toMatchObject([
    { contactId: bia.id, whatsappId: balcao },
    { contactId: bia.id, whatsappId: fabrica },
  ]);
  expect(shop.events.map(({ event, action }) => `${event} ${action}`)).toEqual([
    "contact update",
    "contact delete",
    "ticket update",
  ]);
});

test("a name given by a user counts most, then the person's own, then the number, and a block stays", () => {
  const named = (first: Partial<Contact>, second: Partial<Contact>) => {
    const { db, mergeContacts, double } = shopWithDuplicate();
    db.update(contacts).set(first).where(eq(contacts.id, bia.id)).run();
    db.update(contacts).set(second).where(eq(contacts.id, double.id)).run();
    return mergeContacts();
  };
  const [number, given, own] = [
    { name: bia.number, pushName: "" },
    { name: "Bia da rua 7", pushName: "✨" },
    { name: "✨", pushName: "✨" },
  ];
  expect(named(number, given)).toMatchObject({
    name: "Bia da rua 7",
    pushName: "✨",
    number: bia.number,
  });
  expect(named(own, given).name).toBe("Bia da rua 7");
  expect(named(given, own).name).toBe("Bia da rua 7");
  expect(named(number, own).name).toBe("✨");
  expect(named(own, number).name).toBe("✨");
  expect(named(number, { name: "999888" }).name).toBe(bia.number);
  expect(
    named(
      { name: "Bia Nogueira", email: "" },
      { name: "Beatriz", email: "bia@exemplo.com.br", profilePicUrl: "/media/1" },
    ),
  ).toMatchObject({ name: "Bia Nogueira", email: "bia@exemplo.com.br", profilePicUrl: "/media/1" });
  const [on, off] = [{ active: true }, { active: false }];
  expect([named(on, off).active, named(off, on).active, named(on, on).active]).toEqual([
    false,
    false,
    true,
  ]);
});

test("the older contact is kept even when it had only a lid", () => {
  for (const name of ["Dani", "5511977770002"]) {
    const shop = world();
    const { contactId } = shop.receives("Oi", { from: [lid("999888")], name: "" })!;
    const dani = shop.contact({ name, number: "5511977770002" });
    learnIdentifiers(shop.db, { ids: [lid("999888"), phone("5511977770002")], name: "" });
    expect(shop.db.select().from(contacts).all()).toMatchObject([
      { id: bia.id },
      { id: contactId, name, number: "5511977770002" },
    ]);
    expect(shop.ticketOf(dani.id)).toEqual([]);
  }
});

test("three contacts are merged like two", () => {
  const shop = shopWithDuplicate();
  const third = shop.contact({ name: "Bia de novo", number: "5511966660003" });
  for (const contactId of [bia.id, shop.double.id, third.id]) shop.ticket({ contactId });
  shop.receives("Oi", { from: [phone(bia.number), lid("999888"), phone("5511966660003")] });
  expect([shop.everyone().length, ticketsOf(shop).length]).toEqual([1, 1]);
});

/**
 * Everything that a company may have of two contacts who are one: a ticket of each in each status,
 * on one connection or two.
 */
const states = [undefined, "pending", "open", "closed"] as const;
const cases = states.flatMap((first) =>
  states.flatMap((second) => [balcao, fabrica].map((on) => ({ first, second, on }))),
);

test("everything that the two had belongs to the one", () => {
  for (const { first, second, on } of cases) {
    const shop = shopWithDuplicate();
    const { db } = shop;
    const own = (contactId: number, status: (typeof states)[number], whatsappId: number) => {
      const all = [
        shop.ticket({ contactId, status: "closed", whatsappId }),
        ...(status ? [shop.ticket({ contactId, status, whatsappId })] : []),
      ];
      for (const { id } of all) {
        const question = shop.message({ ticketId: id });
        const answer = shop.message({
          ticketId: id,
          fromMe: true,
          origin: "agent",
          quotedMsgId: question.id,
        });
        db.write((tx) => {
          enqueue(tx, { id: answer.id, whatsappId, contactId }, db.now());
          tx.update(tickets).set({ unreadMessages: 1 }).where(eq(tickets.id, id)).run();
          tx.insert(ticketNotes)
            .values({
              ticketId: id,
              contactId,
              note: "Anotado",
              createdAt: new Date(0),
              updatedAt: new Date(0),
            })
            .run();
          tx.insert(drafts)
            .values({
              ticketId: id,
              userId: contactId === bia.id ? idOf.ana : idOf.lia,
              text: "Oi",
              updatedAt: new Date(0),
            })
            .run();
          tx.insert(reactions)
            .values([
              { messageId: answer.id, contactId, emoji: "👍", createdAt: new Date(db.now()) },
            ])
            .run();
        });
      }
    };
    own(bia.id, first, balcao);
    own(shop.double.id, second, on);
    const shared = shop.message({ ticketId: 1 });
    for (const contactId of [bia.id, shop.double.id])
      db.insert(reactions)
        .values({ messageId: shared.id, contactId, emoji: "❤️", createdAt: new Date(db.now()) })
        .run();
    const count = () => ({
      messages: db.select().from(messages).all().length,
      quotes: db
        .select()
        .from(messages)
        .all()
        .filter(({ quotedMsgId }) => quotedMsgId !== null).length,
      outbox: db.select().from(outbox).all().length,
      unread: ticketsOf(shop).reduce((sum, { unreadMessages }) => sum + unreadMessages, 0),
      tickets: ticketsOf(shop).length,
      reactions: db.select().from(reactions).all().length,
      notes: db.select().from(ticketNotes).all().length,
      drafts: db.select().from(drafts).all().length,
    });
    const before = count();
    shop.mergeContacts();

    const clash =
      on === balcao && [first, second].every((state) => state === "pending" || state === "open");
    const label = `${first} and ${second} on ${on}`;
    expect([label, count()]).toEqual([
      label,
      { ...before, tickets: before.tickets - Number(clash), reactions: before.reactions - 1 },
    ]);
    const contactIds = [messages, tickets, outbox, reactions, ticketNotes].map((table) =>
      db.selectDistinct({ id: table.contactId }).from(table).all(),
    );
    expect([label, contactIds]).toEqual([label, contactIds.map(() => [{ id: bia.id }])]);
    expect(db.sqlite.query("PRAGMA foreign_key_check").all()).toEqual([]);
  }
});

test("of both contacts' reactions to one message one stays", () => {
  const shop = shopWithDuplicate();
  const { id } = shop.receives("Oi")!;
  for (const [contactId, emoji] of [
    [bia.id, "❤️"],
    [shop.double.id, "👍"],
  ] as const)
    shop.db
      .insert(reactions)
      .values({ messageId: id, contactId, emoji, createdAt: new Date(0) })
      .run();
  shop.mergeContacts();
  expect(shop.db.select().from(reactions).where(eq(reactions.messageId, id)).all()).toMatchObject([
    { contactId: bia.id, emoji: "❤️" },
  ]);
});
