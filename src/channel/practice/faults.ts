import { Refused, Unreachable, type ChannelRestriction } from "../channel.ts";
import type { Receipts } from "../../shared/practice.ts";

export type Faults = {
  disconnect?: boolean;
  failNext?: number;
  reason?: string;
  delayMs?: number;
  logout?: boolean;
  mediaAway?: boolean;
  receipts?: Receipts;
  restriction?: ChannelRestriction | null;
  /** The phone that reads the code demands a passkey. */
  passkey?: boolean;
  /** The number of a customer, who wrote a day longer ago. */
  dayPassed?: string;
};

/** The shop's requests to a network that may be slow, refuse them or have no host for files. */
export class FaultyRequests {
  #failNext = 0;
  #reason = "";
  #mediaAway = false;
  #delay = 0;

  set({ failNext, reason, delayMs, mediaAway }: Faults) {
    if (mediaAway !== undefined) this.#mediaAway = mediaAway;
    if (failNext !== undefined) this.#failNext = failNext;
    if (reason !== undefined) this.#reason = reason;
    if (delayMs !== undefined) this.#delay = delayMs;
  }

  /** Waits for as long as was set, or until the connection stops. */
  async delay(stopped: Promise<void>) {
    if (this.#delay > 0) await Promise.race([Bun.sleep(this.#delay), stopped]);
  }

  failIfSet() {
    if (this.#failNext === 0) return;
    this.#failNext -= 1;
    throw new Refused(this.#reason || "ERR_SENDING_WAPP_MSG");
  }

  requireMediaHost() {
    if (this.#mediaAway) throw new Unreachable("the media host is away");
  }
}
