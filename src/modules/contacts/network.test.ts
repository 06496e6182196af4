import { expect } from "bun:test";
import { Refused, Unreachable, type Identifier, type Person } from "../../channel/channel.ts";
import { noConnections, fakeChannel } from "../../testing/fake-channel.ts";
import {
  balcao,
  bia,
  box,
  dot,
  fabrica,
  minute,
  refusal,
  test,
  world,
  type World,
} from "../../testing/world.ts";
import { connections } from "../connections/table.ts";
import { identifiersOf } from "./identifiers.ts";
import { findContact } from "./contacts.ts";
import { all } from "./list.ts";
import { add, change, groupOf, importPeople, refreshPicture, setActive } from "./network.ts";
import { identifiers } from "./table.ts";

const phone = (value: string): Identifier => ({ type: "phone", value });
const lid = (value: string): Identifier => ({ type: "lid", value });
const person = (name: string, ...ids: Identifier[]): Person => ({ ids, name });
/** A network that has these identifiers for a number. */
const networkWith = (number: string, ...ids: Identifier[]) =>
  fakeChannel({ check: async () => new Map([[number, ids]]) });
const away = () => Promise.reject(new Unreachable());
const refuses = (reason: string) => () => Promise.reject(new Refused(reason));
const bothUp = ({ db }: World) => db.update(connections).set({ status: "CONNECTED" }).run();

const dani = { name: "Dani", number: "5511977770002" };

test("a contact gets the identifiers that the network has for its number", async () => {
  const shop = world();
  const { connectionManager, calls } = networkWith(dani.number, phone("551177770002"), lid("77"));
  const contact = await add(shop.db, connectionManager, {
    ...dani,
    email: "dani@exemplo.com.br",
  });
  expect(calls).toEqual([["check", [dani.number]]]);
  expect(contact).toMatchObject({
    name: "Dani",
    number: "551177770002",
    email: "dani@exemplo.com.br",
  });
  expect(identifiersOf(shop.db, contact.id)).toEqual([phone("551177770002"), lid("77")]);
  expect(shop.receives("Oi", { from: [lid("77")] })).toMatchObject({ contactId: contact.id });
  expect(shop.events[0]).toMatchObject({ event: "contact", action: "create" });
});

test("a number that is not on the network is refused, one that can't be checked is not", async () => {
  const shop = world();
  const nobody = {
    kind: "invalid",
    reason: "ERR_WAPP_INVALID_CONTACT",
    fields: { number: "invalid" },
  } as const;
  expect(
    await refusal(() =>
      add(shop.db, fakeChannel({ check: async () => new Map() }).connectionManager, dani),
    ),
  ).toEqual(nobody);
  expect(
    await refusal(() =>
      add(shop.db, fakeChannel({ check: refuses("ERR_ODD") }).connectionManager, dani),
    ),
  ).toEqual({ kind: "conflict", reason: "ERR_WAPP_CHECK_CONTACT" });
  expect(all(shop.db).map(({ name }) => name)).toEqual(["Bia"]);

  expect(await add(shop.db, fakeChannel({ check: away }).connectionManager, dani)).toMatchObject(
    dani,
  );
  expect(
    await add(shop.db, noConnections, { name: "Davi", number: "5511977770003" }),
  ).toMatchObject({ number: "5511977770003" });
  shop.db.update(connections).set({ status: "DISCONNECTED" }).run();
  const { connectionManager, calls } = fakeChannel();
  expect(
    await add(shop.db, connectionManager, { name: "Duda", number: "5511977770004" }),
  ).toMatchObject({ number: "5511977770004" });
  expect(calls).toEqual([]);
});

