import type { TemplateReport } from "../../channel/channel-templates.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { log, trace } from "../../kit/process/log.ts";
import { noteReport } from "./cache.ts";

/** Stores a network's report of a template; one that nobody has listed comes with the next list. */
export function applyReport(db: CompanyDb, whatsappId: number, report: TemplateReport) {
  try {
    noteReport(db, whatsappId, report);
  } catch (thrown) {
    log("error", "template", { company: db.company, connection: whatsappId, ...trace(thrown) });
  }
}
