import { eq } from "drizzle-orm";
import { log, trace } from "../../kit/log.ts";
import type { Control, Tx } from "../../kit/store.ts";
import type { TenantStores } from "../../kit/tenant-stores.ts";
import { updateTimestamps } from "../../kit/table.ts";
import { centsOf } from "../../shared/money.ts";
import { extendDueDate } from "../companies/due-date.ts";
import { ownersCompany } from "../companies/standing.ts";
import { companies } from "../companies/table.ts";
import { find } from "./invoices.ts";
import { invoicePayments, invoices, type InvoicePayment } from "./table.ts";

/** Money that came for an invoice, under an id of its own. */
export type Received = Pick<
  InvoicePayment,
  "endToEndId" | "invoiceId" | "txid" | "value" | "paidAt"
> &
  Partial<Pick<InvoicePayment, "note" | "userName">>;

/**
 * Keeps a payment, and tells the company's screens. Returns undefined where this very payment is
 * known already.
 */
export function receivePayment(
  stores: TenantStores,
  received: Received,
): InvoicePayment | undefined {
  const payment = keepPayment(stores.control, received);
  if (payment) tell(stores, payment);
  return payment;
}

/**
 * Keeps a payment. The first that is no less than its invoice pays it and extends the company's due
 * date; every other extends nothing. Returns undefined where this
 * very payment is known already. rules.md#invoice-payments
 */
export function keepPayment(control: Control, received: Received): InvoicePayment | undefined {
  return control.write((tx) => {
    const now = control.now();
    const kept = tx
      .insert(invoicePayments)
      .values({ ...received, createdAt: new Date(now) })
      .onConflictDoNothing()
      .returning()
      .get();
    if (!kept) return undefined;
    const { value, status, companyId } = tx
      .select()
      .from(invoices)
      .where(eq(invoices.id, kept.invoiceId))
      .get()!;
    if (status === "paid" || centsOf(kept.value) < centsOf(value)) return kept;
    tx.update(invoices)
      .set({ status: "paid", paidAt: kept.paidAt, ...updateTimestamps(now) })
      .where(eq(invoices.id, kept.invoiceId))
      .run();
    const { dueDate } = tx
      .select({ dueDate: companies.dueDate })
      .from(companies)
      .where(eq(companies.id, companyId))
      .get()!;
    // Who never falls due would lose by a due date.
    if (dueDate === null) return kept;
    return tx
      .update(invoicePayments)
      .set({ extendedTo: extendDueDate(tx, companyId, now) })
      .where(eq(invoicePayments.id, kept.id))
      .returning()
      .get();
  });
}

/** Tells the company's screens. What was paid stays paid where its file can't be written. */
function tell(stores: TenantStores, { invoiceId, extendedTo }: InvoicePayment) {
  const invoice = find(stores.control, null, invoiceId);
  emitIn(stores, invoice.companyId, (tx) => {
    tx.emit("invoice", "update", { invoice }, { to: "admins" });
    if (extendedTo)
      tx.emit(
        "payment",
        "CONCLUIDA",
        { status: "CONCLUIDA", company: { id: invoice.companyId, dueDate: extendedTo } },
        { to: "everyone" },
      );
  });
  // The owner of the box sees everyone's.
  if (invoice.companyId === ownersCompany) return;
  emitIn(stores, ownersCompany, (tx) => {
    tx.emit("invoice", "reload", {}, { to: "admins" });
    if (extendedTo) tx.emit("companies", "reload", {}, { to: "admins" });
  });
}

function emitIn(stores: TenantStores, company: number, work: (tx: Tx) => void) {
  try {
    stores.open(company).write(work);
  } catch (thrown) {
    log("error", "payment", { company, ...trace(thrown) });
    stores.checkDamage(thrown, company);
  }
}
