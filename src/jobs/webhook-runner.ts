import type { HttpClient } from "../kit/http-client.ts";
import { log, trace } from "../kit/log.ts";
import type { Store } from "../kit/store.ts";
import type { TenantStores } from "../kit/tenant-stores.ts";
import { deliver, dueDeliveries } from "../modules/webhooks/deliver.ts";
import { isListening, planDeliveries, toldWebhooks } from "../modules/webhooks/plan.ts";
import type { DeliveryRow, WebhookRow } from "../modules/webhooks/table.ts";

/** Posts to one webhook at once; after so many failures in a row only one. */
const maxConcurrent = 4;
const troubledAfter = 5;

/** How long (ms) after a commit its events are read: those of one moment together. */
const planDelay = 25;

/**
 * How long `stop` waits for running posts, in ms: unfinished ones are due again at the next start.
 */
const stopTimeout = 2000;

/**
 * Tells webhooks what happens, beside the people's work: it reads the events that were committed,
 * and waits for no one but the webhook itself. rules.md#webhooks
 */
export class WebhookRunner {
  /** Running posts by webhook, and in it by delivery. */
  readonly #running = new Map<string, Map<number, Promise<void>>>();
  readonly #planned = new WeakSet<Store>();
  #stopped = false;

  constructor(
    private readonly stores: TenantStores,
    private readonly http: HttpClient,
  ) {
    stores.onCommit((_, store) => this.#planSoon(store));
  }

  /** Does what is due in every open company. */
  runAllDue() {
    if (!this.#stopped) this.stores.each("webhooks", (store) => this.runDue(store));
  }

  /** Does what is due in a company. */
  runDue(store: Store) {
    if (this.#stopped || !this.stores.isOpen(store) || !isListening(store)) return;
    if (planDeliveries(store)) this.#planSoon(store);
    for (const webhook of toldWebhooks(store)) this.#post(store, webhook);
  }

  /** For tests: resolves when what is due now was posted. */
  async settled(store: Store) {
    for (this.runDue(store); this.#of(store).length > 0; this.runDue(store))
      await Promise.all(this.#of(store));
  }

  async stop() {
    this.#stopped = true;
    await Promise.race([
      Promise.all([...this.#running.values()].flatMap((posts) => [...posts.values()])),
      Bun.sleep(stopTimeout),
    ]);
  }

  #of({ company }: Store) {
    return [...this.#running].flatMap(([key, posts]) =>
      key.startsWith(`${company}/`) ? [...posts.values()] : [],
    );
  }

  #planSoon(store: Store) {
    if (this.#stopped || this.#planned.has(store) || !isListening(store)) return;
    this.#planned.add(store);
    setTimeout(() => {
      this.#planned.delete(store);
      try {
        this.runDue(store);
      } catch (thrown) {
        this.#log(store, thrown);
      }
    }, planDelay).unref();
  }

  #post(store: Store, webhook: WebhookRow) {
    const key = `${store.company}/${webhook.id}`;
    const posts = this.#running.get(key) ?? new Map<number, Promise<void>>();
    this.#running.set(key, posts);
    const most = webhook.failures >= troubledAfter ? 1 : maxConcurrent;
    if (posts.size >= most) return;
    // Those that are under way are due, too.
    const due = dueDeliveries(store, webhook.id, most + posts.size)
      .filter(({ id }) => !posts.has(id))
      .slice(0, most - posts.size);
    for (const delivery of due)
      posts.set(delivery.id, this.#deliver(store, webhook, delivery, posts));
    if (posts.size === 0) this.#running.delete(key);
  }

  async #deliver(
    store: Store,
    webhook: WebhookRow,
    delivery: DeliveryRow,
    posts: Map<number, Promise<void>>,
  ) {
    const release = this.stores.hold(store.company);
    try {
      await deliver(store, this.http, webhook, delivery);
    } catch (thrown) {
      if (!this.#stopped) this.#log(store, thrown);
      // What could not be stored (a full disk) must not be posted again at once.
      await Bun.sleep(1000);
    } finally {
      release();
      posts.delete(delivery.id);
    }
    this.#planSoon(store);
  }

  #log(store: Store, thrown: unknown) {
    log("error", "webhook", { company: store.company, ...trace(thrown) });
    this.stores.checkDamage(thrown, store.company);
  }
}
