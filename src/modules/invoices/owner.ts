import { and, eq, ne } from "drizzle-orm";
import { z } from "zod";
import type { By } from "../../kit/http/auth-context.ts";
import { arrayOf, id, line, positiveMoney, text } from "../../kit/http/fields.ts";
import { invalidFields } from "../../kit/fault.ts";
import type { ControlTx } from "../../kit/db/company-db.ts";
import type { CompanyDbs } from "../../kit/db/company-dbs.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/db/table.ts";
import { amountOf, centsOf } from "../../shared/money.ts";
import { addAuditEntry } from "../audit/audit.ts";
import * as companies from "../companies/companies.ts";
import { dueDay } from "../companies/owner-fields.ts";
import { findWithPayments, find } from "./invoices.ts";
import { refuseSettled } from "./mark-paid.ts";
import { settle, spendCredit } from "./settle.ts";
import { invoices, type InvoiceLine, type InvoiceRow } from "./table.ts";
import { tellInvoice } from "./tell.ts";

const reason = text(500, 1);

export const voidBody = z.object({ reason });
export const discountBody = z.object({ value: positiveMoney, reason });
export const newInvoiceBody = z.object({
  companyId: id,
  dueDate: dueDay,
  lines: arrayOf(z.object({ detail: line(100, 1), value: positiveMoney }), 20, 1),
  reason,
});

/**
 * Voids an open invoice: the company need not pay it any more, and its payments become credit.
 * Throws missing, a conflict where nothing is owed. rules.md#invoices
 */
export function voidInvoice(
  dbs: CompanyDbs,
  by: By,
  invoiceId: number,
  { reason }: z.infer<typeof voidBody>,
) {
  return change(dbs, by, invoiceId, "invoiceVoided", { reason }, (tx, { companyId }, now) => {
    tx.update(invoices)
      .set({ status: "void", credited: "0.00", ...updateTimestamps(now) })
      .where(eq(invoices.id, invoiceId))
      .run();
    return spendCredit(tx, companyId, now);
  });
}

/**
 * Takes an amount off an open invoice; it adds to earlier discounts. Earlier payments may then
 * suffice, and pay it. Throws missing, a conflict where nothing is owed, invalid for an amount of
 * the whole invoice or more than is left of it. rules.md#invoices
 */
export function discountInvoice(
  dbs: CompanyDbs,
  by: By,
  invoiceId: number,
  { value, reason }: z.infer<typeof discountBody>,
) {
  const off = centsOf(value);
  const details = { value, reason };
  return change(dbs, by, invoiceId, "invoiceDiscounted", details, (tx, invoice, now) => {
    const left = centsOf(invoice.value) - off;
    if (left < 1 || off > centsOf(invoice.rest)) throw invalidFields({ value: "invalid" });
    tx.update(invoices)
      .set({
        value: amountOf(left),
        discount: amountOf(centsOf(invoice.discount) + off),
        ...updateTimestamps(now),
      })
      .where(eq(invoices.id, invoiceId))
      .run();
    return settle(tx, invoice, now);
  });
}

/**
 * Makes an invoice by hand. It is for the period that begins on the company's due date where that
 * has no other, and moves no due date otherwise. Throws invalid for an unknown company.
 * rules.md#invoices
 */
export function writeInvoice(
  dbs: CompanyDbs,
  { db, userId }: By,
  { companyId, dueDate, lines, reason }: z.infer<typeof newInvoiceBody>,
) {
  const { control } = dbs;
  const company = companies.find(control, companyId);
  if (!company) throw invalidFields({ companyId: "invalid" });
  const value = amountOf(lines.reduce((sum, each) => sum + centsOf(each.value), 0));
  const { users, connections, queues } = company.plans;
  const now = control.now();
  const [invoiceId, extendedTo] = control.write((tx) => {
    const forPeriod = company.companies.dueDate === dueDate && takePeriod(tx, companyId, dueDate);
    const row: InvoiceRow = tx
      .insert(invoices)
      .values({
        companyId,
        dueDate,
        detail: detailOf(lines),
        value,
        users,
        connections,
        queues,
        lines,
        forPeriod,
        ...insertTimestamps(now),
      })
      .returning()
      .get();
    return [row.id, spendCredit(tx, companyId, now)] as const;
  });
  const { companyName } = find(control, null, invoiceId);
  db.write((tx) =>
    addAuditEntry(tx, {
      userId,
      action: "invoiceWritten",
      subject: `invoice ${invoiceId} ${companyName}`,
      details: { value, reason },
    }),
  );
  tellInvoice(dbs, invoiceId, { extendedTo });
  return findWithPayments(control, null, invoiceId);
}

/** Whether no other invoice than void ones is for a period, which they leave then. */
function takePeriod(tx: ControlTx, companyId: number, dueDate: string): boolean {
  const ofPeriod = and(
    eq(invoices.companyId, companyId),
    eq(invoices.dueDate, dueDate),
    eq(invoices.forPeriod, true),
  );
  const other = tx
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(ofPeriod, ne(invoices.status, "void")))
    .get();
  if (other) return false;
  tx.update(invoices).set({ forPeriod: false }).where(ofPeriod).run();
  return true;
}

const detailOf = (lines: InvoiceLine[]) => lines.map(({ detail }) => detail).join(", ");

/**
 * Changes an open invoice, notes it in the audit of the owner's company, and notifies the screens.
 */
function change(
  dbs: CompanyDbs,
  { db, userId }: By,
  invoiceId: number,
  action: "invoiceVoided" | "invoiceDiscounted",
  details: Record<string, string>,
  work: (tx: ControlTx, invoice: ReturnType<typeof find>, now: number) => string | null,
) {
  const { control } = dbs;
  const invoice = find(control, null, invoiceId);
  refuseSettled(invoice);
  const extendedTo = control.write((tx) => work(tx, invoice, control.now()));
  db.write((tx) =>
    addAuditEntry(tx, {
      userId,
      action,
      subject: `invoice ${invoiceId} ${invoice.companyName}`,
      details,
    }),
  );
  tellInvoice(dbs, invoiceId, { extendedTo });
  return findWithPayments(control, null, invoiceId);
}
