import {
  Refused,
  Uncertain,
  Unreachable,
  type Channel,
  type ConnectionManager,
  type Identifier,
} from "../channel/channel.ts";
import type { SendTransient } from "../kit/db/audience.ts";
import { log, trace } from "../kit/process/log.ts";
import type { CompanyDb } from "../kit/db/company-db.ts";
import type { CompanyDbs } from "../kit/db/company-dbs.ts";
import { findByIdentifiers } from "../modules/contacts/find-by-identifier.ts";
import { isWindowClosed } from "../modules/windows/window.ts";
import { checkSome } from "../modules/contact-lists/checks.ts";
import { dueCampaigns, hasWork, isAnswering, nextRow } from "../modules/campaigns/due.ts";
import {
  dueToStart,
  pauseFaulty,
  pauseOrphans,
  startScheduled,
} from "../modules/campaigns/lifecycle.ts";
import {
  expireQuestions,
  noteError,
  noteNotSent,
  noteRefused,
  noteSent,
} from "../modules/campaigns/outcome.ts";
import { maySend, postpone, waitOrFinish } from "../modules/campaigns/next-turn.ts";
import { prepareSome, unprepared } from "../modules/campaigns/prepare.ts";
import { changedReports, progressOf } from "../modules/campaigns/progress.ts";
import { saveCheck, takeTurn, type Turn } from "../modules/campaigns/send.ts";
import type { CampaignRow, ShippingRow } from "../modules/campaigns/table.ts";

/** How long (ms) `stop` waits for messages that are being sent. */
const stopTimeout = 2000;
/** Figures are shown this long (ms) after one another. */
const progressInterval = 1000;
/** How long (ms) the network has to answer whether a number has an account. */
const checkTimeout = 15_000;
/** A campaign rests this long (ms) after a fault that could not be stored. */
const faultRest = 60_000;

/**
 * Sends campaigns: on each connection one message at a time, beside the sender of answers and
 * behind it. rules.md#campaign-pace
 */
export class CampaignRunner {
  readonly #running = new Map<string, Promise<void>>();
  /** When figures were last shown, in epoch ms. */
  readonly #shownAt = new WeakMap<CompanyDb, number>();
  /** Until when campaigns rest, in epoch ms. */
  readonly #restsUntil = new Map<string, number>();
  #stopped = false;

  constructor(
    private readonly dbs: CompanyDbs,
    private readonly connectionManager: ConnectionManager,
    private readonly sendTransient: SendTransient,
  ) {}

