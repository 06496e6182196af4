import { expect } from "bun:test";
import { bia, box, refusal, test, world } from "../../testing/world.ts";
import { identifiersOf } from "./identifiers.ts";
import { create, update } from "./contacts.ts";
import { list } from "./list.ts";
import { identifiers } from "./table.ts";

const names = (db: ReturnType<typeof world>["db"], searchParam: string) =>
  list(db, { searchParam, pageNumber: 1 })
    .read()
    .contacts.map(({ name }) => name);

test("a number is only one contact's", async () => {
  const { db, events } = world();
  const taken = {
    kind: "conflict",
    reason: "ERR_DUPLICATED_CONTACT",
    fields: { number: "taken" },
    details: { contactId: bia.id },
  } as const;
  expect(await refusal(() => create(db, { name: "Outra Bia", number: bia.number }))).toEqual(taken);
  const dani = create(db, {
    name: "Dani",
    number: "5511977770002",
    email: "dani@exemplo.com.br",
  });
  expect(await refusal(() => update(db, dani.id, { number: bia.number }))).toEqual(taken);
  expect(events).toMatchObject([
    { event: "contact", action: "create", payload: { contact: { id: dani.id } } },
  ]);
});

test("a contact whose number changed is found by the new one", () => {
  const shop = world();
  update(shop.db, bia.id, { number: "5511900000009" });
  expect(shop.receives("Oi", { from: "5511900000009", name: "" })).toMatchObject({
    contactId: bia.id,
  });
  expect(shop.receives("Oi", { from: bia.number, name: "Quem?" })!.contactId).not.toBe(bia.id);
});

test("any part of a name or a number finds a contact", () => {
  const { db, contact } = world();
  contact({ name: "João Conceição", number: "5521933334444" });
  for (const text of ["joao", "ceicao", "33334", "Jo", "ÇÃO"])
    expect([text, names(db, text)]).toEqual([text, ["João Conceição"]]);
  for (const text of ["%", "_", '"', "'", "AND", "*", "zzz"])
    expect([text, names(db, text)]).toEqual([text, []]);
});

test("a number is stored as its digits", async () => {
  const shop = await box();
  const ana = shop.as("ana");
  expect(
    await ana.post("/contacts", { name: "Dani", number: "+55 (11) 97777-0002" }),
  ).toMatchObject({ status: 201, body: { number: "5511977770002", email: "" } });
  expect(await ana.post("/contacts", { name: "Dani", number: "123" })).toMatchObject({
    status: 422,
    body: { fields: { number: "invalid" } },
  });
  expect(await ana.get("/contacts?searchParam=dani")).toMatchObject({
    status: 200,
    body: { count: 1, hasMore: false, contacts: [{ name: "Dani" }] },
  });
  expect(
    await ana.put(`/contacts/${bia.id}`, { name: "Bia Nogueira", active: false, isGroup: true }),
  ).toMatchObject({ status: 200, body: { name: "Bia Nogueira", active: true, isGroup: false } });
});

test("a number is found as it is displayed", () => {
  const { db, contact } = world();
  contact({ name: "Nina", number: "5521944440005" });
  for (const text of ["94444-0005", "+55 21 94444-0005", "(21) 94444", "21 94444 0005"])
    expect(names(db, text)).toEqual(["Nina"]);
});

test("a number typed without a country is Brazilian, one with a + is as typed", async () => {
  const rui = (await box()).as("rui");
  const storedNumber = async (number: string) =>
    (await rui.post("/contacts", { name: "Alguém", number })).body.number;
  expect(await storedNumber("(11) 97777-1234")).toBe("5511977771234");
  expect(await storedNumber("1133334444")).toBe("551133334444");
  expect(await storedNumber("+1 212 555 0123")).toBe("12125550123");
  expect(await storedNumber("5511955554444")).toBe("5511955554444");
});

