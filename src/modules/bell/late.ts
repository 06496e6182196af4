import { and, asc, eq, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { startOfOpenTime } from "../../shared/open-time.ts";
import { openHours } from "../queues/open-hours.ts";
import * as settings from "../settings/settings.ts";
import { audienceOf } from "../tickets/audience.ts";
import { tickets } from "../tickets/table.ts";
import { patchRow } from "../tickets/tickets.ts";

/** The most tickets of one run. */
const batchSize = 50;

/** By queue, the latest start of a wait that has reached the company's limit. rules.md#wait-limits */
export function latestStart(db: CompanyDb): (queueId: number | null) => number {
  const minutes = Number(settings.read(db, "waitLimit"));
  if (minutes === 0) return () => -1;
  const { counted, company, queues } = openHours(db);
  return (queueId) => {
    const spans = counted === "company" ? company : queues.find(({ id }) => id === queueId)?.spans;
    return (
      startOfOpenTime(counted === "disabled" ? undefined : spans, minutes * 60_000, db.now()) ?? -1
    );
  };
}

/**
 * Emits each ticket whose customer has begun to wait for too long, once for each wait. A box that
 * was off emits at its start those that became late meanwhile. rules.md#notifications
 */
export function notifyOfLateWaits(db: CompanyDb) {
  const minutes = Number(settings.read(db, "waitLimit"));
  if (minutes === 0) return;
  // Opening hours only lengthen a limit, so younger waits need no look at the hours.
  const waiting = waitingQuery(db).all({ before: db.now() - minutes * 60_000 });
  if (waiting.length === 0) return;
  const lateSince = latestStart(db);
  const late = waiting
    .filter(({ queueId, waitingSince }) => Number(waitingSince) <= lateSince(queueId))
    .slice(0, batchSize);
  if (late.length === 0) return;
  db.write((tx) => {
    for (const { id, waitingSince } of late) {
      const ticket = patchRow(tx, id, { lateWaitSince: waitingSince });
      tx.emit("notification", "late", { ticket }, audienceOf(ticket));
    }
  });
}

const waitingQuery = query((db) =>
  db
    .select({
      id: tickets.id,
      queueId: tickets.queueId,
      waitingSince: tickets.waitingSince,
    })
    .from(tickets)
    .where(
      and(
        ne(tickets.status, "closed"),
        isNotNull(tickets.waitingSince),
        sql`${tickets.waitingSince} <= ${sql.placeholder("before")}`,
        isNull(tickets.snoozedUntil),
        or(isNull(tickets.lateWaitSince), sql`${tickets.lateWaitSince} <> ${tickets.waitingSince}`),
        // A bot still talks with this customer: nobody is notified. rules.md#who-is-notified
        or(eq(tickets.withBot, false), isNotNull(tickets.queueId)),
      ),
    )
    .orderBy(asc(tickets.waitingSince)),
);