test("a known contact is not created again, by any of its identifiers", async () => {
  const shop = world();
  shop.db
    .insert(identifiers)
    .values({ ...lid("1"), contactId: bia.id })
    .run();
  const taken = {
    kind: "conflict",
    reason: "ERR_DUPLICATED_CONTACT",
    fields: { number: "taken" },
    details: { contactId: bia.id },
  } as const;
  const without = "551188880001";
  expect(
    await refusal(() => add(shop.db, noConnections, { name: "Bia", number: without })),
  ).toEqual(taken);
  expect(
    await refusal(() =>
      add(shop.db, networkWith(without, phone(without)).connectionManager, {
        name: "Bia",
        number: without,
      }),
    ),
  ).toEqual(taken);
  expect(
    await refusal(() =>
      add(shop.db, networkWith(dani.number, phone(dani.number), lid("1")).connectionManager, dani),
    ),
  ).toEqual(taken);
  expect(all(shop.db)).toHaveLength(1);
});

test("a contact who wrote with a hidden number gets it", async () => {
  const shop = world();
  const { contactId } = shop.receives("Oi", { from: [lid("77")], name: "dani ❤" })!;
  const contact = await add(
    shop.db,
    networkWith(dani.number, phone(dani.number), lid("77")).connectionManager,
    dani,
  );
  expect(contact).toMatchObject({ id: contactId, name: "Dani", number: dani.number });
  expect(identifiersOf(shop.db, contactId)).toEqual([phone(dani.number), lid("77")]);
});

test("only a changed number is checked", async () => {
  const shop = world();
  shop.db
    .insert(identifiers)
    .values({ ...lid("1"), contactId: bia.id })
    .run();
  const { connectionManager, calls } = networkWith(dani.number, phone(dani.number), lid("77"));
  expect(
    await change(shop.db, connectionManager, bia.id, {
      name: "Bia Nogueira",
      number: bia.number,
    }),
  ).toMatchObject({ name: "Bia Nogueira", number: bia.number });
  expect(calls).toEqual([]);

  expect(await change(shop.db, connectionManager, bia.id, { number: dani.number })).toMatchObject({
    name: "Bia Nogueira",
    number: dani.number,
  });
  expect(identifiersOf(shop.db, bia.id)).toEqual([phone(dani.number), lid("77")]);
  const davi = await add(shop.db, noConnections, { name: "Davi", number: "5511977770003" });
  expect(
    await refusal(() => change(shop.db, connectionManager, davi.id, { number: dani.number })),
  ).toMatchObject({ reason: "ERR_DUPLICATED_CONTACT", details: { contactId: bia.id } });
  const { contactId: hidden } = shop.receives("Oi", { from: [lid("88")], name: "Zé" })!;
  expect(
    await refusal(() =>
      change(
        shop.db,
        networkWith("5511977770008", phone("5511977770008"), lid("88")).connectionManager,
        davi.id,
        { number: "5511977770008" },
      ),
    ),
  ).toMatchObject({ details: { contactId: hidden } });
  expect(
    await refusal(() =>
      change(shop.db, fakeChannel({ check: async () => new Map() }).connectionManager, davi.id, {
        number: "5511977770009",
      }),
    ),
  ).toMatchObject({ reason: "ERR_WAPP_INVALID_CONTACT" });
  expect(
    await refusal(() => change(shop.db, connectionManager, 99, { number: dani.number })),
  ).toMatchObject({ kind: "missing" });
});

test("a blocked contact is blocked on every connected network, and ignored", async () => {
  const shop = world();
  bothUp(shop);
  const { connectionManager, calls } = fakeChannel();
  expect(await setActive(shop.db, connectionManager, bia.id, false)).toMatchObject({
    active: false,
  });
  expect(calls).toEqual([
    ["block", [phone(bia.number)], true],
    ["block", [phone(bia.number)], true],
  ]);
  expect(shop.events).toMatchObject([
    { event: "contact", action: "update", payload: { contact: { active: false } } },
  ]);
  expect(shop.receives("Oi")).toBeUndefined();

  await setActive(shop.db, connectionManager, bia.id, false);
  expect(calls).toHaveLength(2);
  expect(await setActive(shop.db, connectionManager, bia.id, true)).toMatchObject({
    active: true,
  });
  expect(calls.slice(2)).toEqual([
    ["block", [phone(bia.number)], false],
    ["block", [phone(bia.number)], false],
  ]);
  expect(shop.receives("Oi")).toMatchObject({ contactId: bia.id });
});

