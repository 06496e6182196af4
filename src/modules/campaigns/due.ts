import { and, asc, eq, gt, isNull, lte, or, sql } from "drizzle-orm";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { isOptedOut } from "../opt-outs/opt-outs.ts";
import { setFinal } from "./finish-row.ts";
import { campaigns, campaignShipping, type CampaignRow, type ShippingRow } from "./table.ts";

/** The longest wait of a row (ms): a longer one was set before the clock was put back. */
const longestWait = 10 * 60_000;

const dueQuery = query((db) =>
  db
    .select()
    .from(campaigns)
    .where(
      and(
        eq(campaigns.status, "EM_ANDAMENTO"),
        isNull(campaigns.pauseReason),
        or(
          lte(campaigns.nextAt, sql.placeholder("now")),
          gt(campaigns.nextSetAt, sql.placeholder("later")),
        ),
      ),
    )
    .orderBy(asc(campaigns.nextAt))
    .limit(100),
);

const workQuery = query((db) =>
  db
    .select({
      any: sql<number>`EXISTS (SELECT 1 FROM campaigns WHERE status = 'EM_ANDAMENTO') OR EXISTS (SELECT 1 FROM campaigns WHERE status = 'PROGRAMADA') OR EXISTS (SELECT 1 FROM contactListItems WHERE isWhatsappValid IS NULL) OR EXISTS (SELECT 1 FROM campaignShipping WHERE state = 'asked')`,
    })
    .from(sql`(SELECT 1)`),
);

/** Whether a company has any campaign work. It runs each second, and most companies have none. */
export const hasWork = (db: CompanyDb): boolean => workQuery(db).get()!.any === 1;

/**
 * Running campaigns whose next message may be due. They include those whose time lies in the future
 * because the clock was put back.
 */
export const dueCampaigns = (db: CompanyDb): CampaignRow[] =>
  dueQuery(db).all({ now: db.now(), later: db.now() + 60_000 });

/** Whether a reply to a customer is due on a connection: it goes first. rules.md#campaign-pace */
export const isAnswering = ({ sqlite, now }: CompanyDb, whatsappId: number): boolean =>
  sqlite
    .query(
      "SELECT 1 FROM outbox WHERE whatsappId = ? AND cold = 0 AND deferred = 0 AND dueAt <= ? LIMIT 1",
    )
    .get(whatsappId, now()) !== null;

const confirmedQuery = query((db) =>
  db
    .select()
    .from(campaignShipping)
    .where(
      and(
        eq(campaignShipping.campaignId, sql.placeholder("id")),
        eq(campaignShipping.state, "waiting"),
        gt(campaignShipping.due, 0),
        lte(campaignShipping.due, sql.placeholder("now")),
      ),
    )
    .orderBy(asc(campaignShipping.due), asc(campaignShipping.id))
    .limit(1),
);
const farQuery = query((db) =>
  db
    .select()
    .from(campaignShipping)
    .where(
      and(
        eq(campaignShipping.campaignId, sql.placeholder("id")),
        eq(campaignShipping.state, "waiting"),
        gt(campaignShipping.due, sql.placeholder("far")),
      ),
    )
    .orderBy(asc(campaignShipping.due))
    .limit(1),
);
export const freshQuery = query((db) =>
  db
    .select()
    .from(campaignShipping)
    .where(
      and(
        eq(campaignShipping.campaignId, sql.placeholder("id")),
        eq(campaignShipping.state, "waiting"),
        eq(campaignShipping.due, 0),
      ),
    )
    .orderBy(asc(campaignShipping.id))
    .limit(1),
);
export const laterQuery = query((db) =>
  db
    .select({ due: campaignShipping.due })
    .from(campaignShipping)
    .where(
      and(
        eq(campaignShipping.campaignId, sql.placeholder("id")),
        eq(campaignShipping.state, "waiting"),
        gt(campaignShipping.due, sql.placeholder("now")),
      ),
    )
    .orderBy(asc(campaignShipping.due))
    .limit(1),
);

/**
 * The next row: first those that confirmed or are tried again, then fresh ones. It marks numbers
 * that opted out and skips them.
 */
export function nextRow(db: CompanyDb, id: number): ShippingRow | undefined {
  for (let skipped = 0; skipped < 50; skipped++) {
    const now = db.now();
    const row =
      confirmedQuery(db).get({ id, now }) ??
      farQuery(db).get({ id, far: now + longestWait }) ??
      freshQuery(db).get({ id });
    if (!row || !isOptedOut(db, row.number)) return row;
    db.write((tx) => setFinal(tx, row, { state: "optedOut" }));
  }
  return undefined;
}
