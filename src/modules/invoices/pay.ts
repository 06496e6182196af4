import { eq } from "drizzle-orm";
import type { Control } from "../../kit/db/company-db.ts";
import type { CompanyDbs } from "../../kit/db/company-dbs.ts";
import { centsOf } from "../../shared/money.ts";
import { addAuditEntry } from "../audit/audit.ts";
import { companies } from "../companies/table.ts";
import { find } from "./invoices.ts";
import { settle } from "./settle.ts";
import { invoicePayments, invoices, type InvoicePayment } from "./table.ts";
import { tellInvoice } from "./tell.ts";

/** Money that came for an invoice, under an id of its own. */
export type Received = Pick<InvoicePayment, "endToEndId" | "txid" | "value" | "paidAt"> &
  Partial<Pick<InvoicePayment, "note" | "userName">> & { invoiceId: number };

/**
 * Stores a payment and notifies the company's screens; a surplus goes into the audit of the box's
 * owner. Returns undefined where this very payment is stored already.
 */
export function receivePayment(dbs: CompanyDbs, received: Received): InvoicePayment | undefined {
  const { invoiceId } = received;
  const payment = keepPayment(dbs.control, received);
  if (!payment) return undefined;
  const { surplus, companyName } = find(dbs.control, null, invoiceId);
  const isBeyond = centsOf(surplus) > 0 && centsOf(payment.value) > 0;
  tellInvoice(dbs, invoiceId, {
    extendedTo: payment.extendedTo,
    ...(isBeyond && {
      more: (tx) =>
        addAuditEntry(tx, {
          userId: null,
          action: "invoiceOverpaid",
          subject: `invoice ${invoiceId} ${companyName}`,
          details: { value: payment.value, credit: surplus },
        }),
    }),
  });
  return payment;
}

/**
 * Stores a payment. Payments add up: the one that makes them enough pays the invoice and extends
 * the company's due date, once. Returns undefined where this very payment is stored already.
 * rules.md#invoice-payments
 */
export function keepPayment(
  control: Control,
  { invoiceId, ...received }: Received,
): InvoicePayment | undefined {
  return control.write((tx) => {
    const now = control.now();
    const { companyId, companyName, detail } = tx
      .select({
        companyId: invoices.companyId,
        companyName: companies.name,
        detail: invoices.detail,
      })
      .from(invoices)
      .innerJoin(companies, eq(companies.id, invoices.companyId))
      .where(eq(invoices.id, invoiceId))
      .get()!;
    const payment = tx
      .insert(invoicePayments)
      .values({
        ...received,
        invoiceId,
        companyId,
        companyName,
        detail,
        createdAt: new Date(now),
      })
      .onConflictDoNothing()
      .returning()
      .get();
    if (!payment) return undefined;
    const extendedTo = settle(tx, { id: invoiceId, companyId }, now, payment.paidAt);
    if (!extendedTo) return payment;
    return tx
      .update(invoicePayments)
      .set({ extendedTo })
      .where(eq(invoicePayments.id, payment.id))
      .returning()
      .get();
  });
}
