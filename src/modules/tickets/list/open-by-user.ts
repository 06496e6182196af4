import { sql } from "drizzle-orm";
import { prepared, type CompanyDb } from "../../../kit/db/company-db.ts";
import { tickets } from "../table.ts";

// Written as in the partial index: with a bound value SQLite would not use it.
const openTicketsQuery = prepared((db) =>
  db
    .select({ userId: sql<number>`${tickets.userId}`, count: sql<number>`count(*)` })
    .from(tickets)
    .where(
      sql`${tickets.status} = 'open' AND ${tickets.status} <> 'closed' AND ${tickets.userId} IS NOT NULL`,
    )
    .groupBy(tickets.userId)
    .prepare(),
);

/** How many open tickets each user has: shown where one chooses whom to transfer to. */
export const openTicketsByUser = (db: CompanyDb) => openTicketsQuery(db).all();
