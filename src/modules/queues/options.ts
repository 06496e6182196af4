import { inArray, sql } from "drizzle-orm";
import { prepared, type Store } from "../../kit/store.ts";
import { queueOptions } from "./table.ts";

export type OptionRow = typeof queueOptions.$inferSelect;

const ofQueues = prepared((db) =>
  db
    .select()
    .from(queueOptions)
    .where(
      inArray(queueOptions.queueId, sql`(SELECT value FROM json_each(${sql.placeholder("ids")}))`),
    )
    .prepare(),
);

/**
 * The options of these queues, each level in the order in which customers see it: by number, others
 * last.
 */
export const optionsOf = (store: Store, queueIds: number[]): OptionRow[] =>
  ofQueues(store)
    .all({ ids: JSON.stringify(queueIds) })
    .toSorted((one, other) => numberOf(one) - numberOf(other) || one.id - other.id);

/** The options of one queue, in the same order. */
export const treeOf = (store: Store, queueId: number): OptionRow[] => optionsOf(store, [queueId]);

const numberOf = ({ option }: OptionRow) =>
  /^\d+$/.test(option.trim()) ? Number(option) : Infinity;
