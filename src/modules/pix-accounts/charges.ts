import { and, desc, eq, gt, inArray } from "drizzle-orm";
import { hastenJob, planJob } from "../../kit/db/jobs.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { Fault } from "../../kit/fault.ts";
import type { HttpClient } from "../../kit/net/http-client.ts";
import { RequestFailed } from "../../kit/net/http-reply.ts";
import { log } from "../../kit/process/log.ts";
import { gatewayOf } from "./account.ts";
import { pixCharges, type PixCharge } from "./table.ts";

/** The debt of an order, for a gateway. */
export type OrderDebt = { orderId: number; storeId: number; value: string; note: string };

/** How long a charge of an order may be paid, and the least of that for it to be shown again (ms). */
const [life, leastLife] = [24 * 3_600_000, 3_600_000];

/** The least time between two checks of a charge, however many notices come (ms). */
const leastGap = 5000;

/**
 * A Pix charge of what an order owes: the one that is still valid at this value, or a new one. Null
 * for a store without an account. Throws unready where the gateway does not answer.
 * rules.md#pix-accounts
 */
export async function chargeFor(
  db: CompanyDb,
  httpClient: HttpClient,
  debt: OrderDebt,
): Promise<PixCharge | null> {
  const gateway = gatewayOf(db, httpClient, debt.storeId);
  if (!gateway) return null;
  const existing = validCharge(db, debt);
  if (existing) return existing;
  try {
    const { txid, code } = await gateway.charge({ ...debt, life });
    return db.write((tx) => keep(tx, { ...debt, txid, code }));
  } catch (thrown) {
    if (!(thrown instanceof RequestFailed)) throw thrown;
    log("warn", "charge", { order: debt.orderId, reason: thrown.reason, status: thrown.status });
    throw new Fault("unready", "ERR_GATEWAY", {
      message: "Não foi possível gerar o Pix agora. Tente de novo em instantes",
    });
  }
}

/**
 * Plans a check of each of these charges, if they are ours and not over: at once, or a while after
 * the last one.
 */
export function checkSoon(db: CompanyDb, txids: string[]) {
  db.write((tx) => {
    const open = tx
      .select({ txid: pixCharges.txid, checkedAt: pixCharges.checkedAt })
      .from(pixCharges)
      .where(and(inArray(pixCharges.txid, txids), eq(pixCharges.isOver, false)))
      .all();
    for (const { txid, checkedAt } of open)
      hastenJob(tx, queueOf(txid), Math.max(tx.now(), (checkedAt?.getTime() ?? 0) + leastGap));
  });
}

/** Whether a charge of an order may still be paid. */
export const hasOpenCharge = (db: CompanyDb, orderId: number): boolean =>
  db
    .select({ txid: pixCharges.txid })
    .from(pixCharges)
    .where(and(eq(pixCharges.orderId, orderId), eq(pixCharges.isOver, false)))
    .limit(1)
    .get() !== undefined;

/** The queue of a charge's checks. */
export const queueOf = (txid: string) => `pix ${txid}`;

/** When a charge is checked again (epoch ms): the older it is, the later. */
export function nextCheck({ createdAt }: Pick<PixCharge, "createdAt">, now: number): number {
  const age = now - createdAt.getTime();
  if (age < 10 * minute) return now + minute / 2;
  return now + (age < 2 * 60 * minute ? 5 : 30) * minute;
}

const minute = 60_000;

const validCharge = (db: CompanyDb, { orderId, storeId, value }: OrderDebt) =>
  db
    .select()
    .from(pixCharges)
    .where(
      and(
        eq(pixCharges.orderId, orderId),
        eq(pixCharges.storeId, storeId),
        eq(pixCharges.value, value),
        eq(pixCharges.isOver, false),
        gt(pixCharges.expiresAt, new Date(db.now() + leastLife)),
      ),
    )
    .orderBy(desc(pixCharges.createdAt))
    .limit(1)
    .get();

function keep(tx: Tx, { note: _, ...charge }: OrderDebt & Pick<PixCharge, "txid" | "code">) {
  const now = tx.now();
  const made = tx
    .insert(pixCharges)
    .values({ ...charge, createdAt: new Date(now), expiresAt: new Date(now + life) })
    .returning()
    .get();
  planJob(tx, {
    kind: "pixCheck",
    queueKey: queueOf(made.txid),
    runAt: nextCheck(made, now),
    payload: { txid: made.txid },
  });
  return made;
}
