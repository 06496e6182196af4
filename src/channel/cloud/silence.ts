/** A status follows a sent message within seconds; after so many ms it is missing. */
const silentAfter = 3_600_000;
/** The time of the last webhook is written so often (ms). */
const noteEvery = 60_000;

/**
 * Whether Meta's webhooks come at all. A message that was sent brings a status: none within an hour
 * means that the address is wrong or closed.
 */
export class Silence {
  /** The first message that was sent since the last webhook. */
  #sentAt: number | undefined;
  #notedAt = -Infinity;

  constructor(private readonly now: () => number) {}

  sent() {
    this.#sentAt ??= this.now();
  }

  /** A webhook came. Returns whether one was missing. */
  heard(): boolean {
    const wasSilent = this.isSilent;
    this.#sentAt = undefined;
    return wasSilent;
  }

  get isSilent(): boolean {
    return this.#sentAt !== undefined && this.now() - this.#sentAt >= silentAfter;
  }

  /** The reason to show beside a connection that is up. */
  warning = () => (this.isSilent ? { reason: "webhookSilent" as const } : {});

  /** Whether the time of the last webhook is to be written now. */
  isDueToNote(): boolean {
    if (this.now() - this.#notedAt < noteEvery) return false;
    this.#notedAt = this.now();
    return true;
  }
}
