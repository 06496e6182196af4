import type * as invoicesTable from "../../../src/modules/invoices/table.ts";
import { invoiceState } from "../../../src/shared/invoices.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import { localDay } from "../../kit/text.ts";

export type Invoice = Wire<invoicesTable.Invoice>;

/** An invoice with its payments. */
export type DetailedInvoice = Invoice & { payments: Wire<invoicesTable.ShownPayment>[] };

/** A payment that the owner of the box received, also from a deleted company. */
export type Received = Wire<invoicesTable.ReceivedPayment>;

/** A Pix charge. `expiracao`: its lifetime in s; null when people confirm the payment. */
export type Pix = {
  txid: string;
  calendario: { expiracao: number | null };
  valor: { original: string };
  qrcode: { qrcode: string };
  invoiceId: number;
};

export const stateOf = (invoice: Pick<Invoice, "status" | "dueDate">) =>
  invoiceState(invoice, localDay());