test("a network may refuse to unblock a contact, but not to block one", async () => {
  const shop = world();
  const { connectionManager } = fakeChannel({ block: refuses("ERR_ODD") });
  expect(await setActive(shop.db, connectionManager, bia.id, false)).toMatchObject({
    active: false,
  });
  expect(await refusal(() => setActive(shop.db, connectionManager, bia.id, true))).toEqual({
    kind: "conflict",
    reason: "ERR_ODD",
  });
  expect(findContact(shop.db, bia.id).active).toBe(false);
  expect(
    await setActive(shop.db, fakeChannel({ block: away }).connectionManager, bia.id, true),
  ).toMatchObject({ active: true });
  expect(await refusal(() => setActive(shop.db, connectionManager, 99, false))).toMatchObject({
    kind: "missing",
    reason: "ERR_NO_CONTACT_FOUND",
  });
});

test("a group is blocked only here", async () => {
  const shop = world();
  const { connectionManager, calls } = fakeChannel();
  const group = shop.contact({ isGroup: true });
  expect(await setActive(shop.db, connectionManager, group.id, false)).toMatchObject({
    active: false,
  });
  expect(calls).toEqual([]);
});

test("an address book creates contacts, and names those who had only a number", async () => {
  const shop = world();
  const { contactId: nameless } = shop.receives("Oi", { from: "5511900000001", name: "" })!;
  const book = [
    person("Bia da Silva", phone(bia.number), lid("1")),
    person("Nina", phone("5511900000001")),
    person("Otto", phone("5511900000002"), lid("2")),
    person("", phone("5511900000003")),
    person("Só LID", lid("4")),
    person("", lid("5")),
    person("Família", { type: "group", value: "1@g.us" }),
    person("Otto de novo", phone("551100000002")),
  ];
  const { connectionManager, calls } = fakeChannel({ people: async () => book });
  expect(await importPeople(shop.db, connectionManager, balcao, "book")).toEqual({
    imported: 4,
    updated: 1,
  });
  expect(calls).toEqual([["people", "book"]]);
  expect(all(shop.db).map(({ id, name, number }) => [id, name, number])).toEqual([
    [4, "5511900000003", "5511900000003"],
    [bia.id, "Bia", bia.number],
    [nameless, "Nina", "5511900000001"],
    [3, "Otto", "5511900000002"],
    [6, "Otto de novo", "551100000002"],
    [5, "Só LID", ""],
  ]);
  expect(identifiersOf(shop.db, bia.id)).toEqual([phone(bia.number), lid("1")]);

  shop.events.length = 0;
  expect(await importPeople(shop.db, connectionManager, balcao, "chats")).toEqual({
    imported: 0,
    updated: 0,
  });
  expect(shop.events).toEqual([]);
});

test("a long address book is imported completely, in parts", async () => {
  const shop = world();
  const book = Array.from({ length: 250 }, (_, index) =>
    person(`Pessoa ${index}`, phone(`55119${String(index).padStart(8, "0")}`)),
  );
  expect(
    await importPeople(
      shop.db,
      fakeChannel({ people: async () => book }).connectionManager,
      balcao,
      "book",
    ),
  ).toEqual({ imported: 250, updated: 0 });
  expect(all(shop.db)).toHaveLength(251);
  expect(await refusal(() => importPeople(shop.db, noConnections, balcao, "book"))).toEqual({
    kind: "conflict",
    reason: "ERR_WAPP_DISCONNECTED",
  });
});

test("a group shows who is in it, by the contacts' names", async () => {
  const shop = world();
  const group = shop.contact({ isGroup: true });
  bothUp(shop);
  const { connectionManager, calls } = fakeChannel({
    group: async () => ({
      subject: "Família 🏡",
      people: [
        person("bia", phone(bia.number)),
        person("Zé", phone("5511900000007")),
        person("", lid("8")),
      ],
    }),
  });
  expect(await groupOf(shop.db, connectionManager, group.id)).toEqual({
    subject: "Família 🏡",
    people: [
      { contactId: bia.id, name: "Bia", number: bia.number },
      { contactId: null, name: "Zé", number: "5511900000007" },
      { contactId: null, name: "", number: "" },
    ],
  });
  expect(calls).toEqual([["group", `${group.id}@g.us`]]);
  expect(await refusal(() => groupOf(shop.db, connectionManager, bia.id))).toEqual({
    kind: "missing",
    reason: "ERR_NOT_FOUND",
  });
  expect(
    await refusal(() =>
      groupOf(shop.db, fakeChannel({ group: refuses("ERR_ODD") }).connectionManager, group.id),
    ),
  ).toEqual({ kind: "conflict", reason: "ERR_ODD" });
  expect(await refusal(() => groupOf(shop.db, noConnections, group.id))).toEqual({
    kind: "conflict",
    reason: "ERR_WAPP_DISCONNECTED",
  });
});

