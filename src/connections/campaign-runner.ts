import {
  Refused,
  Unreachable,
  type Channel,
  type ConnectionManager,
  type Identifier,
} from "../channel/channel.ts";
import type { SendTransient } from "../kit/audience.ts";
import { log, trace } from "../kit/log.ts";
import type { Store } from "../kit/store.ts";
import type { TenantStores } from "../kit/tenant-stores.ts";
import { checkSome } from "../modules/contact-lists/checks.ts";
import { pauseOrphans, startScheduled } from "../modules/campaigns/lifecycle.ts";
import { prepareSome, unprepared } from "../modules/campaigns/prepare.ts";
import { changedReports, progressOf } from "../modules/campaigns/progress.ts";
import {
  dueCampaigns,
  expireQuestions,
  hasWork,
  isAnswering,
  maySend,
  nextRow,
  noteError,
  noteRefused,
  noteSent,
  postpone,
  saveCheck,
  takeTurn,
  waitOrFinish,
  type Turn,
} from "../modules/campaigns/send.ts";
import type { CampaignRow, ShippingRow } from "../modules/campaigns/table.ts";

/** How long (ms) `stop` waits for what is being sent. */
const stopTimeout = 2000;
/** Figures are shown this long (ms) after one another. */
const progressInterval = 1000;
/** How long (ms) the network has to say whether a number is someone's. */
const checkTimeout = 15_000;

/**
 * Sends campaigns: on each connection one message at a time, beside the sender of answers and
 * behind it. rules.md#campaign-pace
 */
export class CampaignRunner {
  readonly #running = new Map<string, Promise<void>>();
  /** When figures were last shown, in epoch ms. */
  readonly #shownAt = new WeakMap<Store, number>();
  #stopped = false;

  constructor(
    private readonly stores: TenantStores,
    private readonly connectionManager: ConnectionManager,
    private readonly sendTransient: SendTransient,
  ) {}

  /** Does what is due in every open company. To be called some times a second. */
  runAllDue() {
    if (!this.#stopped) this.stores.each("campaigns", (store) => this.runDue(store));
  }

  /** Does what is due in a company. */
  runDue(store: Store) {
    this.#showProgress(store);
    if (!hasWork(store)) return;
    startScheduled(store);
    pauseOrphans(store);
    expireQuestions(store);
    this.#once(store, "prepare", () => this.#prepare(store));
    this.#once(store, "check", () => checkSome(store, this.connectionManager));
    for (const campaign of dueCampaigns(store))
      this.#once(store, String(campaign.whatsappId), () =>
        this.#turn(store, campaign).catch((thrown: unknown) => {
          postpone(store, campaign.id);
          throw thrown;
        }),
      );
  }

  /** Resolves when nothing is being sent any more. */
  async stop() {
    this.#stopped = true;
    await Promise.race([Promise.all(this.#running.values()), Bun.sleep(stopTimeout)]);
  }

  /** For tests: resolves when what was begun has ended. */
  async settled() {
    await Promise.all(this.#running.values());
  }

  #once(store: Store, name: string, work: () => Promise<unknown>) {
    const key = `${store.company}/${name}`;
    if (this.#running.has(key)) return;
    const release = this.stores.hold(store.company);
    const settled = Promise.resolve()
      .then(work)
      .catch((thrown: unknown) => {
        log("error", "campaign", { company: store.company, ...trace(thrown) });
        this.stores.checkDamage(thrown, store.company);
      })
      .then(() => {
        release();
        this.#running.delete(key);
      });
    this.#running.set(key, settled);
  }

  async #prepare(store: Store) {
    for (const { id } of unprepared(store)) {
      while (!this.#stopped && (await prepareSome(store, id))) await new Promise(setImmediate);
    }
  }

  async #turn(store: Store, campaign: CampaignRow) {
    const channel = this.connectionManager.channel(store.company, campaign.whatsappId!);
    if (!maySend(store, campaign, channel?.up ?? false) || !channel) return;
    // Who is being served comes first.
    if (isAnswering(store, campaign.whatsappId!)) return;
    const row = nextRow(store, campaign.id);
    if (!row) return waitOrFinish(store, campaign);
    if (row.isWhatsappValid === null && !(await this.#isSomeone(store, channel, campaign, row)))
      return;
    const turn = takeTurn(store, campaign.id, row.id);
    if (turn && !this.#stopped) await this.#send(store, channel, turn);
  }

  /** Asks the network about a number that nobody has asked about. rules.md#list-checks */
  async #isSomeone(
    store: Store,
    channel: Channel,
    campaign: CampaignRow,
    row: ShippingRow,
  ): Promise<boolean> {
    let found: Map<string, Identifier[]>;
    try {
      found = await within(checkTimeout, channel.check([row.number]));
    } catch (thrown) {
      // It is asked again in its next turn.
      postpone(store, campaign.id);
      if (!(thrown instanceof Unreachable))
        log("warn", "campaign check", {
          company: store.company,
          campaign: campaign.id,
          ...trace(thrown),
        });
      return false;
    }
    saveCheck(store, campaign, row, found.get(row.number));
    return found.has(row.number);
  }

  async #send(store: Store, channel: Channel, turn: Turn) {
    try {
      for (const part of turn.parts) await channel.send(part);
      noteSent(store, turn);
    } catch (thrown) {
      if (thrown instanceof Refused) return noteRefused(store, turn, thrown.message);
      // It leaves under the same ids when the connection is up again.
      if (thrown instanceof Unreachable && !channel.up) return;
      log("error", "campaign send", {
        company: store.company,
        campaign: turn.campaign.id,
        row: turn.row.id,
        ...trace(thrown),
      });
      noteError(store, turn);
    }
  }

  // At most once a second, and only of what changed.
  #showProgress(store: Store) {
    const now = store.now();
    if (Math.abs(now - (this.#shownAt.get(store) ?? 0)) < progressInterval) return;
    this.#shownAt.set(store, now);
    for (const id of changedReports(store)) {
      const progress = progressOf(store, id);
      if (progress)
        this.sendTransient(
          store.company,
          { event: "campaign", action: "update", ...progress },
          { to: "admins" },
        );
    }
  }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Unreachable()), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
