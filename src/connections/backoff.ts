import { log, trace } from "../kit/process/log.ts";

const shortest = 1000;
const longest = 60_000;

/**
 * Waits longer after each failure in a row, as while the disk is full. Logs the first failure and
 * the end of them, and nothing between.
 */
export class Backoff {
  #failures = 0;
  #until = -Infinity;

  /** `event` and `details` are of its lines in the log. */
  constructor(
    private readonly event: string,
    private readonly details: object,
  ) {}

  /** How long (ms) is still to be waited. */
  get left(): number {
    return Math.max(0, this.#until - performance.now());
  }

  failed(thrown: unknown) {
    // Attempts that run at the same time fail for the same reason, so they count once.
    if (this.left > 0) return;
    if (this.#failures === 0) log("error", this.event, { ...this.details, ...trace(thrown) });
    this.#until = performance.now() + Math.min(shortest * 2 ** this.#failures, longest);
    this.#failures += 1;
  }

  worked() {
    if (this.#failures > 0) log("info", this.event, { ...this.details, recovered: true });
    this.#failures = 0;
    this.#until = -Infinity;
  }
}
