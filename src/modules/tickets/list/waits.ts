import { sql } from "drizzle-orm";
import type { CompanyDb } from "../../../kit/db/company-db.ts";
import { query } from "../../../kit/db/query.ts";
import { tickets } from "../table.ts";

const count = sql<number>`count(*)`;
const isAwake = sql`${tickets.snoozedUntil} IS NULL`;

const usersQuery = query((db) =>
  db
    .select({ userId: sql<number>`${tickets.userId}`, count })
    .from(tickets)
    .where(
      sql`${tickets.status} = 'open' AND ${tickets.waitingSince} IS NOT NULL AND ${tickets.userId} IS NOT NULL AND ${isAwake}`,
    )
    .groupBy(tickets.userId),
);

const queuesQuery = query((db) =>
  db
    .select({ queueId: sql<number>`${tickets.queueId}`, count })
    .from(tickets)
    .where(
      sql`${tickets.status} = 'pending' AND ${tickets.withBot} = 0 AND ${tickets.queueId} IS NOT NULL AND ${isAwake}`,
    )
    .groupBy(tickets.queueId),
);

/** How many customers wait for each user, and in each queue. A transfer shows them. */
export const waits = (db: CompanyDb) => ({
  users: usersQuery(db).all(),
  queues: queuesQuery(db).all(),
});
