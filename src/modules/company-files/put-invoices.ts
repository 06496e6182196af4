import type { Database } from "bun:sqlite";
import { insert, without, type Row } from "./put-row.ts";

type Owed = { invoices: Row[]; invoicePayments?: Row[]; charges?: Row[] };

/**
 * Inserts a company's invoices, payments and open charges. A payment that this box received is
 * there already, and is linked to its invoice again. Other payments do not count as received here.
 * rules.md#company-files
 */
export function putInvoices(
  control: Database,
  companyId: number,
  { invoices, invoicePayments = [], charges = [] }: Owed,
) {
  const ids = new Map<unknown, number>();
  for (const invoice of invoices)
    ids.set(invoice.id, insert(control, "invoices", { ...without(invoice, "id"), companyId }));
  for (const payment of invoicePayments) {
    const row = { ...without(payment, "id"), invoiceId: ids.get(payment.invoiceId)!, companyId };
    if (returns(control, row)) continue;
    const isTaken = control
      .query("SELECT 1 FROM invoicePayments WHERE endToEndId = ?")
      .get(String(payment.endToEndId));
    // A bank's id belongs to one payment; two boxes may create the same manual id.
    if (isTaken && !isByHand(payment)) continue;
    insert(control, "invoicePayments", {
      ...row,
      elsewhere: 1,
      ...(isTaken ? { endToEndId: `manual:${crypto.randomUUID()}` } : {}),
    });
  }
  for (const charge of charges)
    if (!control.query("SELECT 1 FROM charges WHERE txid = ?").get(String(charge.txid)))
      insert(control, "charges", { ...charge, invoiceId: ids.get(charge.invoiceId)! });
}

const isByHand = ({ endToEndId }: Row) => String(endToEndId).startsWith("manual:");

/**
 * Links a payment that lost its invoice when its company was deleted. Returns whether this box has
 * it.
 */
function returns(control: Database, { invoiceId, companyId, ...payment }: Row): boolean {
  const { changes } = control
    .query(
      "UPDATE invoicePayments SET invoiceId = ?, companyId = ? WHERE endToEndId = ? AND invoiceId IS NULL AND value = ? AND paidAt = ?",
    )
    .run(
      invoiceId ?? null,
      companyId ?? null,
      payment.endToEndId ?? null,
      payment.value ?? null,
      payment.paidAt ?? null,
    );
  return changes > 0;
}
