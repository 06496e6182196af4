import { Cron } from "croner";
import type { Env } from "../env.ts";
import type { Broadcast } from "../kit/audience.ts";
import { log, trace } from "../kit/log.ts";
import type { Store } from "../kit/store.ts";
import type { TenantStores } from "../kit/tenant-stores.ts";
import type { Box } from "../modules/box/box.ts";
import type { Finding } from "../shared/health.ts";
import type { Patient } from "./check.ts";
import { mailOwners } from "./mail-owners.ts";
import { metricsText } from "./metrics.ts";
import { shownSettings } from "./shown-settings.ts";
import { supportBundle } from "./support-bundle.ts";
import { examine } from "./examine.ts";

/** The health of a box that runs, which tells its owner when something changes. rules.md#health */
export class BoxHealth {
  #troubles = "";

  constructor(private readonly stores: TenantStores, private readonly env: Env, private readonly broadcast: Broadcast, private readonly box: Box, private readonly isHeld: () => boolean) {}

  /** Where the box keeps its files. */
  get folder() {
    return this.env.data;
  }

  /** What is found now, in the whole box. */
  ofBox(): Promise<Finding[]> {
    return examine(this.#patient(this.stores.openStores()));
  }

  /** What a company's admins are shown. */
  ofShop(store: Store): Promise<Finding[]> {
    return examine(this.#patient([store]), { shopOnly: true });
  }

  /** What someone who helps from afar asks for. rules.md#support-bundle */
  async supportBundle() {
    return supportBundle(this.#patient(this.stores.openStores()), await this.ofBox(), shownSettings(this.env));
  }

  /** The figures, for Prometheus. rules.md#metrics */
  async metrics(listeners: number): Promise<string> {
    return metricsText(this.#patient(this.stores.openStores()), await this.ofBox(), listeners);
  }

  /** Looks every minute. Returns what ends that. */
  watch(): () => void {
    const job = new Cron("* * * * *", { protect: true, catch: (thrown) => log("error", "health", trace(thrown)) }, () => this.look());
    return () => job.stop();
  }

  /** Looks, and tells what has changed. */
  async look() {
    const found = (await this.ofBox()).filter(({ state }) => state !== "ok");
    mailOwners(this.box, found.filter(({ state }) => state === "fail"));
    const troubles = found.map(({ check, state }) => `${check} ${state}`).join();
    if (troubles === this.#troubles) return;
    this.#troubles = troubles;
    log(found.some(({ state }) => state === "fail") ? "error" : "warn", "health", { findings: found });
    this.broadcast(({ super: owner }) => (owner ? { event: "health" } : undefined));
  }

  #patient(open: Store[]): Patient {
    const { sqlite: control, now } = this.stores.control;
    return { env: this.env, control, companies: () => open, shut: this.stores.shutCompanies().map(({ company }) => company), held: this.isHeld(), now };
  }
}
