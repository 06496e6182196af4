import { sql } from "drizzle-orm";
import { prepared, type CompanyDb } from "../../../kit/db/company-db.ts";
import { tickets } from "../table.ts";

const count = sql<number>`count(*)`;
const isAwake = sql`${tickets.snoozedUntil} IS NULL`;

const usersQuery = prepared((db) =>
  db
    .select({ userId: sql<number>`${tickets.userId}`, count })
    .from(tickets)
    .where(
      sql`${tickets.status} = 'open' AND ${tickets.waitingSince} IS NOT NULL AND ${tickets.userId} IS NOT NULL AND ${isAwake}`,
    )
    .groupBy(tickets.userId)
    .prepare(),
);

const queuesQuery = prepared((db) =>
  db
    .select({ queueId: sql<number>`${tickets.queueId}`, count })
    .from(tickets)
    .where(
      sql`${tickets.status} = 'pending' AND ${tickets.withBot} = 0 AND ${tickets.queueId} IS NOT NULL AND ${isAwake}`,
    )
    .groupBy(tickets.queueId)
    .prepare(),
);

/** How many customers wait for each user, and in each queue. A transfer shows them. */
export const waits = (db: CompanyDb) => ({
  users: usersQuery(db).all(),
  queues: queuesQuery(db).all(),
});
