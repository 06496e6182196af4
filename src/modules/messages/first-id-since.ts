import { gte, sql } from "drizzle-orm";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { messages } from "./table.ts";

const lastQuery = query((db) =>
  db.select({ id: sql<number>`ifnull(max(${messages.id}), 0)` }).from(messages),
);
const atQuery = query((db) =>
  db
    .select({ at: sql<number>`${messages.createdAt}` })
    .from(messages)
    .where(gte(messages.id, sql.placeholder("id")))
    .orderBy(messages.id)
    .limit(1),
);

/**
 * The id from which messages arrived at a time (epoch ms) or later. Ids grow with time and no index
 * has the times of all messages, so it halves the range of ids.
 */
export function firstIdSince(db: CompanyDb, time: number): number {
  let [low, high] = [1, lastQuery(db).get()!.id + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const { at } = atQuery(db).get({ id: middle })!;
    if (at >= time) high = middle;
    else low = middle + 1;
  }
  return low;
}
