/**
 * The pause between two people's works, in times of what the first took: answering it takes twice
 * as long as the work itself.
 */
const pause = 5;

/**
 * Runs the works of several people one by one, as they came. While more than one has work, all else
 * that goes on here has more than half of the time.
 */
export function takeTurns(): <T>(who: unknown, work: () => T) => Promise<T> {
  const waiting: (() => void)[] = [];
  let last: unknown;
  let freeAt = 0;
  const callNext = () =>
    void setTimeout(() => waiting.shift()!(), Math.max(0, freeAt - performance.now()));
  return async (who, work) => {
    if (waiting.length > 0 || (who !== last && performance.now() < freeAt)) {
      await new Promise<void>((go) => {
        if (waiting.push(go) === 1) callNext();
      });
    }
    const began = performance.now();
    try {
      return work();
    } finally {
      last = who;
      freeAt = performance.now() + pause * (performance.now() - began);
      if (waiting.length > 0) callNext();
    }
  };
}
