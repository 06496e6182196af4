import type { Channel } from "../channel/channel.ts";
import type { CompanyDb } from "../kit/db/company-db.ts";
import { log, trace } from "../kit/process/log.ts";
import { saveTemplates } from "../modules/templates/cache.ts";

/** Reads the templates of a connection that has come up; a failure leaves the stored ones. */
export async function readTemplates(db: CompanyDb, connection: number, channel: Channel) {
  try {
    const list = await channel.templates?.list();
    if (list) saveTemplates(db, connection, list);
  } catch (thrown) {
    log("warn", "template", { company: db.company, connection, ...trace(thrown) });
  }
}