  /** Runs the due campaigns of every open company. Called some times a second. */
  runAllDue() {
    if (!this.#stopped) this.dbs.each("campaigns", (db) => this.runDue(db));
  }

  /** Runs a company's due campaigns. */
  runDue(db: CompanyDb) {
    this.#showProgress(db);
    if (!hasWork(db)) return;
    for (const id of dueToStart(db)) {
      if (this.#rests(db, id)) continue;
      try {
        startScheduled(db, id);
      } catch (thrown) {
        this.#setAside(db, id, thrown);
      }
    }
    pauseOrphans(db);
    expireQuestions(db);
    this.#once(db, "prepare", () => this.#prepare(db));
    this.#once(db, "check", () => checkSome(db, this.connectionManager));
    for (const campaign of dueCampaigns(db))
      this.#once(db, String(campaign.whatsappId), () =>
        this.#turn(db, campaign).catch((thrown: unknown) => {
          postpone(db, campaign.id);
          throw thrown;
        }),
      );
  }

  /** Resolves when nothing is being sent any more. */
  async stop() {
    this.#stopped = true;
    await Promise.race([Promise.all(this.#running.values()), Bun.sleep(stopTimeout)]);
  }

  /** For tests: resolves when all started work has ended. */
  async settled() {
    await Promise.all(this.#running.values());
  }

  #once(db: CompanyDb, name: string, work: () => Promise<unknown>) {
    const key = `${db.company}/${name}`;
    if (this.#running.has(key)) return;
    const release = this.dbs.hold(db.company);
    const settled = Promise.resolve()
      .then(work)
      .catch((thrown: unknown) => {
        log("error", "campaign", { company: db.company, ...trace(thrown) });
        this.dbs.checkDamage(thrown, db.company);
      })
      .then(() => {
        release();
        this.#running.delete(key);
      });
    this.#running.set(key, settled);
  }

  async #prepare(db: CompanyDb) {
    for (const { id } of unprepared(db)) {
      if (this.#rests(db, id)) continue;
      try {
        while (!this.#stopped && (await prepareSome(db, id))) await new Promise(setImmediate);
      } catch (thrown) {
        this.#setAside(db, id, thrown);
      }
    }
  }

  #rests(db: CompanyDb, id: number): boolean {
    return db.now() < (this.#restsUntil.get(`${db.company}/${id}`) ?? 0);
  }

  // The other campaigns of the company go on.
  #setAside(db: CompanyDb, id: number, thrown: unknown) {
    log("error", "campaign", { company: db.company, campaign: id, ...trace(thrown) });
    this.dbs.checkDamage(thrown, db.company);
    try {
      pauseFaulty(db, id);
    } catch {
      this.#restsUntil.set(`${db.company}/${id}`, db.now() + faultRest);
    }
  }

  async #turn(db: CompanyDb, campaign: CampaignRow) {
    const channel = this.connectionManager.channel(db.company, campaign.whatsappId!);
    if (!maySend(db, campaign, channel?.up ?? false) || !channel) return;
    // Answers to customers come before campaigns.
    if (isAnswering(db, campaign.whatsappId!)) return;
    const row = nextRow(db, campaign.id);
    if (!row) return waitOrFinish(db, campaign);
    const mustCheck = row.isWhatsappValid === null && channel.capabilities.check;
    if (mustCheck && !(await this.#isSomeone(db, channel, campaign, row))) return;
    const turn = takeTurn(db, campaign.id, row.id, channel.resendAfter);
    if (turn && !this.#stopped) await this.#send(db, channel, turn);
  }

  /** Asks the network about a number that was not checked yet. rules.md#list-checks */
  async #isSomeone(
    db: CompanyDb,
    channel: Channel,
    campaign: CampaignRow,
    row: ShippingRow,
  ): Promise<boolean> {
    let identifiers: Map<string, Identifier[]>;
    try {
      identifiers = await within(checkTimeout, channel.check([row.number]));
    } catch (thrown) {
      // It is asked again in its next turn.
      postpone(db, campaign.id);
      if (!(thrown instanceof Unreachable))
        log("warn", "campaign check", {
          company: db.company,
          campaign: campaign.id,
          ...trace(thrown),
        });
      return false;
    }
    saveCheck(db, campaign, row, identifiers.get(row.number));
    return identifiers.has(row.number);
  }

  async #send(db: CompanyDb, channel: Channel, turn: Turn) {
    try {
      if (channel.capabilities.window && needsTemplate(db, turn))
        throw new Refused("ERR_WINDOW_CLOSED");
      let networkId = "";
      for (const part of turn.parts) networkId = await channel.send(part);
      noteSent(db, turn, networkId);
    } catch (thrown) {
      if (thrown instanceof Refused) return noteRefused(db, turn, thrown.message);
      // A report decides, or the row's next turn. rules.md#uncertain-sends
      if (thrown instanceof Uncertain) return postpone(db, turn.campaign.id);
      // It leaves under the same ids when the connection is up again.
      if (thrown instanceof Unreachable && !channel.up) return noteNotSent(db, turn);
      log("error", "campaign send", {
        company: db.company,
        campaign: turn.campaign.id,
        row: turn.row.id,
        ...trace(thrown),
      });
      noteError(db, turn);
    }
  }

  // At most once a second, and only for changed campaigns.
  #showProgress(db: CompanyDb) {
    const now = db.now();
    if (Math.abs(now - (this.#shownAt.get(db) ?? 0)) < progressInterval) return;
    this.#shownAt.set(db, now);
    for (const id of changedReports(db)) {
      const progress = progressOf(db, id);
      if (progress)
        this.sendTransient(
          db.company,
          { event: "campaign", action: "update", ...progress },
          { to: "admins" },
        );
    }
  }
}

/** Whether a turn is free text to someone who takes only a template now. rules.md#window */
const needsTemplate = (db: CompanyDb, { campaign, row, parts }: Turn) =>
  parts.some(({ content }) => content.kind !== "template") &&
  isWindowClosed(db, {
    contactId:
      row.contactId ?? findByIdentifiers(db, [{ type: "phone", value: row.number }])[0]?.id ?? null,
    whatsappId: campaign.whatsappId,
  });

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Unreachable()), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
