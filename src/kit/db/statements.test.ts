import { expect } from "bun:test";
import { and, eq, inArray, sql } from "drizzle-orm";
import { settings } from "../../modules/settings/table.ts";
import { tickets } from "../../modules/tickets/table.ts";
import { test, world } from "../../testing/world.ts";
import { prepared } from "./company-db.ts";
import type { Db } from "./queried-file.ts";

test("SQLite learns what never changes in a query before it is given the rest, and looks at none of that", () => {
  const { db } = world();
  const activeOf = (db: Db) =>
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
      .limit(1)
      .prepare();
  const { sql: text, params } = prepared(activeOf)(db).getQuery();
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
    const byValue = prepared((db) =>
      db
        .select()
        .from(settings)
        .where(and(eq(settings.value, value), eq(settings.key, sql.placeholder("key"))))
        .prepare(),
    );
    expect(byValue(db).all({ key: "probe" })).toEqual([{ key: "probe", value }]);
  }
});
