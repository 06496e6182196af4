import { and, sql } from "drizzle-orm";
import type { Me } from "../../kit/db/audience.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { amountOf } from "../../shared/money.ts";
import { holds } from "../../shared/permissions.ts";
import type { Plan } from "../../shared/plan.ts";
import type { Purchases } from "../contacts/table.ts";
import { ordersVisibleTo } from "../orders/sight.ts";

type Row = { contactId: number; spent: number; lastAt: number };

/** The purchases of some contacts that `me` may see; cancelled orders do not count. */
export const purchasesOf =
  (db: CompanyDb, me: Me, plan: Plan) =>
  (contactIds: number[]): Map<number, Purchases> => {
    if (!plan.useSales || !holds(me, "orders.read")) return new Map();
    const rows = db.all<Row>(
      sql`SELECT contactId, sum(total) AS spent, max(emission) AS lastAt FROM orders WHERE ${and(
        sql`contactId IN (SELECT value FROM json_each(${JSON.stringify(contactIds)}))`,
        sql`cancelledAt IS NULL`,
        ordersVisibleTo(me),
      )} GROUP BY contactId`,
    );
    return new Map(
      rows.map(({ contactId, spent, lastAt }) => [
        contactId,
        { spent: amountOf(spent), lastAt: new Date(lastAt) },
      ]),
    );
  };
