import { fatalWindow, nextStep } from "./reconnect.ts";

/** How a socket ended. `pairing`: WhatsApp ends it once after a link was made. */
type End = { code: number; paired: boolean; pairing: boolean; banEnds?: number };

/** A connection's attempts to be up, by which `reconnect.ts` decides how it goes on. */
export class Attempts {
  failures = 0;
  /** WhatsApp refuses the version of its protocol. */
  stale = false;
  #replacedBefore = false;
  #fatal: number[] = [];

  /** Someone starts the connection. */
  reset() {
    this.forget();
    this.#fatal = [];
  }

  /** Earlier failures no longer count. */
  forget() {
    this.failures = 0;
    this.#replacedBefore = false;
  }

  failed({ code, paired, pairing, banEnds }: End, firstRetry?: number) {
    const now = Date.now();
    if (![408, 428, 503, 515].includes(code))
      this.#fatal = [...this.#fatal.filter((at) => at > now - fatalWindow), now];
    // A pairing code that was typed too late leaves an incomplete link, which is no logout.
    const verdict = nextStep(
      {
        code: code === 401 && !paired ? 428 : code,
        paired: paired && !pairing,
        failures: this.failures,
        fatal: this.#fatal.length,
        replacedBefore: this.#replacedBefore,
        banEnds,
      },
      Math.random(),
      firstRetry,
    );
    // After pairing WhatsApp ends every session once.
    if (code !== 515) this.failures += 1;
    this.stale = code === 405;
    if (code === 440) this.#replacedBefore = true;
    return verdict;
  }
}
