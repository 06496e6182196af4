import { eq } from "drizzle-orm";
import { finishJob, planJob, postponeJob, retryJob, type Job } from "../../kit/db/jobs.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import type { HttpClient } from "../../kit/net/http-client.ts";
import { insertTimestamps } from "../../kit/db/table.ts";
import { RequestFailed } from "../../kit/net/http-reply.ts";
import { log } from "../../kit/process/log.ts";
import { amountOf, centsOf } from "../../shared/money.ts";
import { pixId } from "../../shared/payments.ts";
import { splitHanded } from "../../shared/receipts.ts";
import { payments } from "../payments/table.ts";
import { gatewayOf } from "../pix-accounts/account.ts";
import { nextCheck, queueOf } from "../pix-accounts/charges.ts";
import { pixCharges, type PixCharge } from "../pix-accounts/table.ts";
import type { ChargeReport } from "../subscription/gateway.ts";
import { bookReceipt } from "./book-receipt.ts";
import { emitOrder, load } from "./orders.ts";
import { isReceiptBooked, owedNow } from "./receive.ts";

/** A charge is followed so long after it expired, in ms: a bank may be late. */
const afterExpiry = 15 * 60_000;

/** The first and the longest wait for a gateway that does not answer, in ms. */
const [firstWait, longestWait] = [30_000, 3_600_000];

/**
 * Asks the gateway about a charge, and books what came for its order. The gateway is the only
 * source of a payment. rules.md#pix-accounts
 */
export async function checkPix(db: CompanyDb, httpClient: HttpClient, job: Job) {
  const { txid } = job.payload as { txid: string };
  const charge = db.select().from(pixCharges).where(eq(pixCharges.txid, txid)).get();
  const gateway = charge && gatewayOf(db, httpClient, charge.storeId);
  if (!charge) return void db.write((tx) => finishJob(tx, job.id));
  // Its account was removed: nobody can be asked about it any more.
  if (!gateway) return db.write((tx) => end(tx, job, charge));
  // Planned before the answer: a notice that comes meanwhile makes the next check sooner.
  db.write((tx) => {
    postponeJob(tx, job.id, nextCheck(charge, tx.now()));
    tx.update(pixCharges)
      .set({ checkedAt: new Date(tx.now()) })
      .where(eq(pixCharges.txid, txid))
      .run();
  });
  let report: ChargeReport | undefined;
  try {
    report = await gateway.report?.(txid);
  } catch (thrown) {
    if (!(thrown instanceof RequestFailed)) throw thrown;
    return fail(db, job, charge, thrown);
  }
  db.write((tx) => {
    for (const payment of report?.payments ?? []) book(tx, charge, payment);
    const hasEnded = !report || (report.isOver && report.payments.length > 0);
    if (hasEnded || isPast(charge, tx.now())) end(tx, job, charge);
    else if (job.attempts > 0) replan(tx, job, charge);
  });
}

/** Books one payment. The bank's id of it is the receipt's key, so it is booked once. */
function book(
  tx: Tx,
  { orderId }: PixCharge,
  { endToEndId, value }: ChargeReport["payments"][number],
) {
  const clientId = `pix ${endToEndId}`;
  const handed = centsOf(value);
  if (handed === 0 || isReceiptBooked(tx, orderId, clientId)) return;
  const order = load(tx, orderId);
  const split = splitHanded({
    handed,
    owed: owedNow(order),
    isCash: false,
    hasContact: order.contactId !== null,
  });
  bookReceipt(tx, { id: null }, order, {
    paymentId: pixMethod(tx) ?? order.paymentId ?? addPixMethod(tx),
    value: amountOf(split.value),
    change: amountOf(split.change),
    note: endToEndId,
    clientId,
  });
  emitOrder(tx, "update", orderId);
}

const pixMethod = (tx: Tx) =>
  tx.select({ id: payments.id }).from(payments).where(eq(payments.typePaymentId, pixId)).get()?.id;

/** For a company that deleted its methods while an order was paid later. */
const addPixMethod = (tx: Tx) =>
  tx
    .insert(payments)
    .values({ name: "Pix", typePaymentId: pixId, ...insertTimestamps(tx.now()) })
    .returning({ id: payments.id })
    .get().id;

function end(tx: Tx, job: Job, { txid }: PixCharge) {
  tx.update(pixCharges).set({ isOver: true }).where(eq(pixCharges.txid, txid)).run();
  finishJob(tx, job.id);
}

/** The gateway answers again: its earlier failures count no more. */
function replan(tx: Tx, job: Job, charge: PixCharge) {
  finishJob(tx, job.id);
  planJob(tx, {
    kind: "pixCheck",
    queueKey: queueOf(charge.txid),
    runAt: nextCheck(charge, tx.now()),
    payload: { txid: charge.txid },
  });
}

/** A charge that the gateway does not know is over once it has expired. */
function fail(db: CompanyDb, job: Job, charge: PixCharge, { reason, status }: RequestFailed) {
  const isUnknown = reason === "status" && status === 404;
  log("warn", "charge", { order: charge.orderId, failures: job.attempts + 1, reason, status });
  const wait = Math.min(firstWait * 2 ** job.attempts, longestWait);
  db.write((tx) => {
    if (isUnknown && isPast(charge, tx.now())) end(tx, job, charge);
    else retryJob(tx, job.id, tx.now() + wait);
  });
}

const isPast = ({ expiresAt }: PixCharge, now: number) => now > expiresAt.getTime() + afterExpiry;
