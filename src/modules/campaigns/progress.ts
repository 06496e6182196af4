import { eq } from "drizzle-orm";
import { prepared, type Store } from "../../kit/store.ts";
import { find } from "./campaigns.ts";
import { funnelOf } from "./report.ts";
import { campaigns, type Campaign, type Funnel } from "./table.ts";

/** What a frame `campaign` says while one runs: the campaign, and the figures of its report. */
export type CampaignProgress = { record: Campaign; funnel: Funnel };

const runningQuery = prepared((db) =>
  db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(eq(campaigns.status, "EM_ANDAMENTO"))
    .prepare(),
);

const seen = new WeakMap<Store, Map<number, string>>();

/**
 * Running campaigns whose figures have changed since this was last asked, and those that have just
 * ended.
 */
export function changedReports(store: Store): number[] {
  const before = seen.get(store) ?? new Map<number, string>();
  const running = runningQuery(store)
    .all()
    .map(({ id }) => id);
  if (running.length === 0 && before.size === 0) return [];
  const now = new Map(running.map((id) => [id, JSON.stringify(funnelOf(store.db, id))]));
  seen.set(store, now);
  const ended = [...before.keys()].filter((id) => !now.has(id));
  return [
    ...[...now].filter(([id, figures]) => before.get(id) !== figures).map(([id]) => id),
    ...ended,
  ];
}

/** Undefined when the campaign is gone. */
export function progressOf(store: Store, id: number): CampaignProgress | undefined {
  const there = store.db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(eq(campaigns.id, id))
    .get();
  return there && { record: find(store, id), funnel: funnelOf(store.db, id) };
}
