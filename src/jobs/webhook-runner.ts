import type { HttpClient } from "../kit/net/http-client.ts";
import { log, trace } from "../kit/process/log.ts";
import type { CompanyDb } from "../kit/db/company-db.ts";
import type { CompanyDbs } from "../kit/db/company-dbs.ts";
import { deliver, dueDeliveries } from "../modules/webhooks/deliver.ts";
import { isListening, planDeliveries, toldWebhooks } from "../modules/webhooks/plan.ts";
import type { DeliveryRow, WebhookRow } from "../modules/webhooks/table.ts";

/** Posts to one webhook at once; after so many failures in a row only one. */
const maxConcurrent = 4;
const troubledAfter = 5;

/** How long (ms) after a commit its events are read: those of one moment are read together. */
const planDelay = 25;

/**
 * How long `stop` waits for running posts, in ms: unfinished ones are due again at the next start.
 */
const stopTimeout = 2000;

/**
 * Notifies webhooks of events, beside the users' work: it reads committed events, and waits only
 * for the webhook itself. rules.md#webhooks
 */
export class WebhookRunner {
  /** Running posts by webhook, and in it by delivery. */
  readonly #running = new Map<string, Map<number, Promise<void>>>();
  readonly #planned = new WeakSet<CompanyDb>();
  #stopped = false;

  constructor(
    private readonly dbs: CompanyDbs,
    private readonly http: HttpClient,
  ) {
    dbs.onCommit((_, db) => this.#planSoon(db));
  }

  /** Runs the due deliveries of every open company. */
  runAllDue() {
    if (!this.#stopped) this.dbs.each("webhooks", (db) => this.runDue(db));
  }

  /** Runs a company's due deliveries. */
  runDue(db: CompanyDb) {
    if (this.#stopped || !this.dbs.isOpen(db) || !isListening(db)) return;
    if (planDeliveries(db)) this.#planSoon(db);
    for (const webhook of toldWebhooks(db)) this.#post(db, webhook);
  }

  /** For tests: resolves when all due deliveries are posted. */
  async settled(db: CompanyDb) {
    for (this.runDue(db); this.#of(db).length > 0; this.runDue(db)) await Promise.all(this.#of(db));
  }

  async stop() {
    this.#stopped = true;
    await Promise.race([
      Promise.all([...this.#running.values()].flatMap((posts) => [...posts.values()])),
      Bun.sleep(stopTimeout),
    ]);
  }

  #of({ company }: CompanyDb) {
    return [...this.#running].flatMap(([key, posts]) =>
      key.startsWith(`${company}/`) ? [...posts.values()] : [],
    );
  }

  #planSoon(db: CompanyDb) {
    if (this.#stopped || this.#planned.has(db) || !isListening(db)) return;
    this.#planned.add(db);
    setTimeout(() => {
      this.#planned.delete(db);
      try {
        this.runDue(db);
      } catch (thrown) {
        this.#log(db, thrown);
      }
    }, planDelay).unref();
  }

  #post(db: CompanyDb, webhook: WebhookRow) {
    const key = `${db.company}/${webhook.id}`;
    const posts = this.#running.get(key) ?? new Map<number, Promise<void>>();
    this.#running.set(key, posts);
    const most = webhook.failures >= troubledAfter ? 1 : maxConcurrent;
    if (posts.size >= most) return;
    // Running deliveries are due, too.
    const due = dueDeliveries(db, webhook.id, most + posts.size)
      .filter(({ id }) => !posts.has(id))
      .slice(0, most - posts.size);
    for (const delivery of due) posts.set(delivery.id, this.#deliver(db, webhook, delivery, posts));
    if (posts.size === 0) this.#running.delete(key);
  }

  async #deliver(
    db: CompanyDb,
    webhook: WebhookRow,
    delivery: DeliveryRow,
    posts: Map<number, Promise<void>>,
  ) {
    const release = this.dbs.hold(db.company);
    try {
      await deliver(db, this.http, webhook, delivery);
    } catch (thrown) {
      if (!this.#stopped) this.#log(db, thrown);
      // A post whose result could not be stored (a full disk) must not go out again at once.
      await Bun.sleep(1000);
    } finally {
      release();
      posts.delete(delivery.id);
    }
    this.#planSoon(db);
  }

  #log(db: CompanyDb, thrown: unknown) {
    log("error", "webhook", { company: db.company, ...trace(thrown) });
    this.dbs.checkDamage(thrown, db.company);
  }
}
