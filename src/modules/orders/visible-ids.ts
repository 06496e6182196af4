import { and, eq, inArray, or, sql, type SQL } from "drizzle-orm";
import type { Me } from "../../kit/db/audience.ts";
import { noteChanges, type Watched } from "../../kit/db/changes.ts";
import type { Db } from "../../kit/db/queried-file.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { contactsSeenBy, isContactSeenBy } from "../budgets/access.ts";
import { isInStoresOf } from "./sight.ts";
import { orders } from "./table.ts";

/** The most users whose orders are cached, and the most changes that are checked one by one. */
const most = { users: 50, changes: 1000 };

/** A user's orders, and those of them that have to be checked again. */
type Visible = { ids: number[]; due: Set<number> };

const byDb = new WeakMap<CompanyDb, VisibleIds>();

/**
 * The ids of the orders that a user sees, the newest first. They are cached, and a change rechecks
 * only the orders that it touches. To find or count all of them takes longer the more orders there
 * are.
 */
export function visibleIds(db: CompanyDb, me: Me): readonly number[] {
  const visible = byDb.get(db) ?? new VisibleIds(db);
  byDb.set(db, visible);
  return visible.of(me);
}

/**
 * An order's owner, and the tickets by which other users see its contact. rules.md#who-sees-sales
 */
const madeOf: Watched[] = [
  {
    table: "orders",
    ids: "VALUES (row.id)",
    columns: ["userId", "contactId", "storeId"],
    andNew: true,
  },
  {
    table: "tickets",
    ids: "SELECT id FROM orders WHERE contactId = row.contactId",
    columns: ["contactId", "status", "queueId", "whatsappId", "userId"],
    andNew: true,
  },
];

class VisibleIds {
  #byMe = new Map<string, Visible>();
  #changed: (() => number[]) | undefined;

  constructor(private readonly db: CompanyDb) {}

  of(me: Me): readonly number[] {
    const { all, some } = queriesOf(this.db, me);
    // The cache must not take rows that may be rolled back.
    if (this.db.sqlite.inTransaction) return all.get()!.ids;
    this.#noteDue();
    const key = keyOf(me);
    const visible = this.#byMe.get(key) ?? { ids: all.get()!.ids, due: new Set() };
    if (visible.due.size > 0) {
      const seen = some.get({ ids: JSON.stringify([...visible.due]) })!.ids;
      visible.ids = [...seen, ...visible.ids.filter((id) => !visible.due.has(id))].sort(
        (a, b) => b - a,
      );
      visible.due.clear();
    }
    if (!this.#byMe.has(key) && this.#byMe.size >= most.users) this.#byMe.clear();
    this.#byMe.set(key, visible);
    return visible.ids;
  }

  #noteDue() {
    this.#changed ??= noteChanges(this.db.sqlite, "visibleOrdersChanged", madeOf);
    const changed = this.#changed();
    if (changed.includes(0)) this.#byMe.clear();
    for (const [key, { due }] of this.#byMe) {
      for (const id of changed) due.add(id);
      if (due.size > most.changes) this.#byMe.delete(key);
    }
  }
}

const keyOf = (me: Me) => JSON.stringify(me);

const queriesOf = query((db, me: Me) => {
  const own = eq(orders.userId, me.id);
  const idsOf = (where: SQL) => sql`SELECT ${orders.id} FROM ${orders} WHERE ${where}`;
  // By one index for each reason to see an order: as an OR they would read all orders.
  const byStore = isInStoresOf(me);
  const reasons = [
    own,
    inArray(orders.contactId, contactsSeenBy(me)),
    ...(byStore ? [byStore] : []),
  ];
  const all = sql`(${sql.join(reasons.map(idsOf), sql` UNION `)})`;
  const isDue = inArray(orders.id, sql`(SELECT value FROM json_each(${sql.placeholder("ids")}))`);
  return {
    all: asList(db, all),
    some: asList(
      db,
      sql`(${idsOf(and(isDue, or(own, byStore, isContactSeenBy(me, orders.contactId)))!)})`,
    ),
  };
}, keyOf);

// As one list, since reading its rows takes as long as finding them.
const asList = (db: Db, source: SQL) =>
  db
    .select({
      ids: sql<number[]>`json_group_array(id ORDER BY id DESC)`.mapWith(
        (json: string) => JSON.parse(json) as number[],
      ),
    })
    .from(source);
