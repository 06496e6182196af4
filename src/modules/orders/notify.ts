import { eq } from "drizzle-orm";
import type { Me } from "../../kit/db/audience.ts";
import type { Tx } from "../../kit/db/company-db.ts";
import { notify, takeBack } from "../notifications/notify.ts";
import { notifications } from "../notifications/table.ts";

/** Notifies a colleague to whom `me` gave an order; the seller before is none any more. */
export function notifyOfOrder(tx: Tx, me: Me, orderId: number, userId: number | null) {
  takeBack(tx, eq(notifications.orderId, orderId));
  if (userId !== null && userId !== me.id)
    notify(tx, [userId], { kind: "order", orderId, byUserId: me.id });
}
