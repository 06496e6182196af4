import { Unanswered } from "../kit/outbound.ts";
import { limitConcurrency } from "../kit/limit-concurrency.ts";

/** Keeps from those that don't answer. `key`: whose and which. */
export type Breaker = {
  /** Throws Unanswered("open") without working while the key is open, else what `work` throws. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
};

const most = 5;
const rest = 60_000;

/** What is refused for what was said, such as by a filter, is no failure: a customer could open it for everyone. */
const ofTheText = new Set([400, 413, 415, 422]);

/** So many ask one key at once; the others wait for their turn. */
const lanes = 16;

/** After five failures in a row a key is open for 60 s; then one try decides. That we hung up is no failure. `now` in ms. */
export function breaker(now: () => number): Breaker {
  const lines = new Map<string, ReturnType<typeof limitConcurrency>>();
  const failing = new Map<string, { times: number; openUntil: number; tried: boolean }>();
  return { run: (key, work) => lineOf(key)(() => tried(key, work)) };

  function lineOf(key: string) {
    const line = lines.get(key) ?? limitConcurrency(lanes);
    lines.set(key, line);
    return line;
  }

  async function tried<T>(key: string, work: () => Promise<T>): Promise<T> {
    const state = failing.get(key);
    const decides = state !== undefined && state.times >= most;
    if (decides && (state.tried || now() < state.openUntil)) throw new Unanswered("open");
    if (decides) state.tried = true;
    try {
      const done = await work();
      failing.delete(key);
      return done;
    } catch (thrown) {
      const held = failing.get(key) ?? { times: 0, openUntil: 0, tried: false };
      if (decides) held.tried = false;
      if (thrown instanceof Unanswered && (thrown.reason === "cancelled" || ofTheText.has(thrown.status ?? 0))) throw thrown;
      failing.set(key, { ...held, times: held.times + 1, openUntil: now() + rest });
      throw thrown;
    }
  }
}
