import { retryJob, dueJobs, type Job } from "../kit/jobs.ts";
import type { TenantStores } from "../kit/tenant-stores.ts";
import { log, trace } from "../kit/log.ts";
import type { Store } from "../kit/store.ts";

/** What a job of a kind does. It takes the job away with `finish`, in the transaction of what it did. */
export type JobHandlers = Record<string, (store: Store, job: Job) => Promise<void>>;

/** So many jobs of one company are under way at once: one that waits for someone outside must not hold up the others. */
const maxConcurrent = 128;

/** What is done as soon as may be. */
const immediate = ["bot", "contactImport", "tidy"];

/** Who stops waits so long (ms) for what is under way. */
const stopTimeout = 2000;

/** A job that failed comes again after 10 s, and twice as long each time, up to an hour. */
const retryDelay = (attempts: number) => Math.min(10_000 * 2 ** attempts, 3_600_000);

/** Does what is due in the companies that are open: those with connections always are. What fell due while the box was off is done when it is on again. */
export class JobRunner {
  /** By company and queueKey. */
  readonly #running = new Map<string, Promise<void>>();
  #stopped = false;

  constructor(private readonly stores: TenantStores, private readonly handlers: JobHandlers) {
    stores.onCommit((_, store) => this.runDue(store));
  }

  /** Looks at every open company. */
  runAllDue() {
    this.stores.each("job", (store) => this.runDue(store));
  }

  /** Does what is due in a company. */
  runDue(store: Store) {
    if (this.#stopped || !this.stores.isOpen(store)) return;
    for (const job of dueJobs(store, maxConcurrent, immediate)) {
      const queueKey = `${store.company}/${job.queueKey}`;
      if (this.#runningOf(store) >= maxConcurrent) return;
      if (!this.#running.has(queueKey)) this.#running.set(queueKey, this.#run(store, job).finally(() => this.#running.delete(queueKey)).then(() => this.runDue(store)));
    }
  }

  /** Settles when nothing is under way any more, or soon: what was not done is due again at the next start. */
  async stop() {
    this.#stopped = true;
    await Promise.race([Promise.all(this.#running.values()), Bun.sleep(stopTimeout)]);
  }

  async #run(store: Store, job: Job) {
    const release = this.stores.hold(store.company);
    try {
      await this.handlers[job.kind]!(store, job);
    } catch (thrown) {
      if (this.#stopped) return;
      log("error", "job", { company: store.company, kind: job.kind, id: job.id, ...trace(thrown) });
      this.stores.checkDamage(thrown, store.company);
      await this.#postpone(store, job);
    } finally {
      release();
    }
  }

  // Where nothing can be written, whoever it asks would be asked again and again.
  async #postpone(store: Store, job: Job) {
    try {
      store.write((tx) => retryJob(tx, job.id, store.now() + retryDelay(job.attempts)));
    } catch (thrown) {
      log("error", "job", { company: store.company, kind: job.kind, id: job.id, ...trace(thrown) });
      await Bun.sleep(retryDelay(0));
    }
  }

  #runningOf({ company }: Store) {
    return [...this.#running.keys()].filter((queueKey) => queueKey.startsWith(`${company}/`)).length;
  }
}
