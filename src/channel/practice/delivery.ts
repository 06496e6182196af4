import type { ChannelHandlers } from "../channel.ts";
import { chatAndAuthor, inboundMessage } from "./contents.ts";
import type { NetworkMessage, PhoneAction } from "./network-message.ts";
import type { Network } from "./network.ts";

/**
 * How many messages are handed over, and for how long (ms), before others have a turn of the event
 * loop.
 */
export const atOnce = 16;
const turn = 8;

/**
 * Delivers the messages that the customers' phones have sent: some at a time and in order, as a
 * network does with its queue.
 */
export class Delivery {
  #running = Promise.resolve();

  constructor(
    private readonly connection: number,
    private readonly network: Network,
    private readonly handlers: ChannelHandlers,
    private readonly isUp: () => boolean,
  ) {}

  /** Settles once nothing waits any more, or the connection is down. */
  run(): Promise<void> {
    const run = this.#running.then(async () => {
      for (
        let some;
        this.isUp() && (some = this.network.waiting(this.connection, atOnce)).length > 0;
      ) {
        await this.#deliverSome(some);
        // After a commit, while nothing is open that others' answers would have to wait for.
        await new Promise(setImmediate);
      }
      for (let action; this.isUp() && (action = this.network.nextAction(this.connection));) {
        this.#deliverAction(action);
        this.network.actionDelivered(action.seq);
      }
    });
    this.#running = run.catch(() => {});
    return run;
  }

  /** Settles when the current delivery is through. */
  get settled(): Promise<void> {
    return this.#running;
  }

  /**
   * Delivers messages in order; their storing may share a commit. Messages before a failed one have
   * arrived.
   */
  async #deliverSome(some: NetworkMessage[]) {
    const until = performance.now() + turn;
    const storing: Promise<void>[] = [];
    for (const message of some) {
      const file =
        message.media === null ? undefined : this.network.file(this.connection, message.id);
      storing.push(this.handlers.onMessage(inboundMessage(message, file)));
      if (performance.now() > until) break;
    }
    const stored = await Promise.allSettled(storing);
    const failed = stored.find(({ status }) => status === "rejected");
    this.network.arrived(
      this.connection,
      some.slice(0, failed ? stored.indexOf(failed) : stored.length).map(({ id }) => id),
    );
    if (failed) throw (failed as PromiseRejectedResult).reason;
  }

  #deliverAction({ to, does, body, at }: PhoneAction & { at: number }) {
    const message = this.network.find(this.connection, to)!;
    const done = { to, at, ...chatAndAuthor(message) };
    if (does === "edits") this.handlers.onEdit({ ...done, body });
    else if (does === "deletes") this.handlers.onDelete(done);
    else this.handlers.onReaction({ ...done, emoji: body });
  }
}
