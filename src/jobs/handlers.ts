import type { ConnectionManager } from "../channel/channel.ts";
import type { JobHandlers } from "./job-runner.ts";
import type { SendTransient } from "../kit/db/audience.ts";
import { liftRestriction } from "../modules/connections/restriction.ts";
import { sweep, importSlice } from "../modules/imports/run.ts";
import { runBotTurn } from "../modules/tickets/attendance/bot-turn.ts";
import type { BotServices } from "../modules/tickets/attendance/ask-bot.ts";
import { indexMessages } from "../modules/messages/search-index.ts";
import { checkPix } from "../modules/orders/check-pix.ts";
import type { JobKind } from "../shared/jobs.ts";
import { repairNumbers } from "../modules/tickets/contacts/repair-numbers.ts";
import { wipeDeleted } from "../modules/tickets/contacts/wipe.ts";

/** The work of each kind of job, and the services behind it. */
export const jobHandlers = (
  botServices: BotServices,
  connectionManager: ConnectionManager,
  sendTransient: SendTransient,
): Record<JobKind, JobHandlers[string]> => ({
  bot: (db, job) => runBotTurn(db, botServices, job),
  contactImport: (db, job) => importSlice(db, { connectionManager, sendTransient }, job),
  contactImportSweep: sweep,
  indexMessages,
  tidy: wipeDeleted,
  liftRestriction,
  pixCheck: (db, job) => checkPix(db, botServices.httpClient, job),
  repairNumbers,
});
