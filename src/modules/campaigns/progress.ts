import { eq } from "drizzle-orm";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { find } from "./find.ts";
import { funnelOf } from "./funnel.ts";
import { campaigns, type Campaign, type Funnel } from "./table.ts";

/**
 * The payload of the live event of a running campaign: the campaign, and the figures of its report.
 */
export type CampaignProgress = { record: Campaign; funnel: Funnel };

const runningQuery = query((db) =>
  db.select({ id: campaigns.id }).from(campaigns).where(eq(campaigns.status, "EM_ANDAMENTO")),
);

const seen = new WeakMap<CompanyDb, Map<number, string>>();

/**
 * Running campaigns whose figures have changed since the last call, and those that have just ended.
 */
export function changedReports(db: CompanyDb): number[] {
  const before = seen.get(db) ?? new Map<number, string>();
  const running = runningQuery(db)
    .all()
    .map(({ id }) => id);
  if (running.length === 0 && before.size === 0) return [];
  const now = new Map(running.map((id) => [id, JSON.stringify(funnelOf(db, id))]));
  seen.set(db, now);
  const ended = [...before.keys()].filter((id) => !now.has(id));
  return [
    ...[...now].filter(([id, figures]) => before.get(id) !== figures).map(([id]) => id),
    ...ended,
  ];
}

/** Undefined when the campaign is gone. */
export function progressOf(db: CompanyDb, id: number): CampaignProgress | undefined {
  const there = db.select({ id: campaigns.id }).from(campaigns).where(eq(campaigns.id, id)).get();
  return there && { record: find(db, id), funnel: funnelOf(db, id) };
}
