import { sql } from "drizzle-orm";
import { prepared, type Store } from "../../../kit/store.ts";
import { tickets } from "../table.ts";

// As the partial index says it: with a bound value it would not be used.
const openTicketsQuery = prepared((db) =>
  db.select({ userId: sql<number>`${tickets.userId}`, count: sql<number>`count(*)` }).from(tickets)
    .where(sql`${tickets.status} = 'open' AND ${tickets.status} <> 'closed' AND ${tickets.userId} IS NOT NULL`).groupBy(tickets.userId).prepare(),
);

/** How many open tickets each holds who holds any: whom one may give another, not which. */
export const openTicketsByUser = (store: Store) => openTicketsQuery(store).all();
