import { expect } from "bun:test";
import { bia, box, test } from "../../testing/world.ts";
import type { FullContact } from "./table.ts";

type Change = { tagId: number; contactIds: number[] }[];
type Answer = { count: number; added: Change; removed: Change };

async function shop() {
  const all = await box();
  const { as, contact, tag } = all;
  const people = Array.from({ length: 3 }, (_, index) => contact({ name: `Feira ${index}` }).id);
  const [vip, fair] = [tag({ name: "VIP" }).id, tag({ name: "Feira" }).id];
  const ana = as("ana");
  const change = (body: object) => ana.post<Answer>("/contacts/tags", body);
  const tagsOf = async (id: number) =>
    (await ana.get<FullContact>(`/contacts/${id}`)).body.tags.map(({ name }) => name);
  return { ...all, ana, people, vip, fair, change, tagsOf };
}

test("tags are added to some contacts; only those without it are named, for an undo", async () => {
  const { change, people, vip, tagsOf, events } = await shop();
  await change({ ids: [people[0]], add: [vip] });
  events.length = 0;
  const { status, body } = await change({ ids: [...people, people[0]], add: [vip] });
  expect([status, body]).toEqual([
    200,
    { count: 3, added: [{ tagId: vip, contactIds: people.slice(1) }], removed: [] },
  ]);
  expect(events.map(({ payload }) => payload)).toMatchObject(
    people.map((id) => ({ contact: { id, tags: [{ id: vip }] } })),
  );
  const undone = await change({ ids: body.added[0]!.contactIds, remove: [vip] });
  expect(undone.body.removed).toEqual([{ tagId: vip, contactIds: people.slice(1) }]);
  expect([await tagsOf(people[0]!), await tagsOf(people[1]!)]).toEqual([["VIP"], []]);
});

test("a change of all that are filtered reaches those that no page shows", async () => {
  const { change, contact, people, vip, fair, tagsOf, events, ana } = await shop();
  for (let count = 0; count < 30; count++) contact({ name: `Feira outra ${count}` });
  const { body } = await change({ filter: { searchParam: "feira" }, add: [vip, fair] });
  expect([body.count, body.added.map(({ contactIds }) => contactIds.length)]).toEqual([
    33,
    [33, 33],
  ]);
  expect([await tagsOf(people[0]!), await tagsOf(bia.id)]).toEqual([["Feira", "VIP"], []]);
  expect(events.at(-1)).toMatchObject({ event: "contact", action: "reload" });
  const tagged = { filter: { searchParam: "", contactTag: [vip] }, remove: [vip] };
  expect((await change(tagged)).body).toMatchObject({ count: 33, removed: [{ tagId: vip }] });
  expect((await ana.get<{ count: number }>(`/contacts?contactTag=[${vip}]`)).body.count).toBe(0);
});

test("a change says whom it is for and what it does, with tags that exist", async () => {
  const { change, vip } = await shop();
  const statuses = await Promise.all(
    [
      { add: [vip] },
      { ids: [1], filter: { searchParam: "" }, add: [vip] },
      { ids: [1] },
      { ids: [1], add: [999] },
      { ids: [99_999], add: [vip] },
    ].map(async (body) => (await change(body)).status),
  );
  expect(statuses).toEqual([422, 422, 422, 404, 200]);
});

test("who hides numbers reaches nobody by a part of one", async () => {
  const { change, db, vip } = await shop();
  db.sqlite.run(
    "INSERT OR REPLACE INTO settings (key, value) VALUES ('lgpdHideNumber', 'enabled')",
  );
  const { body } = await change({ filter: { searchParam: bia.number.slice(4, 9) }, add: [vip] });
  expect(body.count).toBe(0);
});
