import { expect } from "bun:test";
import { and, eq, inArray, sql } from "drizzle-orm";
import { settings } from "../../modules/settings/table.ts";
import { tags } from "../../modules/tags/table.ts";
import { tickets } from "../../modules/tickets/table.ts";
import { test, world } from "../../testing/world.ts";
import { query } from "./query.ts";

const date = new Date("2026-01-05T12:00:00Z");

test("SQLite learns what never changes in a query before it is given the rest, and looks at none of that", () => {
  const { db } = world();
  const activeOf = query((db) =>
    db
      .select({ id: tickets.id })
      .from(tickets)
      .where(
        and(
          eq(tickets.contactId, sql.placeholder("contactId")),
          eq(tickets.whatsappId, sql.placeholder("whatsappId")),
          inArray(tickets.status, ["pending", "open"]),
          eq(tickets.isGroup, false),
        ),
      )
      .limit(1),
  );
  const { sql: text, params } = activeOf(db).getQuery();
  expect(text).toBe(
    `select "id" from "tickets" where ("tickets"."contactId" = +? and "tickets"."whatsappId" = +? and "tickets"."status" in ('pending', 'open') and "tickets"."isGroup" = 0) limit 1`,
  );
  expect(params).toHaveLength(2);
  const steps = db.sqlite.prepare<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${text}`).all();
  expect(steps.map(({ detail }) => detail)).toEqual([
    "SEARCH tickets USING INDEX tickets_active (contactId=? AND whatsappId=?)",
  ]);
});

test("whatever stands in the text is found as if it were given", () => {
  const { db } = world();
  for (const value of ["", "d'água", '"', "?", "+?", "é 😀", "1", "null"]) {
    db.sqlite.run(
      "INSERT INTO settings VALUES ('probe', ?1) ON CONFLICT DO UPDATE SET value = ?1",
      [value],
    );
    const byValue = query((db) =>
      db
        .select()
        .from(settings)
        .where(and(eq(settings.value, value), eq(settings.key, sql.placeholder("key")))),
    );
    expect(byValue(db).all({ key: "probe" })).toEqual([{ key: "probe", value }]);
  }
});

test("a query of one form is built once, and each company gets its own rows by it", () => {
  const { db, dbs } = world();
  let built = 0;
  const shop = query((db) => {
    built += 1;
    return {
      named: db
        .select()
        .from(settings)
        .where(eq(settings.key, sql.placeholder("key"))),
      one: db.select({ key: settings.key }).from(settings).limit(1),
    };
  });
  const tagged = query((db) => {
    built += 1;
    return db.select({ name: tags.name }).from(tags);
  });
  for (const file of [db, dbs.open(2)]) {
    const value = String(file.company);
    file.sqlite.run("INSERT OR REPLACE INTO settings VALUES ('probe', ?)", [value]);
    file.sqlite.run(
      "INSERT INTO tags (name, color, createdAt, updatedAt) VALUES (?, '#fff', 1, 1)",
      [value],
    );
  }
  for (const file of [db, dbs.open(2), db]) {
    const value = String(file.company);
    expect(shop(file).named.all({ key: "probe" })).toEqual([{ key: "probe", value }]);
    expect(shop(file).named.get({ key: "nothing" })).toBeUndefined();
    expect(tagged(file).all()).toEqual([{ name: value }]);
  }
  expect(built).toBe(2);
});

test("a query of several forms is built once for each", () => {
  const { db } = world();
  let built = 0;
  const byKey = query(
    (db, key: string) => {
      built += 1;
      return {
        one: db.select().from(settings).where(eq(settings.key, key)),
        none: undefined,
      };
    },
    (key) => key,
  );
  expect(byKey(db, "a").one).toBe(byKey(db, "a").one);
  expect(byKey(db, "b").one.all()).toEqual([]);
  expect(byKey(db, "a").none).toBeUndefined();
  expect(built).toBe(2);
});

test("one row is inserted and updated with the columns that are given", () => {
  const { db } = world();
  const insert = query.insert(tags);
  const update = query.update(tags);
  const id = insert(db, { name: "VIP", color: "#112233", createdAt: date, updatedAt: date });
  update(db, id, { name: "Fiel", color: undefined });
  expect(db.select().from(tags).where(eq(tags.id, id)).get()).toMatchObject({
    name: "Fiel",
    color: "#112233",
    updatedAt: date,
  });
});
