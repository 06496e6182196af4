import { log } from "../kit/process/log.ts";
import type { CompanyDbs } from "../kit/db/company-dbs.ts";
import { pauseRunning } from "../modules/campaigns/lifecycle.ts";

/** A step back of more than this (ms) is no correction. */
const jump = 5 * 60_000;

/**
 * Detects a clock that was put back, and pauses campaigns: today's count of sent messages is no
 * longer certain. rules.md#clock-put-back
 */
export class ClockGuard {
  /** The wall's clock and the one that only goes forward, as they were last. */
  #wall: number;
  #steady: number;

  constructor(
    private readonly dbs: CompanyDbs,
    private readonly steady = () => performance.now(),
  ) {
    this.#wall = dbs.control.now();
    this.#steady = steady();
  }

  /** To be called some times a minute. */
  look() {
    const [wall, steady] = [this.dbs.control.now(), this.steady()];
    const back = steady - this.#steady - (wall - this.#wall);
    this.#wall = wall;
    this.#steady = steady;
    if (back < jump) return;
    log("error", "clockPutBack", { seconds: Math.round(back / 1000) });
    this.dbs.each("clockPutBack", (db) => pauseRunning(db, "clock"));
  }
}
