import { expect } from "bun:test";
import { audit } from "../../audit/table.ts";
import { bia, box, idOf, refusal, test, world } from "../../../testing/world.ts";
import { identifiersOf } from "../../contacts/identifiers.ts";
import { contacts } from "../../contacts/table.ts";
import { contactTags, identifiers } from "../../contacts/table.ts";
import { duplicates, compare } from "./duplicates.ts";
import { mergeByHand } from "./merge-by-hand.ts";
import * as notes from "../notes/notes.ts";

function repeated() {
  const shop = world();
  const { db, contact } = shop;
  const old = contact({ name: "Bia antiga", number: "551188880001" });
  const [davi, twin] = [
    contact({ name: "Davi Prado", email: "davi@exemplo.com.br" }),
    contact({ name: " davi prado", email: "Davi@exemplo.com.br" }),
  ];
  contact({ name: "Davi Prado" });
  contact({ isGroup: true, name: "Padaria", email: "davi@exemplo.com.br" });
  return { ...shop, db, old, davi, twin };
}
const named = (groups: ReturnType<typeof duplicates>["groups"]) =>
  groups.map(({ reason, contacts }) => [reason, contacts.map(({ id }) => id)]);

test("contacts with the same number, or name and e-mail, may be duplicates; who wrote last comes first", () => {
  const { db, old, davi, twin, ticket, tag } = repeated();
  const { id } = ticket({ contactId: old.id, tagIds: [tag().id] });
  db.insert(contactTags)
    .values({ contactId: old.id, tagId: tag({ name: "VIP" }).id })
    .run();
  const { groups, count } = duplicates(db);
  expect([named(groups), count]).toEqual([
    [
      ["number", [old.id, bia.id]],
      ["nameEmail", [davi.id, twin.id]],
    ],
    2,
  ]);
  expect(groups[0]!.contacts).toMatchObject([
    { tickets: 1, lastMessageAt: expect.any(Date), tags: [{ name: "VIP" }] },
    { tickets: 0, lastMessageAt: null, tags: [] },
  ]);
  expect(id).toBeGreaterThan(0);
});

test("groups of duplicates with a contact in common are joined", () => {
  const { db, old, davi, twin, contact } = repeated();
  const third = contact({ name: "Elis", number: "551177770009" });
  db.update(contacts).set({ name: "Davi Prado", email: "davi@exemplo.com.br" }).run();
  expect(duplicates(db).groups.map(({ contacts }) => contacts.length)).toEqual([
    db
      .select()
      .from(contacts)
      .all()
      .filter(({ isGroup }) => !isGroup).length,
  ]);
  db.update(contacts).set({ name: "Outro", email: "" }).run();
  db.insert(identifiers).values({ type: "phone", value: "5511977770009", contactId: old.id }).run();
  expect(named(duplicates(db).groups)).toEqual([["number", [bia.id, old.id, third.id]]]);
  expect([davi.id, twin.id]).not.toContain(third.id);
});

test("an admin merges two contacts: the chosen one stays, with its number first, and the audit has no name", () => {
  const { db, me, old, ticket } = repeated();
  ticket({ contactId: bia.id });
  const one = mergeByHand(db, me("rui"), { winnerId: old.id, loserIds: [bia.id, bia.id] });
  expect(one).toMatchObject({
    id: old.id,
    name: "Bia antiga",
    number: "551188880001",
    extraInfo: [],
    tags: [],
  });
  expect(identifiersOf(db, old.id).map(({ value }) => value)).toEqual(["551188880001", bia.number]);
  const [noted] = db.select().from(audit).all();
  expect(noted).toMatchObject({
    action: "contactsMerged",
    userId: idOf.rui,
    subject: `contact ${old.id}`,
    details: { loserIds: [bia.id] },
  });
  expect(duplicates(db).groups.map(({ reason }) => reason)).toEqual(["nameEmail"]);
});

test("both contacts are shown before they are merged, in the order asked", async () => {
  const { db, old, ticket, contact } = repeated();
  ticket({ contactId: old.id });
  expect(compare(db, { ids: [bia.id, old.id] })).toMatchObject([
    { id: bia.id, tickets: 0, lastMessageAt: null },
    { id: old.id, tickets: 1, lastMessageAt: expect.any(Date) },
  ]);
  for (const id of [777, contact({ isGroup: true }).id])
    expect(await refusal(() => compare(db, { ids: [bia.id, id] }))).toMatchObject({
      kind: "missing",
    });
});

test("messages, ratings and tags of one go to the other, and everyone is told", () => {
  const { db, me, old, ticket, tag, message, events } = repeated();
  const { id } = ticket({ contactId: old.id, status: "closed" });
  const question = message({ ticketId: id, contactId: old.id, body: "Quero dois pães" });
  const { id: noteId } = notes.create(db, me("rui"), { ticketId: id, note: "Gosta de pão preto" });
  db.insert(contactTags)
    .values({ contactId: old.id, tagId: tag({ name: "VIP" }).id })
    .run();
  events.length = 0;
  const one = mergeByHand(db, me("rui"), { winnerId: bia.id, loserIds: [old.id] });
  expect(one.tags).toMatchObject([{ name: "VIP" }]);
  const owner = (table: string, row: number) =>
    db.sqlite.query(`SELECT contactId FROM ${table} WHERE id = ?`).get(row);
  expect([
    owner("tickets", id),
    owner("messages", question.id),
    owner("ticketNotes", noteId),
  ]).toEqual(Array(3).fill({ contactId: bia.id }));
  expect(events.map(({ event, action }) => `${event} ${action}`)).toEqual([
    "contact update",
    "contact delete",
  ]);
});

test("a contact can't be merged with itself, with a group, or with none", async () => {
  const { db, me, contact, old } = repeated();
  const group = contact({ isGroup: true });
  const tried = (winnerId: number, ...loserIds: number[]) =>
    refusal(() => mergeByHand(db, me("rui"), { winnerId, loserIds }));
  expect(await tried(bia.id, bia.id)).toMatchObject({ kind: "invalid" });
  expect(await tried(bia.id, group.id)).toMatchObject({ kind: "invalid" });
  expect(await tried(group.id, bia.id)).toMatchObject({ kind: "invalid" });
  expect(await tried(bia.id, old.id, 777)).toMatchObject({ kind: "missing" });
  expect(
    db
      .select()
      .from(contacts)
      .all()
      .some(({ id }) => id === old.id),
  ).toBe(true);
});

test("over HTTP an admin sees duplicates, and merges them", async () => {
  const shop = await box(repeated());
  const rui = shop.as("rui");
  expect((await rui.get("/contacts/duplicates")).body).toMatchObject({
    count: 2,
    groups: [{ reason: "number" }, { reason: "nameEmail" }],
  });
  expect((await rui.post("/contacts/merge", { winnerId: bia.id, loserIds: [] })).status).toBe(422);
  expect(await rui.post("/contacts/merge", { winnerId: bia.id, loserIds: [2] })).toMatchObject({
    status: 200,
    body: { id: bia.id },
  });
  expect((await rui.get("/contacts/2")).status).toBe(404);
  expect((await rui.get(`/contacts/sides?ids=[${bia.id},3]`)).body).toMatchObject([
    { id: bia.id },
    { id: 3 },
  ]);
  expect((await rui.get("/contacts/sides?ids=x")).status).toBe(422);
  expect(
    (await shop.as("ana").post("/contacts/merge", { winnerId: bia.id, loserIds: [3] })).status,
  ).toBe(403);
});
