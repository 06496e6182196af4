import { sql, type SQL } from "drizzle-orm";
import type { Me } from "../../kit/db/audience.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { refuseWithout } from "../../kit/refuse-without.ts";
import { pageSize } from "../../kit/db/page.ts";
import { amountOf } from "../../shared/money.ts";
import { holds } from "../../shared/permissions.ts";
import * as campaignSettings from "../campaign-settings/settings.ts";

import { findRow } from "./find.ts";
import type { CampaignOrder } from "./table.ts";

const day = 86_400_000;

/**
 * The orders that a campaign brought, as the end of a query: `s` is the message, `o` the order. An
 * order counts for the last campaign before it, within the company's days. rules.md#campaign-money
 */
export const ordersOf = (db: CompanyDb, campaigns: number | SQL) =>
  sql`FROM campaignShipping s JOIN orders o ON o.contactId = s.contactId
    WHERE s.campaignId IN (${campaigns}) AND s.sentAt IS NOT NULL AND o.cancelledAt IS NULL
    AND o.emission >= s.sentAt AND o.emission < s.sentAt + ${campaignSettings.read(db).resultDays * day}
    AND NOT EXISTS (SELECT 1 FROM campaignShipping t WHERE t.contactId = s.contactId AND t.sentAt <= o.emission
      AND (t.sentAt > s.sentAt OR (t.sentAt = s.sentAt AND t.id > s.id)))`;

/** `revenue`: null for users who may not read orders. */
type Sales = { orders: number; revenue: string | null; buyers: number };

/** A sum in cents as `me` may read it. */
export const revenueFor = (me: Me, cents: number): string | null =>
  holds(me, "orders.read") ? amountOf(cents) : null;

/** The orders and the money of a campaign, as a whole and by variant. */
export function moneyOf(db: CompanyDb, me: Me, campaignId: number) {
  const rows = db.all<{ variant: number | null; orders: number; cents: number; buyers: number }>(
    sql`SELECT s.variant, count(*) AS orders, sum(o.total) AS cents,
      count(DISTINCT s.contactId) AS buyers ${ordersOf(db, campaignId)}
      GROUP BY s.variant`,
  );
  const byVariant = new Map(
    rows.map(({ variant, orders, cents, buyers }): [number | null, Sales] => [
      variant,
      { orders, revenue: revenueFor(me, cents), buyers },
    ]),
  );
  return {
    orders: rows.reduce((sum, { orders }) => sum + orders, 0),
    revenue: revenueFor(
      me,
      rows.reduce((sum, { cents }) => sum + cents, 0),
    ),
    of: (variant: number) =>
      byVariant.get(variant) ?? { orders: 0, revenue: revenueFor(me, 0), buyers: 0 },
  };
}

/** One page of the orders that a campaign brought, the newest first. Throws missing, forbidden. */
export function campaignOrders(
  db: CompanyDb,
  me: Me,
  campaignId: number,
  { pageNumber }: { pageNumber: number },
): { records: CampaignOrder[]; count: number; hasMore: boolean } {
  refuseWithout(me, "orders.read");
  findRow(db, campaignId);
  const offset = (pageNumber - 1) * pageSize;
  const { orders: count } = moneyOf(db, me, campaignId);
  const rows = db.all<{
    id: number;
    number: number;
    emission: number;
    cents: number;
    variant: number | null;
    sentAt: number;
    contactId: number;
    name: string;
  }>(
    sql`SELECT o.id, o.number, o.emission, o.total AS cents, s.variant, s.sentAt, o.contactId,
      (SELECT name FROM contacts WHERE id = o.contactId) AS name ${ordersOf(db, campaignId)}
      ORDER BY o.emission DESC, o.id DESC LIMIT ${pageSize} OFFSET ${offset}`,
  );
  const records = rows.map(({ emission, sentAt, cents, contactId, name, ...order }) => ({
    ...order,
    emission: new Date(emission),
    sentAt: new Date(sentAt),
    total: amountOf(cents),
    contact: { id: contactId, name },
  }));
  return { records, count, hasMore: count > offset + rows.length };
}
