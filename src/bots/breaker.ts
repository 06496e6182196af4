import { Unanswered } from "../kit/outbound.ts";

/** Keeps from those that don't answer. `key`: whose and which. */
export type Breaker = {
  /** Throws Unanswered("open") without working while the key is open, else what `work` throws. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
};

const most = 5;
const rest = 60_000;

/** After five failures in a row a key is open for 60 s; then one try decides. That we hung up is no failure. `now` in ms. */
export function breaker(now: () => number): Breaker {
  const failing = new Map<string, { times: number; openUntil: number; tried: boolean }>();
  return {
    async run(key, work) {
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
        if (thrown instanceof Unanswered && thrown.reason === "cancelled") throw thrown;
        failing.set(key, { ...held, times: held.times + 1, openUntil: now() + rest });
        throw thrown;
      }
    },
  };
}
