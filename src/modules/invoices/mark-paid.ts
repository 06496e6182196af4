import { Fault } from "../../kit/fault.ts";
import type { Store } from "../../kit/store.ts";
import type { TenantStores } from "../../kit/tenant-stores.ts";
import { addAuditEntry } from "../audit/audit.ts";
import { find as findUser } from "../users/users.ts";
import { find, findWithPayments } from "./invoices.ts";
import { receivePayment } from "./pay.ts";
import type { Invoice } from "./table.ts";

/**
 * The owner of the box saw elsewhere that an invoice was paid, and says where. Throws missing, or a
 * conflict where nothing is owed.
 */
export function markPaid(
  stores: TenantStores,
  owners: Store,
  id: number,
  note: string,
  by: number,
) {
  const { control } = stores;
  const invoice = find(control, null, id);
  refuseSettled(invoice);
  receivePayment(stores, {
    endToEndId: `manual:${id}`,
    invoiceId: id,
    txid: null,
    value: invoice.value,
    paidAt: new Date(control.now()),
    note,
    userName: findUser(owners, by).name,
  });
  owners.write((tx) =>
    addAuditEntry(tx, {
      userId: by,
      action: "invoicePaid",
      subject: `invoice ${id} ${invoice.companyName}`,
      details: { value: invoice.value, note },
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
