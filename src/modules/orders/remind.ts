import { and, asc, between, eq, inArray, isNotNull, isNull, lte, sql } from "drizzle-orm";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { notify } from "../notifications/notify.ts";
import { stores } from "../stores/table.ts";
import { emitOrder } from "./orders.ts";
import { orders } from "./table.ts";

/** The most in one run. */
const batchSize = 50;

/** The minutes for a store that states no preparation time. */
const usual = 30;

const dueQuery = query((db) =>
  db
    .select({ id: orders.id, userId: orders.userId })
    .from(orders)
    .innerJoin(stores, eq(stores.id, orders.storeId))
    .where(
      and(
        isNotNull(orders.wantedAt),
        isNull(orders.remindedAt),
        isNull(orders.cancelledAt),
        between(
          orders.wantedAt,
          sql`${sql.placeholder("now")} - 3600000`,
          sql`${sql.placeholder("now")} + 604800000`,
        ),
        lte(
          sql`${orders.wantedAt} - coalesce(nullif(${stores.prepMinutes}, 0), ${usual}) * 60000`,
          sql.placeholder("now"),
        ),
      ),
    )
    .orderBy(asc(orders.wantedAt))
    .limit(batchSize),
);

/**
 * Reminds the teams of orders whose preparation has to begin, once for each wanted time.
 * rules.md#wanted-times
 */
export function remindOfWanted(db: CompanyDb) {
  const due = dueQuery(db).all({ now: db.now() });
  if (due.length === 0) return;
  const ids = due.map(({ id }) => id);
  db.write((tx) => {
    tx.update(orders)
      .set({ remindedAt: new Date(tx.now()) })
      .where(inArray(orders.id, ids))
      .run();
    for (const { id, userId } of due) {
      if (userId !== null) notify(tx, [userId], { kind: "order", orderId: id, byUserId: null });
      emitOrder(tx, "update", id);
    }
  });
}
