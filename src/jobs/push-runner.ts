import type { CompanyDb } from "../kit/db/company-db.ts";
import type { CompanyDbs } from "../kit/db/company-dbs.ts";
import { Fault } from "../kit/fault.ts";
import type { AuthContext, Authenticator } from "../kit/http/auth-context.ts";
import { log, trace } from "../kit/process/log.ts";
import { readBox } from "../modules/box/box.ts";
import { changesFor } from "../modules/push/changes.ts";
import { sendPush, type PushSender } from "../modules/push/send.ts";
import { noteClosed, noteShown } from "../modules/push/shown.ts";
import { devicesOf, hasDevices, hasRetries } from "../modules/push/subscriptions.ts";
import type { Subscription } from "../modules/push/table.ts";

/**
 * How long (ms) after a commit devices are looked at. An open conversation marks its messages as
 * read within that time, and then nothing is sent.
 */
const settleDelay = 1500;

/** How long `stop` waits for running posts, in ms: unfinished ones are due again at the next start. */
const stopTimeout = 2000;

/**
 * Brings people's devices to what their bells hold. It compares the two, so a kill or an
 * unreachable push service loses and doubles nothing. rules.md#push
 */
export class PushRunner {
  readonly #running = new Map<number, Promise<void>>();
  readonly #planned = new Set<number>();
  /** The companies that were looked at since the start: a kill may have come before a message. */
  readonly #visited = new Set<number>();
  #stopped = false;

  constructor(
    private readonly dbs: CompanyDbs,
    private readonly authenticator: Authenticator,
    private readonly sender: PushSender,
  ) {
    dbs.onCommit((_, db) => this.#lookSoon(db));
  }

  /**
   * Looks at the devices of each open company once after the start, and where an attempt that failed
   * is due again. Commits lead to all other looks.
   */
  runAllDue() {
    if (this.#stopped) return;
    this.dbs.each("push", (db) => {
      if (this.#visited.has(db.company) && !hasRetries(this.dbs.control, db.company)) return;
      this.#visited.add(db.company);
      void this.runDue(db);
    });
  }

  /** Looks at a company's devices, unless it already does. Resolves when that is done. */
  runDue(db: CompanyDb): Promise<void> {
    const { company } = db;
    const running = this.#running.get(company);
    if (running) return running;
    if (this.#stopped || !this.dbs.isOpen(db) || !hasDevices(this.dbs.control, company))
      return Promise.resolve();
    const release = this.dbs.hold(company);
    const run = this.#run(db).finally(() => {
      release();
      this.#running.delete(company);
    });
    this.#running.set(company, run);
    return run;
  }

  async stop() {
    this.#stopped = true;
    await Promise.race([Promise.all(this.#running.values()), Bun.sleep(stopTimeout)]);
  }

  #lookSoon(db: CompanyDb) {
    const { company } = db;
    if (this.#stopped || this.#planned.has(company) || !hasDevices(this.dbs.control, company))
      return;
    this.#planned.add(company);
    setTimeout(() => {
      this.#planned.delete(company);
      // One that runs may have looked before this commit.
      void (this.#running.get(company) ?? Promise.resolve()).then(() => this.runDue(db));
    }, settleDelay).unref();
  }

  async #run(db: CompanyDb) {
    await Promise.all(
      devicesOf(this.dbs.control, db.company).map((device) =>
        this.#bringUp(db, device).catch((thrown: unknown) => {
          log("error", "push", { company: db.company, device: device.id, ...trace(thrown) });
          this.dbs.checkDamage(thrown, db.company);
        }),
      ),
    );
  }

  async #bringUp(db: CompanyDb, device: Subscription) {
    const { control } = this.dbs;
    const context = this.#contextOf(device);
    if (!context) return;
    const { messages, silent, forgotten } = changesFor(
      context,
      device,
      readBox(this.sender.box).boxName,
    );
    if (silent.length + forgotten.length > 0)
      control.write((tx) => {
        noteClosed(tx, device.id, forgotten);
        for (const { tag, stamp } of silent)
          noteShown(tx, { subscriptionId: device.id, tag, stamp, isSent: false });
      });
    for (const message of messages)
      if (this.#stopped || !(await sendPush(this.sender, device, message))) return;
  }

  /** The device's user as of now; undefined where they may see nothing of their company. */
  #contextOf({ sessionId, companyId }: Subscription): AuthContext | undefined {
    try {
      const context = this.authenticator.resume(sessionId);
      // The owner of the box may be on a visit elsewhere with this session.
      const isHome = context?.db.company === companyId && !context.visit;
      return isHome && !context.totpSetupRequired ? context : undefined;
    } catch (thrown) {
      // The company is blocked, or has to pay first.
      if (thrown instanceof Fault) return undefined;
      throw thrown;
    }
  }
}
