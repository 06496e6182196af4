import { Cron } from "croner";
import type { SendTransient } from "../kit/db/audience.ts";
import { countUsage } from "../modules/business/count-usage.ts";
import { runInvoices } from "../modules/invoices/make.ts";
import { settleParts } from "../modules/invoices/settle.ts";
import { checkCharges, type BillingServices } from "../modules/subscription/charges.ts";
import { logError } from "./housekeeping.ts";

/**
 * Makes invoices, and asks gateways for payments: at once for missed ones, and by the clock.
 * Returns a function that ends it.
 */
export function startBilling(services: BillingServices, sendTransient: SendTransient): () => void {
  const makeDue = () => runInvoices(services.dbs.control, sendTransient);
  const jobs = [
    new Cron("*/10 * * * * *", { catch: logError }, makeDue),
    new Cron("* * * * * *", { catch: logError, protect: true }, () => checkCharges(services)),
    new Cron("20 * * * * *", { catch: logError }, () => countUsage(services.dbs)),
  ];
  settleParts(services.dbs.control);
  void jobs[0]!.trigger();
  return () => {
    for (const job of jobs) job.stop();
  };
}
