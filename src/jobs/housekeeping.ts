import { statSync } from "node:fs";
import { join } from "node:path";
import { Cron } from "croner";
import { isSetAside, startsWork, workOf } from "../kit/process/current-work.ts";
import { log, trace } from "../kit/process/log.ts";
import type { CompanyDb } from "../kit/db/company-db.ts";
import type { CompanyDbs } from "../kit/db/company-dbs.ts";
import type { Hub } from "../live/hub.ts";
import * as announcements from "../modules/announcements/announcements.ts";
import * as audit from "../modules/audit/audit.ts";
import { deleteOldRuns } from "../modules/automations/automations.ts";
import { runDueAutomations } from "../modules/automations/run-due.ts";
import { removeOldDeleted } from "../modules/companies/deleted-companies.ts";
import { keepDays } from "../modules/dashboard/round-days.ts";
import type { CompanyFiles } from "../modules/company-files/company-files.ts";
import { endOverdueVisits } from "../modules/companies/visits.ts";
import * as forgotten from "../modules/auth/forgotten.ts";
import * as signUp from "../modules/landing/sign-up.ts";
import * as outbox from "../modules/mail/outbox.ts";
import { deleteExpired } from "../modules/identities/sessions.ts";
import * as calls from "../modules/messages-api/calls.ts";
import { usedFiles } from "../modules/messages/stored-files.ts";
import { deleteOldNotifications } from "../modules/notifications/notify.ts";
import { remindOfWanted } from "../modules/orders/remind.ts";
import { ringDue } from "../modules/reminders/ring.ts";
import { handOutWaiting, takeBackDue } from "../modules/share-out/hand-out.ts";
import { followMessages, sendDue } from "../modules/schedules/send.ts";
import * as deliveries from "../modules/webhooks/deliver.ts";
import { followGoals } from "../modules/tickets/lifecycle/follow-goals.ts";
import { wakeDue } from "../modules/tickets/lifecycle/snooze.ts";
import { notifyOfLateWaits } from "../modules/bell/late.ts";
import { closeInactive, transferWaiting } from "../modules/tickets/lifecycle/timeouts.ts";

/** How long a company stays unused until its file is closed, in ms. */
const idleAfter = 5 * 60_000;
/** How long files that no row names stay after an upgrade, in ms. */
const keptAfterUpgrade = 30 * 24 * 3_600_000;
/** How long events are stored for clients that were away, in ms. */
const eventsKept = 24 * 3_600_000;

/**
 * Starts the work that runs by the clock, and for no row with a due time. The timeouts of tickets
 * run every so many seconds. Returns a function that ends it.
 */
export function startHousekeeping(
  dbs: CompanyDbs,
  hub: Hub,
  companyFiles: CompanyFiles,
  every: number,
): () => void {
  const jobs = [
    new Cron("*/3 * * * * *", { catch: logError }, () => hub.check()),
    new Cron("*/10 * * * * *", { catch: logError }, () => dbs.reopenRestored()),
    new Cron("*/5 * * * * *", { catch: logError }, () => endOverdueVisits(dbs)),
    new Cron("* * * * * *", { catch: logError }, () => {
      dbs.each("schedules", runSchedules);
      dbs.each("reminders", ringDue);
      dbs.each("wanted orders", remindOfWanted);
      dbs.each("snooze", wakeDue);
      dbs.each("goals", followGoals);
      dbs.each("automations", runDueAutomations);
      dbs.each("takeBack", takeBackDue);
      dbs.each("handOut", handOutWaiting);
    }),
    new Cron(`*/${every} * * * * *`, { catch: logError }, () => dbs.each("clock", runTimeouts)),
    new Cron("* * * * *", { catch: logError }, () => dbs.closeIdle(idleAfter)),
    new Cron("* * * * *", { catch: logError, protect: true }, () =>
      eachHeld(dbs, "dashboard", keepDays),
    ),
    new Cron("7 * * * *", { catch: logError }, () => {
      deleteExpired(dbs.control);
      forgotten.deleteExpired(dbs.control);
      signUp.deleteExpired(dbs.control);
      outbox.deleteOld(dbs.control);
      dbs.each("housekeeping", (db) => {
        db.dropEvents(eventsKept);
        audit.deleteOld(db);
        calls.deleteOld(db);
        deliveries.deleteOld(db);
        deleteOldNotifications(db);
        deleteOldRuns(db);
      });
    }),
    new Cron("37 * * * *", { catch: logError, protect: true }, () => sweepFiles(dbs)),
    new Cron("17 * * * *", { catch: logError, protect: true }, async () => {
      await removeOldDeleted(dbs);
      await companyFiles.removeOld();
    }),
  ];
  return () => {
    for (const job of jobs) job.stop();
  };
}

/** Sends due messages, and records their results. */
function runSchedules(db: CompanyDb) {
  followMessages(db);
  sendDue(db);
}

/** Closes inactive tickets, moves those that no agent took, and notifies of late waits. */
function runTimeouts(db: CompanyDb) {
  closeInactive(db);
  transferWaiting(db);
  notifyOfLateWaits(db);
}

/** Deletes files that were being written when the box last ended. */
export async function sweepIncoming(dbs: CompanyDbs) {
  for (const { id } of dbs.control.sqlite
    .query<{ id: number }, []>("SELECT id FROM companies")
    .all())
    await dbs.files(id).sweepIncoming();
  await announcements.announcementFiles(dbs).sweepIncoming();
}

/**
 * Deletes files that no row names. Files of a company whose database can't be read whole stay.
 * rules.md#unusable-company-files
 */
export async function sweepFiles(dbs: CompanyDbs) {
  await announcements.sweepPictures(dbs);
  if (isKeptForAnotherRelease(dbs.folder)) return;
  await eachHeld(dbs, "sweep", async (db) => db.files.sweep(await usedFiles(db)));
}

/**
 * Whether an upgrade or a rollback put data aside lately: that data names files that no row here
 * may name any more.
 */
function isKeptForAnotherRelease(folder: string): boolean {
  const stats = statSync(join(folder, "before-upgrade"), { throwIfNoEntry: false });
  return stats !== undefined && Date.now() - stats.mtimeMs < keptAfterUpgrade;
}

/** Runs slow work on one open company after the other. An error in one stops no other. */
async function eachHeld(dbs: CompanyDbs, what: string, work: (db: CompanyDb) => Promise<unknown>) {
  for (const db of dbs.openDbs()) {
    const { company } = db;
    const current = workOf("clock", what, company);
    if (!dbs.isOpen(db) || isSetAside(current)) continue;
    const ends = startsWork(current);
    const release = dbs.hold(company);
    try {
      await work(db);
    } catch (thrown) {
      log("error", what, { company, ...trace(thrown) });
      dbs.checkDamage(thrown, company);
    } finally {
      release();
      ends();
    }
  }
}

export const logError = (thrown: unknown) => log("error", "housekeeping", trace(thrown));
