import { eq } from "drizzle-orm";
import type { ChannelRestriction } from "../../channel/channel.ts";
import { clearQueue, finishJob, planJob, type Job } from "../../kit/db/jobs.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { restrictionEnd, type Restriction } from "../../shared/restrictions.ts";
import { emitUpdate, findIfAny } from "./connections.ts";
import { connections } from "./table.ts";

/**
 * Saves a restriction by the network, plans its end, and notifies screens and programs. It does
 * nothing without a change. rules.md#restrictions
 */
export function saveRestriction(db: CompanyDb, id: number, restriction: ChannelRestriction | null) {
  const next = restriction && {
    ...restriction,
    until: restriction.until === null ? null : new Date(restriction.until).toISOString(),
  };
  const before = findIfAny(db, id);
  if (!before || JSON.stringify(before.restriction) === JSON.stringify(next)) return;
  db.write((tx) => {
    setRestriction(tx, id, next);
    clearQueue(tx, queueKey(id));
    if (next?.until)
      planJob(tx, {
        kind: "liftRestriction",
        queueKey: queueKey(id),
        runAt: Date.parse(next.until),
        payload: { whatsappId: id },
      });
  });
}

/** Lifts an expired restriction. */
export async function liftRestriction(db: CompanyDb, { id, payload }: Job) {
  const whatsappId = payload.whatsappId as number;
  db.write((tx) => {
    if (finishJob(tx, id) && findIfAny(db, whatsappId)?.restriction)
      setRestriction(tx, whatsappId, null);
  });
}

/**
 * The time (epoch ms) until which a connection may not begin conversations; Infinity without a
 * known end, 0 when it may.
 */
export const restrictedUntil = (db: CompanyDb, id: number): number =>
  restrictionEnd(findIfAny(db, id)?.restriction ?? null, db.now());

function setRestriction(tx: Tx, id: number, restriction: Restriction | null) {
  tx.update(connections).set({ restriction }).where(eq(connections.id, id)).run();
  const { name, number, status } = emitUpdate(tx, id);
  tx.emit(
    "connectionRestriction",
    "update",
    { connection: { id, name, number, status }, restriction },
    { to: "admins" },
  );
}

const queueKey = (id: number) => `restriction/${id}`;