test("bots can be turned off for a contact, and everyone is told", async () => {
  const shop = await box();
  const ana = shop.as("ana");
  const listener = await shop.listener(shop.as("caio"));
  await listener.ready();
  expect((await ana.get(`/contacts/${bia.id}`)).body).toMatchObject({ disableBot: false });
  expect(await ana.put(`/contacts/${bia.id}`, { disableBot: true })).toMatchObject({
    status: 200,
    body: { id: bia.id, disableBot: true },
  });
  expect((await ana.get("/contacts")).body).toMatchObject({ contacts: [{ disableBot: true }] });
  expect(await listener.receives(({ event }) => event === "contact")).toMatchObject({
    action: "update",
    contact: { id: bia.id, disableBot: true },
  });
  expect(await ana.put(`/contacts/${bia.id}`, { disableBot: "yes" })).toMatchObject({
    status: 422,
    body: { fields: { disableBot: "invalid" } },
  });
});

test("a contact has tags of its own, by id or by name, and is found by any of them", () => {
  const { db, tag, contact, events } = world();
  const vip = tag({ name: "VIP" });
  const dani = create(db, {
    name: "Dani",
    number: "5511977770002",
    tags: [{ id: vip.id }, { name: "Atacado" }, { name: "vip" }],
  });
  contact({ name: "Elis" });
  expect(dani.tags.map(({ name }) => name)).toEqual(["Atacado", "VIP"]);
  expect(events.map(({ event, action }) => `${event} ${action}`)).toEqual([
    "tag create",
    "contact create",
  ]);
  expect(update(db, bia.id, { tags: [{ name: "ATACADO" }] }).tags).toMatchObject([
    { name: "Atacado" },
  ]);
  const by = (...ids: number[]) =>
    list(db, { searchParam: "", pageNumber: 1, contactTag: ids }).read();
  const wholesale = dani.tags[0]!.id;
  expect(by(wholesale)).toMatchObject({
    contacts: [
      { name: "Bia", tags: [{ name: "Atacado" }] },
      { name: "Dani", tags: [{ name: "Atacado" }, { name: "VIP" }] },
    ],
    count: 2,
  });
  expect(by(vip.id).contacts.map(({ name }) => name)).toEqual(["Dani"]);
  expect(by(vip.id, wholesale).count).toBe(2);
  expect(by(77)).toMatchObject({ contacts: [], count: 0, hasMore: false });
  expect(
    list(db, { searchParam: "dan", pageNumber: 1, contactTag: [wholesale] }).read().contacts,
  ).toMatchObject([{ name: "Dani" }]);
  expect(
    list(db, { searchParam: "el", pageNumber: 1, contactTag: [wholesale] }).read().contacts,
  ).toEqual([]);
  expect(update(db, dani.id, { tags: [] }).tags).toEqual([]);
  expect(update(db, bia.id, { name: "Bia N" }).tags).toHaveLength(1);
});

test("a contact's tags are in its answers over HTTP, an invalid filter is refused", async () => {
  const shop = await box();
  const ana = shop.as("ana");
  const { id } = shop.tag({ name: "VIP" });
  expect(await ana.put(`/contacts/${bia.id}`, { tags: [{ id }] })).toMatchObject({
    status: 200,
    body: { tags: [{ id, name: "VIP" }] },
  });
  expect((await ana.get(`/contacts/${bia.id}`)).body).toMatchObject({ tags: [{ id }] });
  expect((await ana.get(`/contacts?contactTag=[${id}]`)).body).toMatchObject({
    contacts: [{ id: bia.id, tags: [{ id }] }],
    count: 1,
    hasMore: false,
  });
  expect((await ana.get("/contacts?contactTag=x")).body).toMatchObject({
    fields: { contactTag: "invalid" },
  });
  expect((await ana.put(`/contacts/${bia.id}`, { tags: [{ id: 77 }] })).status).toBe(404);
  expect((await ana.put(`/contacts/${bia.id}`, { tags: [{ name: "x" }] })).status).toBe(422);
});

