import { and, asc, eq, sql } from "drizzle-orm";
import type { Control, ControlTx } from "../../kit/db/company-db.ts";
import { updateTimestamps } from "../../kit/db/table.ts";
import { amountOf, centsOf } from "../../shared/money.ts";
import { extendDueDate } from "../companies/due-date.ts";
import { companies } from "../companies/table.ts";
import { creditCents, isOwed, restCents } from "./sums.ts";
import { invoices, type InvoiceRow } from "./table.ts";

/**
 * Pays an open invoice with enough payments, and moves the company's due date. Surplus goes to its
 * other open invoices. Returns the due date that this bought; null where it bought none.
 * rules.md#invoice-payments
 */
export function settle(
  tx: ControlTx,
  { id, companyId }: Pick<InvoiceRow, "id" | "companyId">,
  now: number,
  paidAt = new Date(now),
): string | null {
  const extendedTo = payIfEnough(tx, id, now, paidAt);
  return spendCredit(tx, companyId, now) ?? extendedTo;
}

/** Pays open invoices for which parts came that did not add up when they came. */
export function settleParts(control: Control) {
  const enough = control
    .select({ id: invoices.id, companyId: invoices.companyId })
    .from(invoices)
    .where(and(isOwed, sql`${restCents} <= 0`))
    .orderBy(asc(invoices.dueDate))
    .all();
  if (enough.length === 0) return;
  control.write((tx) => {
    for (const each of enough) settle(tx, each, control.now());
  });
}

/**
 * Pays a company's open invoices from its credit, the oldest first. Returns the due date that this
 * bought; null where it bought none.
 */
export function spendCredit(tx: ControlTx, companyId: number, now: number): string | null {
  let credit = creditOf(tx, companyId);
  let extendedTo: string | null = null;
  while (credit > 0) {
    const [next] = tx
      .select({ id: invoices.id, credited: invoices.credited, rest: restCents })
      .from(invoices)
      .where(and(eq(invoices.companyId, companyId), isOwed, sql`${restCents} > 0`))
      .orderBy(asc(invoices.dueDate), asc(invoices.id))
      .limit(1)
      .all();
    if (!next) break;
    const used = Math.min(credit, next.rest);
    tx.update(invoices)
      .set({ credited: amountOf(centsOf(next.credited) + used), ...updateTimestamps(now) })
      .where(eq(invoices.id, next.id))
      .run();
    extendedTo = payIfEnough(tx, next.id, now, new Date(now)) ?? extendedTo;
    credit = creditOf(tx, companyId);
  }
  return extendedTo;
}

/**
 * A company's credit, in cents. It is the surplus of paid invoices and all payments for void and
 * covered ones, less the credit used for other invoices.
 */
export const creditOf = (tx: Pick<ControlTx, "all">, companyId: number): number =>
  tx.all<{ credit: number }>(
    sql`SELECT ${creditCents} AS credit FROM invoices WHERE invoices.companyId = ${companyId}`,
  )[0]!.credit;

function payIfEnough(tx: ControlTx, id: number, now: number, paidAt: Date): string | null {
  const paid = tx
    .update(invoices)
    .set({ status: "paid", paidAt, ...updateTimestamps(now) })
    .where(and(eq(invoices.id, id), eq(invoices.status, "open"), sql`${restCents} <= 0`))
    .returning()
    .get() as InvoiceRow | undefined;
  if (!paid) return null;
  const { dueDate } = tx
    .select({ dueDate: companies.dueDate })
    .from(companies)
    .where(eq(companies.id, paid.companyId))
    .get()!;
  // A company without a due date never falls due: a payment must not give it one.
  if (!paid.forPeriod || dueDate === null) return null;
  return extendDueDate(tx, paid.companyId, now, payOldest(tx, paid));
}

/**
 * A payment for a later invoice pays the oldest period: the oldest open invoice takes the place of
 * the paid one. Returns the day on which the paid period begins.
 */
function payOldest(tx: ControlTx, { id, companyId, dueDate }: InvoiceRow): string {
  const oldest = tx
    .select({ id: invoices.id, dueDate: invoices.dueDate })
    .from(invoices)
    .where(
      and(
        eq(invoices.companyId, companyId),
        isOwed,
        eq(invoices.forPeriod, true),
        sql`${invoices.dueDate} < ${dueDate}`,
      ),
    )
    .orderBy(asc(invoices.dueDate))
    .limit(1)
    .get();
  if (!oldest) return dueDate;
  tx.update(invoices).set({ forPeriod: false }).where(eq(invoices.id, id)).run();
  tx.update(invoices).set({ dueDate }).where(eq(invoices.id, oldest.id)).run();
  return oldest.dueDate;
}
