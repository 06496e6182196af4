import { Fault, invalidFields } from "../../kit/fault.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import type { CompanyDbs } from "../../kit/db/company-dbs.ts";
import { centsOf } from "../../shared/money.ts";
import { addAuditEntry } from "../audit/audit.ts";
import * as users from "../users/users.ts";
import { find, findWithPayments } from "./invoices.ts";
import { receivePayment } from "./pay.ts";
import type { Invoice } from "./table.ts";

/**
 * Records a payment that the owner of the box saw elsewhere, with a note of where. `value`: a part;
 * without it, all that is left. Throws missing, a conflict where nothing is owed, invalid for more
 * than is left.
 */
export function markPaid(
  dbs: CompanyDbs,
  owners: CompanyDb,
  id: number,
  { note, value: part }: { note: string; value?: string },
  by: number,
) {
  const { control } = dbs;
  const invoice = find(control, null, id);
  refuseSettled(invoice);
  const value = part ?? invoice.rest;
  if (centsOf(value) < 1 || centsOf(value) > centsOf(invoice.rest))
    throw invalidFields({ value: "invalid" });
  receivePayment(dbs, {
    endToEndId: `manual:${crypto.randomUUID()}`,
    invoiceId: id,
    txid: null,
    value,
    paidAt: new Date(control.now()),
    note,
    userName: users.findUser(owners, by).name,
  });
  owners.write((tx) =>
    addAuditEntry(tx, {
      userId: by,
      action: "invoicePaid",
      subject: `invoice ${id} ${invoice.companyName}`,
      details: { value, note },
    }),
  );
  return findWithPayments(control, null, id);
}

/** Throws a conflict where nothing is owed. */
export function refuseSettled({ status }: Invoice) {
  if (status !== "open")
    throw new Fault("conflict", "ERR_INVOICE_SETTLED", {
      message: "Esta fatura não está em aberto",
    });
}
