import { sql } from "drizzle-orm";

// Columns are written out: within a query of one table they would lose the table's name, and mean
// those of the inner query.

/**
 * A period before the company's due date is covered: nothing is owed for it. A company without a
 * due date owes nothing at all. rules.md#invoices
 */
export const isCovered = sql`(invoices.forPeriod = 1 AND EXISTS (SELECT 1 FROM companies AS whose WHERE whose.id = invoices.companyId AND (whose.dueDate IS NULL OR invoices.dueDate < whose.dueDate)))`;

/** Whether the company has to pay an invoice. */
export const isOwed = sql`(invoices.status = 'open' AND NOT ${isCovered})`;

/** All payments for an invoice, in cents. */
export const receivedCents = sql<number>`(SELECT coalesce(sum(payment.value), 0) FROM invoicePayments AS payment WHERE payment.invoiceId = invoices.id)`;

/** The rest that is due of an open invoice, in cents; below 0 where too much was paid. */
export const restCents = sql<number>`(invoices.value - invoices.credited - ${receivedCents})`;

/** The amount that was paid for a paid invoice beyond its value, in cents. */
export const surplusCents = sql<number>`max(0, -${restCents})`;

/** A company's credit, in cents, summed over its invoices. */
export const creditCents = sql<number>`coalesce(sum(CASE
  WHEN invoices.status = 'paid' THEN ${surplusCents} - invoices.credited
  WHEN invoices.status = 'void' OR ${isCovered} THEN ${receivedCents}
  ELSE -invoices.credited END), 0)`;
