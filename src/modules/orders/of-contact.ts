import { and, count, desc, eq, isNull, sql } from "drizzle-orm";
import type { Me } from "../../kit/db/audience.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { write } from "../../kit/db/written.ts";
import { amountOf } from "../../shared/money.ts";
import { openOf } from "../budgets/budgets.ts";
import { ordersVisibleTo } from "./sight.ts";
import { orders } from "./table.ts";
import { orderTexts } from "./texts.ts";

/** How many orders are shown. */
const limit = 20;

/**
 * A contact's open budgets and last orders, as far as `me` may see them. Also counts and sums the
 * orders that are not cancelled. Throws missing.
 */
export function salesOf(db: CompanyDb, me: Me, contactId: number) {
  const budgets = openOf(db, me, contactId);
  const theirs = and(eq(orders.contactId, contactId), ordersVisibleTo(me));
  const ids = db
    .select({ id: orders.id })
    .from(orders)
    .where(theirs)
    .orderBy(desc(orders.id))
    .limit(limit)
    .all()
    .map(({ id }) => id);
  const { count: bought, spent } = db
    .select({ count: count(), spent: sql<number>`coalesce(sum(${orders.total}), 0)` })
    .from(orders)
    .where(and(theirs, isNull(orders.cancelledAt)))
    .get()!;
  return write({
    budgets,
    orders: orderTexts(db).some(ids),
    count: bought,
    spent: amountOf(spent),
  });
}
