import { sql } from "drizzle-orm";

// Columns are written out: within a query of one table they would lose the table's name, and mean
// those of the inner query.

/**
 * Nothing is owed for a period that lies before the company's due date, nor by who never falls due.
 * rules.md#invoices
 */
export const isCovered = sql`(invoices.forPeriod = 1 AND EXISTS (SELECT 1 FROM companies AS whose WHERE whose.id = invoices.companyId AND (whose.dueDate IS NULL OR invoices.dueDate < whose.dueDate)))`;

/** Whether somebody is asked for an invoice. */
export const isOwed = sql`(invoices.status = 'open' AND NOT ${isCovered})`;

/** All that came for an invoice, in cents. */
export const receivedCents = sql<number>`(SELECT coalesce(sum(payment.value), 0) FROM invoicePayments AS payment WHERE payment.invoiceId = invoices.id)`;

/** What is still to be paid of an open invoice, in cents; below 0 where too much came. */
export const restCents = sql<number>`(invoices.value - invoices.credited - ${receivedCents})`;

/** What came for a paid invoice beyond its value, in cents. */
export const surplusCents = sql<number>`max(0, -${restCents})`;

/** A company's credit, in cents, summed over its invoices. */
export const creditCents = sql<number>`coalesce(sum(CASE
  WHEN invoices.status = 'paid' THEN ${surplusCents} - invoices.credited
  WHEN invoices.status = 'void' OR ${isCovered} THEN ${receivedCents}
  ELSE -invoices.credited END), 0)`;
