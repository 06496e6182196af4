import { expect } from "bun:test";
import { eq } from "drizzle-orm";
import type { Identifier } from "../../channel/channel.ts";
import { bia, refusal, test, world, type World } from "../../testing/world.ts";
import { learnIdentifiers } from "../tickets/contacts/merge-contacts.ts";
import { identifiersOf } from "./identifiers.ts";
import { create, findContact, update } from "./contacts.ts";
import { findOrCreateContact } from "./find-or-create.ts";
import { contacts } from "./table.ts";

const phone = (value: string): Identifier => ({ type: "phone", value });
const lid = (value: string): Identifier => ({ type: "lid", value });

const all = ({ db }: World) =>
  db
    .select()
    .from(contacts)
    .all()
    .map(({ id, name, number }) => ({
      id,
      name,
      number,
      ids: identifiersOf(db, id).map(({ value }) => value),
    }));

test("a person without a number becomes a contact, and gets the number when it is known", () => {
  const shop = world();
  const { contactId } = shop.receives("Oi", { from: [lid("123456789012345")], name: "" })!;
  expect(findContact(shop.db, contactId)).toMatchObject({
    name: "123456789012345",
    number: "",
    pushName: "",
  });

  learnIdentifiers(shop.db, { ids: [lid("123456789012345"), phone("5511977770002")], name: "" });
  expect(findContact(shop.db, contactId)).toMatchObject({
    name: "5511977770002",
    number: "5511977770002",
  });
  expect(shop.receives("Sou eu", { from: "5511977770002", name: "Dani" })!.contactId).toBe(
    contactId,
  );
  expect(findContact(shop.db, contactId)).toMatchObject({ name: "Dani", pushName: "Dani" });
  expect(
    shop.events.filter(({ event }) => event === "contact").map(({ action }) => action),
  ).toEqual(["create", "update", "update"]);
});

test("another identifier of a contact is added without an event", () => {
  const shop = world();
  learnIdentifiers(shop.db, { ids: [phone(bia.number), lid("77")], name: "Bia" });
  expect([all(shop), shop.events]).toEqual([
    [{ id: bia.id, name: "Bia", number: bia.number, ids: [bia.number, "77"] }],
    [],
  ]);
});

test("an identifier of unknown people creates no contact", () => {
  const shop = world();
  expect(
    learnIdentifiers(shop.db, { ids: [phone("5511977770002"), lid("78")], name: "Dani" }),
  ).toBeUndefined();
  expect([all(shop).length, shop.events]).toEqual([1, []]);
});

test("a new push name is also taken from the address book", () => {
  const shop = world();
  learnIdentifiers(shop.db, { ids: [phone(bia.number)], name: "Bia ✨" });
  expect(findContact(shop.db, bia.id)).toMatchObject({ name: "Bia", pushName: "Bia ✨" });
});

test("a number typed with its ninth digit is found without it, and stored as the network gives it", () => {
  const shop = world();
  const dani = create(shop.db, { name: "Dani da rua 7", number: "5531977770002" });
  expect(shop.receives("Oi", { from: "553177770002", name: "Dani" })!.contactId).toBe(dani.id);
  expect(all(shop)).toContainEqual({
    id: dani.id,
    name: "Dani da rua 7",
    number: "553177770002",
    ids: ["553177770002"],
  });
});

test("a number is taken in both forms, but one's own other form is free", async () => {
  const { db } = world();
  expect(
    await refusal(() => create(db, { name: "Outra Bia", number: "551188880001" })),
  ).toMatchObject({ reason: "ERR_DUPLICATED_CONTACT", details: { contactId: bia.id } });
  learnIdentifiers(db, { ids: [phone(bia.number), lid("77")], name: "" });
  update(db, bia.id, { number: "551188880001" });
  expect(identifiersOf(db, bia.id)).toEqual([phone("551188880001"), lid("77")]);
});

test("another number is another account: its lid is removed", () => {
  const { db } = world();
  learnIdentifiers(db, { ids: [phone(bia.number), lid("77")], name: "" });
  update(db, bia.id, { number: "5511900000009" });
  expect(identifiersOf(db, bia.id)).toEqual([phone("5511900000009")]);
});

test("without a function to merge them two contacts stay two, and neither loses an identifier", () => {
  const shop = world();
  const [long, short] = [
    shop.contact({ name: "Dani", number: "5531977770002" }),
    shop.contact({ name: "Dani de novo", number: "553177770002" }),
  ];
  const met = shop.db.write((tx) =>
    findOrCreateContact(tx, { ids: [phone("553177770002"), lid("78")], name: "Dani" }),
  );
  expect(met.id).toBe(long.id);
  expect([long, short].map(({ id }) => identifiersOf(shop.db, id))).toEqual([
    [phone("5531977770002"), lid("78")],
    [phone("553177770002")],
  ]);
});

test("a group has its latest subject", () => {
  const shop = world();
  const group = (name: string) =>
    shop.db.write((tx) =>
      findOrCreateContact(tx, { ids: [{ type: "group", value: "1203" }], name }, { isGroup: true }),
    );
  const { id } = group("Padeiros");
  expect(group("Padeiros da Zona Sul")).toMatchObject({
    id,
    name: "Padeiros da Zona Sul",
    number: "",
    isGroup: true,
  });
  expect(group("")).toMatchObject({ id, name: "Padeiros da Zona Sul" });
  expect(shop.db.select().from(contacts).where(eq(contacts.isGroup, true)).all()).toHaveLength(1);
});
