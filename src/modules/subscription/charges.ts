import { and, desc, eq, gt, inArray, isNotNull, lte, sql, type SQL } from "drizzle-orm";
import { Fault } from "../../kit/fault.ts";
import { RequestFailed } from "../../kit/net/http-reply.ts";
import { limitConcurrency } from "../../kit/process/limit-concurrency.ts";
import { log, trace } from "../../kit/process/log.ts";
import type { Control } from "../../kit/db/company-db.ts";
import type { CompanyDbs } from "../../kit/db/company-dbs.ts";
import { receivePayment } from "../invoices/pay.ts";
import { charges, type Charge, type Invoice } from "../invoices/table.ts";
import { readBilling } from "./billing.ts";
import { gatewayOf, type GatewayServices } from "./gateways.ts";
import type { BillingRow } from "./table.ts";

export type BillingServices = GatewayServices & { dbs: CompanyDbs };

/**
 * A charge is checked every half minute at first, then every five minutes, until some while after
 * it expired; all in ms.
 */
const [soon, later, soonFor, afterExpiry] = [30_000, 5 * 60_000, 10 * 60_000, 15 * 60_000];

/** The longest wait for a gateway that does not answer. */
const longestWait = 3_600_000;

/** The least time between two checks of a charge, however many notices of payment come. */
const leastGap = 5000;

/** How much of a charge's life must be left for it to be shown again. */
const leastLife = 5 * 60_000;

/** How many charges are checked in one round, and at once. */
const [perRound, atOnce] = [50, 4];

/**
 * The Pix charge of an invoice's rest: the one that is still valid at this value, or a new one.
 * Throws unready where the gateway does not answer.
 */
export function chargeFor(services: BillingServices, invoice: Invoice): Promise<Charge> {
  const charge =
    making.get(invoice.id) ??
    makeCharge(services, invoice).finally(() => making.delete(invoice.id));
  making.set(invoice.id, charge);
  return charge;
}

/** Charges that are being made, by invoice: a second click waits for the first. */
const making = new Map<number, Promise<Charge>>();

async function makeCharge(services: BillingServices, invoice: Invoice): Promise<Charge> {
  const { control } = services.dbs;
  const billing = readBilling(control);
  const standing = and(
    eq(charges.invoiceId, invoice.id),
    eq(charges.gateway, billing.gateway),
    eq(charges.value, invoice.rest),
    gt(charges.expiresAt, new Date(control.now() + leastLife)),
    isNotNull(charges.checkAt),
  );
  const existing = control
    .select()
    .from(charges)
    .where(standing)
    .orderBy(desc(charges.createdAt))
    .limit(1)
    .get();
  if (existing) return existing;
  const made = await askForCharge(services, billing, invoice);
  const row = {
    ...made,
    invoiceId: invoice.id,
    gateway: billing.gateway,
    value: invoice.rest,
    createdAt: new Date(control.now()),
  };
  return control.write((tx) =>
    tx
      .insert(charges)
      .values(row)
      .onConflictDoUpdate({ target: charges.txid, set: row })
      .returning()
      .get(),
  );
}

async function askForCharge(services: BillingServices, billing: BillingRow, invoice: Invoice) {
  try {
    return await gatewayOf(services, billing, services.dbs.control.now).charge(invoice);
  } catch (thrown) {
    if (!(thrown instanceof RequestFailed)) throw thrown;
    log("warn", "charge", { invoice: invoice.id, reason: thrown.reason, status: thrown.status });
    throw new Fault("unready", "ERR_GATEWAY", {
      message: "Não foi possível gerar o Pix agora. Tente de novo em instantes",
    });
  }
}

/**
 * Plans a check of each of these charges, if they are ours and not over. The notice itself is not
 * trusted. rules.md#payment-notices
 */
export function askSoon(control: Control, txids: string[]) {
  const at = sql`max(${control.now()}, coalesce(${charges.checkedAt}, 0) + ${leastGap})`;
  control.write((tx) => {
    tx.update(charges)
      .set({ checkAt: at })
      .where(and(inArray(charges.txid, txids), sql`${charges.checkAt} > ${at}`))
      .run();
  });
}

/**
 * Asks the gateway about the charges that are due for a check, also those without a notice.
 * rules.md#payment-notices
 */
export async function checkCharges(services: BillingServices) {
  const { control } = services.dbs;
  const now = control.now();
  const due = control
    .select()
    .from(charges)
    .where(lte(charges.checkAt, new Date(now)))
    .orderBy(charges.checkAt)
    .limit(perRound)
    .all();
  if (due.length === 0) return;
  const inLine = limitConcurrency(atOnce);
  await Promise.all(
    claim(control, due, now).map((charge) => inLine(() => check(services, charge))),
  );
}

/**
 * Plans each charge's next check before this one runs, so that a notice that comes meanwhile
 * changes the new plan and is not lost.
 */
function claim(control: Control, due: Charge[], now: number): Charge[] {
  return control.write((tx) =>
    due.map((charge) =>
      tx
        .update(charges)
        .set({ checkAt: new Date(nextCheck(charge, now)), checkedAt: new Date(now) })
        .where(eq(charges.txid, charge.txid))
        .returning()
        .get()!,
    ),
  );
}

/** A gateway that does not know a charge will not come to know it: another one made it. */
const isUnknown = (thrown: unknown) =>
  thrown instanceof RequestFailed && thrown.reason === "status" && thrown.status === 404;

async function check(services: BillingServices, charge: Charge) {
  const { control } = services.dbs;
  const { txid, invoiceId } = charge;
  try {
    const report = await gatewayOf(
      services,
      readBilling(control),
      control.now,
      charge.gateway,
    ).report?.(txid);
    for (const payment of report?.payments ?? [])
      receivePayment(services.dbs, { ...payment, invoiceId, txid });
    if (!report || (report.isOver && report.payments.length > 0) || isPast(charge, control.now()))
      return replan(control, eq(charges.txid, txid), { checkAt: null, failures: 0 });
    if (charge.failures > 0) replan(control, eq(charges.txid, txid), { failures: 0 });
  } catch (thrown) {
    if (isUnknown(thrown) && isPast(charge, control.now()))
      return replan(control, eq(charges.txid, txid), { checkAt: null, failures: 0 });
    const failures = charge.failures + 1;
    log("warn", "charge", {
      invoice: invoiceId,
      failures,
      ...(thrown instanceof RequestFailed
        ? { reason: thrown.reason, status: thrown.status }
        : trace(thrown)),
    });
    const checkAt = new Date(control.now() + Math.min(soon * 2 ** failures, longestWait));
    replan(control, and(eq(charges.txid, txid), eq(charges.checkAt, charge.checkAt!)), {
      checkAt,
      failures,
    });
  }
}

function replan(control: Control, which: SQL | undefined, values: Partial<Charge>) {
  control.write((tx) => {
    tx.update(charges).set(values).where(which).run();
  });
}

const isPast = ({ expiresAt }: Charge, now: number) =>
  expiresAt !== null && now > expiresAt.getTime() + afterExpiry;
const nextCheck = ({ createdAt }: Charge, now: number) =>
  now + (now - createdAt.getTime() < soonFor ? soon : later);
