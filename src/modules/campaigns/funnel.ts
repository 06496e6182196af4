import { and, eq, gt, sql } from "drizzle-orm";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { campaignTallies, type Funnel } from "./table.ts";

type Tally = typeof campaignTallies.$inferSelect;

const talliesQuery = query((db) =>
  db
    .select()
    .from(campaignTallies)
    .where(
      and(eq(campaignTallies.campaignId, sql.placeholder("id")), gt(campaignTallies.count, 0)),
    ),
);

export const talliesOf = (db: CompanyDb, id: number): Tally[] => talliesQuery(db).all({ id });

export const sum = (tallies: Tally[], of: (tally: Tally) => boolean) =>
  tallies.reduce((total, tally) => total + (of(tally) ? tally.count : 0), 0);
export const isSent = ({ state }: Tally) =>
  state === "sent" || state === "delivered" || state === "read";
export const isDelivered = ({ state }: Tally) => state === "delivered" || state === "read";

/**
 * The numbers of a campaign by stage: valid, asked, sent and so on, each including the later
 * stages. The total is the sum of sent, waiting, failed, skipped and opted out.
 */
export const funnelOf = (db: CompanyDb, id: number): Funnel => funnelFrom(talliesOf(db, id));

export function funnelFrom(all: Tally[]): Funnel {
  return {
    total: sum(all, () => true),
    valid: sum(
      all,
      (tally) =>
        tally.reason !== "notOnWhatsapp" &&
        tally.reason !== "doubled" &&
        (tally.state !== "optedOut" || tally.asked),
    ),
    waiting: sum(all, ({ state }) => state === "waiting" || state === "asked"),
    asked: sum(all, ({ asked }) => asked),
    confirmed: sum(all, ({ confirmed }) => confirmed),
    sent: sum(all, isSent),
    delivered: sum(all, isDelivered),
    read: sum(all, ({ state }) => state === "read"),
    answered: sum(all, ({ answered }) => answered),
    failed: sum(all, ({ state }) => state === "failed"),
    skipped: sum(all, ({ state }) => state === "skipped"),
    optedOut: sum(all, ({ state }) => state === "optedOut"),
    optedOutAfter: sum(all, ({ state, reason }) => state !== "optedOut" && reason === "optedOut"),
  };
}
