import { eq } from "drizzle-orm";
import type { Tx } from "../../kit/db/company-db.ts";
import { capabilitiesOf, isPractice } from "../../shared/capabilities.ts";
import { notify } from "../notifications/notify.ts";
import { notifications } from "../notifications/table.ts";
import { users } from "../users/table.ts";
import type { connections } from "./table.ts";

/** A connection that fails so many times in a row does not come back within seconds. */
const patience = 3;

/**
 * Whether a connection that was linked is down for longer than a moment. One that a person
 * disconnected has no reason, and is none.
 */
export const isOutage = ({
  status,
  number,
  provider,
  reason,
  retries,
}: typeof connections.$inferSelect) =>
  status !== "CONNECTED" &&
  (number !== "" || !capabilitiesOf(provider).pairing || isPractice(provider)) &&
  ((status === "DISCONNECTED" && reason !== null && reason !== "qrExpired") || retries >= patience);

/** Notifies the admins, once for each outage: the notifications go when it is connected again. */
export function notifyOfOutage(tx: Tx, whatsappId: number) {
  const isNotified = tx
    .select({ id: notifications.id })
    .from(notifications)
    .where(eq(notifications.whatsappId, whatsappId))
    .limit(1)
    .get();
  if (isNotified) return;
  const admins = tx.select({ id: users.id }).from(users).where(eq(users.profile, "admin")).all();
  notify(
    tx,
    admins.map(({ id }) => id),
    { kind: "connectionDown", whatsappId },
  );
}
