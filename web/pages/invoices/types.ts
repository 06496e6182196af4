import type {
  Invoice as InvoiceRow,
  ReceivedPayment,
  ShownPayment,
} from "../../../src/modules/invoices/table.ts";
import { invoiceState } from "../../../src/shared/invoices.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import { localDay } from "../../kit/text.ts";

export type Invoice = Wire<InvoiceRow>;

/** An invoice with what came for it. */
export type DetailedInvoice = Invoice & { payments: Wire<ShownPayment>[] };

/** What the owner of the box received, also from companies that are gone. */
export type Received = Wire<ReceivedPayment>;

/** A Pix to be paid. `expiracao`: for how long, in s; null for one that people look after. */
export type Pix = {
  txid: string;
  calendario: { expiracao: number | null };
  valor: { original: string };
  qrcode: { qrcode: string };
  invoiceId: number;
};

export const stateOf = (invoice: Pick<Invoice, "status" | "dueDate">) =>
  invoiceState(invoice, localDay());
