import { expect } from "bun:test";
import { like, sql } from "drizzle-orm";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { dot, refusal, test, world } from "../../testing/world.ts";
import { create, remove, setPicture, update } from "./crud.ts";
import { code, id, name } from "./fields.ts";
import { all, find, list } from "./resource-rows.ts";
import type { Resource } from "./resource.ts";
import { media } from "../db/media.ts";
import { base, instant } from "../db/table.ts";

const shelves = sqliteTable("shelves", {
  ...base,
  name: text().notNull(),
  parentId: integer(),
  userId: integer(),
  mediaId: integer(),
  width: integer(),
  deletedAt: instant(),
});
const shelf: Resource = {
  name: "shelves",
  event: "shelf",
  table: shelves,
  body: { name, parentId: id.nullable() },
  search: [shelves.name],
  owner: "userId",
  filters: { parentId: shelves.parentId },
  pageSize: 2,
  envelope: "records",
  labels: { parentName: { by: shelves.parentId, from: shelves.name } },
  picture: shelves.mediaId,
};

function shop() {
  const { db, me, events } = world();
  db.sqlite.run(
    "CREATE TABLE shelves (id INTEGER PRIMARY KEY, name TEXT NOT NULL, parentId INTEGER REFERENCES shelves (id), userId INTEGER, mediaId INTEGER REFERENCES media (id), width INTEGER CONSTRAINT width CHECK (width > 0), deletedAt INTEGER, createdAt INTEGER, updatedAt INTEGER)",
  );
  const add = (name: string, parentId: number | null = null) =>
    create(db, me("rui"), shelf, { name, parentId });
  return { db, me, events, add };
}

test("a row says who made it and what another row is called, alone, in lists and in events", () => {
  const { db, me, events, add } = shop();
  const { id: parentId } = add("Pães");
  const broas = add("Broas", parentId as number);
  const whole = { name: "Broas", userId: me("rui").id, parentId, parentName: "Pães" };
  expect(broas).toMatchObject(whole);
  expect([find(db, shelf, 2), all(db, shelf)[0], events.at(-1)!.payload]).toMatchObject([
    whole,
    whole,
    { shelf: whole },
  ]);
  expect(update(db, shelf, 2, { parentId: null })).toMatchObject({ parentName: null });
  expect(events.map(({ event, action }) => `${event} ${action}`)).toEqual([
    "shelf create",
    "shelf create",
    "shelf update",
  ]);
});

test("a list is narrowed by the columns that it may be asked for, and has its own length and name", () => {
  const { db, add } = shop();
  const { id: parentId } = add("Pães");
  for (const name of ["Broas", "Cucas", "Roscas"]) add(name, parentId as number);
  const query = { searchParam: "", pageNumber: 1 };
  expect(list(db, shelf, { ...query, parentId })).toMatchObject({
    records: [{ name: "Broas" }, { name: "Cucas" }],
    hasMore: true,
    count: 3,
  });
  expect(list(db, shelf, { ...query, parentId, pageNumber: 2 })).toMatchObject({
    records: [{ name: "Roscas" }],
    hasMore: false,
  });
  expect(list(db, shelf, { ...query, searchParam: "%" })).toMatchObject({ count: 0 });
});

test("what another row needs is not deleted, and it is said how many do", async () => {
  const { db, add } = shop();
  const { id } = add("Pães");
  add("Broas", id as number);
  expect(await refusal(() => remove(db, shelf, 1))).toMatchObject({
    kind: "conflict",
    reason: "ERR_IN_USE",
    details: { shelves: 1 },
  });
  remove(db, shelf, 2);
  remove(db, shelf, 1);
  expect(await refusal(() => find(db, shelf, 1))).toMatchObject({ kind: "missing" });
  expect(await refusal(() => update(db, shelf, 1, { name: "Pães" }))).toMatchObject({
    kind: "missing",
  });
});

