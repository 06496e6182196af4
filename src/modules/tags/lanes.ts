import { eq } from "drizzle-orm";
import { z } from "zod";
import { emitRow } from "../../kit/http/crud.ts";
import { invalidFields } from "../../kit/fault.ts";
import { arrayOf, id } from "../../kit/http/fields.ts";
import { all } from "../../kit/http/resource-rows.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { updateTimestamps } from "../../kit/db/table.ts";
import { tagResource } from "./tag.ts";
import { tags } from "./table.ts";

export const orderBody = z.object({ ids: arrayOf(id, 500) });

const idsQuery = query((db) =>
  db
    .select({ id: tags.id })
    .from(tags)
    .where(eq(tags.kanban, 1))
    .orderBy(tags.position, tags.name, tags.id),
);

/** The tags that are lanes of the tickets' board, in its order. rules.md#kanban */
export const lanes = (db: CompanyDb) => ({ lista: all(db, tagResource, { kanban: 1 }) });

/** The ids of the lanes, in the same order. */
export const laneIds = (db: CompanyDb) =>
  new Set(
    idsQuery(db)
      .all()
      .map((tag) => tag.id),
  );

/**
 * Puts the lanes into this order, those not named after them. Throws invalid when one is no lane.
 */
export function orderLanes(db: CompanyDb, { ids }: z.infer<typeof orderBody>) {
  return db.write((tx) => {
    const before = laneIds(db);
    if (ids.some((each) => !before.has(each))) throw invalidFields({ ids: "invalid" });
    for (const [index, each] of [...new Set([...ids, ...before])].entries()) {
      tx.update(tags)
        .set({ position: index + 1, ...updateTimestamps(db.now()) })
        .where(eq(tags.id, each))
        .run();
      emitRow(tx, tagResource, "update", each);
    }
    return lanes(db);
  });
}
