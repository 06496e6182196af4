import { Refused, Unreachable, type Channel } from "../channel/channel.ts";
import { log, trace } from "../kit/log.ts";
import type { Store } from "../kit/store.ts";
import { deleteUnusedFiles } from "../modules/messages/stored-files.ts";
import { attach, attachFailed, attachLater, filesToFetch, nextRetry } from "../modules/tickets/messages/attach.ts";

const lanes = 4;
/** Files that say they are as large (bytes) come two at a time: each takes memory for as long as it comes. */
const large = 8 * 1024 * 1024;
const largeAtOnce = 2;
/** The timer looks again after so long (ms) at most, since the clock may be put back. */
const longestSleep = 3_600_000;

/** Brings the files of one connection's messages, after the messages themselves. What was not brought before a restart is brought after it. */
export class Fetcher {
  readonly #under = new Map<number, { size: number; settled: Promise<void> }>();
  #held = true;
  #stopped = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly store: Store, private readonly connection: number, private readonly channel: Channel) {}

  /** The line is up: what waited comes. */
  resume() {
    this.#held = false;
    this.wake();
  }

  /** A message may have come whose file is still with the network. */
  wake() {
    if (this.#held || this.#stopped || this.#under.size >= lanes) return;
    for (const { messageId, providerId, name, size } of filesToFetch(this.store, this.connection)) {
      if (this.#under.size >= lanes) return;
      if (size >= large && this.#large() >= largeAtOnce) continue;
      if (this.#under.has(messageId)) continue;
      const settled = this.#bring(messageId, providerId, name).catch((thrown) => log("error", "fetch", { company: this.store.company, connection: this.connection, ...trace(thrown) })).finally(() => {
        this.#under.delete(messageId);
        this.wake();
      });
      this.#under.set(messageId, { size, settled });
    }
    this.#rest();
  }

  async stop() {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await Promise.all([...this.#under.values()].map(({ settled }) => settled));
  }

  #large = () => [...this.#under.values()].filter(({ size }) => size >= large).length;

  async #bring(messageId: number, providerId: string, name: string) {
    try {
      const kept = await this.store.files.keep(await this.store.files.receive(this.channel.fetch(providerId), name));
      // It was deleted, or its contact erased, while its file was on the way.
      if (!attach(this.store, messageId, kept)) await deleteUnusedFiles(this.store, [kept.sha256]);
    } catch (thrown) {
      if (thrown instanceof Refused) return void attachFailed(this.store, messageId, thrown.message);
      if (thrown instanceof Unreachable && !this.channel.up) {
        this.#held = true;
        return;
      }
      // Its own trouble: the others come meanwhile.
      log("error", "fetch", { company: this.store.company, connection: this.connection, message: messageId, ...trace(thrown) });
      attachLater(this.store, messageId);
    }
  }

  #rest() {
    const due = nextRetry(this.store, this.connection);
    clearTimeout(this.#timer);
    if (due !== undefined) this.#timer = setTimeout(() => this.wake(), Math.min(due - this.store.now(), longestSleep));
  }
}