test("a search finds a number in both forms, in part, with or without country and area code", () => {
  const { db, contact } = world();
  const [gil, zoe, fixed] = [
    contact({ name: "Gil", number: "551188887777" }),
    contact({ name: "Zoé", number: "5511977776666" }),
    contact({ name: "Loja", number: "551133334444" }),
  ].map(({ name }) => name);
  for (const text of [
    "5511988887777",
    "+55 (11) 98888-7777",
    "11988887777",
    "11 8888-7777",
    "988887777",
    "88887777",
    "11988887",
    "988887",
  ])
    expect([text, names(db, text)]).toEqual([text, [gil!]]);
  for (const text of ["551177776666", "1177776666", "11 97777-6666", "77776666", "55117777"])
    expect([text, names(db, text)]).toEqual([text, [zoe!]]);
  for (const text of ["551133334444", "33334444"])
    expect([text, names(db, text)]).toEqual([text, [fixed!]]);
  for (const text of ["5511933334444", "5521988887777", "5511988887770"])
    expect([text, names(db, text)]).toEqual([text, []]);
});

test("contacts are found by either form of a number", async () => {
  const shop = await box();
  const ana = shop.as("ana");
  for (const number of [bia.number, "551188880001", "11988880001", "+55 11 98888-0001"]) {
    expect(
      (await ana.get(`/contacts/filter?number=${encodeURIComponent(number)}`)).body,
    ).toMatchObject({ count: 1, contacts: [{ id: bia.id }] });
  }
  expect((await ana.get("/contacts/filter?number=5511999990000")).body).toEqual({
    count: 0,
    contacts: [],
  } as never);
  expect(await ana.get("/contacts/filter?number=12")).toMatchObject({
    status: 422,
    body: { fields: { number: "invalid" } },
  });
});

test("a contact's own number is the first of its identifiers", () => {
  const { db } = world();
  db.insert(identifiers)
    .values([
      { type: "phone", value: "5511111110000", contactId: bia.id },
      { type: "lid", value: "1", contactId: bia.id },
    ])
    .run();
  expect(identifiersOf(db, bia.id).map(({ value }) => value)).toEqual([
    bia.number,
    "5511111110000",
    "1",
  ]);
});

test("a long name from the network does not prevent other changes; a name that someone writes has a limit", async () => {
  const shop = await box();
  const ana = shop.as("ana");
  const given = "Padaria \u200b".repeat(20);
  const { contactId } = shop.receives("Oi", { from: "5511900000009", name: given })!;
  const { body: contact } = await ana.get<{ name: string }>(`/contacts/${contactId}`);
  expect(contact.name.length).toBeGreaterThan(100);
  expect(
    await ana.put(`/contacts/${contactId}`, {
      name: contact.name,
      email: "padaria@exemplo.com.br",
    }),
  ).toMatchObject({ status: 200, body: { name: contact.name, email: "padaria@exemplo.com.br" } });
  expect(await ana.put(`/contacts/${contactId}`, { name: `${contact.name}!` })).toMatchObject({
    status: 422,
    body: { fields: { name: "too_long" } },
  });
  expect((await ana.put(`/contacts/${contactId}`, { name: "P".repeat(100) })).status).toBe(200);
  for (const [name, code] of [
    ["P".repeat(101), "too_long"],
    ["", "required"],
    ["\u3164\u2800", "required"],
  ])
    expect(await ana.put(`/contacts/${contactId}`, { name })).toMatchObject({
      status: 422,
      body: { fields: { name: code } },
    });
});

test("a contact without a visible name is called by its number", () => {
  const shop = world();
  const { contactId } = shop.receives("Oi", { from: "5511900000009", name: "\u3164\u200e" })!;
  expect(list(shop.db, { searchParam: "900000009", pageNumber: 1 }).read().contacts).toMatchObject([
    { id: contactId, name: "5511900000009" },
  ]);
});
