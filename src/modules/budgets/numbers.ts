import { sql } from "drizzle-orm";
import { prepared, type Tx } from "../../kit/db/company-db.ts";
import { sequences } from "./table.ts";

const query = prepared((db) =>
  db
    .insert(sequences)
    .values({ name: sql.placeholder("name"), last: 1 })
    .onConflictDoUpdate({ target: sequences.name, set: { last: sql`${sequences.last} + 1` } })
    .returning({ last: sequences.last })
    .prepare(),
);

/** The next number of a sequence in this company, from 1. A rollback frees its number. */
export const nextNumber = (tx: Tx, name: "budget" | "order"): number =>
  query(tx).get({ name })!.last;
