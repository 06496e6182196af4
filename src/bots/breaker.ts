import { RequestFailed } from "../kit/net/http-reply.ts";
import { limitConcurrency } from "../kit/process/limit-concurrency.ts";

/** A circuit breaker for bots that don't answer. `key`: the company and the bot. */
export type Breaker = {
  /**
   * Throws RequestFailed("open") without a request while the key is open, else what `work` throws.
   */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
};

const maxFailures = 5;
const openTime = 60_000;

/**
 * Refusals of a text, for example by a filter, don't count as failures: a customer could open the
 * breaker for everyone.
 */
const inputErrors = new Set([400, 413, 415, 422]);

/** Requests to one key at once; the others wait. */
const maxConcurrent = 16;

/**
 * After five failures in a row a key is open for 60 s; then one attempt decides. That we aborted is
 * no failure. `now` in ms.
 */
export function breaker(now: () => number): Breaker {
  const limiters = new Map<string, ReturnType<typeof limitConcurrency>>();
  const failing = new Map<string, { times: number; openUntil: number; isTrying: boolean }>();
  return { run: (key, work) => limiterOf(key)(() => tried(key, work)) };

  function limiterOf(key: string) {
    const limiter = limiters.get(key) ?? limitConcurrency(maxConcurrent);
    limiters.set(key, limiter);
    return limiter;
  }

  async function tried<T>(key: string, work: () => Promise<T>): Promise<T> {
    const state = failing.get(key);
    const decides = state !== undefined && state.times >= maxFailures;
    if (decides && (state.isTrying || now() < state.openUntil)) throw new RequestFailed("open");
    if (decides) state.isTrying = true;
    try {
      const done = await work();
      failing.delete(key);
      return done;
    } catch (thrown) {
      const held = failing.get(key) ?? { times: 0, openUntil: 0, isTrying: false };
      if (decides) held.isTrying = false;
      if (
        thrown instanceof RequestFailed &&
        (thrown.reason === "cancelled" || inputErrors.has(thrown.status ?? 0))
      )
        throw thrown;
      failing.set(key, { ...held, times: held.times + 1, openUntil: now() + openTime });
      throw thrown;
    }
  }
}
