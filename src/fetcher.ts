import { Refused, Unreachable, type Channel } from "./channel/channel.ts";
import { log, trace } from "./kit/log.ts";
import type { Store } from "./kit/store.ts";
import { attach, attachFailed, awaited } from "./modules/tickets/attach.ts";

const lanes = 2;

/** Brings the files of one connection's messages, after the messages themselves. What was not brought before a restart is brought after it. */
export class Fetcher {
  readonly #under = new Map<number, Promise<void>>();
  #held = true;
  #stopped = false;

  constructor(private readonly store: Store, private readonly connection: number, private readonly channel: Channel) {}

  /** The line is up: what waited comes. */
  resume() {
    this.#held = false;
    this.wake();
  }

  /** A message may have come whose file is still with the network. */
  wake() {
    if (this.#held || this.#stopped || this.#under.size >= lanes) return;
    for (const { messageId, providerId, name } of awaited(this.store, this.connection)) {
      if (this.#under.size >= lanes) return;
      if (this.#under.has(messageId)) continue;
      const under = this.#bring(messageId, providerId, name).catch((thrown) => log("error", "fetch", { company: this.store.company, connection: this.connection, ...trace(thrown) })).finally(() => {
        this.#under.delete(messageId);
        this.wake();
      });
      this.#under.set(messageId, under);
    }
  }

  async stop() {
    this.#stopped = true;
    await Promise.all(this.#under.values());
  }

  async #bring(messageId: number, providerId: string, name: string) {
    try {
      const bytes = await this.channel.fetch(providerId);
      attach(this.store, messageId, await this.store.files.keep(bytes, name));
    } catch (thrown) {
      if (thrown instanceof Unreachable) {
        this.#held = true;
        return;
      }
      if (!(thrown instanceof Refused)) log("error", "fetch", { company: this.store.company, connection: this.connection, message: messageId, ...trace(thrown) });
      attachFailed(this.store, messageId, thrown instanceof Refused ? thrown.message : "ERR_WAPP_DOWNLOAD_MEDIA");
    }
  }
}
