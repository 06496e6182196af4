import { isSetAside, startsWork, workOf } from "../kit/process/current-work.ts";
import { asideKey, dueJobs, moveJob, retryJob, type Job } from "../kit/db/jobs.ts";
import type { CompanyDbs } from "../kit/db/company-dbs.ts";
import { log, trace } from "../kit/process/log.ts";
import type { CompanyDb } from "../kit/db/company-db.ts";

/**
 * The function that runs each kind of job. It deletes the job with `finishJob`, in the transaction
 * of its own changes.
 */
export type JobHandlers = Record<string, (db: CompanyDb, job: Job) => Promise<void>>;

/**
 * Jobs of one company that run at once: one that waits for an answer from outside must not hold up
 * the others.
 */
const maxConcurrent = 128;

/** Kinds of jobs that are to run as soon as possible. */
const immediate = ["bot", "contactImport", "tidy"];

/** How long `stop` waits for running jobs, in ms. */
const stopTimeout = 2000;

/** A job that failed is tried again after 10 s, then twice as long each time, up to an hour. */
const retryDelay = (attempts: number) => Math.min(10_000 * 2 ** attempts, 3_600_000);

/**
 * Runs the due jobs of open companies; those with connections are always open. Jobs that came due
 * while the box was off run when it is on again.
 */
export class JobRunner {
  /** Running jobs by company and queue key. */
  readonly #running = new Map<string, Promise<void>>();
  #stopped = false;

  constructor(
    private readonly dbs: CompanyDbs,
    private readonly handlers: JobHandlers,
  ) {
    dbs.onCommit((_, db) => this.runDue(db));
  }

  /** Runs the due jobs of every open company. */
  runAllDue() {
    this.dbs.each("job", (db) => this.runDue(db));
  }

  /** Runs a company's due jobs. */
  runDue(db: CompanyDb) {
    if (this.#stopped || !this.dbs.isOpen(db)) return;
    for (const job of dueJobs(db, maxConcurrent, immediate)) {
      const queueKey = `${db.company}/${job.queueKey}`;
      if (this.#runningOf(db) >= maxConcurrent) return;
      if (isSetAside(workOfJob(db, job))) {
        // The jobs behind it go on.
        if (job.queueKey !== asideKey(job)) db.write((tx) => moveJob(tx, job.id, asideKey(job)));
        continue;
      }
      if (!this.#running.has(queueKey))
        this.#running.set(
          queueKey,
          this.#run(db, job)
            .finally(() => this.#running.delete(queueKey))
            .then(() => this.runDue(db)),
        );
    }
  }

  /** Resolves once no job runs that may run now. */
  async idle() {
    while (this.#running.size > 0) await Promise.all(this.#running.values());
  }

  /**
   * Resolves when nothing runs any more, or after `stopTimeout`: unfinished jobs are due again at
   * the next start.
   */
  async stop() {
    this.#stopped = true;
    await Promise.race([Promise.all(this.#running.values()), Bun.sleep(stopTimeout)]);
  }

  async #run(db: CompanyDb, job: Job) {
    const release = this.dbs.hold(db.company);
    const ends = startsWork(workOfJob(db, job));
    try {
      await this.handlers[job.kind]!(db, job);
    } catch (thrown) {
      if (this.#stopped) return;
      log("error", "job", { company: db.company, kind: job.kind, id: job.id, ...trace(thrown) });
      this.dbs.checkDamage(thrown, db.company);
      await this.#postpone(db, job);
    } finally {
      ends();
      release();
    }
  }

  // When the file can't be written (a full disk), waits: the job would run again at once.
  async #postpone(db: CompanyDb, job: Job) {
    try {
      db.write((tx) => retryJob(tx, job.id, db.now() + retryDelay(job.attempts)));
    } catch (thrown) {
      log("error", "job", { company: db.company, kind: job.kind, id: job.id, ...trace(thrown) });
      await Bun.sleep(retryDelay(0));
    }
  }

  #runningOf({ company }: CompanyDb) {
    return [...this.#running.keys()].filter((queueKey) => queueKey.startsWith(`${company}/`))
      .length;
  }
}

const workOfJob = ({ company }: CompanyDb, { kind, id }: Job) => workOf("job", kind, company, id);
