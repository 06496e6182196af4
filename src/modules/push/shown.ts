import { and, eq, inArray } from "drizzle-orm";
import type { Control, ControlTx } from "../../kit/db/company-db.ts";
import { pushShown, type Shown } from "./table.ts";

/** The notifications that a device shows, and those that must not ring there. */
export const shownBy = (control: Control, subscriptionId: number): Shown[] =>
  control.select().from(pushShown).where(eq(pushShown.subscriptionId, subscriptionId)).all();

/** Notes that a device shows a notification, or that it must not ring for it. */
export function noteShown(tx: ControlTx, row: Shown) {
  tx.insert(pushShown)
    .values(row)
    .onConflictDoUpdate({
      target: [pushShown.subscriptionId, pushShown.tag],
      set: { stamp: row.stamp, isSent: row.isSent },
    })
    .run();
}

/** Notes that a device no longer shows these notifications. */
export function noteClosed(tx: ControlTx, subscriptionId: number, tags: string[]) {
  tx.delete(pushShown)
    .where(and(eq(pushShown.subscriptionId, subscriptionId), inArray(pushShown.tag, tags)))
    .run();
}
