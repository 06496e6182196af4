import type { Broadcast } from "../../kit/db/audience.ts";
import { Fault } from "../../kit/fault.ts";
import { log, trace } from "../../kit/process/log.ts";
import { startOwn, type Ended, type OwnProcess } from "../../kit/process/own-process.ts";
import type { Control } from "../../kit/db/company-db.ts";
import type { CopyReason } from "../../shared/backups.ts";
import { sinceNewestCopy } from "./changed.ts";
import { nextCopy, nextDrill, readPlan, updatePlan } from "./plan.ts";
import type { Away, BroughtBack, Drill } from "./table.ts";

type Running = { what: "copy" | "drill" | "company"; child: OwnProcess<unknown> };
/** The last output of `backup now` and `backup drill`. */
type Output = { away?: Away[]; drill?: Drill };

/**
 * `isHeld`: nothing may leave the box. `allow`: addresses that the operator opens besides the
 * public internet. `every`: how often (ms) a box that was written to copies itself, besides nightly.
 */
type Terms = { isHeld(): boolean; allow: string[]; every?: number };

/**
 * Makes, tries and restores copies in child processes, one at a time: by the clock and on request.
 * rules.md#backups
 */
export class BackupRunner {
  #running: Running | undefined;
  #ended: Promise<void> = Promise.resolve();
  #frequentAt = 0;

  constructor(
    private readonly control: Control,
    readonly data: string,
    private readonly broadcast: Broadcast,
    readonly terms: Terms,
  ) {}

  get running(): Running["what"] | null {
    return this.#running?.what ?? null;
  }

  /** Starts a due copy or drill. A copy that fell due while the box was off runs now. */
  runDue() {
    const { time, dueAt, drillDueAt } = readPlan(this.control);
    const now = this.control.now();
    if (dueAt === null) updatePlan(this.control, { dueAt: nextCopy(this.control, time) });
    if (drillDueAt === null) updatePlan(this.control, { drillDueAt: nextDrill(this.control) });
    if (this.#running) return;
    if (dueAt && dueAt.getTime() <= now) this.copy("schedule");
    else if (drillDueAt && drillDueAt.getTime() <= now) this.drill();
    else if (this.#isFrequentDue(now)) this.copy("schedule");
  }

  /** A failed attempt also waits for the next one. */
  #isFrequentDue(now: number): boolean {
    const { every } = this.terms;
    if (every === undefined || now - this.#frequentAt < every) return false;
    const { age, isChanged } = sinceNewestCopy(this.data, now);
    if (age < every || !isChanged) return false;
    this.#frequentAt = now;
    return true;
  }

  /** Starts a copy. Throws busy while another job runs. */
  copy(reason: CopyReason) {
    this.#follow(
      "copy",
      this.#start<Output>("copy", [
        "backup",
        "now",
        "--reason",
        reason,
        ...(this.terms.isHeld() ? ["--local"] : []),
      ]),
    );
    updatePlan(this.control, { dueAt: nextCopy(this.control, readPlan(this.control).time) });
  }

  /** Starts a drill of the newest copy. Throws busy while another job runs. */
  drill() {
    this.#follow("drill", this.#start<Output>("drill", ["backup", "drill"]));
    updatePlan(this.control, { drillDueAt: nextDrill(this.control) });
  }

  /**
   * Restores a company that is shut from a copy. Throws busy while another job runs, and what the
   * command refused.
   */
  async bringBack(company: number, copy: string): Promise<BroughtBack> {
    const { output, failed } = await this.#start<BroughtBack>("company", [
      "restore",
      copy,
      "--company",
      String(company),
      "--beside",
    ]);
    if (failed?.reason) throw new Fault("conflict", failed.reason, { message: failed.message });
    if (failed || !output) throw new Error(failed?.message ?? "nothing was said");
    return output;
  }

  /** Kills the running job; the next copy removes an unfinished one. */
  async stop() {
    this.#running?.child.kill();
    await this.#ended;
  }

  #start<Answer>(what: Running["what"], words: string[]): Promise<Ended<Answer>> {
    if (this.#running)
      throw new Fault("busy", "ERR_BACKUP_RUNNING", { message: "Já há uma cópia em andamento" });
    const child = startOwn<Answer>([...words, "--data", this.data], {
      env: { BALCAO_OUTBOUND_ALLOW: this.terms.allow.join() },
    });
    this.#running = { what, child };
    this.#tell();
    const ended = child.ended.then((end) => {
      this.#running = undefined;
      log(end.failed ? "error" : "info", "backup", {
        what,
        code: end.code,
        ...(end.failed && { error: end.failed.message }),
      });
      this.#tell();
      return end;
    });
    this.#ended = ended.then(
      () => undefined,
      (thrown: unknown) => log("error", "backup", trace(thrown)),
    );
    return ended;
  }

  #follow(what: "copy" | "drill", ended: Promise<Ended<Output>>) {
    this.#ended = ended
      .then(({ output = {}, failed, killed }) => {
        const error = failed?.message ?? null;
        const values =
          what === "drill"
            ? { drill: output.drill ?? failedDrill(error) }
            : {
                lastError: failed?.reason ?? error,
                lastErrorAt: error === null ? null : new Date(this.control.now()),
                ...(output.away && { away: output.away }),
              };
        if (!killed) updatePlan(this.control, values);
        this.#tell();
      })
      .catch((thrown: unknown) => log("error", "backup", trace(thrown)));
  }

  #tell() {
    this.broadcast((me) => (me.super ? { event: "backups", action: "update" } : undefined));
  }
}

const failedDrill = (error: string | null): Drill => ({
  copy: "",
  at: new Date().toISOString(),
  tickets: 0,
  files: 0,
  seconds: 0,
  error: error ?? "nothing was said",
});