test("when one connection refuses, another is asked", async () => {
  const shop = world();
  bothUp(shop);
  const lines = {
    ...noConnections,
    channel: (_: number, connection: number) =>
      fakeChannel(
        connection === fabrica ? { picture: async () => dot } : { picture: refuses("ERR_ODD") },
      ).connectionManager.channel(1, connection),
  };
  expect((await refreshPicture(shop.db, lines, bia.id)).profilePicUrl).toStartWith("/media/1/");
});

test("a picture is stored, and its link does not expire", async () => {
  const shop = await box();
  const { connectionManager } = fakeChannel({ picture: async () => dot });
  const { profilePicUrl } = await refreshPicture(shop.db, connectionManager, bia.id);
  expect(shop.events.at(-1)).toMatchObject({
    event: "contact",
    action: "update",
    payload: { contact: { profilePicUrl } },
  });
  shop.clock.pass(365 * 24 * 60 * minute);
  const image = await fetch(shop.url + profilePicUrl);
  expect([image.status, image.headers.get("content-type"), await image.bytes()]).toEqual([
    200,
    "image/png",
    dot,
  ]);

  const eventCount = shop.events.length;
  await refreshPicture(shop.db, connectionManager, bia.id);
  expect(shop.events).toHaveLength(eventCount);
  for (const picture of [async () => undefined, async () => new TextEncoder().encode("<svg/>")]) {
    expect(
      await refreshPicture(shop.db, fakeChannel({ picture }).connectionManager, bia.id),
    ).toMatchObject({ profilePicUrl: "" });
  }
});

test("over HTTP, on a connected connection", async () => {
  const shop = await box();
  const phone = await shop.phone();
  await phone.write("Oi", { number: "5511900000001", name: "Nina" });
  const ana = shop.as("ana");
  expect(await ana.post("/contacts", { name: "Dani", number: "(11) 97777-0002" })).toMatchObject({
    status: 201,
    body: { number: dani.number },
  });
  expect(await ana.post("/contacts", { name: "Nina", number: "+55 11 90000-0001" })).toMatchObject({
    status: 409,
    body: { error: "ERR_DUPLICATED_CONTACT" },
  });
  expect(await ana.put(`/contacts/${bia.id}`, { number: "5511900000009" })).toMatchObject({
    status: 200,
    body: { name: "Bia", number: "5511900000009" },
  });
  expect(await ana.put(`/contacts/block/${bia.id}`, { active: false })).toMatchObject({
    status: 200,
    body: { active: false },
  });
  expect(await ana.put(`/contacts/block/${bia.id}`, {})).toMatchObject({
    status: 422,
    body: { fields: { active: "required" } },
  });
  expect(await ana.post("/contacts/import")).toMatchObject({
    status: 200,
    body: { imported: 0, updated: 0 },
  });
  expect(await ana.post("/contacts/import/chats", { whatsappId: fabrica })).toMatchObject({
    status: 409,
    body: { error: "ERR_WAPP_DISCONNECTED" },
  });
  expect(await ana.post("/contacts/import", { whatsappId: 99 })).toMatchObject({
    status: 404,
    body: { error: "ERR_NO_WAPP_FOUND" },
  });
  expect(await ana.post(`/contacts/${bia.id}/picture`)).toMatchObject({
    status: 200,
    body: { profilePicUrl: "" },
  });
  expect(await ana.get(`/contacts/${bia.id}/group`)).toMatchObject({ status: 404 });
});
