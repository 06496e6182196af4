import { sql } from "drizzle-orm";
import type { Tx } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { sequences } from "./table.ts";

const nextQuery = query((db) =>
  db
    .insert(sequences)
    .values({ name: sql.placeholder("name"), last: 1 })
    .onConflictDoUpdate({ target: sequences.name, set: { last: sql`${sequences.last} + 1` } })
    .returning({ last: sequences.last }),
);

/** The next number of a sequence in this company, from 1. A rollback frees its number. */
export const nextNumber = (tx: Tx, name: "budget" | "order"): number =>
  nextQuery(tx).get({ name })!.last;
