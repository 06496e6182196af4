import { and, eq, isNull, sql } from "drizzle-orm";
import type { Me } from "../../kit/db/audience.ts";
import type { Tx } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { Fault } from "../../kit/fault.ts";
import { tills } from "./table.ts";

/**
 * The open till of `me` in a store, or null. Throws a conflict for cash without one, once the
 * company has ever opened a till. rules.md#tills
 */
export function tillOf(
  tx: Tx,
  me: Me,
  storeId: number,
  { movesCash }: { movesCash: boolean },
): number | null {
  const till = openTill(tx).get({ userId: me.id, storeId });
  if (till) return till.id;
  if (movesCash && anyTill(tx).get())
    throw new Fault("conflict", "ERR_NO_TILL", {
      message: "Abra o caixa antes de mexer com dinheiro",
    });
  return null;
}

const openTill = query((db) =>
  db
    .select({ id: tills.id })
    .from(tills)
    .where(
      and(
        eq(tills.userId, sql.placeholder("userId")),
        eq(tills.storeId, sql.placeholder("storeId")),
        isNull(tills.closedAt),
      ),
    ),
);

const anyTill = query((db) => db.select({ id: tills.id }).from(tills).limit(1));
