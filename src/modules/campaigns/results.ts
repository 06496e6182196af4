import { sql } from "drizzle-orm";
import type { Me } from "../../kit/db/audience.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import type { CampaignResult } from "../../shared/campaign-results.ts";
import { ordersOf, revenueFor } from "./money.ts";

/** The figures of some campaigns, as their list shows them: two queries for all. */
export function results(db: CompanyDb, me: Me, ids: number[]): { records: CampaignResult[] } {
  const chosen = JSON.stringify([...new Set(ids)]);
  const sales = new Map(
    db
      .all<{ id: number; orders: number; cents: number }>(
        sql`SELECT s.campaignId AS id, count(*) AS orders, sum(o.total) AS cents
          ${ordersOf(db, sql`SELECT value FROM json_each(${chosen})`)} GROUP BY s.campaignId`,
      )
      .map(({ id, ...rest }) => [id, rest]),
  );
  const records = db
    .all<Pick<CampaignResult, "id" | "total" | "sent" | "read" | "answered">>(
      sql`SELECT campaignId AS id, sum(count) AS total,
        sum(iif(state IN ('sent', 'delivered', 'read'), count, 0)) AS sent,
        sum(iif(state = 'read', count, 0)) AS read, sum(iif(answered, count, 0)) AS answered
        FROM campaignTallies WHERE campaignId IN (SELECT value FROM json_each(${chosen}))
        GROUP BY campaignId`,
    )
    .map((row) => ({
      ...row,
      orders: sales.get(row.id)?.orders ?? 0,
      revenue: revenueFor(me, sales.get(row.id)?.cents ?? 0),
    }));
  return { records };
}
