import { Refused, Unreachable, type Channel } from "../channel/channel.ts";
import { log, trace } from "../kit/process/log.ts";
import type { CompanyDb } from "../kit/db/company-db.ts";
import { deleteUnusedFiles } from "../modules/messages/stored-files.ts";
import { Backoff } from "./backoff.ts";
import {
  attach,
  attachFailed,
  attachLater,
  filesToFetch,
  nextRetry,
} from "../modules/tickets/messages/attach.ts";

const maxConcurrent = 4;
/**
 * Of files of this size (bytes) only two are downloaded at once, since each takes memory meanwhile.
 */
const large = 8 * 1024 * 1024;
const largeAtOnce = 2;
/** The longest timer (ms), since the clock may be put back. */
const longestSleep = 3_600_000;

/**
 * Downloads the files of one connection's messages, after the messages themselves. It goes on after
 * a restart.
 */
export class MediaFetcher {
  readonly #running = new Map<number, { size: number; settled: Promise<void> }>();
  #paused = true;
  #stopped = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly #backoff: Backoff;

  constructor(
    private readonly db: CompanyDb,
    private readonly connection: number,
    private readonly channel: Channel,
  ) {
    this.#backoff = new Backoff("fetcher", { company: db.company, connection });
  }

  /** The connection is up: downloads go on. */
  resume() {
    this.#paused = false;
    this.wake();
  }

  /** Starts the downloads that are possible now. */
  wake() {
    if (this.#paused || this.#stopped || this.#running.size >= maxConcurrent) return;
    if (this.#backoff.left > 0) return this.#wakeIn(this.#backoff.left);
    for (const { messageId, providerId, name, size } of filesToFetch(this.db, this.connection)) {
      if (this.#running.size >= maxConcurrent) return;
      if (size >= large && this.#large() >= largeAtOnce) continue;
      if (this.#running.has(messageId)) continue;
      const settled = this.#download(messageId, providerId, name)
        .then(
          () => this.#backoff.worked(),
          (thrown) => this.#backoff.failed(thrown),
        )
        .finally(() => {
          this.#running.delete(messageId);
          this.wake();
        });
      this.#running.set(messageId, { size, settled });
    }
    this.#sleep();
  }

  async stop() {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await Promise.all([...this.#running.values()].map(({ settled }) => settled));
  }

  #large = () => [...this.#running.values()].filter(({ size }) => size >= large).length;

  async #download(messageId: number, providerId: string, name: string) {
    try {
      const stored = await this.db.files.keep(
        await this.db.files.receive(this.channel.fetch(providerId), name),
      );
      // It was deleted, or its contact erased, while its file was on the way.
      if (!attach(this.db, messageId, stored)) await deleteUnusedFiles(this.db, [stored.sha256]);
    } catch (thrown) {
      if (thrown instanceof Refused) return void attachFailed(this.db, messageId, thrown.message);
      if (thrown instanceof Unreachable && !this.channel.up) {
        this.#paused = true;
        return;
      }
      // Only this file failed: the others go on.
      attachLater(this.db, messageId);
      log("error", "fetch", {
        company: this.db.company,
        connection: this.connection,
        message: messageId,
        ...trace(thrown),
      });
    }
  }

  #sleep() {
    const due = nextRetry(this.db, this.connection);
    if (due === undefined) clearTimeout(this.#timer);
    else this.#wakeIn(Math.min(due - this.db.now(), longestSleep));
  }

  #wakeIn(ms: number) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.wake(), ms);
  }
}
