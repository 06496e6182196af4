import type { ChannelHandlers, InboundMessage } from "../channel.ts";
import type { Vault } from "./vault.ts";

/**
 * How often a message that could not be decrypted is asked for again. After the last time, or so
 * many ms, its conversation shows that. rules.md#undecryptable-messages
 */
const maxResendRequests = 5;
const notOpenedDelay = 60_000;

/** Messages of one socket that could not be decrypted yet. */
export class Undecryptable {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ended = false;

  constructor(
    private readonly vault: Vault,
    private readonly handlers: ChannelHandlers,
    private readonly enqueue: (work: () => Promise<unknown>) => void,
  ) {}

  async add(inbound: InboundMessage | undefined, requests: number) {
    if (!inbound) return;
    this.vault.keepUnopened(inbound, requests < maxResendRequests ? notOpenedDelay : 0);
    await this.deliver();
  }

  /** Reports messages that were not decrypted in time, and runs again when the next is due. */
  async deliver() {
    clearTimeout(this.#timer);
    for (const { inbound, wait } of this.vault.unopened()) {
      if (wait > 0)
        return void (this.#timer = this.#ended
          ? undefined
          : setTimeout(() => this.enqueue(() => this.deliver()), wait));
      await this.handlers.onMessage(inbound);
      this.vault.forgetUnopened(inbound.id);
    }
  }

  /** The socket is down: the rest waits for the next one. */
  end() {
    this.#ended = true;
    clearTimeout(this.#timer);
  }
}
