/** The network's own clock, in epoch ms. It runs with the machine's until a test sets it. */
export class Clock {
  private offset = 0;
  private frozen: number | undefined;

  now(): number {
    return this.frozen ?? Date.now() + this.offset;
  }

  /** Stops the clock at a time. */
  freeze(at: number): void {
    this.frozen = at;
  }

  advance(ms: number): void {
    if (this.frozen === undefined) this.offset += ms;
    else this.frozen += ms;
  }
}

/** The time of a webhook: a text of whole seconds. */
export const seconds = (at: number): string => String(Math.floor(at / 1000));

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
