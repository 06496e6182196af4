import type { SendTransient } from "../../kit/db/audience.ts";
import { log, trace } from "../../kit/process/log.ts";
import type { Tx } from "../../kit/db/company-db.ts";
import type { CompanyDbs } from "../../kit/db/company-dbs.ts";
import { ownersCompany } from "../companies/standing.ts";
import { find } from "./invoices.ts";

/**
 * Notifies the screens of an invoice's company and of the box's owner of a change. `extendedTo`:
 * the due date that it bought. `more` is written to the owner's file with it. The change itself
 * stays where a file can't be written.
 */
export function tellInvoice(
  dbs: CompanyDbs,
  id: number,
  { extendedTo = null, more }: { extendedTo?: string | null; more?: (tx: Tx) => void } = {},
) {
  const invoice = find(dbs.control, null, id);
  emitIn(dbs, invoice.companyId, (tx) => {
    tx.emit("invoice", "update", { invoice }, { to: "admins" });
    // Its surplus may have paid others.
    if (more) tx.emit("invoice", "reload", {}, { to: "admins" });
    if (extendedTo)
      tx.emit(
        "payment",
        "CONCLUIDA",
        { status: "CONCLUIDA", company: { id: invoice.companyId, dueDate: extendedTo } },
        { to: "everyone" },
      );
  });
  emitIn(dbs, ownersCompany, (tx) => {
    more?.(tx);
    // The owner of the box sees everyone's.
    if (invoice.companyId === ownersCompany) return;
    tx.emit("invoice", "reload", {}, { to: "admins" });
    if (extendedTo) tx.emit("companies", "reload", {}, { to: "admins" });
  });
}

/** Makes the admins of these companies, and the owner of the box, read their invoices again. */
export function tellReload(sendTransient: SendTransient, companyIds: number[]) {
  for (const companyId of new Set(companyIds.length > 0 ? [...companyIds, ownersCompany] : []))
    sendTransient(companyId, { event: "invoice", action: "reload" }, { to: "admins" });
}

function emitIn(dbs: CompanyDbs, company: number, work: (tx: Tx) => void) {
  try {
    dbs.open(company).write(work);
  } catch (thrown) {
    log("error", "payment", { company, ...trace(thrown) });
    dbs.checkDamage(thrown, company);
  }
}
