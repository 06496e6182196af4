import { Cron } from "croner";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Env } from "../env.ts";
import type { Broadcast } from "../kit/db/audience.ts";
import { limitConcurrency } from "../kit/process/limit-concurrency.ts";
import { log, trace } from "../kit/process/log.ts";
import { startOwn } from "../kit/process/own-process.ts";
import type { CompanyDb } from "../kit/db/company-db.ts";
import type { CompanyDbs } from "../kit/db/company-dbs.ts";
import type { Box } from "../modules/box/box.ts";
import type { Finding } from "../shared/health.ts";
import type { Patient } from "./check.ts";
import { mailOwners } from "./mail-owners.ts";
import { metricsText } from "./metrics.ts";
import { shownSettings } from "./shown-settings.ts";
import type { Seen } from "./support-bundle.ts";
import { examine } from "./examine.ts";

/** The health of a box that runs, which tells its owner when something changes. rules.md#health */
export class BoxHealth {
  #troubles = "";
  readonly #oneByOne = limitConcurrency(1);

  constructor(
    private readonly dbs: CompanyDbs,
    private readonly env: Env,
    private readonly broadcast: Broadcast,
    private readonly box: Box,
    private readonly isHeld: () => boolean,
  ) {}

  /** Where the box keeps its files. */
  get folder() {
    return this.env.data;
  }

  /** The findings of the whole box, now. */
  ofBox(): Promise<Finding[]> {
    return examine(this.#patient(this.dbs.openDbs()));
  }

  /** The findings of one company, for its admins. */
  ofShop(db: CompanyDb): Promise<Finding[]> {
    return examine(this.#patient([db]), { shopOnly: true });
  }

  /**
   * The archive that a remote helper asks for. A process of its own packs it: the log may be long,
   * and there may be many files. rules.md#support-bundle
   */
  supportBundle(): Promise<{ name: string; bytes: Uint8Array<ArrayBuffer> }> {
    return this.#oneByOne(async () => {
      const path = join(this.folder, "support-bundle.tar.gz");
      const seen: Seen = { findings: await this.ofBox(), settings: shownSettings(this.env) };
      try {
        const { output, failed } = await startOwn<{ name: string }>(
          ["support-bundle", "--data", this.folder, "--seen", "-", "--out", path],
          { input: JSON.stringify(seen) },
        ).ended;
        if (failed || !output) throw new Error(failed?.message ?? "nothing was said");
        return { name: output.name, bytes: await Bun.file(path).bytes() };
      } finally {
        await rm(path, { force: true });
      }
    });
  }

  /** The figures, for Prometheus. rules.md#metrics */
  async metrics(listeners: number): Promise<string> {
    return metricsText(this.#patient(this.dbs.openDbs()), await this.ofBox(), listeners);
  }

  /** Examines the box every minute. Returns a function that ends it. */
  watch(): () => void {
    const job = new Cron(
      "* * * * *",
      { protect: true, catch: (thrown) => log("error", "health", trace(thrown)) },
      () => this.look(),
    );
    return () => job.stop();
  }

  /** Examines the box, and reports changes. */
  async look() {
    const findings = (await this.ofBox()).filter(({ state }) => state !== "ok");
    mailOwners(
      this.box,
      findings.filter(({ state }) => state === "fail"),
    );
    const troubles = findings.map(({ check, state }) => `${check} ${state}`).join();
    if (troubles === this.#troubles) return;
    this.#troubles = troubles;
    log(findings.some(({ state }) => state === "fail") ? "error" : "warn", "health", {
      findings,
    });
    this.broadcast(({ super: owner }) => (owner ? { event: "health" } : undefined));
  }

  #patient(open: CompanyDb[]): Patient {
    const { sqlite: control, now } = this.dbs.control;
    return {
      env: this.env,
      control,
      companies: () => open,
      shut: this.dbs.shutCompanies().map(({ company }) => company),
      held: this.isHeld(),
      now,
    };
  }
}
