import { and, asc, gte, isNotNull, isNull, lt, type SQL } from "drizzle-orm";
import type { Me } from "../../kit/db/audience.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { dayBounds } from "../../kit/process/clock.ts";
import { amountOf, centsOf } from "../../shared/money.ts";
import { today } from "../companies/companies.ts";
import { ordersVisibleTo } from "./sight.ts";
import { orders } from "./table.ts";

/** The most days that are listed. */
const mostDays = 14;

/** The most orders that are counted. */
const mostOrders = 5000;

/** The orders that are wanted on a day of the company's; cancelled ones are left out. */
export function isWantedOn(db: CompanyDb, day: string): SQL | undefined {
  const [since, until] = dayBounds(day, db.about().timezone);
  return and(
    gte(orders.wantedAt, new Date(since)),
    lt(orders.wantedAt, new Date(until)),
    isNull(orders.cancelledAt),
  );
}

/**
 * The days from today on for which orders are wanted, with their number and their sum, as far as
 * `me` may see them. rules.md#wanted-times
 */
export function comingDays(db: CompanyDb, me: Me) {
  const { timezone } = db.about();
  const [since] = dayBounds(today(timezone, db.now()), timezone);
  const rows = db
    .select({ wantedAt: orders.wantedAt, total: orders.total })
    .from(orders)
    .where(
      and(
        isNotNull(orders.wantedAt),
        gte(orders.wantedAt, new Date(since)),
        isNull(orders.cancelledAt),
        ordersVisibleTo(me),
      ),
    )
    .orderBy(asc(orders.wantedAt))
    .limit(mostOrders)
    .all();
  const byDay = Map.groupBy(rows, ({ wantedAt }) => today(timezone, wantedAt!.getTime()));
  return {
    days: [...byDay].slice(0, mostDays).map(([day, all]) => ({
      day,
      count: all.length,
      total: amountOf(all.reduce((sum, { total }) => sum + centsOf(total), 0)),
    })),
  };
}
