import { expect } from "bun:test";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { refusal, test, world } from "../testing/world.ts";
import { all, create, find, list, remove, update, type Resource } from "./crud.ts";
import { code, id, name } from "./fields.ts";
import { base } from "./table.ts";

const shelves = sqliteTable("shelves", { ...base, name: text().notNull(), parentId: integer(), userId: integer() });
const shelf: Resource = { name: "shelves", event: "shelf", table: shelves, body: { name, parentId: id.nullable() }, search: [shelves.name], owner: "userId", filters: { parentId: shelves.parentId }, pageSize: 2, envelope: "records", labels: { parentName: { by: shelves.parentId, from: shelves.name } }, inUse: [shelves.parentId] };

function shop() {
  const { store, me, events } = world();
  store.sqlite.run("CREATE TABLE shelves (id INTEGER PRIMARY KEY, name TEXT NOT NULL, parentId INTEGER REFERENCES shelves (id), userId INTEGER, createdAt INTEGER, updatedAt INTEGER)");
  const add = (name: string, parentId: number | null = null) => create(store, me("rui"), shelf, { name, parentId });
  return { store, me, events, add };
}

test("a row says who made it and what another row is called, alone, in lists and in events", () => {
  const { store, me, events, add } = shop();
  const { id: parentId } = add("Pães");
  const broas = add("Broas", parentId as number);
  const whole = { name: "Broas", userId: me("rui").id, parentId, parentName: "Pães" };
  expect(broas).toMatchObject(whole);
  expect([find(store, shelf, 2), all(store, shelf)[0], events.at(-1)!.payload]).toMatchObject([whole, whole, { shelf: whole }]);
  expect(update(store, shelf, 2, { parentId: null })).toMatchObject({ parentName: null });
  expect(events.map(({ event, action }) => `${event} ${action}`)).toEqual(["shelf create", "shelf create", "shelf update"]);
});

test("a list is narrowed by the columns that it may be asked for, and has its own length and name", () => {
  const { store, add } = shop();
  const { id: parentId } = add("Pães");
  for (const name of ["Broas", "Cucas", "Roscas"]) add(name, parentId as number);
  const asked = { searchParam: "", pageNumber: 1 };
  expect(list(store, shelf, { ...asked, parentId })).toMatchObject({ records: [{ name: "Broas" }, { name: "Cucas" }], hasMore: true, count: 3 });
  expect(list(store, shelf, { ...asked, parentId, pageNumber: 2 })).toMatchObject({ records: [{ name: "Roscas" }], hasMore: false });
  expect(list(store, shelf, { ...asked, searchParam: "%" })).toMatchObject({ count: 0 });
});

test("what another row needs is not deleted, and it is said how many do", async () => {
  const { store, add } = shop();
  const { id } = add("Pães");
  add("Broas", id as number);
  expect(await refusal(() => remove(store, shelf, 1))).toMatchObject({ kind: "conflict", reason: "ERR_IN_USE", details: { shelves: 1 } });
  remove(store, shelf, 2);
  remove(store, shelf, 1);
  expect(await refusal(() => find(store, shelf, 1))).toMatchObject({ kind: "missing" });
  expect(await refusal(() => update(store, shelf, 1, { name: "Pães" }))).toMatchObject({ kind: "missing" });
});

test("a code that is left empty is none", () => {
  expect([code.parse(""), code.parse("  "), code.parse(null), code.parse(undefined), code.parse(" A1 ")]).toEqual([null, null, null, undefined, "A1"]);
});
