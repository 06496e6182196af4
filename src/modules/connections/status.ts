import { eq } from "drizzle-orm";
import type { ConnectionStatus } from "../../channel/channel.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { updateTimestamps } from "../../kit/db/table.ts";
import { takeBack } from "../notifications/notify.ts";
import { notifications } from "../notifications/table.ts";
import { emitUpdate, findIfAny } from "./connections.ts";
import { isOutage, notifyOfOutage } from "./outage.ts";
import { connections, type Connection } from "./table.ts";

/**
 * A connection's session for screens that link phones. `qrUntil`: the time when the QR code
 * expires.
 */
export type Session = Pick<
  Connection,
  "id" | "status" | "qrcode" | "retries" | "updatedAt" | "name" | "reason"
> & { qrUntil: Date | null };

/**
 * Saves the status that the channel reports, and emits the connection without its QR code. Returns
 * the session, to be sent only to users who may link a phone. The QR code is enough to link one, so
 * no stored event has it. Undefined when the connection is gone.
 */
export function saveStatus(
  db: CompanyDb,
  id: number,
  {
    status,
    qrcode,
    qrUntil,
    number,
    reason,
    limit,
    retries = status === "CONNECTED" ? 0 : undefined,
  }: ConnectionStatus,
): Session | undefined {
  return db.write((tx) => {
    const values = {
      status,
      qrcode,
      reason: reason ?? null,
      ...(number !== undefined && { number }),
      ...(retries !== undefined && { retries }),
      ...(limit !== undefined && { limit }),
      ...updateTimestamps(db.now()),
    };
    const before = findIfAny(tx, id);
    const row = tx.update(connections).set(values).where(eq(connections.id, id)).returning().get();
    if (!row || !before) return undefined;
    if (status === "CONNECTED") takeBack(tx, eq(notifications.whatsappId, id));
    else if (isOutage(row)) notifyOfOutage(tx, id);
    // A new QR code is no news to programs.
    emitUpdate(tx, id, { isRepeat: before.status === status && before.reason === row.reason });
    return {
      id,
      status,
      qrcode,
      qrUntil: qrUntil === undefined ? null : new Date(qrUntil),
      retries: row.retries,
      updatedAt: row.updatedAt,
      name: row.name,
      reason: row.reason,
    };
  });
}

/**
 * Saves the number of received messages that the channel could not hand over.
 * rules.md#no-message-lost
 */
export function saveSetAside(db: CompanyDb, id: number, count: number) {
  if (
    db.select({ count: connections.setAside }).from(connections).where(eq(connections.id, id)).get()
      ?.count === count
  )
    return;
  db.write((tx) => {
    const row = tx
      .update(connections)
      .set({ setAside: count })
      .where(eq(connections.id, id))
      .returning({ id: connections.id })
      .get();
    if (row) emitUpdate(tx, id);
  });
}
