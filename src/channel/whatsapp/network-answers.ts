import { isJidGroup, type WASocket } from "@whiskeysockets/baileys";
import { Refused, Unreachable } from "../channel.ts";
import { relayed } from "./devices-without-keys.ts";

/** How long to wait for an answer of the network, in ms. */
const usualLimit = 20_000;

type PendingAck = { resolve(): void; reject(thrown: Error): void };

/** The answers of the network that one socket waits for. */
export class NetworkAnswers {
  readonly #pendingAcks = new Map<string, PendingAck>();

  constructor(
    private readonly socket: WASocket,
    readonly limit = usualLimit,
  ) {}

  /** Baileys reports a lost connection in many ways; here they are all Unreachable. */
  async ask<T>(question: Promise<T>): Promise<T> {
    try {
      return await this.withinLimit(question);
    } catch (thrown) {
      if (thrown instanceof Refused || thrown instanceof Unreachable) throw thrown;
      const code = (thrown as { output?: { statusCode?: number } }).output?.statusCode;
      if (!this.socket.ws.isOpen || code === 408 || code === 428 || code === 503)
        throw new Unreachable();
      throw thrown;
    }
  }

  /** Throws Unreachable when there is no answer in time. */
  async withinLimit<T>(work: Promise<T>): Promise<T> {
    const limit = Promise.withResolvers<never>();
    const timer = setTimeout(() => limit.reject(new Unreachable("no answer")), this.limit);
    try {
      return await Promise.race([work, limit.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Relaying resolves when the bytes have left; only the network's ack proves that they arrived.
   */
  async untilAcked(id: string, jid: string, relay: () => Promise<unknown>) {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#pendingAcks.set(id, { resolve, reject });
    try {
      await this.withinLimit(
        Promise.all([this.ask(relayed(isJidGroup(jid) === true, relay)), promise]),
      );
    } catch (thrown) {
      // A socket that acknowledges nothing is dead: the next one sends the same message under the
      // same id.
      if (thrown instanceof Unreachable && this.#pendingAcks.has(id))
        void this.socket.end(
          Object.assign(new Error("no answer"), { output: { statusCode: 408 } }) as never,
        );
      throw thrown;
    } finally {
      this.#pendingAcks.delete(id);
    }
  }

  /** The network took a message, or refused it. False when nothing waits for that. */
  acked(id: string, refusal: string | undefined): boolean {
    const waiting = this.#pendingAcks.get(id);
    if (!waiting) return false;
    this.#pendingAcks.delete(id);
    if (refusal) waiting.reject(new Refused(refusal));
    else waiting.resolve();
    return true;
  }

  /** The socket is gone: requests that wait for an answer fail. */
  end() {
    for (const { reject } of this.#pendingAcks.values()) reject(new Unreachable());
    this.#pendingAcks.clear();
  }
}
