import type { Account } from "./account.ts";

export type Change = { field: string; value: Record<string, unknown> };
type Pending = { account: Account; change: Change; done: () => void };

/** One POST to a callback; `status` is 0 when nobody answered. */
export type Attempt = { account: Account; bytes: Uint8Array; status: number; retry: number };

/**
 * Delivers changes to the callbacks, signed over the raw bytes, until they answer 200. First
 * attempts keep their order; a retry holds nothing up.
 */
export class Webhooks {
  /** All attempts, in order. */
  readonly attempts: Attempt[] = [];
  /** The wait before a retry, in ms of the machine's clock. */
  gap = (retry: number): number => Math.min(100 * 2 ** retry, 2000);
  /** How often each POST is sent again after its 200. */
  copies = 0;
  private held: Pending[] | undefined;
  private readonly lanes = new Map<Account, Promise<void>>();
  private readonly open = new Set<Promise<void>>();
  private readonly stopped = new AbortController();
  private readonly sleepers = new Set<() => void>();

  constructor(private readonly now: () => number) {}

  /** Sends a change; resolves once the callback has answered 200, or at once when nobody listens. */
  push(account: Account, change: Change): Promise<void> {
    if (!account.subscribed || !(account.override ?? account.callback)) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    const pending = { account, change, done: resolve };
    if (this.held) this.held.push(pending);
    else this.post([pending]);
    return promise;
  }

  /** Holds changes back until `release`. */
  hold(): void {
    this.held ??= [];
  }

  /**
   * Sends held changes; resolves after their 200. `shuffle` is the seed of an order, `perPost` puts
   * several changes into one POST, and `copies` repeats each change.
   */
  async release({ shuffle = 0, perPost = 1, copies = 1, reverse = false } = {}): Promise<void> {
    const pending = this.held ?? [];
    this.held = undefined;
    const repeated = pending.flatMap((one) => [
      one,
      ...Array.from({ length: copies - 1 }, () => ({ ...one, done: () => {} })),
    ]);
    if (shuffle) shuffleBy(repeated, shuffle);
    if (reverse) repeated.reverse();
    for (const group of Map.groupBy(repeated, ({ account }) => account).values())
      for (let start = 0; start < group.length; start += perPost)
        this.post(group.slice(start, start + perPost));
    await this.settled();
  }

  get holds(): boolean {
    return this.held !== undefined;
  }

  get heldCount(): number {
    return this.held?.length ?? 0;
  }

  /** Drops the changes that are held back: a network that loses them. */
  drop(): void {
    for (const { done } of this.held ?? []) done();
    this.held = undefined;
  }

  /** Work whose end `settled` awaits too. */
  track(work: Promise<void>): Promise<void> {
    this.open.add(work);
    void work.finally(() => this.open.delete(work));
    return work;
  }

  /** Resolves when no POST is under way and none waits for its retry; held ones do not count. */
  async settled(): Promise<void> {
    while (this.open.size) await Promise.all(this.open);
  }

  /** Tries the waiting retries now. */
  retryNow(): void {
    for (const wake of this.sleepers) wake();
  }

  /** The answers other than 200. */
  get refusals(): Attempt[] {
    return this.attempts.filter(({ status }) => status !== 200);
  }

  stop(): void {
    this.stopped.abort();
    this.retryNow();
  }

  /** Sends raw bytes with a signature of the caller's choice; returns the status. */
  async raw(url: string, bytes: Uint8Array, signature?: string): Promise<number> {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": "facebookexternalua",
        ...(signature !== undefined && { "x-hub-signature-256": signature }),
      },
      body: bytes as Uint8Array<ArrayBuffer>,
      signal: this.stopped.signal,
    });
    await response.arrayBuffer();
    return response.status;
  }

  /** The body of a POST, with the escapes that Meta writes. */
  encode(account: Account, changes: Change[]): Uint8Array {
    const entry = [{ id: account.wabaId, time: Math.floor(this.now() / 1000), changes }];
    return Buffer.from(escaped(JSON.stringify({ object: "whatsapp_business_account", entry })));
  }

  private post(pending: Pending[]): void {
    const { account } = pending[0]!;
    const bytes = this.encode(
      account,
      pending.map(({ change }) => change),
    );
    const first = (this.lanes.get(account) ?? Promise.resolve()).then(() =>
      this.attempt(account, bytes, 0),
    );
    this.lanes.set(
      account,
      first.then(() => {}),
    );
    void this.track(
      first.then(async (status) => {
        if (status !== 200) await this.retry(account, bytes);
        for (const { done } of pending) done();
        for (let copy = 0; copy < this.copies; copy += 1) await this.attempt(account, bytes, 0);
      }),
    );
  }

  private async retry(account: Account, bytes: Uint8Array): Promise<void> {
    for (let retry = 1; !this.stopped.signal.aborted; retry += 1) {
      await this.sleep(this.gap(retry));
      if (this.stopped.signal.aborted) return;
      if ((await this.attempt(account, bytes, retry)) === 200) return;
    }
  }

  private async attempt(account: Account, bytes: Uint8Array, retry: number): Promise<number> {
    const callback = account.override ?? account.callback;
    const status = callback
      ? await this.raw(callback.url, bytes, account.sign(bytes)).catch(() => 0)
      : 0;
    this.attempts.push({ account, bytes, status, retry });
    return status;
  }

  private sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.sleepers.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      this.sleepers.add(wake);
    });
  }
}

/** Writes all but ASCII as \u escapes, and slashes with a backslash, as Meta does. */
export function escaped(json: string): string {
  return json
    .replace(/[\u007f-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .replaceAll("/", "\\/");
}

/** Shuffles in place, in an order that the seed decides. */
export function shuffleBy<T>(all: T[], seed: number): void {
  let state = seed;
  for (let last = all.length - 1; last > 0; last -= 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = Math.floor((state / 2 ** 32) * (last + 1));
    [all[last], all[other]] = [all[other]!, all[last]!];
  }
}
