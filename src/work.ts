import { Cron } from "croner";
import { CampaignRunner } from "./connections/campaign-runner.ts";
import type { RunningConnections } from "./connections/running-connections.ts";
import { startBackups } from "./jobs/backups.ts";
import { ClockGuard } from "./jobs/clock-guard.ts";
import type { DiskGuard } from "./jobs/disk-guard.ts";
import { startBilling } from "./jobs/billing.ts";
import { jobHandlers } from "./jobs/handlers.ts";
import { logError, startHousekeeping } from "./jobs/housekeeping.ts";
import { JobRunner } from "./jobs/job-runner.ts";
import { MailRunner } from "./jobs/mail-runner.ts";
import { PushRunner } from "./jobs/push-runner.ts";
import { WebhookRunner } from "./jobs/webhook-runner.ts";
import type { SendTransient } from "./kit/db/audience.ts";
import type { Authenticator } from "./kit/http/auth-context.ts";
import type { Seals } from "./kit/files/seal.ts";
import type { SmtpClient } from "./kit/net/smtp.ts";
import type { CompanyDbs } from "./kit/db/company-dbs.ts";
import type { Hub } from "./live/hub.ts";
import type { BackupRunner } from "./modules/backups/backup-runner.ts";
import type { CompanyFiles } from "./modules/company-files/company-files.ts";
import type { Box } from "./modules/box/box.ts";
import { mailFigures } from "./modules/dashboard/morning-mail.ts";
import type { PushKeys } from "./modules/push/keys.ts";
import type { BotServices } from "./modules/tickets/attendance/ask-bot.ts";

export type WorkServices = {
  dbs: CompanyDbs;
  hub: Hub;
  connectionManager: RunningConnections;
  botServices: BotServices;
  seals: Seals;
  backups: BackupRunner;
  companyFiles: CompanyFiles;
  disk: DiskGuard;
  box: Box;
  smtp: SmtpClient;
  pushKeys: PushKeys;
  authenticator: Authenticator;
  clockEvery: number;
};

/** Ends the box's own work: first its clocks, then the work that they began. */
export type Work = { stopClocks(): void; stop(): Promise<void> };

/**
 * Begins the box's own work: connections, jobs, campaigns, webhooks, mail, clocks. In safe mode
 * none of it runs. Throws NewerFile.
 */
export async function startWork({
  dbs,
  hub,
  connectionManager,
  botServices,
  seals,
  backups,
  companyFiles,
  disk,
  box,
  smtp,
  pushKeys: keys,
  authenticator,
  clockEvery,
}: WorkServices): Promise<Work> {
  const sendTransient: SendTransient = (...args) => hub.sendTransient(...args);
  const jobRunner = new JobRunner(dbs, jobHandlers(botServices, connectionManager, sendTransient));
  const campaignRunner = new CampaignRunner(dbs, connectionManager, sendTransient);
  const webhookRunner = new WebhookRunner(dbs, botServices.httpClient);
  const mailRunner = new MailRunner(box, smtp);
  const pushRunner = new PushRunner(dbs, authenticator, {
    box,
    http: botServices.httpClient,
    keys,
  });
  const clock = new ClockGuard(dbs);
  await connectionManager.open();
  const stopHousekeeping = startHousekeeping(dbs, hub, companyFiles, clockEvery);
  const stopBilling = startBilling(
    { dbs, box, connectionManager, httpClient: botServices.httpClient, seals },
    sendTransient,
  );
  const stopBackups = startBackups(backups);
  const ticking = new Cron("* * * * * *", { catch: logError }, () => {
    jobRunner.runAllDue();
    webhookRunner.runAllDue();
    pushRunner.runAllDue();
    clock.look();
    dbs.each("mail", (db) => mailFigures(box, db));
    void mailRunner.runDue();
  });
  // Finer than a second, which is the shortest interval between two messages: a coarser clock would
  // double it.
  const campaignTick = setInterval(() => disk.low || campaignRunner.runAllDue(), 250);
  return {
    stopClocks() {
      ticking.stop();
      clearInterval(campaignTick);
      stopHousekeeping();
      stopBilling();
      stopBackups();
    },
    async stop() {
      await Promise.all([
        jobRunner.stop(),
        campaignRunner.stop(),
        webhookRunner.stop(),
        mailRunner.stop(),
        pushRunner.stop(),
      ]);
    },
  };
}
