import { isSetAside, startsWork, workOf } from "../kit/current-work.ts";
import { dueJobs, moveJob, retryJob, type Job } from "../kit/jobs.ts";
import type { TenantStores } from "../kit/tenant-stores.ts";
import { log, trace } from "../kit/log.ts";
import type { Store } from "../kit/store.ts";

/**
 * What runs a job, by its kind. It deletes the job with `finishJob`, in the transaction of what it
 * did.
 */
export type JobHandlers = Record<string, (store: Store, job: Job) => Promise<void>>;

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
 * Runs the due jobs of open companies; those with connections are always open. What was due while
 * the box was off runs when it is on again.
 */
export class JobRunner {
  /** Running jobs by company and queue key. */
  readonly #running = new Map<string, Promise<void>>();
  #stopped = false;

  constructor(
    private readonly stores: TenantStores,
    private readonly handlers: JobHandlers,
  ) {
    stores.onCommit((_, store) => this.runDue(store));
  }

  /** Runs what is due in every open company. */
  runAllDue() {
    this.stores.each("job", (store) => this.runDue(store));
  }

  /** Runs what is due in a company. */
  runDue(store: Store) {
    if (this.#stopped || !this.stores.isOpen(store)) return;
    for (const job of dueJobs(store, maxConcurrent, immediate)) {
      const queueKey = `${store.company}/${job.queueKey}`;
      if (this.#runningOf(store) >= maxConcurrent) return;
      if (isSetAside(workOfJob(store, job))) {
        // The jobs behind it go on.
        if (job.queueKey !== asideKey(job)) store.write((tx) => moveJob(tx, job.id, asideKey(job)));
        continue;
      }
      if (!this.#running.has(queueKey))
        this.#running.set(
          queueKey,
          this.#run(store, job)
            .finally(() => this.#running.delete(queueKey))
            .then(() => this.runDue(store)),
        );
    }
  }

  /**
   * Resolves when nothing runs any more, or after `stopTimeout`: unfinished jobs are due again at
   * the next start.
   */
  async stop() {
    this.#stopped = true;
    await Promise.race([Promise.all(this.#running.values()), Bun.sleep(stopTimeout)]);
  }

  async #run(store: Store, job: Job) {
    const release = this.stores.hold(store.company);
    const ends = startsWork(workOfJob(store, job));
    try {
      await this.handlers[job.kind]!(store, job);
    } catch (thrown) {
      if (this.#stopped) return;
      log("error", "job", { company: store.company, kind: job.kind, id: job.id, ...trace(thrown) });
      this.stores.checkDamage(thrown, store.company);
      await this.#postpone(store, job);
    } finally {
      ends();
      release();
    }
  }

  // When the file can't be written (a full disk), waits: the job would run again at once.
  async #postpone(store: Store, job: Job) {
    try {
      store.write((tx) => retryJob(tx, job.id, store.now() + retryDelay(job.attempts)));
    } catch (thrown) {
      log("error", "job", { company: store.company, kind: job.kind, id: job.id, ...trace(thrown) });
      await Bun.sleep(retryDelay(0));
    }
  }

  #runningOf({ company }: Store) {
    return [...this.#running.keys()].filter((queueKey) => queueKey.startsWith(`${company}/`))
      .length;
  }
}

const workOfJob = ({ company }: Store, { kind, id }: Job) => workOf("job", kind, company, id);

const asideKey = ({ id }: Job) => `aside ${id}`;
