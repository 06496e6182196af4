import { and, count, desc, eq, isNull, sql } from "drizzle-orm";
import type { Me } from "../../kit/audience.ts";
import type { Store } from "../../kit/store.ts";
import { amountOf } from "../../shared/money.ts";
import { salesVisibleTo } from "../budgets/access.ts";
import { openOf } from "../budgets/budgets.ts";
import { query, wireOrder } from "./orders.ts";
import { orders } from "./table.ts";

/** How many orders are shown. */
const shown = 20;

/** What a contact was offered and bought, as far as `me` may see it: open budgets, the last orders, and of those that are not cancelled how many there are and what they came to. Throws missing. */
export function salesOf(store: Store, me: Me, contactId: number) {
  const budgets = openOf(store, me, contactId);
  const theirs = and(eq(orders.contactId, contactId), salesVisibleTo(me, orders));
  const rows = query(store.db).where(theirs).orderBy(desc(orders.id)).limit(shown).all();
  const { count: bought, spent } = store.db.select({ count: count(), spent: sql<number>`coalesce(sum(${orders.total}), 0)` }).from(orders).where(and(theirs, isNull(orders.cancelledAt))).get()!;
  return { budgets, orders: rows.map(wireOrder), count: bought, spent: amountOf(spent) };
}