test("a row tells of another as an object, and what SQL tells of it", () => {
  const { db, add } = shop();
  const { id: parentId } = add("Pães");
  add("Broas", parentId as number);
  const labels = {
    parent: { by: shelves.parentId, from: [shelves.id, shelves.name] },
    length: sql`length(${shelves.name})`,
  };
  expect(find(db, { ...shelf, labels }, 2)).toMatchObject({
    parent: { id: 1, name: "Pães" },
    length: 5,
  });
  expect(find(db, { ...shelf, labels }, 1)).toMatchObject({ parent: null });
});

test("a deleted row that is kept is nowhere found, but those who refer to it still do", async () => {
  const { db, events, add } = shop();
  const archived: Resource = {
    ...shelf,
    deletedAt: shelves.deletedAt,
    search: (typed) => like(shelves.name, `${typed}%`),
  };
  const { id: parentId } = add("Pães");
  add("Broas", parentId as number);
  remove(db, archived, 1);
  expect(events.at(-1)).toMatchObject({
    event: "shelf",
    action: "delete",
    payload: { shelfId: 1 },
  });
  expect(list(db, archived, { searchParam: "P", pageNumber: 1 })).toMatchObject({ count: 0 });
  expect(all(db, archived).map(({ name }) => name)).toEqual(["Broas"]);
  for (const work of [
    () => find(db, archived, 1),
    () => update(db, archived, 1, { name: "Roscas" }),
    () => remove(db, archived, 1),
  ])
    expect(await refusal(work)).toMatchObject({ kind: "missing" });
  expect(
    await refusal(async () =>
      setPicture(db, archived, 1, await db.files.receive([dot], "pao.png")),
    ),
  ).toMatchObject({ kind: "missing" });
  expect(find(db, archived, 2)).toMatchObject({ parentName: "Pães" });
});

test("what the table's CHECK of a column refuses is invalid at that field", async () => {
  const { db, me } = shop();
  expect(
    await refusal(() =>
      create(db, me("rui"), shelf, { name: "Roscas", parentId: null, width: -1 }),
    ),
  ).toEqual({ kind: "invalid", reason: "ERR_VALIDATION", fields: { width: "invalid" } });
});

test("a code that is left empty is none", () => {
  expect([
    code.parse(""),
    code.parse("  "),
    code.parse(null),
    code.parse(undefined),
    code.parse(" A1 "),
  ]).toEqual([null, null, null, undefined, "A1"]);
});

test("a row has a picture, kept as a media file, which another takes the place of, and which goes with its row", async () => {
  const { db, events, add } = shop();
  add("Pães");
  const upload = (name: string, bytes: Uint8Array = dot) => db.files.receive([bytes], name);
  const names = () =>
    db
      .select()
      .from(media)
      .all()
      .map(({ name }) => name);
  expect(find(db, shelf, 1)).toMatchObject({ mediaPath: null, mediaName: null });
  expect(find(db, shelf, 1)).not.toHaveProperty("mediaId");
  const whole = {
    name: "Pães",
    mediaName: "pao.png",
    mediaPath: expect.stringMatching(/^\/media\/1\/[0-9a-f]{64}/),
  };
  expect(await setPicture(db, shelf, 1, await upload("pao.png"))).toMatchObject(whole);
  expect([find(db, shelf, 1), all(db, shelf)[0], events.at(-1)!.payload]).toMatchObject([
    whole,
    whole,
    { shelf: whole },
  ]);
  expect(await setPicture(db, shelf, 1, await upload("broa.png"))).toMatchObject({
    mediaName: "broa.png",
  });
  expect(names()).toEqual(["broa.png"]);
  expect(update(db, shelf, 1, { name: "Broas" })).toMatchObject({ mediaName: "broa.png" });
  expect(
    await refusal(async () =>
      setPicture(db, shelf, 1, await upload("pao.pdf", new TextEncoder().encode("%PDF-1.7"))),
    ),
  ).toMatchObject({ kind: "invalid", fields: { file: "invalid" } });
  expect(await setPicture(db, shelf, 1, null)).toMatchObject({ mediaPath: null });
  expect(names()).toEqual([]);
  await setPicture(db, shelf, 1, await upload("pao.png"));
  remove(db, shelf, 1);
  expect(names()).toEqual([]);
  expect(
    await refusal(async () => setPicture(db, shelf, 1, await upload("pao.png"))),
  ).toMatchObject({ kind: "missing" });
});
