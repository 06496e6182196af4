import { Cron } from "croner";
import type { ConnectionManager } from "../channel/channel.ts";
import type { SendTransient } from "../kit/db/audience.ts";
import { makeNotices } from "../modules/billing-notices/make.ts";
import { sendNotices } from "../modules/billing-notices/send.ts";
import type { Box } from "../modules/box/box.ts";
import { countUsage } from "../modules/business/count-usage.ts";
import { runInvoices } from "../modules/invoices/make.ts";
import { settleParts } from "../modules/invoices/settle.ts";
import { checkCharges, type BillingServices } from "../modules/subscription/charges.ts";
import { logError } from "./housekeeping.ts";

/**
 * Makes invoices, and asks gateways for payments: at once for missed ones, and by the clock.
 * Returns a function that ends it.
 */
export function startBilling(
  services: BillingServices & { box: Box; connectionManager: ConnectionManager },
  sendTransient: SendTransient,
): () => void {
  const { dbs, box, connectionManager } = services;
  const tellCompanies = async () => {
    makeNotices(box);
    await sendNotices(dbs, connectionManager);
  };
  const makeDue = () => runInvoices(dbs.control, sendTransient);
  const jobs = [
    new Cron("*/10 * * * * *", { catch: logError }, makeDue),
    new Cron("* * * * * *", { catch: logError, protect: true }, () => checkCharges(services)),
    new Cron("20 * * * * *", { catch: logError }, () => countUsage(dbs)),
    new Cron("*/5 * * * * *", { catch: logError, protect: true }, tellCompanies),
  ];
  settleParts(dbs.control);
  void jobs[0]!.trigger();
  return () => {
    for (const job of jobs) job.stop();
  };
}
