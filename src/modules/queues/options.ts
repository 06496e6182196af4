import { inArray, sql } from "drizzle-orm";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { queueOptions } from "./table.ts";

export type OptionRow = typeof queueOptions.$inferSelect;

const ofQueues = query((db) =>
  db
    .select()
    .from(queueOptions)
    .where(
      inArray(queueOptions.queueId, sql`(SELECT value FROM json_each(${sql.placeholder("ids")}))`),
    ),
);

/**
 * The options of these queues, each level in the order in which customers see it: by number, others
 * last.
 */
export const optionsOf = (db: CompanyDb, queueIds: number[]): OptionRow[] =>
  ofQueues(db)
    .all({ ids: JSON.stringify(queueIds) })
    .toSorted((one, other) => numberOf(one) - numberOf(other) || one.id - other.id);

/** The options of one queue, in the same order. */
export const treeOf = (db: CompanyDb, queueId: number): OptionRow[] => optionsOf(db, [queueId]);

const numberOf = ({ option }: OptionRow) =>
  /^\d+$/.test(option.trim()) ? Number(option) : Infinity;
