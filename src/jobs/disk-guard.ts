import { log, trace } from "../kit/process/log.ts";
import { leastSpace, spaceIn } from "../kit/files/space.ts";
import { ballastSize, dropBallast, layBallast } from "./ballast.ts";

const megabyte = 1024 * 1024;

/** Below so much (bytes) the reserve is given back: arriving messages have no other place. */
const leastOfAll = 64 * megabyte;
/**
 * Writing resumes only with so much more than the least free: else it would be allowed and refused
 * by turns.
 */
const recovered = 1.1 * leastSpace;
/** The space (bytes) that must be free before the reserve is created. */
const plenty = 2 * leastSpace + ballastSize;
const interval = 2000;
/** Nothing is laid aside in the first moments (ms): then the box has other work. */
const settling = 60_000;

/**
 * Keeps a disk from filling up: refuses writes that can wait while there is still room for the
 * others. rules.md#full-disk
 */
export class DiskGuard {
  /** Whether new things are refused. */
  low = false;
  readonly #since = performance.now();
  #working = false;

  constructor(
    private readonly data: string,
    private readonly free = () => spaceIn(data).free,
  ) {}

  /** Checks every two seconds. Returns a function that ends it. */
  watch(): () => void {
    void this.look();
    const timer = setInterval(() => void this.look(), interval);
    return () => clearInterval(timer);
  }

  async look() {
    if (this.#working) return;
    this.#working = true;
    try {
      await this.#act(this.free());
    } catch (thrown) {
      log("error", "disk", trace(thrown));
    }
    this.#working = false;
  }

  async #act(free: number) {
    const low = free < (this.low ? recovered : leastSpace);
    if (low !== this.low) log(low ? "error" : "info", "disk", { free, low });
    this.low = low;
    if (free < leastOfAll && (await dropBallast(this.data)))
      log("error", "ballastDropped", { free });
    if (free > plenty && performance.now() - this.#since > settling) await layBallast(this.data);
  }
}
