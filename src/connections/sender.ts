import { Refused, Uncertain, Unreachable, type Channel } from "../channel/channel.ts";
import { log, trace } from "../kit/process/log.ts";
import { count } from "../kit/process/metrics.ts";
import type { CompanyDb } from "../kit/db/company-db.ts";
import { Backoff } from "./backoff.ts";
import { nextDueAt, next } from "../modules/messages/outbox-next.ts";
import {
  retryAfter,
  retryUncertain,
  returnUntried,
  requeue,
  markSending,
} from "../modules/messages/outbox.ts";
import { outgoingOf, type OutboxItem } from "../modules/messages/outgoing.ts";
import { mayStillLeave } from "../modules/schedules/lateness.ts";
import { isWindowClosed } from "../modules/windows/window.ts";
import { restrictedUntil } from "../modules/connections/restriction.ts";
import { markFailed, sendLater, markSent } from "../modules/tickets/messages/acknowledge.ts";

/**
 * How many messages, each to another contact, are sent at once, and how many of them with files:
 * slow files must not hold up texts.
 */
const maxConcurrent = 4;
const maxConcurrentFiles = 2;
/**
 * Pause after each message, and after each to a customer who hasn't written lately, in ms: from,
 * to. rules.md#cold-messages
 */
const pace = { warm: [15, 45], cold: [1000, 3000] } as const;
/** Attempts for a message that fails while the connection is up: over some four minutes. */
const maxAttempts = 8;

/** A timer takes no more than 24 days, in ms; a restriction may last longer. */
const longestSleep = 3_600_000;

/** A clock that can't be set back. */
const monotonicNow = () => performance.now();

/**
 * Sends one connection's messages from the outbox: in order for each contact, at a pace that keeps
 * the number from being blocked.
 */
export class Sender {
  readonly #running = new Map<number, { isFile: boolean; settled: Promise<void> }>();
  #paused = true;
  #stopped = false;
  #nextAt = -Infinity;
  #coldAt = -Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #backoff: Backoff;
  /** Messages may be left as being sent, by a process that ended or by a write that failed. */
  #mustRequeue = true;

  constructor(
    private readonly db: CompanyDb,
    private readonly connection: number,
    private readonly channel: Channel,
  ) {
    this.#backoff = new Backoff("sender", { company: db.company, connection });
    this.#requeued();
  }

  /** The connection is up: sending goes on. */
  resume() {
    this.#paused = false;
    this.wake();
  }

  /** Sends the messages that may leave now. */
  wake() {
    clearTimeout(this.#timer);
    if (this.#paused || this.#stopped) return;
    if (this.#backoff.left > 0 || !this.#requeued()) return this.#wakeIn(this.#backoff.left);
    while (this.#running.size < maxConcurrent) {
      const now = monotonicNow();
      if (now < this.#nextAt) return this.#wakeIn(this.#nextAt - now);
      const waiting = next(this.db, this.connection, {
        coldOpen: now >= this.#coldAt && restrictedUntil(this.db, this.connection) === 0,
        filesOpen: this.#filesOpen,
        now: this.db.now(),
      });
      if (!waiting) return this.#sleep();
      this.#nextAt = now + between(pace.warm);
      if (waiting.cold) this.#coldAt = now + between(pace.cold);
      this.#send(waiting);
    }
  }

  /** Resolves when nothing is being sent any more. The channel is stopped before. */
  async stop() {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await Promise.all([...this.#running.values()].map(({ settled }) => settled));
  }

  get #filesOpen() {
    return [...this.#running.values()].filter(({ isFile }) => isFile).length < maxConcurrentFiles;
  }

  #send(waiting: OutboxItem) {
    const { id, mediaId } = waiting.message;
    const settled = this.#try(waiting)
      .then(
        () => this.#backoff.worked(),
        (thrown) => this.#failed(thrown),
      )
      .finally(() => {
        this.#running.delete(id);
        this.wake();
      });
    this.#running.set(id, { isFile: mediaId !== null, settled });
  }

  async #try(waiting: OutboxItem) {
    const { message, to, attempts } = waiting;
    // The second try without an answer was its last. rules.md#uncertain-sends
    if (waiting.uncertain > 1) return markFailed(this.db, message.id, "ERR_SEND_UNCERTAIN");
    if (to.length === 0) return markFailed(this.db, message.id, "ERR_WAPP_INVALID_CONTACT");
    if (!mayStillLeave(this.db, message)) return undefined;
    // Checked as it leaves: it may have waited for hours. rules.md#window
    if (this.channel.capabilities.window && !message.template && isWindowClosed(this.db, message))
      return markFailed(this.db, message.id, "ERR_WINDOW_CLOSED");
    await this.db.together(() => markSending(this.db, message.id));
    try {
      const networkId = await this.channel.send(
        outgoingOf(this.db, waiting, this.channel.capabilities),
      );
      await this.db.together(() => markSent(this.db, message.id, networkId));
      count("balcao_messages_sent_total", "Messages that left, but for campaigns'.");
    } catch (thrown) {
      if (thrown instanceof Refused) return markFailed(this.db, message.id, thrown.message);
      if (thrown instanceof Uncertain)
        return retryUncertain(this.db, message.id, this.db.now() + this.channel.resendAfter);
      if (thrown instanceof Unreachable && !this.channel.up) {
        // It stays in the outbox, and goes when the connection is up again.
        this.#paused = true;
        return returnUntried(this.db, message.id);
      }
      // Only this message failed, for example by its file: the others go on.
      if (thrown instanceof Unreachable && waiting.file) sendLater(this.db, waiting);
      else if (attempts + 1 >= maxAttempts) markFailed(this.db, message.id, "ERR_SENDING_WAPP_MSG");
      else retryAfter(this.db, message.id, this.db.now() + 1000 * 2 ** attempts);
      log("error", "send", {
        company: this.db.company,
        connection: this.connection,
        message: message.id,
        ...trace(thrown),
      });
    }
    return undefined;
  }

  /** Notes that a message's result could not be stored: the outbox must be requeued. */
  #failed(thrown: unknown) {
    this.#mustRequeue = true;
    this.#backoff.failed(thrown);
  }

  /** Requeues messages that are marked as being sent and are not; false when that failed. */
  #requeued(): boolean {
    if (!this.#mustRequeue || this.#running.size > 0) return true;
    try {
      requeue(this.db, this.connection, this.channel.resendAfter);
      this.#mustRequeue = false;
    } catch (thrown) {
      this.#failed(thrown);
    }
    return !this.#mustRequeue;
  }

  #sleep() {
    const now = this.db.now();
    const due = nextDueAt(this.db, this.connection, {
      coldFrom: Math.max(
        now + this.#coldAt - monotonicNow(),
        restrictedUntil(this.db, this.connection),
      ),
      filesOpen: this.#filesOpen,
    });
    if (due !== undefined) this.#wakeIn(due - now);
  }

  #wakeIn(ms: number) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.wake(), Math.min(Math.max(ms, 5), longestSleep));
  }
}

const between = ([min, max]: readonly [number, number]) => min + Math.random() * (max - min);
